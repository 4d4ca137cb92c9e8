#!/usr/bin/env bash
# test_vectors.sh PATH_TO_RINGSIDE SOURCE_DIR - answers are those of results/vectors
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

source_dir=${2:?usage: $0 PATH_TO_RINGSIDE SOURCE_DIR}
vectors_print=$(dirname "$ringside")/tests/vectors_print
vectors=$source_dir/results/vectors

# compare CODE [FOLDER]: scripts/vectors.sh ends with this code; its words are in err.
compare() {
    local want=$1 got=0
    "$source_dir/scripts/vectors.sh" "$vectors_print" "${2:-$vectors}" >out 2>err || got=$?
    [[ $got -eq $want ]] || {
        echo "vectors.sh: exit $got, not $want: $(head -c 2000 err)"
        return 1
    }
}

check "answers are those of results/vectors" compare 0
mv out all

# ---- the comparison sees what is wrong, and names it

cp -r "$vectors" copy
sed -i '9s/,[a-g],/,z,/' copy/ring.csv
check "another owner" compare 3 copy
check "...by file and line" has_line "vectors.sh: copy/ring.csv, line 9:" err
check "...as the vector has it" has_line "  vector: $(sed -n 9p copy/ring.csv)" err
check "...and as it is now" has_line "  now:    $(sed -n 9p "$vectors/ring.csv")" err
check "...and nothing else" is_same 3 "$(wc -l <err)"

rm -r copy && cp -r "$vectors" copy
sed -i '$d' copy/jump.csv
check "a row too many" compare 3 copy
check "...is named" has_line "vectors.sh: copy/jump.csv, line $(wc -l <"$vectors/jump.csv"):" err

rm -r copy && cp -r "$vectors" copy
echo >>copy/dx.csv
check "a row too few" compare 3 copy
check "...is named" has_line \
    "vectors.sh: copy/dx.csv, line $(($(wc -l <"$vectors/dx.csv") + 1)):" err

rm -r copy && cp -r "$vectors" copy
mv copy/null.csv copy/nobody.csv
echo name,age >copy/people.csv
check "a file that is missing, one of nobody" compare 3 copy
check "...are named" is_same 2 "$(grep -cE 'copy/(null|nobody)\.csv is .*make golden' err)"
check "...and what is no vector is not" is_same 2 "$(wc -l <err)"
check "vectors are written anew" "$source_dir/scripts/vectors.sh" --write "$vectors_print" copy
check "...and what is no vector is left" is_same "Only in copy: people.csv" \
    "$(diff -rq "$vectors" copy)"
check "...and all are found again" compare 0 copy
check "...and counted" is_same "$(<all)" "$(sed 's|of copy$|of results/vectors|' out)"

mv copy ./-x=y
sed -i '9s/,[a-g],/,z,/' ./-x=y/ring.csv
check "a folder of any name" compare 3 -x=y
check "...is named" has_line "vectors.sh: -x=y/ring.csv, line 9:" err
mv ./-x=y copy

rm -r copy && cp -r "$vectors" copy
sed -i '5s|0x\([0-9a-f]*\)$|0x1\1|' copy/images.csv
check "a placement that is saved in other bytes" compare 3 copy
check "...is named" has_line "vectors.sh: copy/images.csv, line 5:" err

mkdir none
check "no vectors at all" compare 4 none

# ---- vectors_print

mkdir answers images
"$vectors_print" answers images
check "images are as long as images.csv has it" diff \
    <(find images -type f -printf '%s\n' | sort -n) \
    <(tail -n +2 answers/images.csv | cut -d, -f4 | sort -n)
check "the same twice" sh -c 'mkdir 1 2 && "$1" 1 && "$1" 2 && diff -r 1 2' - "$vectors_print"
check "a folder that is not there" sh -c '! "$1" absent 2>err' - "$vectors_print"
check "...is named" grep -q '^vectors_print: absent/' err

finish
