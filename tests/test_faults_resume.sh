#!/usr/bin/env bash
# test_faults_resume.sh PATH_TO_RINGSIDE SOURCE_DIR - runs that are ended at any moment, and go on
#
# Runs are ended by SIGINT or SIGKILL again and again, each time a little later, then left alone;
# their rows must be those of a run that nothing disturbed. The clock says when: wherever that
# falls, the outcome is the same.
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# Everything that must be the same on every run: no times, and the column run empty.
untimed() {
    grep -v ',time,' "$1" | sed 's/^2,[^,]*,/2,,/'
}

are_same_files() {
    diff <(untimed "$1") <(untimed "$2") | head -n 5
    [[ ${PIPESTATUS[0]} -eq 0 ]]
}

names_in() {
    find "$1" -mindepth 1 -printf '%P\n' | sort | paste -sd ' '
}

# end_after SIGNAL SECONDS ARGUMENT...: the exit code of a run that is ended then, or was done.
end_after() {
    local signal=$1 seconds=$2 pid code=0
    shift 2
    start "$@"
    sleep "$seconds"
    kill -s "$signal" $pid 2>/dev/null
    wait $pid 2>/dev/null || code=$?
    echo $code
}

args=(bench --smoke --sizes 3,50,1000 --workload "sequential,zipf" --strategies ring,jump
    --metrics memory,skew,throughput --n-keys 20000)
check "an undisturbed run" expect_exit 0 "${args[@]}" --out straight

# Six ends at most, then a run that nothing disturbs.
for signal in INT KILL; do
    n_ended=0
    code=1
    for ((i = 1; i < 7 && code != 0; i++)); do
        code=$(end_after $signal "0.0$i" "${args[@]}" \
            --out $signal --resume)
        [[ $code -eq 0 ]] && break
        n_ended=$((n_ended + 1))
        if [[ -e $signal/results.csv ]]; then
            check "$signal: results are there whole or not at all" \
                are_same_files straight/results.csv $signal/results.csv
            check "...and are not measured again" expect_exit 1 "${args[@]}" --out $signal --resume
            break
        fi
    done
    [[ -e $signal/results.csv ]] || expect_exit 0 "${args[@]}" --out $signal --resume
    echo "$signal: ended $n_ended times"
    check "$signal: it was ended" test $n_ended -gt 0
    check "$signal: no row twice, none lost, none changed" are_same_files straight/results.csv \
        $signal/results.csv
    check "$signal: as many times as there were" is_same "$(grep -c ,time, straight/results.csv)" \
        "$(grep -c ,time, $signal/results.csv)"
    check "$signal: nothing is left beside" is_same "context.json results.csv" \
        "$(names_in $signal)"
done

# ---- what a killed run leaves, and to whom

# kill_when PATTERN ARGUMENT...: a run that would take minutes, killed once it measures and the file
# is there.
kill_when() {
    local file=$1 pid
    shift
    start "$@"
    awaits measures_into "$file"
    kill_started
}
long=(--sizes 1000 --n-keys 50000000)
kill_when "stale/.results.csv.*" bench "${long[@]}" --out stale 2>/dev/null
check "SIGKILL leaves what was half written" grep -q '\.results\.csv\.' <(names_in stale)
touch stale/.results.csv.mine stale/.results.csv.abcdef.bak
check "...which goes with the next run" expect_exit 0 bench --smoke --metrics memory --out stale
check "...and nothing else" is_same \
    ".results.csv.abcdef.bak .results.csv.mine context.json results.csv" "$(names_in stale)"

# Two at one time.
start bench "${long[@]}" --out taken --resume
awaits is_there "taken/parts/.sequential*"
before=$(names_in taken)
for more in "" --resume --force; do
    # shellcheck disable=SC2086
    check "a second run $more" expect_exit 1 bench --smoke --metrics memory --out taken $more
    check "...is told" is_one_error "taken: another run is writing there; wait for it, or give"
done
check "...and takes nothing" is_same "$before" "$(names_in taken)"
kill_started
check "a killed run frees its folder" expect_exit 0 bench --smoke --metrics memory --out taken

# ---- a folder that goes away meanwhile

start bench --strategies ring --metrics skew,migration --sizes 1000 --n-keys 2000000 --out there \
    --resume
awaits is_there "there/parts/.sequential*"
mv there gone
wait $pid
check "a folder that is moved" is_same 1 $?
check "...is told" is_one_error "there/parts/sequential-1000.csv: what was written there is gone"

# ---- nodes that can be read but once

once() {
    printf '%s\n' a b c | "$ringside" bench --smoke --metrics memory --nodes "$1" --resume \
        --out once >out 2>err
}
for file in - /dev/stdin; do
    check "a stream of nodes, $file" is_same 1 "$(once $file && echo 0 || echo $?)"
    check "...is told" is_one_error "read twice; give one that can be"
    check "...and begins nothing" test ! -e once
done

# ---- a folder elsewhere, and other options

args=(bench --strategies ring --metrics memory,skew --sizes 10,20000 --n-keys 20000)
printf '%s\n' a b c >nodes
seq 1 20000 >keys
check "an undisturbed run" expect_exit 0 "${args[@]}" --out straight --force
kill_when begun/parts/sequential-10.csv "${args[@]}" --out begun --resume 2>/dev/null
check "a part is done" test -e begun/parts/sequential-10.csv
cp -r begun elsewhere
date_of=$(head -n 1 begun/parts/run)
for name in notes.txt notes-2024.csv .run.sh .backup-1.csv.old; do
    echo "of a person" >elsewhere/parts/$name
done
check "a copy goes on elsewhere" expect_exit 0 bench --out=elsewhere --resume "${args[@]:1}"
check "...with the same rows" are_same_files straight/results.csv elsewhere/results.csv
check "...and what is not of a run stays" is_same \
    ".backup-1.csv.old .run.sh notes-2024.csv notes.txt" \
    "$(find elsewhere/parts -type f -printf '%f\n' | LC_ALL=C sort | paste -sd ' ')"
check "...of the run that it was" grep -q "^2,$date_of," elsewhere/results.csv
mkdir -p linked other
ln -s ../other linked/parts
check "a link is no folder" expect_exit 1 "${args[@]}" --out linked --resume
check "...which is told" is_one_error "linked/parts is no folder; remove it"
mkdir -p piped/parts
mkfifo piped/parts/run
check "a pipe is no file of a run" expect_exit 1 "${args[@]}" --out piped --resume
check "...which is told" is_one_error "piped/parts/run is no file of a run; remove it"
cp -r begun dangling
ln -sf ../../nowhere dangling/parts/sequential-20000.csv
check "a link that leads nowhere is none either" expect_exit 1 "${args[@]}" --out dangling --resume
check "...which is told" is_one_error "sequential-20000.csv is no file of a run; remove it"
# differs WAS NOW ARGUMENT...: refused, with what it was and what it would be.
differs() {
    local was=$1 now=$2
    shift 2
    expect_exit 1 "$@" --out begun --resume && is_one_error "'$was' there, '$now' now" &&
        is_one_error "give the same options" && is_one_error "remove its folder"
}
check "other sizes" differs "--sizes 10,20000" "--sizes 10" "${args[@]/10,20000/10}"
check "another seed" differs "--seed 1" "--seed 2" "${args[@]}" --seed 2
check "other metrics" differs "--metrics memory,skew" "--metrics memory" \
    "${args[@]/memory,skew/memory}"
check "an option more" differs "--metrics memory,skew" "--workload zipf" "${args[@]}" \
    --workload zipf
check "...at the end" differs "" "--smoke" "${args[@]}" --smoke
check "an option of Google Benchmark" differs "" "--benchmark_min_warmup_time=0.1" "${args[@]}" \
    --benchmark_min_warmup_time=0.1

# The same commit, and yet another program: one byte more behind its end.
cp -- "$ringside" another
echo >>another
was=$(grep '^a build of ringside with digest ' begun/parts/run)
this=$ringside
ringside=$PWD/another
check "another build of one commit" expect_exit 1 "${args[@]}" --out begun --resume
check "...is told" is_one_error "'$was' there, 'a build of ringside with digest "
ringside=$this
cp begun/parts/run kept
for line in compiler flags processor; do
    sed "s/^$line .*/$line another/" kept >begun/parts/run
    check "another $line" expect_exit 1 "${args[@]}" --out begun --resume
    check "...is told" is_one_error "'$line another' there, '$line "
done
cp kept begun/parts/run

sed -i '2s/.*/ringside 0.0.0 of long ago/' begun/parts/run
version=$(sed -n 2p elsewhere/parts/run 2>/dev/null || true)
expect_exit 1 "${args[@]}" --out begun --resume
check "another program" is_one_error "'ringside 0.0.0 of long ago' there, 'ringside ${version:-}"
printf 'half a li' >begun/parts/run
check "a damaged record" expect_exit 1 "${args[@]}" --out begun --resume
check "...is told" is_one_error "begun/parts/run is damaged; remove its folder"

# Files count by what is in them, not by their name.
files=(bench --nodes nodes --keys keys --strategies ring --smoke)
check "files: a whole run" expect_exit 0 "${files[@]}" --metrics memory,skew --out whole --resume
files+=(--n-keys 20000 --workload "file,sequential" --reps 1000 --metrics throughput --out files
    --resume)
kill_when files/parts/run "${files[@]}" 2>/dev/null
echo more >>keys
check "other keys in the file" expect_exit 1 "${files[@]}"
check "...are told" is_one_error "'--keys, a file with digest "
echo d >>nodes
check "other nodes in the file" expect_exit 1 "${files[@]}"
check "...are told" is_one_error "'--nodes, a file with digest "

# ---- rows that are cut off

expect_exit 0 "${args[@]}" --out cut --resume
n=$(stat -c %s cut/results.csv)
truncate -s $((n / 2)) cut/results.csv
before=$(md5sum cut/results.csv)
check "half a result is a result that is there" expect_exit 1 "${args[@]}" --out cut --resume
check "...and said to be" is_one_error "cut/results.csv is there already; use --force"
check "...and left as it is" is_same "$before" "$(md5sum cut/results.csv)"
check "...until --force" expect_exit 0 "${args[@]}" --out cut --resume --force
check "...which makes it whole" are_same_files straight/results.csv cut/results.csv

kill_when halved/parts/sequential-10.csv "${args[@]}" --out halved --resume 2>/dev/null
truncate -s 1000 halved/parts/sequential-10.csv
check "half a part" expect_exit 1 "${args[@]}" --out halved --resume
check "...is told" is_one_error "sequential-10.csv is damaged; remove it"
rm halved/parts/sequential-10.csv
check "...and measured again" expect_exit 0 "${args[@]}" --out halved --resume
check "...with the same rows" are_same_files straight/results.csv halved/results.csv

finish
