#!/usr/bin/env bash
# test_faults_clock.sh PATH_TO_RINGSIDE SOURCE_DIR - clocks that jump, and commas for points
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

bench=(bench --smoke --strategies ring --metrics memory,throughput --n-keys 1000 --format csv)
expect_exit 0 "${bench[@]}"
untimed() {
    grep -v ',time,' "$1" | cut -d, -f1,3-
}
untimed out >want

# ---- clocks

clock=$(dirname "$ringside")/tests/libpreload_clock.so
# jumps AT SECONDS EVERY: a time is a sane one, or it is said to be none. No time of these takes a
# minute (6e10 ns), and none is 0 or less.
jumps() {
    local got=0
    CLOCK_JUMP_AT=$1 CLOCK_JUMP_SECONDS=$2 CLOCK_JUMP_EVERY=$3 LD_PRELOAD=$clock \
        timeout 100 "$ringside" "${bench[@]}" \
        >out 2>err </dev/null || got=$?
    is_same "" "$(grep ',time,' out | grep -v ',error,.*the clock does not agree' |
        grep ',ok,' | awk -F, '!($10 > 0 && $10 < 6e10)')" &&
        is_same "$(<want)" "$(untimed out)" &&
        is_same "$got" "$([[ -n $(grep ',error,' out) ]] && echo 1 || echo 0)" && return
    cat err
    return 1
}
if is_sanitized; then
    skip "a sanitizer wants to be loaded first"
elif [[ -e $clock ]]; then
    n_told=0
    for seconds in 86400 -86400; do
        for at in 1 7 33; do
            check "a jump by $seconds s at reading $at" jumps $at $seconds 0
        done
        # A piece is timed by two readings: an odd distance falls into every other one.
        check "and at each 501st" jumps 501 $seconds 501
        n_told=$((n_told + $(grep -c ',error,' out)))
    done
    check "some of them hit a time, which is told" test $n_told -gt 0
else
    skip "no $clock here"
fi

# ---- a locale with decimal commas

if has_german; then
    printf 'a,0.5\nb,1.5\n' >nodes
    seq 1 100 >keys
    run locate --strategy ring --nodes nodes --keys keys
    cp out points
    LC_ALL=$german run locate --strategy ring --nodes nodes --keys keys
    check "weights are read with points" cmp points out
    LC_ALL=$german expect_exit 0 "${bench[@]}"
    untimed out >got
    check "rows have points" cmp want got
    LC_ALL=$german run bench --smoke --strategies bounded:load=1,5 --metrics memory
    check "a comma parts a list" is_one_error "'5'"
else
    skip "no German locale here"
fi

finish
