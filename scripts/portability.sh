#!/usr/bin/env bash
# portability.sh - the same answer everywhere: other compilers, flags and processors
#
# Builds the library and the program anew for every column and holds them against results/vectors,
# which has a digest of every saved placement besides answers, and results/golden.csv. Other
# processors are emulated by qemu-user; there the unit tests of algos run as well. One line a
# column, such as
#   aarch64 gcc -O2: 7160 vectors, 179 images, 16128 golden rows, 50 tests: same
# Exit 0: all the same; 1: a difference or a failure, of which the line names the log; 77: the same
# as far as it was looked at, but a column was skipped; 2: bad usage.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
root=$PWD
work=build/portability

columns=()
for compiler in gcc clang; do
    for flags in -O2 -O0 -O1 -O3 "-O2 -fsigned-char" "-O2 -funsigned-char" "-O3 -march=native"; do
        columns+=("native $compiler $flags")
    done
done
for arch in i386 aarch64 s390x; do
    columns+=("$arch gcc -O2")
done

usage() {
    cat <<END
usage: scripts/portability.sh [--only TEXT] [--quick] [--allow-skips]

Compares answers between compilers, their flags and processors. All of it takes an hour or so;
scripts/setup.sh --portability installs what it needs.

  --only TEXT     only the columns whose name has TEXT: clang, -O0, s390x
  --quick         vectors and images, but no golden run and no tests
  --allow-skips   exit 0 also when columns are skipped
  --help          this text
The columns:
END
    printf '  %s\n' "${columns[@]}"
}

# skip_reason ARCH COMPILER: prints why this cannot be built and run here; nothing: it can.
skip_reason() {
    local arch=$1 tool tools=("$2")
    if [[ $arch != native ]]; then
        tools=("${arch/i386/i686}-linux-gnu-gcc" "${arch/i386/i686}-linux-gnu-g++" "qemu-$arch")
    fi
    for tool in "${tools[@]}"; do
        if ! command -v "$tool" >/dev/null; then
            echo "no $tool here; scripts/setup.sh --portability installs it"
            return
        fi
    done
    if [[ $arch != native && ! -f build/sysroots/$arch/.packages ]]; then
        echo "no build/sysroots/$arch; scripts/setup.sh --portability fetches it"
    fi
}

# build_column ARCH COMPILER FLAGS FOLDER: the program and what compares; elsewhere, tests too.
build_column() {
    local arch=$1 compiler=$2 flags=$3 folder=$4 targets=(ringside vectors_print) toolchain=()
    if [[ $arch == native ]]; then
        toolchain=(-DCMAKE_C_COMPILER="$compiler" -DCMAKE_CXX_COMPILER="${compiler/gcc/g++}")
        toolchain[1]=${toolchain[1]/%clang/clang++}
    else
        toolchain=(--toolchain "$root/cmake/cross.cmake" -DRINGSIDE_ARCH="$arch"
            -DRINGSIDE_SYSROOT="$root/build/sysroots/$arch")
        $quick || targets+=(tests_of_algos)
    fi
    cmake -S . -B "$folder" -G Ninja "${toolchain[@]}" -DCMAKE_BUILD_TYPE= \
        -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" -DRINGSIDE_WERROR=OFF &&
        cmake --build "$folder" --target "${targets[@]}"
}

# runner ARCH FOLDER PROGRAM: prints the path of a command that runs the program.
runner() {
    local arch=$1 folder=$2 program=$root/$2/$3
    if [[ $arch != native ]]; then
        printf '#!/bin/sh\nexec qemu-%s -L "%s" "%s" "$@"\n' "$arch" \
            "$root/build/sysroots/$arch" "$program" >"$folder/run_${3##*/}"
        chmod +x "$folder/run_${3##*/}"
        program=$root/$folder/run_${3##*/}
    fi
    echo "$program"
}

# compare_column ARCH FOLDER: prints what was compared, one a line with its number first, or fails.
compare_column() {
    local arch=$1 folder=$2 vectors_print
    vectors_print=$(runner "$arch" "$folder" tests/vectors_print)
    scripts/vectors.sh "$vectors_print" || return
    ! $quick || return 0
    scripts/regress.sh "$(runner "$arch" "$folder" ringside)" || return
    # test_md5 starts its own file again, which then is not emulated.
    [[ $arch == native ]] ||
        ctest --test-dir "$folder" -L algos -E '^test_md5$' -j "$jobs" --output-on-failure \
            --no-tests=error
}

# summary LOG: "7160 vectors, 179 images, ..." out of what compare_column printed.
summary() {
    sed -nE -e 's/^([0-9]+ vectors) and ([0-9]+ images) are .*/\1\n\2/p' \
        -e 's/^([0-9]+) exact results are .*/\1 golden rows/p' \
        -e 's/^100% tests passed, 0 tests failed out of ([0-9]+)$/\1 tests/p' "$1" |
        paste -sd, | sed 's/,/, /g'
}

# expected ARCH: what the summary looks like when nothing was left out.
expected() {
    local all="* vectors, * images"
    $quick || all+=", * golden rows"
    $quick || [[ $1 == native ]] || all+=", * tests"
    echo "$all"
}

# run_column ARCH COMPILER FLAGS: prints the line of a column. Returns 0, 1 or 77.
run_column() {
    local arch=$1 compiler=$2 flags=$3 name="$1 $2 $3" folder log reason found
    reason=$(skip_reason "$arch" "$compiler")
    if [[ -n $reason ]]; then
        echo "$name: skipped: $reason"
        return 77
    fi
    folder=$work/${name//[ =]/_}
    log=$folder/log
    mkdir -p "$folder"
    if ! build_column "$arch" "$compiler" "$flags" "$folder" >"$log" 2>&1; then
        echo "$name: the build failed, see $log"
        return 1
    fi
    if ! compare_column "$arch" "$folder" >"$log" 2>&1; then
        echo "$name: NOT THE SAME, see $log"
        head -n 20 "$log"
        return 1
    fi
    found=$(summary "$log")
    if ! [[ $found == $(expected "$arch") ]]; then
        echo "$name: not all was compared, see $log; found: $found"
        return 1
    fi
    echo "$name: $found: same"
}

only=
quick=false
allow_skips=false
while [[ $# -gt 0 ]]; do
    case $1 in
    --only)
        only=${2:-}
        if [[ -z $only ]]; then
            echo "portability.sh: --only needs a text, such as clang or s390x" >&2
            exit 2
        fi
        shift
        ;;
    --quick) quick=true ;;
    --allow-skips) allow_skips=true ;;
    --help)
        usage
        exit 0
        ;;
    *)
        echo "portability.sh: unknown argument '$1'" >&2
        usage >&2
        exit 2
        ;;
    esac
    shift
done
jobs=$(nproc)
mkdir -p "$work"

n_run=0
n_skipped=0
n_failed=0
for column in "${columns[@]}"; do
    [[ $column == *"$only"* ]] || continue
    n_run=$((n_run + 1))
    code=0
    read -r arch compiler flags <<<"$column"
    run_column "$arch" "$compiler" "$flags" || code=$?
    case $code in
    0) ;;
    77) n_skipped=$((n_skipped + 1)) ;;
    *) n_failed=$((n_failed + 1)) ;;
    esac
done
if [[ $n_run -eq 0 ]]; then
    echo "portability.sh: no column has '$only'; --help lists them" >&2
    exit 2
fi
echo "$n_run columns, $n_failed failed, $n_skipped skipped"
[[ $n_failed -eq 0 ]] || exit 1
[[ $n_skipped -eq 0 ]] || $allow_skips || exit 77
