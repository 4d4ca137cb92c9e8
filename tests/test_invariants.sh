#!/usr/bin/env bash
# test_invariants.sh PATH_TO_RINGSIDE SOURCE_DIR - docs/invariants.md names only what is there
#
# Every file that the page names exists and has the word behind its colon; all 32 statements are
# there, and so is every property and every fuzz target.
set -euo pipefail
cd "${2:?usage: $0 PATH_TO_RINGSIDE SOURCE_DIR}"
page=docs/invariants.md
n_failed=0
n_names=0

fail() {
    echo "FAILED: $1"
    n_failed=$((n_failed + 1))
}

# What stands in backticks and looks like a file: with a slash, or with a dot and a colon.
# shellcheck disable=SC2016
names=$(grep -oE '`[A-Za-z0-9_./-]+(:[A-Za-z0-9_]+)?`' "$page" | tr -d '`' |
    grep -E '/|\.[a-z]+:' | sort -u)
while IFS= read -r name; do
    n_names=$((n_names + 1))
    file=${name%%:*} word=
    [[ $name != *:* ]] || word=${name#*:}
    if [[ ! -e $file ]]; then
        fail "$page names $file, which is not there"
    elif [[ -n $word ]] && ! grep -qwF -- "$word" "$file"; then
        fail "$page names $word in $file, where it is not"
    fi
done <<<"$names"

for number in {1..32}; do
    grep -qE "^\*\*$number\. " "$page" || fail "$page has no statement $number"
done
while IFS= read -r property; do
    grep -qF "| \`fuzz/properties/$property.c\` |" "$page" ||
        fail "$page does not say what property $property serves"
done < <(sed -nE 's/^PROPERTY\((\w+),.*/\1/p' fuzz/properties/properties.def)

# The list of targets in statement 32 is that of the folder, and goes to the end of its paragraph.
listed=$(sed -n '/^\*\*32\. /,/^$/p' "$page" | sed -n '/Targets:/,$p' | sed 's/.*Targets://' |
    grep -oE 'fuzz/fuzz_[a-z_]+\.c' | sort || true)
difference=$(diff <(echo "$listed") <(printf '%s\n' fuzz/fuzz_*.c | sort) || true)
[[ -z $difference ]] ||
    fail "$page, statement 32: the targets (<) are not fuzz/fuzz_*.c (>): ${difference//$'\n'/ }"

[[ $n_names -ge 80 ]] || fail "only $n_names names were found in $page"
echo "$n_names names, $n_failed failed"
[[ $n_failed -eq 0 ]]
