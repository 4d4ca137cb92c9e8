#!/usr/bin/env bash
# test_plot.sh PATH_TO_RINGSIDE SOURCE_DIR - scripts/plot.py on a small made-up CSV
#
# What must hold: the same CSV gives the same bytes, another value gives other bytes, what is
# unknown is ignored, and what is broken is refused with the place or the name in the message.
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

source_dir=${2:?usage: $0 PATH_TO_RINGSIDE SOURCE_DIR}
python=$("$source_dir/scripts/find-python.sh") || {
    skip "the plots need a python3 with matplotlib"
    exit 77
}

plot() {
    "$python" -B "$source_dir/scripts/plot.py" "$1.csv" "$2" 2>stderr
}

# refuses CSV WORD: exit 1, the word in the message, nothing drawn.
refuses() {
    local status=0
    plot "$1" refused || status=$?
    [[ $status -eq 1 ]] && grep -qF -- "$2" stderr && [[ ! -e refused ]]
}

# same FOLDER FOLDER: the same files with the same bytes.
same() {
    diff -rq "$1" "$2" >/dev/null
}

# all_differ FOLDER FOLDER: no file of the first is the same in the second.
all_differ() {
    local file
    for file in "$1"/*; do
        ! cmp -s "$file" "$2/${file##*/}" || return 1
    done
}

# row STRATEGY NODES METRIC VALUE KIND [CHANGE [STATUS [REP]]]
row() {
    echo "2,r,$1,uniform,$2,1000,${6-},7,$3,$4,unit,lower,$5,,,${8-0},${7-ok},"
}

rows() {
    local n
    echo "schema run strategy workload nodes keys change seed metric value unit better kind" \
        "theory z rep status message" | tr ' ' ','
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

rows >good.csv
check "a good CSV is drawn" plot good first
for name in overview lookup memory skew migration; do
    check "$name is there in both formats" test -s "first/$name.png" -a \
        -s "first/$name.svg"
done
mkdir "second"
check "a folder that is there is no obstacle" plot good second
check "the same CSV gives the same bytes" same first second

sed 's/1\.0625/1.125/' good.csv >changed.csv
check "a changed value is drawn" plot changed changed
check "...and changes every picture" all_differ first changed

sed 's/$/,more/' good.csv >wider.csv
check "an unknown column is ignored" plot wider wider
check "...and changes nothing" same first wider

sed 's/,1\.5,/,,/' good.csv >empty_value.csv
check "an empty value is left out" plot empty_value empty_value
grep -vE ',uniform,3,' good.csv >one_size.csv
check "one size is enough" plot one_size one_size

cut -d, -f1-2,4- good.csv >no_column.csv
check "a missing column is named" refuses no_column strategy
head -c -20 good.csv >cut.csv
check "a record cut short is refused with its line" refuses cut "cut.csv:27"
sed 's/20\.5/nan/' good.csv >nan.csv
check "nan is no value" refuses nan "nan.csv:3"
sed '2s/^2,/3,/' good.csv >schema.csv
check "another schema is refused" refuses schema "schema '3'"
grep -E '^schema|a_later_metric' good.csv >nothing.csv
check "nothing to draw is an error" refuses nothing "no row that can be drawn"
check "a file that is not there is an error" refuses absent absent.csv

finish
