#!/usr/bin/env bash
# coverage.sh - how much of algos/ runs: by the fuzzers' corpora alone, and with the unit tests
#
# Pages for a browser are left in build/coverage/html. Exits 1 when the corpora reach fewer than 95
# of 100 lines, or corpora and tests together fewer than 90 of 100 branches; 2: bad usage.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
take_help "$@"
[[ $# -eq 0 ]] || fail 2 "unknown argument '$1'; it takes none but --help"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
min_lines=95
min_branches=90
build=build/coverage

cmake --preset coverage >/dev/null
cmake --build --preset coverage --target fuzz/all tests_of_algos >"$build/build.log" || {
    tail -n 40 "$build/build.log" >&2
    exit 1
}

# The llvm tools must be of the version of the compiler.
version=$(sed -n 's/^CMAKE_C_COMPILER_VERSION.*"\([0-9]*\)\..*/\1/p' \
    "$build"/CMakeFiles/*/CMakeCCompiler.cmake)
[[ -n $version ]] || version=$(clang -dumpversion | cut -d. -f1)
tool() {
    command -v "$1-$version" || command -v "$1" || fail 1 "$1 is not here; run scripts/setup.sh"
}
profdata=$(tool llvm-profdata)
cov=$(tool llvm-cov)

# run NAME WHICH...: runs the tests that ctest picks; their counts are NAME.profdata.
run() {
    local name=$1
    shift
    rm -rf "$build/profile-$name"
    LLVM_PROFILE_FILE="$PWD/$build/profile-$name/%p-%m.profraw" \
        ctest --test-dir "$build" "$@" -j "$(nproc)" >"$build/$name.log" || {
        tail -n 20 "$build/$name.log" >&2
        exit 1
    }
    find "$build/profile-$name" -name '*.profraw' >"$build/$name.files"
    "$profdata" merge -sparse -f "$build/$name.files" -o "$build/$name.profdata"
    rm -rf "$build/profile-$name"
}

# programs PATH...: sets `objects` to those that are programs, as llvm-cov takes them.
programs() {
    local program
    objects=()
    for program in "$@"; do
        if [[ -x $program && -f $program ]]; then
            objects+=(-object "$program")
        fi
    done
    objects=("${objects[@]:1}") # the first is named without -object
}

# percent NAME: prints "LINES BRANCHES" of algos/, of what is linked into the programs.
percent() {
    "$cov" export -summary-only -instr-profile "$build/$1.profdata" "${objects[@]}" algos |
        scripts/coverage_sum.py algos/
}

run corpora -R '^replay_'
run tests -L algos
"$profdata" merge -sparse "$build/corpora.profdata" "$build/tests.profdata" \
    -o "$build/everything.profdata"
programs "$build"/fuzz/fuzz_* # not the tests': they hold copies of what headers define
read -r lines branches < <(percent corpora)
programs "$build"/fuzz/fuzz_* "$build"/tests/test_*
read -r all_lines all_branches < <(percent everything)
"$cov" show -format html -output-dir "$build/html" -show-branches count \
    -instr-profile "$build/everything.profdata" "${objects[@]}" algos >/dev/null
echo "corpora alone:     $lines % of the lines of algos/, $branches % of the branches"
echo "with unit tests:   $all_lines % of the lines, $all_branches % of the branches"
echo "pages:             $build/html/index.html"
awk -v l="$lines" -v b="$all_branches" -v ml=$min_lines -v mb=$min_branches \
    'BEGIN { exit !(l >= ml && b >= mb) }' || {
    echo "coverage.sh: wanted $min_lines % of the lines by corpora alone and" \
        "$min_branches % of the branches by all" >&2
    exit 1
}
