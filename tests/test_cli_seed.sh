#!/usr/bin/env bash
# test_cli_seed.sh PATH_TO_RINGSIDE SOURCE_DIR - ringside locate --hash-seed, against chosen keys
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

printf 'cache-%s\n' a b c d >nodes
seq -f user:%.0f 1 20000 >keys

# owners ARGUMENT...: "keys node" for each node of the keys in flood, most first.
owners() {
    run locate --strategy ring --nodes nodes --keys flood "$@"
    tail -n +2 out | cut -d, -f2 | sort | uniq -c | sort -rn | awk '{ print $1, $2 }'
}

# Who knows the seed picks his keys.
expect_exit 0 locate --strategy ring --nodes nodes --keys keys
sed -n 's/,cache-b$//p' out >flood
n=$(wc -l <flood)
check "a part of the keys can be picked" test "$n" -gt 2000
check "...and all go to one node" is_same "$n cache-b" "$(owners)"
check "0 is what it is without" is_same "$n cache-b" "$(owners --hash-seed 0)"
for seed in 1 77 9223372036854775807; do
    owners --hash-seed $seed >spread
    check "under seed $seed they are on all nodes" is_same 4 "$(wc -l <spread)"
    # shellcheck disable=SC2016
    check "...and on none much more" awk -v n="$n" '$1 > n / 4 * 1.5 { bad = 1 } END { exit bad }' \
        spread
    check "...the same again" is_same "$(<spread)" "$(owners --hash-seed $seed)"
done

fails 1 "takes no seed" locate --strategy ring:hash=md5 --nodes nodes --keys keys --hash-seed 1
fails 1 "takes no seed" locate --strategy modulo:hash=crc32 --nodes nodes --keys keys --hash-seed 1
fails 1 "label_hash=xxh3" locate --strategy ring:label_hash=md5 --nodes nodes --keys keys \
    --hash-seed 1
check "an unseeded hash takes 0" expect_exit 0 locate --strategy ring:hash=md5 --nodes nodes \
    --keys keys --hash-seed 0
for number in -1 x 1.5 18446744073709551616 ''; do
    fails 2 "a whole number" locate --strategy ring --nodes nodes --keys keys --hash-seed "$number"
done

finish
