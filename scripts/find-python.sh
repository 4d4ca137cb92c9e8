#!/usr/bin/env bash
# find-python.sh - prints the path of a python3 that can draw the plots (that has matplotlib)
#
# The first python3 on PATH is often one without matplotlib (pyenv, a virtual environment), while
# the system's own has it. RINGSIDE_PYTHON names one to try before all others.
set -euo pipefail

candidates() {
    echo "${RINGSIDE_PYTHON:-}"
    echo python3
    echo /usr/bin/python3
    echo /usr/local/bin/python3
    compgen -c python3. | grep -E '^python3\.[0-9]+$' | sort -u -t. -k2,2nr || true
}

while read -r candidate; do
    path=$(command -v -- "$candidate" || true)
    if [[ -n $path ]] && "$path" -c 'import matplotlib' >/dev/null 2>&1 </dev/null; then
        echo "$path"
        exit 0
    fi
done < <(candidates)

echo "find-python.sh: no python3 here has matplotlib; install python3-matplotlib" \
    "(scripts/setup.sh), or set RINGSIDE_PYTHON to a python3 that has it" >&2
exit 1
