#!/usr/bin/env bash
# vectors.sh [--write] VECTORS_PRINT [FOLDER] - holds answers against results/vectors
#
# images.csv among them has a digest of every placement as it is saved.
# FOLDER stands for results/vectors. Exit 0: the same; 3: a difference, of which each file's first
# row is shown; 4: there are no vectors. --write makes the files anew, with the same duty as for
# results/golden.csv: say why in the commit.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

write=false
if [[ ${1:-} == --write ]]; then
    write=true
    shift
fi
vectors_print=${1:?usage: vectors.sh [--write] VECTORS_PRINT [FOLDER]}
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

fresh=$(mktemp -d)
trap 'rm -rf -- "$fresh"' EXIT
"$vectors_print" "$fresh"
if $write; then
    mkdir -p "$vectors"
    rm -f -- "$vectors"/*.csv
    cp -- "$fresh"/*.csv "$vectors"
    echo "$shown: $(counts "$vectors")"
    exit 0
fi
if ! compgen -G "$vectors/*.csv" >/dev/null; then
    echo "vectors.sh: there are no vectors in $shown; make golden writes them" >&2
    exit 4
fi
differences=$({ ls -- "$vectors" "$fresh" | grep '\.csv$' | sort -u; } |
    while IFS= read -r name; do show_difference "$name"; done)
if [[ -n $differences ]]; then
    echo "$differences" >&2
    exit 3
fi
echo "$(counts "$vectors") are those of $shown"
