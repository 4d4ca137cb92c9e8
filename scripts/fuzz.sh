#!/usr/bin/env bash
# fuzz.sh SECONDS [TARGET...] - hunts with libFuzzer, under ASan and UBSan; SECONDS for each target
#
# New inputs go to build/libfuzzer/corpus/TARGET; an input that breaks something is left in
# build/libfuzzer as crash-..., and the exit status is 1. The committed corpora are only read.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
seconds=${1:?usage: fuzz.sh SECONDS [TARGET...]}
shift
cd "$root"

# quietly COMMAND...: what it prints is shown when it fails.
quietly() {
    local log
    log=$("$@" 2>&1) || {
        echo "$log" >&2
        echo "fuzz.sh: '$*' failed (see above)" >&2
        exit 1
    }
}

[[ -f build/libfuzzer/build.ninja ]] || quietly cmake --preset fuzz
quietly cmake --build --preset fuzz
if [[ $# -eq 0 ]]; then
    for source in fuzz/fuzz_*.c; do
        set -- "$@" "$(basename "$source" .c)"
    done
fi

n_failed=0
for target in "$@"; do
    if [[ ! -x build/libfuzzer/fuzz/$target ]]; then
        echo "fuzz.sh: there is no target $target; see fuzz/fuzz_*.c" >&2
        exit 2
    fi
    corpus=build/libfuzzer/corpus/$target
    mkdir -p "$corpus"
    options=(-max_total_time="$seconds" -artifact_prefix=build/libfuzzer/ -print_final_stats=1
        -verbosity=0 -timeout=30 -rss_limit_mb=2048)
    if [[ -f fuzz/$target.options ]]; then
        mapfile -t given < <(sed -nE 's/^(\w+) = (\w+)$/-\1=\2/p' "fuzz/$target.options")
        options+=("${given[@]}")
    fi
    [[ -f fuzz/$target.dict ]] && options+=(-dict="fuzz/$target.dict")
    log=build/libfuzzer/$target.log
    if "build/libfuzzer/fuzz/$target" "${options[@]}" "$corpus" "fuzz/corpus/$target" \
        >"$log" 2>&1; then
        n_runs=$(awk '/number_of_executed_units/ { print $2 }' "$log")
        echo "$target: nothing found in $n_runs runs"
    else
        cat "$log"
        echo "$target: FOUND SOMETHING"
        n_failed=$((n_failed + 1))
    fi
done
if [[ $n_failed -gt 0 ]]; then
    echo "fuzz.sh: $n_failed targets found something: see build/libfuzzer/crash-* or leak-*" >&2
    exit 1
fi
