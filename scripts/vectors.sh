#!/usr/bin/env bash
# vectors.sh [--write] VECTORS_PRINT [FOLDER] - holds answers against results/vectors
#
# images.csv among them has a digest of every placement as it is saved.
# FOLDER stands for results/vectors; files in it that are no vectors do not count. Exit 0: the same;
# 1: VECTORS_PRINT failed or gave none; 2: bad usage; 3: a difference, of which each file's first
# row is shown; 4: there are no vectors. --write makes the files anew and removes those of
# strategies that are gone, or leaves all when VECTORS_PRINT gives none or the disk is full. It has
# the same duty as for results/golden.csv: say why in the commit.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# shellcheck source=scripts/common.sh
source "$root/scripts/common.sh"
take_write "$@"
! $write || shift
[[ $# -gt 0 ]] || fail 2 "which program? usage: vectors.sh [--write] VECTORS_PRINT [FOLDER]"
[[ $# -le 2 && ${2:-} != --write ]] ||
    fail 2 "--write comes first, a folder last; usage: vectors.sh [--write] VECTORS_PRINT [FOLDER]"
vectors_print=$1
need_program "$vectors_print" build/tests/vectors_print
vectors=${2:-$root/results/vectors}
shown=${vectors#"$root"/}
[[ $vectors == /* ]] || vectors=./$vectors # so that -x is no option and x=y nothing that awk sets

# is_vector FILE: it begins as vectors_print begins a file.
is_vector() {
    local line=
    [[ -f $1 ]] || return 1
    IFS= read -r line <"$1" || true # the last line may have no end
    [[ $line == spec,seed,nodes,* ]]
}

# vectors_in FOLDER: the names of the files there that are vectors, one a line.
vectors_in() {
    local file
    for file in "$1"/*.csv; do
        ! is_vector "$file" || echo "${file##*/}"
    done
}

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

# counts: how many vectors and images there are now
counts() {
    local n_images=0
    [[ ! -f $fresh/images.csv ]] || n_images=$(($(wc -l <"$fresh/images.csv") - 1))
    echo "$(($(cat "$fresh"/*.csv | grep -cv ^spec,) - n_images)) vectors and $n_images images"
}

# need_rows: there are fresh files, and each has more than its first line.
need_rows() {
    local file stay="$shown stays as it is. Is it vectors_print?"
    [[ -n $(vectors_in "$fresh") ]] || fail 1 "$vectors_print wrote no vectors; $stay"
    for file in "$fresh"/*.csv; do
        [[ $(wc -l <"$file") -gt 1 ]] || fail 1 "$vectors_print wrote no row in ${file##*/}; $stay"
    done
}

# replace_vectors: none is touched before all lie beside them, on the same disk.
replace_vectors() {
    local name
    mkdir -p "$vectors"
    beside=$(mktemp -d "$vectors/.new.XXXXXX")
    cp -- "$fresh"/*.csv "$beside"
    mv -f -- "$beside"/*.csv "$vectors"
    vectors_in "$vectors" | while IFS= read -r name; do
        [[ -f $fresh/$name ]] || rm -f -- "$vectors/$name"
    done
}

beside=
fresh=$(mktemp -d)
trap 'rm -rf -- "$fresh" ${beside:+"$beside"}' EXIT
ask "$vectors_print" "$fresh"
need_rows
if $write; then
    replace_vectors
    echo "$shown: $(counts)"
    exit 0
fi
if [[ -z $(vectors_in "$vectors") ]]; then
    fail 4 "there are no vectors in $shown; make golden writes them"
fi
differences=$({ vectors_in "$vectors"; vectors_in "$fresh"; } | sort -u |
    while IFS= read -r name; do show_difference "$name"; done)
if [[ -n $differences ]]; then
    echo "$differences" >&2
    exit 3
fi
echo "$(counts) are those of $shown"
