#!/usr/bin/env bash
# fuzz_merge.sh [TARGET...] - adds to the committed corpora what `make fuzz` found worth keeping
#
# Of the inputs in build/libfuzzer/corpus/TARGET the smallest that reach what the committed ones do
# not are copied to fuzz/corpus/TARGET, each named by the digest of its bytes. Nothing is removed.
# No TARGET given: all that were fuzzed. Exit 2: a TARGET that was not.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
take_help "$@"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
found=build/libfuzzer/corpus

[[ $# -gt 0 ]] || for folder in "$found"/*/; do
    [[ -d $folder ]] || fail 1 "there is nothing in $found; run make fuzz first"
    set -- "$@" "$(basename "$folder")"
done
for target in "$@"; do
    [[ -f fuzz/$target.c && -d $found/$target ]] ||
        fail 2 "$target was not fuzzed; run make fuzz TARGET=$target"
done
cmake --preset fuzz >build/libfuzzer/configure.log 2>&1
cmake --build --preset fuzz >build/libfuzzer/build.log 2>&1 || {
    tail -n 20 build/libfuzzer/build.log >&2
    exit 1
}
for target in "$@"; do
    program=build/libfuzzer/fuzz/$target
    mkdir -p "fuzz/corpus/$target"
    before=$(find "fuzz/corpus/$target" -type f | wc -l)
    "$program" -set_cover_merge=1 -max_len=4096 -timeout=30 -rss_limit_mb=2048 -verbosity=0 \
        "fuzz/corpus/$target" "$found/$target" >"build/libfuzzer/$target.merge.log" 2>&1 || {
        tail -n 20 "build/libfuzzer/$target.merge.log" >&2
        exit 1
    }
    after=$(find "fuzz/corpus/$target" -type f | wc -l)
    echo "$target: $((after - before)) inputs added, $after now"
done
