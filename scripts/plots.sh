#!/usr/bin/env bash
# plots.sh DIR - draws DIR/results.csv into DIR/plots, with a python3 that has matplotlib
#
# Exit 2: bad usage; 4: there is no such file; make bench makes it.
set -euo pipefail
if [[ ${1:-} == --help ]]; then
    sed -n '2,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[[ $# -eq 1 && -n $1 ]] || {
    echo "plots.sh: which results? usage: plots.sh DIR" >&2
    exit 2
}
dir=$1
if [[ ! -f $dir/results.csv ]]; then
    echo "plots.sh: there is no $dir/results.csv; run make bench first" >&2
    exit 4
fi
python=$("$here/find-python.sh")
script=plot.py
if grep -q ',database_reads,' "$dir/results.csv"; then
    script=plot_timeline.py # of ringside cluster
fi
"$python" "$here/$script" "$dir/results.csv" "$dir/plots"
echo "Plots: $dir/plots/"
