#!/usr/bin/env bash
# test_cli_claims.sh PATH_TO_RINGSIDE SOURCE_DIR - published numbers, run again
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

header=claim,source,parameters,published,measured,standard_error,tolerance,verdict,note

check "help" expect_exit 0 claims --help
check "...fits a terminal" is_narrow out
fails 2 "what is x" claims x
fails 2 "no option" claims --nonsense
fails 2 "--format" claims --format xml
fails 2 "no name" claims --out ""
fails 4 "no claim" claims --only nobody-said-this

# ---- some claims

check "a claim" expect_exit 0 claims --only cache_counts --format csv
check "...has a header" has_line $header out
check "...and one row" is_same 2 "$(wc -l <out)"
check "...that is reproduced" grep -q '^cache_counts,Article 1.*,0,0,reproduced,' out
check "all of a source" expect_exit 0 claims --only "Article 2" --format csv
check "...two rows" is_same 3 "$(wc -l <out)"
check "what is not so" expect_exit 0 claims --only store_demo_modulo --format csv
check "...says so" grep -q ',not reproduced,' out
check "hardware" expect_exit 0 claims --only hw_ --format csv
check "...is not run" is_same "" "$(tail -n +2 out | grep -v ',,,,hardware,')"
check "as text" expect_exit 0 claims --only cache_counts
for some in cache_counts jump ring hw_; do
    check "$some as text" expect_exit 0 claims --only $some
    check "...fits a terminal" is_narrow out
    check "...ends no line with a blank" is_same "" "$(grep -n ' $' out)"
    cp out text
    expect_exit 0 claims --only $some --format csv
    check "...has the rows of the CSV" is_same "$(tail -n +2 out | cut -d, -f1)" \
        "$(sed -n '2,/^$/p' text | grep . | cut -d' ' -f1)"
    check "...and words for each" is_same "$(tail -n +2 out | cut -d, -f1)" \
        "$(sed '1,/^$/d' text | grep -v '^ ' | cut -d: -f1)"
done
check "...what was published in words, too" grep -q 'published: ' text
check "as json" expect_exit 0 claims --only cache_counts --format json
if is_python_there; then
    check "...which can be read" python3 -c '
import json
rows = json.load(open("out"))
assert len(rows) == 1 and rows[0]["verdict"] == "reproduced", rows'
fi

# ---- files

check "files" expect_exit 0 claims --only jump_ --out results
check "...say where they are" grep -q 'results/claims.csv' out
check "...csv" has_line $header results/claims.csv
check "...a page by source" grep -q '^## Guava' results/claims.md
check "...that says how it was made" grep -q 'make claims' results/claims.md
check "...and nothing else" is_same "claims.csv claims.md" "$(cd results && echo $(ls -A))"
cp results/claims.csv before.csv
fails 1 "--force" claims --only jump_ --out results
check "...are the same again" expect_exit 0 claims --only jump_ --out results --force
check "...byte for byte" cmp results/claims.csv before.csv
expect_exit 4 claims --only nobody-said-this --out nothing >/dev/null
check "no claim, no file" is_same "" "$(ls -A nothing 2>/dev/null)"

finish
