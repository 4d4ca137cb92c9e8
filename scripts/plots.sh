#!/usr/bin/env bash
# plots.sh DIR - draws DIR/results.csv into DIR/plots, with a python3 that has matplotlib
#
# Exit 2: bad usage; 4: there is no such file; make bench makes it.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
take_help "$@"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[[ $# -eq 1 && -n $1 ]] || fail 2 "which results? usage: plots.sh DIR"
dir=$1
[[ $dir != -* ]] || dir=./$dir # no option
[[ -f $dir/results.csv ]] || fail 4 "there is no $dir/results.csv; run make bench first"
python=$("$here/find-python.sh")
script=plot.py
if grep -q ',database_reads,' "$dir/results.csv"; then
    script=plot_timeline.py # of ringside cluster
fi
"$python" "$here/$script" "$dir/results.csv" "$dir/plots"
echo "Plots: $dir/plots/"
