#!/usr/bin/env bash
# test_mutants.sh PATH_TO_RINGSIDE SOURCE_DIR - scripts/mutants.py on a small project of its own
#
# What must hold: only code is mutated; a break that the test sees is killed and one that it does
# not see survives; the sources stay as they are; a hunk that does not fit is refused by name.
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

source_dir=${2:?usage: $0 PATH_TO_RINGSIDE SOURCE_DIR}
command -v ninja >/dev/null || {
    skip "mutants are built by ninja"
    exit 77
}

mutants() {
    python3 -B "$source_dir/scripts/mutants.py" --root toy --out rows.csv --fuzz-seconds 0 "$@" \
        >out 2>err
}

# ends STATUS ARGUMENT...
ends() {
    local want=$1 status=0
    shift
    mutants "$@" || status=$?
    [[ $status -eq $want ]] || { cat out err; return 1; }
}

# mutant NAME OLD NEW [LINE: which target finds it, or why none does]
mutant() {
    printf '%s\n' "# a slip" "file: algos/twice.c" "${4-unfuzzed: a toy}" "- $2" "+ $3" \
        >"toy/tests/mutants/$1.mutant"
}

# row NAME: its outcome and what killed it.
row() {
    awk -F, -v name="$1" '$1 == name { print $(NF - 2), $(NF - 1) }' rows.csv
}

# is TEXT COMMAND...: what the command prints.
is() {
    local want=$1
    shift
    [[ $("$@") == "$want" ]]
}

mkdir -p toy/algos toy/tests/mutants
cat >toy/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
enable_testing()
add_subdirectory(algos)
add_executable(test_twice test_twice.c)
target_link_libraries(test_twice PRIVATE toy)
add_test(NAME test_twice COMMAND test_twice)
END
echo 'add_library(toy twice.c)' >toy/algos/CMakeLists.txt
cat >toy/algos/twice.c <<'END'
/* 1 + 1 in a comment */
#define LIMIT (1 + 1)
static const int data[] = {1 + 2, sizeof(int) + 3};
_Static_assert(1 + 1 == 2, "1 + 1");
const char *text(void)
{
    return "1 + 1" /* 2 * 2 */;
}
int twice(int x)
{
    int *unused = 0; // 3 - 3
    (void)unused;
    return x + x;
}
int unseen(int x)
{
    return data[1] + x;
}
END
cat >toy/test_twice.c <<'END'
int twice(int x);
int main(void)
{
    return twice(3) != 6;
}
END
cp -r toy before

check "there is something to list" ends 0 --list --set mechanical
listed() {
    awk '{ print $2 }' out | sort | uniq -c | awk '{ print $1, $2 }' | tr '\n' ';'
}
check "code alone is mutated, line by line" is \
    "1 algos/twice.c:11;2 algos/twice.c:13;3 algos/twice.c:17;1 algos/twice.c:7;" \
    listed

mutant seen "x + x" "x - x"
check "a break that a test sees is killed" ends 0 --set chosen
check "...by that test" is "killed test_twice" row seen
mutant unseen "data[1] + x" "data[1] - x"
mutant nothing "x + x" "x + x + 0"
check "one that it does not see fails the run" ends 1 --set chosen --resume
check "...as it survives" is "survived " row unseen
check "...and one without effect is told apart" is "same_code " row nothing
check "what was known is not asked again" is 1 grep -c '^seen,' rows.csv
printf '%s\n' 'file: algos/twice.c' '- return data[1] + x;' '+ return data[1] - x;' \
    'because: a toy' >toy/tests/mutants/equivalent.txt
rm toy/tests/mutants/nothing.mutant
check "an argued one is excused, but a chosen one must be killed" ends 1 --set chosen --only unseen
check "...in its row" is "excused " row unseen

mutant seen_too "x + x" "x + 1"
mutant unseen_again "data[1] + x" "data[0] + x"
check "two at a time tell the same" ends 1 --set chosen --jobs 2
check "...of each" is "killed test_twice;killed test_twice;survived " eval \
    'echo "$(row seen);$(row seen_too);$(row unseen_again)"'
check "a name that is none is refused" ends 2 --set chosen --only seen sene
check "...by that name" grep -q 'there is no sene' err
check "no name is refused" ends 2 --list --set chosen --only
check "...by its option" grep -q -e '--only: expected' err
check "names beside the mechanical ones are refused" ends 2 --list --set mechanical --only seen
check "...with the remedy" grep -q -e '--only .* --set chosen' err
for option in "--set chosen" "--only seen" "--seed 1"; do
    # shellcheck disable=SC2086
    check "$option twice is refused" ends 2 --list $option $option
    check "...by its option" grep -q -e "${option% *}: .*twice" err
done

rm -r toy/build toy/tests before/tests
check "the sources stay as they are" diff -r before toy
mkdir -p toy/tests/mutants
mutant stale "y + y" "y"
check "a text that is not there is refused" ends 2 --list --set chosen
check "...by name" grep -q 'stale.mutant.* 0 times in algos/twice.c' err

rm toy/tests/mutants/stale.mutant
# refused LINES SAYS: a mutant with these lines behind its file, and what must be said of it.
refused() {
    mutant fuzzed "x + x" "x - x" "$1"
    check "'${1//$'\n'/, }' is refused" ends 2 --list --set chosen
    check "...saying '$2'" grep -q -e "fuzzed.mutant.*$2" err
}
refused "" "either which target.* 'fuzz: TARGET', or why none can, 'unfuzzed: REASON'"
refused $'fuzz: fuzz_twice\nunfuzzed: a toy' "either which target"
refused "unfuzzed:" "with one reason behind it"
refused "fuzz: fuzz_twice fuzz_thrice" "with one target behind it"
refused $'unfuzzed: a toy\nunfuzzed: a toy' "stands once"
refused "fuzz: fuzz_twice" "there is no target 'fuzz_twice'"
refused "fuzz: ../toy" "there is no target '../toy'"

# The oracle with a bench that only says what it is told: found has a row with its seconds, missed
# one without; rows of those that are not asked stay, unless they name that target no longer.
oracle() {
    python3 -B - "$source_dir/scripts" >out 2>err <<'END'
import contextlib
import pathlib
import sys
import types

sys.path.insert(0, sys.argv[1])
import mutant_oracle

SAID = {"found": (True, 1.25), "missed": (False, 60.0)}
EVERY = [types.SimpleNamespace(name=name, fuzz=fuzz, path="x.c") for name, fuzz in
         (("found", "fuzz_x"), ("missed", "fuzz_x"), ("other", "fuzz_x"), ("unfuzzed", ""))]


class Bench:
    said, name = "", ""

    def rebuild(self, kind, path):
        return True

    def fuzz(self, target, seconds, seeds=None, seed=1):
        return SAID[self.name] if self.name else (False, seconds)


class Hunt:
    options = types.SimpleNamespace(out=pathlib.Path("oracle.csv"), seed=7, jobs=1, fuzz_seconds=1)

    def chosen(self, everyone=False):
        return EVERY if everyone else EVERY[:2]

    def prepare(self, kinds):
        return Bench()

    @contextlib.contextmanager
    def mutated(self, mutant):
        bench = Bench()
        bench.name = mutant.name
        yield bench


try:
    sys.exit(mutant_oracle.run(Hunt()))
except mutant_oracle.Problem as problem:
    sys.exit(f"told: {problem}")
END
}
oracle_ends() {
    local status=0
    oracle || status=$?
    [[ $status -eq $1 ]] || { cat out err; return 1; }
}
printf '%s\n' mutant,target,found_s,seed found,fuzz_x,9.0,7 found,fuzz_x,8.0,1 gone,fuzz_x,1.0,7 \
    other,fuzz_x,3.5,7 unfuzzed,fuzz_x,2.0,7 >oracle.csv
check "the oracle fails when one is missed" oracle_ends 1
check "...and has a row for each seed" is \
    "mutant,target,found_s,seed found,fuzz_x,8.0,1 found,fuzz_x,1.2,7 missed,fuzz_x,,7 \
other,fuzz_x,3.5,7" eval 'echo $(cat oracle.csv)'
check "...it says how many were found, and which were not" grep -q \
    'oracle: 1 of 2 found .*; missed: missed; of 4 chosen ones 1 are asked of no target' out
# damaged FILE_TEXT SAYS: rows that are there and cannot be read are told, and left as they are.
damaged() {
    printf %b "$1" >oracle.csv
    cp oracle.csv oracle.before
    check "a damaged oracle.csv" oracle_ends 1
    check "...is told: $2" grep -q "^told: oracle.csv.*$2" err
    check "...and left" cmp oracle.before oracle.csv
}
damaged 'mutant,target,seconds,seed\n' ":1: its columns are not"
damaged 'mutant,target,found_s,seed\nfound,fuzz_x,9.0,7,9\n' ":2: 5 cells in place of 4"
damaged 'mutant,target,found_s,seed\n\xff,fuzz_x,9.0,7\n' "codec"
damaged '' ":1: its columns are not"
check "a seed that libFuzzer would draw is refused" ends 2 --oracle --seed 0
check "...or would cut" ends 2 --oracle --seed 4294967296

# The project's own, so that a change of the code and of its mutants come together.
all_fit() {
    python3 -B "$source_dir/scripts/mutants.py" --list --set chosen >out 2>err || {
        cat err
        return 1
    }
}
check "each chosen one of the project fits its sources" all_fit
finish
