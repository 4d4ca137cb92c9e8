#!/usr/bin/env bash
# fuzz.sh SECONDS [TARGET...] - hunts with libFuzzer, under ASan and UBSan; SECONDS for each target
#
# TARGET is the name of a fuzz/fuzz_*.c without .c; none given: all of them, in turn.
# New inputs go to build/libfuzzer/corpus/TARGET; an input that breaks something is left in
# build/libfuzzer as crash-..., leak-..., timeout-... or oom-..., and the exit status is 1; 2: bad
# usage. The committed corpora are only read.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
source "$root/scripts/common.sh"
take_help "$@"
[[ $# -gt 0 ]] || fail 2 "for how long? usage: fuzz.sh SECONDS [TARGET...]"
# libFuzzer takes what is no number for 0, which is for ever.
[[ $1 =~ ^[1-9][0-9]{0,8}$ ]] ||
    fail 2 "SECONDS is a whole number from 1 to 999999999, not '$1': make fuzz FUZZ_SECONDS=60"
seconds=$1
shift
cd "$root"
targets=()
for source in fuzz/fuzz_*.c; do
    targets+=("$(basename "$source" .c)")
done
for target in "$@"; do
    [[ $target == fuzz_* && -f fuzz/$target.c ]] ||
        fail 2 "there is no target '$target'; there are ${targets[*]}"
done
[[ $# -gt 0 ]] || set -- "${targets[@]}"

# quietly COMMAND...: what it prints is shown when it fails.
quietly() {
    local log
    log=$("$@" 2>&1) || {
        echo "$log" >&2
        fail 1 "'$*' failed (see above)"
    }
}

[[ -f build/libfuzzer/build.ninja ]] || quietly cmake --preset fuzz
quietly cmake --build --preset fuzz

n_failed=0
for target in "$@"; do
    [[ -x build/libfuzzer/fuzz/$target ]] ||
        fail 2 "the build left no build/libfuzzer/fuzz/$target; remove build/libfuzzer, try again"
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
    fail 1 "$n_failed targets found something: see {crash,leak,timeout,oom}-* in build/libfuzzer"
fi
