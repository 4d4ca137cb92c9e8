#!/usr/bin/env bash
# test_cli_bench.sh PATH_TO_RINGSIDE SOURCE_DIR - ringside bench: its rows, its files, its refusals
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# Everything that must be the same on every run with one seed: no times, and the column run empty.
untimed() {
    grep -v ',time,' "$1" | sed 's/^2,[^,]*,/1,,/'
}

are_same_files() {
    diff <(untimed "$1") <(untimed "$2") | head -n 5
    [[ ${PIPESTATUS[0]} -eq 0 ]]
}

names_in() {
    find "$1" -mindepth 1 -printf '%f\n' | sort | paste -sd ' '
}

columns=schema,run,strategy,workload,nodes,keys,change,seed,metric,value,unit,better,kind,theory
columns+=,z,rep,status,message
strategies=modulo,ring,ring:hash=md5,jump,jump_swap

# ---- the rows

check "a smoke run" expect_exit 0 bench --smoke --sizes 1,12 --workload sequential,zipf \
    --strategies $strategies --out one
csv=one/results.csv
check "the columns" is_same "$columns" "$(head -n 1 $csv)"
check "it says where the rows are" grep -qF one/results.csv out
check "its table fits a terminal" is_narrow <(grep -vE '^(One|The)|looks up' out)
check "its sentences" grep -q 'One node more moves' out
check "nothing but the results" is_same "context.json results.csv" "$(names_in one)"
check "every measure for every strategy" is_same "$(
    "$ringside" list metrics | sed -nE 's/^  ([a-z0-9_]+) .*/\1/p' | sort -u | while read -r m; do
        printf "%s,$m\n" null ${strategies//,/ }
    done | sort -u)" "$(tail -n +2 $csv | cut -d, -f3,9 | sort -u)"
check "every size and workload" is_same "sequential,1 sequential,12 zipf,1 zipf,12" \
    "$(tail -n +2 $csv | cut -d, -f4,5 | sort -u | xargs)"
check "null is in every table" is_same 4 \
    "$(grep -F ,null, $csv | cut -d, -f4,5 | sort -u | wc -l)"
check "the kinds" is_same "count exact time" "$(tail -n +2 $csv | cut -d, -f13 | sort -u | xargs)"
check "it says what it found of itself" is_same 9 \
    "$(sed -n '/checks itself/,/^$/p' out | grep -cE '^  [a-z_]+ +(ok|left out) ')"
check "no nan, no inf" is_same "" "$(cut -d, -f10,14,15 $csv | grep -iE 'nan|inf')"
check "every row is ok or unsupported" is_same "ok unsupported" \
    "$(tail -n +2 $csv | cut -d, -f17 | sort -u | xargs)"
check "what is unsupported has no value" is_same "" \
    "$(grep ,unsupported, $csv | cut -d, -f10 | sort -u)"
check "...but a reason" is_same "" "$(grep ',unsupported,$' $csv)"
check "what is ok has a value" is_same 0 "$(grep ',ok,$' $csv | cut -d, -f10 | grep -c '^$')"
check "jump removes at the end only" grep -qE ',jump,.*,remove_random,.*,unsupported,' $csv
if is_python_there; then
    check "all records have all fields" python3 -c '
import csv
assert {len(row) for row in csv.reader(open("one/results.csv"))} == {18}'
    check "context.json" python3 -c '
import json
c = json.load(open("one/context.json"))
assert c["seed"] == 1 and "bench" in c["command"] and "--smoke" in c["command"], c
assert {"ringside", "commit", "openssl", "xxhash", "benchmark"} <= set(c["versions"]), c["versions"]
assert "vnodes=160" in c["strategies"]["ring"] and "hash=xxh3" in c["strategies"]["ring"], c
assert c["compiler"] and "-ffp-contract=off" in c["flags"] and c["machine"]["processor"], c
run = open("one/results.csv").read().split("\n")[1].split(",")[1]
assert c["run"] == run, run
assert len(c["self_check"]) == 9, c["self_check"]
assert {check["outcome"] for check in c["self_check"].values()} == {"ok"}, c["self_check"]'
else
    skip "no python3 to read CSV and JSON with"
fi

# ---- seeds and locales

args=(bench --smoke --sizes 1,12 --workload "sequential,zipf" --strategies $strategies)
expect_exit 0 "${args[@]}" --out two
check "one seed, the same rows" are_same_files $csv two/results.csv
expect_exit 0 "${args[@]}" --seed 2 --out three
sampled() {
    grep -E ',(max_over_mean|moved_fraction|placement_digest),' "$1" | grep ,ring, | cut -d, -f10
}
check "another seed, other samples" test "$(sampled $csv)" != "$(sampled three/results.csv)"
if has_german; then
    LC_ALL=$german expect_exit 0 "${args[@]}" --out german
    check "a decimal point in every locale" are_same_files $csv german/results.csv
else
    skip "no German locale here"
fi
check "rows on standard output are the same" expect_exit 0 "${args[@]}" --format csv
check "...but for times" are_same_files $csv out

# ---- results that are there

before=$(md5sum one/*)
fails 1 --force "${args[@]}" --out one
check "a result is not overwritten" is_same "$before" "$(md5sum one/*)"
check "...but by --force" expect_exit 0 bench --smoke --metrics memory --out one --force
check "...then it is" test "$before" != "$(md5sum one/*)"
check "...with nothing left beside" is_same "context.json results.csv" "$(names_in one)"
echo precious >kept
fails 1 kept bench --smoke --metrics memory --out kept
check "a file is no folder" is_same precious "$(<kept)"

# cut_off SIGNAL DIR: the exit code of a run that is ended once it measures into a temporary file in
# DIR; by itself it would take minutes.
cut_off() {
    local pid code=0
    start bench --sizes 1000 --n-keys 50000000 --out "$2" --force
    awaits measures_into "$2/.results.csv.*"
    kill -s "$1" $pid
    wait $pid || code=$?
    echo $code
}
check "an interrupted run ends by the signal" is_same 130 "$(cut_off INT cut)"
check "...and leaves nothing behind" is_same "" "$(names_in cut)"
check "a terminated one too" is_same 143 "$(cut_off TERM one)"
check "...nor does it take what was there" is_same "context.json results.csv" "$(names_in one)"

# ---- a run that goes on

args=(bench --smoke --sizes 3,5,200 --workload "sequential,zipf" --strategies ring,jump
    --metrics memory,skew)
expect_exit 0 "${args[@]}" --out straight
expect_exit 0 "${args[@]}" --out goes_on --resume
check "its parts go when it is whole" is_same "context.json results.csv" "$(names_in goes_on)"
check "--resume changes no row" are_same_files straight/results.csv goes_on/results.csv
rm -r goes_on
start "${args[@]}" --n-keys 300000000 --out goes_on --resume
awaits test -e goes_on/parts/run
kill_started
check "a killed run leaves what it was" test -s goes_on/parts/run
fails 1 "something else" "${args[@]}" --out goes_on --resume
rm -r goes_on
fails 2 --out "${args[@]}" --resume

# killed behind its first part, which is then used, or refused when it is damaged
args=(bench --strategies ring --metrics memory,skew --sizes 10,100000 --n-keys 20000)
expect_exit 0 "${args[@]}" --out straight --force
start "${args[@]}" --out goes_on --resume
awaits test -e goes_on/parts/sequential-10.csv
kill_started
cp -r goes_on damaged
expect_exit 0 "${args[@]}" --out goes_on --resume
check "a killed run goes on: no row twice, none lost" are_same_files straight/results.csv \
    goes_on/results.csv
sed -i 5d damaged/parts/sequential-10.csv
rm -r goes_on
mv damaged goes_on
fails 1 damaged "${args[@]}" --out goes_on --resume
rm -r goes_on

# ---- nodes and keys from files

printf 'heavy,3,10\nlight,1,20\n' >nodes
printf 'some\nkeys\n\nlast' >keys
expect_exit 0 bench --smoke --nodes nodes --keys keys --metrics memory,skew,migration --format csv
check "weights: unsupported by jump" is_same unsupported \
    "$(grep ,jump, out | cut -d, -f17 | sort -u)"
check "...values for ring" grep -qE ',ring,file,2,4,,1,max_over_mean,[0-9.]+,' out
check "...a new node has its part of 5" grep -qE ',ring,.*,add,1,minimum_fraction,0\.2,' out
check "--n-keys of a file" expect_exit 0 bench --smoke --keys keys --n-keys 2 --metrics memory \
    --format csv
check "...counts" is_same 2 "$(tail -n +2 out | cut -d, -f6 | sort -u)"
check "keys without digest are unsupported" expect_exit 4 bench --smoke --metrics memory \
    --strategies ring:hash=identity:label_hash=xxh3 --format csv
check "...with a reason" grep -q ',unsupported,.*no digest' out
: >empty
fails 4 "no keys" bench --smoke --keys empty
fails 4 empty bench --smoke --nodes empty
fails 1 absent bench --smoke --keys absent
fails 1 absent bench --smoke --nodes absent
fails 2 --sizes bench --smoke --nodes nodes --sizes 2

# ---- Google Benchmark

check "--benchmark_filter goes through" expect_exit 0 bench --smoke --metrics throughput \
    --benchmark_filter='^lookup_ns/jump/' --format csv
check "...and leaves the others out" is_same "jump lookup_ns" \
    "$(grep ,ok, out | cut -d, -f3,9 --output-delimiter=' ' | sort -u)"
fails 2 --benchmark_nonsense bench --smoke --benchmark_nonsense=1
fails 2 --benchmark_format bench --smoke --benchmark_format=nonsense

# ---- usage

fails 2 "'junk'" bench --sizes 10,junk
fails 2 "'0'" bench --sizes 0
fails 2 "'-3'" bench --sizes -3
fails 2 junk bench --metrics memory,junk
fails 2 junk bench --workload junk
fails 2 junk bench --strategies ring,junk
fails 2 vnodes bench --strategies ring:vnodes=x
fails 2 --keys bench --workload file
fails 2 --preset bench --preset junk
fails 2 capacity bench --strategies anchor:capacity=0n
fails 2 --reps bench --reps 0
fails 2 --reps bench --reps 1001
fails 2 --seed bench --seed -1
fails 2 --n-keys bench --n-keys 0
fails 2 extra bench extra
fails 2 --self-check bench --self-check --out never
fails 2 --self-check bench --self-check --format csv
fails 2 --format bench --smoke --metrics memory --out never --format json
fails 2 --force bench --smoke --metrics memory --force
check "...and nothing is written" test ! -e never
check "a filter that nothing passes" expect_exit 4 bench --smoke --metrics throughput \
    --strategies ring --benchmark_filter=nothing
check "...is told" grep -q '^ringside: .*--benchmark_filter leaves out all that is timed' err
check "...and leaves no other words" is_same 1 "$(wc -l <err)"
check "a filter of what nobody asked for" expect_exit 0 bench --smoke --metrics skew \
    --strategies ring --benchmark_filter=nothing
check "...says nothing" is_same "" "$(<err)"
mkdir -p there
touch there/results.csv
check "results that are there" expect_exit 1 bench --smoke --out there
check "...are told before the self-check" is_same "" "$(<out)"
fails 2 "no name" bench --smoke --out ""
check "what is not timed needs no filter" expect_exit 0 bench --smoke --metrics memory,throughput \
    --strategies ring --benchmark_filter=lookup_ns
check "a single key has times" expect_exit 0 bench --smoke --n-keys 1 --metrics throughput \
    --strategies ring
check "sizes, metrics and workloads once, however often they are named" expect_exit 0 bench \
    --smoke --strategies ring --sizes 4,5,4 --metrics placement,placement \
    --workload sequential,uniform,sequential --format csv
check "...each in a row" is_same "" "$(cut -d, -f3-9 out | sort | uniq -d)"
check "a filter that is none" expect_exit 2 bench --smoke '--benchmark_filter=a['
check "...is told" is_one_error "no regular expression"
check "...and nothing is measured" is_same "" "$(cat out)"
fails 4 strategy bench --strategies ''
fails 4 metric bench --metrics ''
fails 4 size bench --sizes ''
fails 4 workload bench --workload ''
check "a strategy once, however often it is named" expect_exit 0 bench --smoke --metrics placement \
    --strategies ring,ring:vnodes=160,null --format csv
check "...in its canonical form" is_same "null ring" \
    "$(tail -n +2 out | cut -d, -f3 | sort | xargs)"
check "text fits a terminal with long specs" expect_exit 0 bench --smoke \
    --metrics memory,migration --strategies \
    'jump,ring:hash=md5low:vnodes=120:label={node}#VN{i}:bits=32:owner=after'
check "...in its table" is_narrow <(grep -vE '^(One|The)|looks up' out)

# One run a folder: the lock is the folder's own, and goes with its holder.
check "a folder without a name" expect_exit 2 bench --smoke --metrics memory --out ""
mkdir taken
if command -v flock >/dev/null; then
    exec 9<taken
    flock 9
    check "a folder in use" expect_exit 1 bench --smoke --metrics memory --out taken
    check "...says so" is_one_error "another run is writing there"
    check "...and nothing is written" is_same "" "$(ls -A taken)"
    exec 9<&-
    check "a folder free again" expect_exit 0 bench --smoke --metrics memory --out taken
else
    skip "no flock here"
fi

finish
