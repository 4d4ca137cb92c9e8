#!/usr/bin/env bash
# vectors.sh [--write] VECTORS_PRINT [FOLDER] - holds answers against results/vectors
#
# images.csv among them has a digest of every placement as it is saved.
# FOLDER stands for results/vectors. Exit 0: the same; 2: bad usage; 3: a difference, of which each
# file's first row is shown; 4: there are no vectors. --write makes the files anew, or exits 1 and
# leaves them when VECTORS_PRINT gives none. It has the same duty as for results/golden.csv: say why
# in the commit.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# shellcheck source=scripts/answers.sh
source "$root/scripts/answers.sh"
take_write "$@"
! $write || shift
[[ $# -gt 0 ]] || fail 2 "which program? usage: vectors.sh [--write] VECTORS_PRINT [FOLDER]"
[[ $# -le 2 && ${2:-} != --write ]] ||
    fail 2 "--write comes first, a folder last; usage: vectors.sh [--write] VECTORS_PRINT [FOLDER]"
vectors_print=$1
need_program "$vectors_print" build/tests/vectors_print
vectors=${2:-$root/results/vectors}
shown=${vectors#"$root"/}

# show_difference NAME: the first row of this file that is not the same in both, if there is one.
show_difference() {
    local name=$1 line
    if [[ ! -f $vectors/$name ]]; then
        echo "vectors.sh: $shown/$name is missing; make golden writes it"
    elif [[ ! -f $fresh/$name ]]; then
        echo "vectors.sh: $shown/$name is of no strategy that is here; make golden removes it"
    elif ! cmp -s -- "$vectors/$name" "$fresh/$name"; then
        line=$(awk 'NR == FNR { old[FNR] = $0; n = FNR; next }
            $0 != old[FNR] || FNR > n { exit } END { print FNR + (FNR <= n && $0 == old[FNR]) }' \
            "$vectors/$name" "$fresh/$name")
        echo "vectors.sh: $shown/$name, line $line:"
        echo "  vector: $(sed -n "${line}p" "$vectors/$name")"
        echo "  now:    $(sed -n "${line}p" "$fresh/$name")"
    fi
}

# counts FOLDER: how many vectors and images are there
counts() {
    local n_images=0
    [[ ! -f $1/images.csv ]] || n_images=$(($(wc -l <"$1/images.csv") - 1))
    echo "$(($(cat "$1"/*.csv | grep -cv ^spec,) - n_images)) vectors and $n_images images"
}

# need_rows: there are fresh files, and each has more than its first line.
need_rows() {
    local file stay="$shown stays as it is. Is it vectors_print?"
    compgen -G "$fresh/*.csv" >/dev/null || fail 1 "$vectors_print wrote no vectors; $stay"
    for file in "$fresh"/*.csv; do
        [[ $(wc -l <"$file") -gt 1 ]] || fail 1 "$vectors_print wrote no row in ${file##*/}; $stay"
    done
}

fresh=$(mktemp -d)
trap 'rm -rf -- "$fresh"' EXIT
"$vectors_print" "$fresh"
if $write; then
    need_rows
    mkdir -p "$vectors"
    rm -f -- "$vectors"/*.csv
    cp -- "$fresh"/*.csv "$vectors"
    echo "$shown: $(counts "$vectors")"
    exit 0
fi
if ! compgen -G "$vectors/*.csv" >/dev/null; then
    fail 4 "there are no vectors in $shown; make golden writes them"
fi
differences=$({ ls -- "$vectors" "$fresh" | grep '\.csv$' | sort -u; } |
    while IFS= read -r name; do show_difference "$name"; done)
if [[ -n $differences ]]; then
    echo "$differences" >&2
    exit 3
fi
echo "$(counts "$vectors") are those of $shown"
