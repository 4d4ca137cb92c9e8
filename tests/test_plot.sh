#!/usr/bin/env bash
# test_plot.sh SOURCE_DIR - scripts/plot.py on a small made-up CSV
#
# What must hold: the same CSV gives the same bytes, another value gives other bytes, what is
# unknown is ignored, and what is broken is refused with the place or the name in the message.
set -euo pipefail

source_dir=${1:?usage: test_plot.sh SOURCE_DIR}
python=$("$source_dir/scripts/find-python.sh") || {
    echo "skipped: the plots need a python3 with matplotlib"
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
n_passed=0
n_failed=0

# check NAME COMMAND...: counts whether the command succeeds.
check() {
    local name=$1
    shift
    if "$@"; then
        n_passed=$((n_passed + 1))
    else
        n_failed=$((n_failed + 1))
        echo "FAILED: $name"
    fi
}

plot() {
    "$python" -B "$source_dir/scripts/plot.py" "$work/$1.csv" "$work/$2" 2>"$work/stderr"
}

# refuses CSV WORD: exit 1, the word in the message, nothing drawn.
refuses() {
    local status=0
    plot "$1" refused || status=$?
    [[ $status -eq 1 ]] && grep -qF -- "$2" "$work/stderr" && [[ ! -e $work/refused ]]
}

# same FOLDER FOLDER: the same files with the same bytes.
same() {
    diff -rq "$work/$1" "$work/$2" >/dev/null
}

# all_differ FOLDER FOLDER: no file of the first is the same in the second.
all_differ() {
    local file
    for file in "$work/$1"/*; do
        ! cmp -s "$file" "$work/$2/${file##*/}" || return 1
    done
}

# row STRATEGY NODES METRIC VALUE KIND [CHANGE [STATUS [REP]]]
row() {
    echo "1,r,$1,uniform,$2,1000,${6-},7,$3,$4,unit,lower,$5,,${8-0},${7-ok},"
}

rows() {
    local n
    echo "schema run strategy workload nodes keys change seed metric value unit better kind" \
        "theory rep status message" | tr ' ' ','
    for n in 3 10; do
        row null "$n" lookup_ns 1.5 time
        row jump "$n" lookup_ns 20.5 time "" ok 0
        row jump "$n" lookup_ns 22.5 time "" ok 1
        row jump "$n" bytes_total $((n * 64)) count
        row jump "$n" max_over_mean 1.0625 exact
        row jump "$n" sampling_noise 0.05 exact
        row jump "$n" cv 0.03125 exact
        row jump "$n" moved_fraction 0.125 exact add
        row modulo "$n" moved_fraction 0.875 exact add
        row jump "$n" moved_fraction "" exact remove_random unsupported
        row modulo "$n" moved_fraction 0.875 exact remove_random
        row modulo "$n" minimum_fraction 0.125 exact add
        row modulo "$n" a_later_metric 5 exact
    done
}

rows >"$work/good.csv"
check "a good CSV is drawn" plot good first
for name in overview lookup memory skew migration; do
    check "$name is there in both formats" test -s "$work/first/$name.png" -a \
        -s "$work/first/$name.svg"
done
mkdir "$work/second"
check "a folder that is there is no obstacle" plot good second
check "the same CSV gives the same bytes" same first second

sed 's/1\.0625/1.125/' "$work/good.csv" >"$work/changed.csv"
check "a changed value is drawn" plot changed changed
check "...and changes every picture" all_differ first changed

sed 's/$/,more/' "$work/good.csv" >"$work/wider.csv"
check "an unknown column is ignored" plot wider wider
check "...and changes nothing" same first wider

sed 's/,1\.5,/,,/' "$work/good.csv" >"$work/empty_value.csv"
check "an empty value is left out" plot empty_value empty_value
grep -vE ',uniform,3,' "$work/good.csv" >"$work/one_size.csv"
check "one size is enough" plot one_size one_size

cut -d, -f1-2,4- "$work/good.csv" >"$work/no_column.csv"
check "a missing column is named" refuses no_column strategy
head -c -20 "$work/good.csv" >"$work/cut.csv"
check "a record cut short is refused with its line" refuses cut "cut.csv:27"
sed 's/20\.5/nan/' "$work/good.csv" >"$work/nan.csv"
check "nan is no value" refuses nan "nan.csv:3"
sed '2s/^1,/2,/' "$work/good.csv" >"$work/schema.csv"
check "another schema is refused" refuses schema "schema '2'"
grep -E '^schema|a_later_metric' "$work/good.csv" >"$work/nothing.csv"
check "nothing to draw is an error" refuses nothing "no row that can be drawn"
check "a file that is not there is an error" refuses absent "absent.csv"

echo "$n_passed passed, $n_failed failed"
[[ $n_failed -eq 0 ]]
