#!/usr/bin/env bash
# regress.sh [--write] RINGSIDE - holds rows of kind count against results/golden.csv
#
# The golden rows are whole numbers and digests: no last bit of a library's logarithm decides one.
# Exit 0: the same; 2: bad usage; 3: a difference, which is shown; 4: there is no golden file.
# 1: RINGSIDE failed or printed no rows. --write makes the file anew, unless that is so. A change of
# it is a change of what users get: say why in the commit.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
golden=$root/results/golden.csv

# shellcheck source=scripts/common.sh
source "$root/scripts/common.sh"
take_write "$@"
! $write || shift
[[ $# -gt 0 ]] || fail 2 "which program? usage: regress.sh [--write] RINGSIDE"
[[ $# -eq 1 ]] || fail 2 "what is '$2'? usage: regress.sh [--write] RINGSIDE"
ringside=$1
need_program "$ringside" build/ringside

strategies=modulo,ring,ring:hash=md5,ring:hash=xxh64,ring:hash=crc32,ring:hash=fnv1a
strategies+=,ring:hash=md5low:vnodes=120:bits=32:owner=after:label=%7Bnode%7D%23VN%7Bi%7D
strategies+=,jump,jump:hash=md5,jump_swap,jumpback,power,flip,binomial,multiprobe,rendezvous
strategies+=,weighted_rendezvous,maglev,anchor,dx,memento,slots,bounded

# Rows of kind count, without what differs from run to run or machine to machine (bytes depend on
# the width of a pointer). message, which may hold commas, is the last column and is left out.
exact_rows() {
    ask "$ringside" bench --strategies "$strategies" --sizes 1,3,10,100 --n-keys 65536 --seed 1 \
        --workload sequential,uniform,zipf --metrics placement,skew,migration --format csv |
        awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            NR == 1 || $at["kind"] == "count" {
                print $at["strategy"], $at["workload"], $at["nodes"], $at["keys"], $at["change"],
                      $at["seed"], $at["metric"], $at["value"], $at["status"] }'
}

if ! $write && [[ ! -f $golden ]]; then
    fail 4 "there is no results/golden.csv; make golden writes it"
fi
fresh=$(mktemp)
trap 'rm -f -- "$fresh" "$golden.new"' EXIT
exact_rows >"$fresh"
[[ $(wc -l <"$fresh") -gt 1 ]] ||
    fail 1 "$ringside printed no rows; results/golden.csv stays as it is. Is it ringside?"
if $write; then
    # Not mv of the first one: only its owner may read that.
    cat "$fresh" >"$golden.new"
    mv -f -- "$golden.new" "$golden"
    echo "results/golden.csv: $(($(wc -l <"$golden") - 1)) rows"
elif ! diff -u --label results/golden.csv --label now "$golden" "$fresh"; then
    echo "regress.sh: results are not those of results/golden.csv (see above)" >&2
    exit 3
else
    echo "$(($(wc -l <"$golden") - 1)) exact results are those of results/golden.csv"
fi
