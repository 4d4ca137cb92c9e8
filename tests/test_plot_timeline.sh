#!/usr/bin/env bash
# test_plot_timeline.sh PATH_TO_RINGSIDE SOURCE_DIR - scripts/plot_timeline.py on made-up rows
#
# What must hold is as in test_plot.sh; and the title says what the rows say.
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

source_dir=${2:-$1}
python=$("$source_dir/scripts/find-python.sh") || {
    skip "the plots need a python3 with matplotlib"
    exit 77
}

plot() {
    "$python" -B "$source_dir/scripts/plot_timeline.py" "$1.csv" "$2" 2>stderr
}

# refuses CSV WORD: exit 1, the word in the message, nothing drawn.
refuses() {
    local status=0
    plot "$1" refused || status=$?
    [[ $status -eq 1 ]] && grep -qF -- "$2" stderr && [[ ! -e $work/refused ]]
}

# says CSV TEXT: a comment in the SVG, where letters are drawn as shapes, is this text.
says() {
    plot "$1" said && grep -qF -- "<!-- $2 -->" said/avalanche.svg
}

# row STRATEGY CHANGE METRIC VALUE [MESSAGE]
row() {
    echo "2,r,$1,zipf,3,1000,$2,7,$3,$4,unit,lower,exact,,,0,ok,${5-}"
}

rows() {
    local second
    echo "schema run strategy workload nodes keys change seed metric value unit better kind" \
        "theory z rep status message" | tr ' ' ','
    for second in 9 10 11; do
        row modulo ${second}s database_reads $((second == 10 ? 437 : 100))
        row jump ${second}s database_reads $((second == 10 ? 150 : 100))
        row jump ${second}s hit_ratio 0.8$second
        row jump ${second}s load_max_over_mean 1.5
        row jump ${second}s moved_keys 0
        row jump ${second}s nodes_up 3
    done
    row modulo "10s add node-d" database_peak_ratio 4.37
    row jump "10s add node-d" database_peak_ratio 1.5
    row jump "" database_reads 300
}

rows >good.csv
check "a good CSV is drawn" plot good first
for name in avalanche load; do
    check "$name is there in both formats" test -s "first/$name.png" -a \
        -s "first/$name.svg"
done
check "a folder that is there is no obstacle" mkdir second
check "...and the same CSV" plot good second
check "...gives the same bytes" diff -rq first second

sed 's/,437,/,438,/' good.csv >changed.csv
check "a changed value is drawn" plot changed changed
for file in avalanche.png avalanche.svg load.png load.svg; do
    check "...and changes $file" eval "! cmp -s first/$file changed/$file"
done

title="modulo sends 4.4 times as many reads to the database; jump 1.5 times"
check "the title says what happened" says good "When a fourth cache joins, $title"
sed 's/add node-d/crash node-a/' good.csv >crash.csv
check "...another event too" says crash "When one of three caches is lost, $title"
check "an event has its words" says good "10 s: add node-d"
check "...and what it did" says good "modulo ×4.4"
check "what is zero throughout is left out" eval "! grep -q 'Keys moved' first/load.svg"
sed 's/,moved_keys,0,/,moved_keys,5,/' good.csv >moved.csv
check "...and drawn when it is not" plot moved moved
check "...as a panel" grep -q 'Keys moved' moved/load.svg
sed '/jump,.*s,7,database_reads/s/$/jump will not; take ring/' good.csv >refusal.csv
check "a strategy that refused is not praised" says refusal \
    "When a fourth cache joins, ${title%;*}"
check "...but named" says refusal "jump (refused)"
check "...with its reason" says refusal "jump refused a change: jump will not"
grep -v peak_ratio good.csv >no_event.csv
check "no event is no obstacle" plot no_event no_event

cut -d, -f1-6,8- good.csv >no_column.csv
check "a missing column is named" refuses no_column "missing column: change"
grep -vE ',(9|10|11)s,' good.csv >nothing.csv
check "nothing to draw is an error" refuses nothing "no row that can be drawn"
check "a file that is not there is an error" refuses absent "absent.csv"

finish
