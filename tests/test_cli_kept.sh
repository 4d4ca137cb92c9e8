#!/usr/bin/env bash
# test_cli_kept.sh PATH_TO_RINGSIDE SOURCE_DIR - long runs say what is kept, and how to go on
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# Three nodes are done at once; of many, rendezvous looks at each for each key.
args=(bench --smoke --strategies rendezvous --metrics skew,migration --n-keys 500000
    --sizes 3,50000 --out kept --resume)

# stop_at SIGNAL WORDS: a run that gets the signal once it has said the words. Its exit code.
stop_at() {
    local pid code=0
    start "${args[@]}"
    awaits grep -qsF -- "$2" out
    kill -s "$1" $pid
    wait $pid 2>/dev/null || code=$?
    echo $code
}

check "the signal ends the run as ever" is_same 130 "$(stop_at INT '1 of 2: 3 nodes')"
check "the start says where parts are kept" \
    has_line "2 parts to measure; each that is done is kept in kept/parts." out
check "a part is told" has_line "1 of 2: 3 nodes, workload sequential: done and kept" out
check "the signal says what is kept" grep -qF "1 of 2 parts are kept in kept/parts" err
check "...and how to go on" grep -qF "The same command" err
check "...and it is so" is_same "run sequential-3.csv" \
    "$(find kept/parts -name '[a-z]*' -type f -printf '%f\n' | sort | paste -sd ' ')"
check "another signal, of a run that goes on" is_same 143 "$(stop_at TERM '1 of 2: 3 nodes')"
check "what was there is told" \
    has_line "1 of 2: 3 nodes, workload sequential: kept from an earlier run" out
check "...and counted" grep -qF "1 of 2 parts are kept in kept/parts" err

check "without parts nothing is said of them" expect_exit 0 \
    bench --smoke --strategies jump --metrics memory --sizes 3 --out plain
check "...at all" is_same "" "$(grep kept out err)"

finish
