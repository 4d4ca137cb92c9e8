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

# words PICTURE TEXT: the text is in the picture (an SVG names the text that it draws as outlines).
words() {
    grep -qF -- "<!-- $2 -->" "$1"
}

# no_words PICTURE TEXT
no_words() {
    ! words "$@"
}

# is_legible SCRIPT CSV: no words of a figure lie on others or beyond its edge.
is_legible() {
    (cd "$source_dir/scripts" && "$python" -B - "$@") <<'PYTHON'
import importlib, sys
from matplotlib.text import Text

drawing = importlib.import_module(sys.argv[1])
found = []

def look(fig, _results, _folder, name):
    fig.canvas.draw()
    whole = fig.bbox
    unseen = {tick.label1 for axes in fig.axes for axis in (axes.xaxis, axes.yaxis)
              for tick in axis.get_major_ticks()
              if not min(axis.get_view_interval()) <= tick.get_loc()
              <= max(axis.get_view_interval())}
    texts = [(text.get_text(), text.get_window_extent()) for text in fig.findobj(Text)
             if text.get_visible() and text.get_text().strip() and text not in unseen]
    drawn = [(words, box) for words, box in texts if box.width > 0]
    for i, (words, box) in enumerate(drawn):
        if box.x0 < whole.x0 or box.x1 > whole.x1 or box.y0 < whole.y0 or box.y1 > whole.y1:
            found.append(f"{name}: '{words}' goes beyond the edge")
        found.extend(f"{name}: '{words}' lies on '{other}'" for other, beside in drawn[i + 1:]
                     if min(box.x1, beside.x1) - max(box.x0, beside.x0) > 1
                     and min(box.y1, beside.y1) - max(box.y0, beside.y0) > 1)

drawing.save = look
drawing.os.makedirs = lambda *_, **__: None
drawing.plot(sys.argv[2], "")
sys.stdout.writelines(f"{line}\n" for line in found[:9])
sys.exit(bool(found))
PYTHON
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

# ---- what a row says

check "a change without support is said in its row" words first/migration.svg unsupported
check "...of one panel, so what is not measured is said too" words first/overview.svg "not measured"
{
    cat good.csv
    row flip 3 draws 2 exact shrink_90_random
    row flip 10 draws "" exact shrink_90_random unsupported
    row ring 3 draws 0 exact shrink_90_random
    row ring 10 draws 3 exact shrink_90_random
    row jump 3 draws 1 exact shrink_90_random
    row jump 10 draws "" exact "" unsupported
} >removals.csv
check "work after removals is drawn" plot removals removals
check "the sizes without support are named" words removals/removals.svg "unsupported at 10"
check "...also where the strategy is out as a whole" is_same 2 \
    "$(grep -cF "<!-- unsupported at 10 -->" removals/removals.svg)"
check "a zero is named with its size" words removals/removals.svg "0 at 3"
check "nobody without a word or a dot has a row" no_words removals/removals.svg modulo

# Many strategies with the same values: each has its row, and its name in it.
{
    rows
    for i in {1..24}; do
        for n in 3 10; do
            row "ring:vnodes=$i" "$n" lookup_ns 20.5 time
            row "ring:vnodes=$i" "$n" bytes_total 640 count
            row "ring:vnodes=$i" "$n" moved_fraction 0.125 exact add
        done
    done
} >many.csv
check "two dozen strategies of the same values are drawn" plot many many
each_has_a_row() {
    local i
    for i in {1..24}; do
        words many/overview.svg "ring:vnodes=$i" || return 1
    done
}
check "...each under its name" each_has_a_row
check "...and no words lie on others" is_legible plot "$PWD/many.csv"
# Six sizes: their dots take the room of the words beside them.
{
    rows | head -n 1
    for n in 10 100 1000 10000 100000 1000000; do
        row jump "$n" lookup_ns 20.5 time "" ok 0
        row jump "$n" lookup_ns 22.5 time "" ok 1
        row jump "$n" bytes_total $((n * 64)) count
    done
} >sizes.csv
check "nor where there are many sizes" is_legible plot "$PWD/sizes.csv"
check "nor in a small one" is_legible plot "$PWD/removals.csv"
reference=$source_dir/results/reference
check "nor in the reference run" is_legible plot "$reference/results.csv"
check "nor in that of the cluster" is_legible plot_timeline "$reference/cluster/results.csv"

# ---- what is refused

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
