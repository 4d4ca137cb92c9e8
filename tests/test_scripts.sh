#!/usr/bin/env bash
# test_scripts.sh PATH_TO_RINGSIDE SOURCE_DIR - what scripts say to bad usage, and leave alone
#
# They run in a copy; cmake, apt-get and memcached are stand-ins that note their start and fail.
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# The caller's folder is needed for a path that is relative to it; cli.sh has left it.
source_dir=$(cd "$OLDPWD" && realpath "${2:?usage: $0 PATH_TO_RINGSIDE SOURCE_DIR}")
mkdir -p copy/fuzz bin full
cp -r "$source_dir/scripts" "$source_dir/results" copy
touch copy/fuzz/fuzz_one.c copy/fuzz/fuzz_two.c copy/fuzz/replay.c copy/no_program
for name in cmake apt-get dpkg-deb memcached; do
    # shellcheck disable=SC2016
    printf '#!/bin/sh\necho "$0" >>"%s/started"\nexit 1\n' "$work" >bin/$name
done
printf '#!/bin/sh\necho strategy,workload,kind\n' >bin/only_header
# shellcheck disable=SC2016
printf '#!/bin/sh\necho spec,seed,nodes,key >"$1/ring.csv"\n' >bin/only_spec
# shellcheck disable=SC2016
printf '#!/bin/sh\nprintf "spec,seed,nodes,key\\nring,0,a,1\\n" >"$1/ring.csv"\n' >bin/one_vector
# shellcheck disable=SC2016
printf '#!/bin/sh\n[ "$1" = -c ] || echo "$@" >>"%s/drawn"\n' "$work" >bin/draws
# shellcheck disable=SC2016
printf '#!/bin/sh\nfor folder; do :; done\necho spec >"$folder/ring.csv"\nexit 1\n' >full/cp
cat >bin/one_row <<'END'
#!/bin/sh
echo strategy,workload,nodes,keys,change,seed,metric,value,status,kind
echo ring,uniform,1,1,,1,placement_digest,5,ok,count
END
chmod +x bin/* full/cp
export PATH=$work/bin:$PATH

# ends CODE SCRIPT ARGUMENT...: it does so with this code.
ends() {
    local want=$1 script=$2 got=0
    shift 2
    "copy/scripts/$script.sh" "$@" >out 2>err </dev/null || got=$?
    [[ $got -eq $want ]] || {
        echo "$script.sh $*: exit $got, not $want: $(head -c 500 err)"
        return 1
    }
}

# is_one_line SCRIPT WORD: err is one line that names the script and has the word.
is_one_line() {
    [[ $(wc -l <err) -eq 1 && $(<err) == "$1.sh: "*"$2"* ]] || {
        echo "not one clear line with '$2': $(head -c 500 err)"
        return 1
    }
}

# refuses CODE WORD SCRIPT ARGUMENT...: it ends with this code, says why, and starts nothing.
refuses() {
    local code=$1 word=$2
    shift 2
    rm -f started
    check "$* exits $code" ends "$code" "$@"
    check "$* says '$word'" is_one_line "$1" "$word"
    check "$* starts nothing" is_same "" "$(cat started 2>/dev/null)"
}

# ---- help, no arguments, wrong ones

for script in regress vectors plots live coverage fuzz fuzz_merge; do
    rm -f started
    check "$script.sh --help" ends 0 $script --help
    check "...is of it" grep -qE "^$script\.sh .*- " out
    check "...has no code" is_same "" "$(grep -E '^(#|set )' out)"
    check "...starts nothing" is_same "" "$(cat started 2>/dev/null)"
done
refuses 2 "usage: regress.sh" regress
refuses 2 "usage: regress.sh" regress --write
refuses 2 "usage: vectors.sh" vectors
refuses 2 "usage: vectors.sh" vectors --write
refuses 2 "usage: fuzz.sh" fuzz
refuses 2 "--only needs" portability --only
refuses 2 "--only needs" portability --only ""
refuses 2 "'html'" coverage html
for script in plots live; do
    refuses 2 "usage: $script.sh" $script
    refuses 2 "usage: $script.sh" $script ""
done
refuses 2 "usage: sysroot.sh" sysroot
refuses 2 "usage: sysroot.sh" sysroot s390x
refuses 2 "'--write'" regress bin/one_row --write
refuses 2 "--write comes first" vectors bin/one_vector --write
for program in nowhere/ringside copy/no_program copy; do
    refuses 2 "make build" regress "$program"
    refuses 2 "make build" regress --write "$program"
    refuses 2 "make build" vectors "$program"
    refuses 2 "make build" vectors --write "$program"
    refuses 2 "make build" live "$program"
done

# ---- what cannot be right replaces nothing

# is_untouched: results are those of the source tree.
is_untouched() {
    diff -rq "$source_dir/results/vectors" copy/results/vectors &&
        cmp "$source_dir/results/golden.csv" copy/results/golden.csv &&
        is_same "" "$(find copy/results -name '*.new')"
}

refuses 1 "no rows" regress --write bin/only_header
for arguments in regress "regress --write"; do
    # shellcheck disable=SC2086
    refuses 1 "no rows" $arguments "$(type -P true)"
done
for arguments in vectors "vectors --write"; do
    # shellcheck disable=SC2086
    refuses 1 "no vectors" $arguments "$(type -P true)"
done
refuses 1 "no row in ring.csv" vectors --write bin/only_spec
for arguments in regress "regress --write" vectors "vectors --write" live; do
    # shellcheck disable=SC2086
    refuses 1 "$(type -P false) failed with status 1" $arguments "$(type -P false)"
done
# on_full_disk COMMAND...: cp leaves half a file and fails.
on_full_disk() {
    PATH=$work/full:$PATH "$@"
}
check "a full disk" on_full_disk ends 1 vectors --write bin/one_vector
check "results are left as they were" is_untouched

check "a row is written" ends 0 regress --write bin/one_row
check "...and is all" is_same 2 "$(wc -l <copy/results/golden.csv)"
touch new_file
check "...with the mode of a new file" is_same "$(stat -c %a new_file)" \
    "$(stat -c %a copy/results/golden.csv)"
check "...and found again" ends 0 regress bin/one_row
check "a vector is written" ends 0 vectors --write bin/one_vector
check "...and is all" is_same ring.csv "$(ls copy/results/vectors)"
check "...and found again" ends 0 vectors bin/one_vector

# ---- plots.sh draws in a folder of any name

mkdir ./-x
echo 2,r,ring,uniform,3,1000,,7,database_reads,5 >./-x/results.csv
export RINGSIDE_PYTHON=$work/bin/draws
check "a folder that begins with -" ends 0 plots -x
check "...is no option to what looks and draws" has_line \
    "$(realpath copy)/scripts/plot_timeline.py ./-x/results.csv ./-x/plots" drawn

# ---- fuzzing: all is looked at before the build

for seconds in abc 0 -1 1.5 "" 10s 99999999999; do
    refuses 2 "'$seconds'" fuzz "$seconds"
done
refuses 2 "there are fuzz_one fuzz_two" fuzz 1 fuzz_three
refuses 2 "'replay'" fuzz 1 replay
refuses 2 "''" fuzz 1 fuzz_one ""
check "a target that is there is built" ends 1 fuzz 1 fuzz_one
check "...by cmake" grep -q cmake started
refuses 2 "fuzz_one was not fuzzed; run make fuzz" fuzz_merge fuzz_one
refuses 1 "run make fuzz" fuzz_merge
mkdir -p copy/build/libfuzzer/corpus/fuzz_one
refuses 2 "fuzz_two was not fuzzed" fuzz_merge fuzz_one fuzz_two
check "one that was fuzzed is built" ends 1 fuzz_merge fuzz_one
check "...by cmake" grep -q cmake started

# ---- skips.sh tells what was left out

refuses 2 "run make test" skips
refuses 2 "'--all'" skips --all
refuses 2 "'--strict more'" skips --strict more
mkdir -p copy/build/Testing/Temporary
log=copy/build/Testing/Temporary/LastTest.log
printf '%s\n' "1/2 Test: test_a" "1 passed, 0 failed" >"$log"
refuses 2 "did not come to their end" skips
echo "End testing: today" >>"$log"
touch "$log.tmp"
refuses 2 "did not come to their end" skips
rm "$log.tmp"
check "nothing was left out" ends 0 skips --strict
check "...and nothing is said" is_same "" "$(<out)"
cat >>"$log" <<'END'
2/2 Test: test_b
../vectors/x.csv is not there
[  SKIPPED ] test_of_vectors
[  SKIPPED ] 1 test(s), listed below:
[  SKIPPED ] test_of_vectors
END
check "what nothing installs may be" ends 0 skips --strict
check "...and is told with its reason, once" is_same \
    "skipped: test_b: test_of_vectors: ../vectors/x.csv is not there" "$(<out)"
printf '%s\n' "1/1 Test: test_c" "skipped: no python3 here" >>"$log"
check "what is lacking is told" ends 0 skips
check "...at the end" is_same "skipped: test_c: no python3 here" "$(tail -n 1 out)"
check "...and fails under --strict" ends 1 skips --strict
check "...by its name" grep -q "test_c: no python3" err

# ---- sysroot.sh takes a folder of its own, and no other

# is_taken FOLDER: it was emptied and fetching began.
is_taken() {
    ends 1 sysroot s390x "$1" && grep -q 'apt-get cannot fetch' err && [[ ! -e $1/lib ]]
}

mkdir -p finished/lib begun/.apt begun/lib foreign/lib
echo another-dev >finished/.packages
check "a sysroot of other packages is made anew" is_taken finished
check "one that was only begun, too" is_taken begun
refuses 1 "not of this script" sysroot s390x foreign
check "...and is left" test -d foreign/lib

finish
