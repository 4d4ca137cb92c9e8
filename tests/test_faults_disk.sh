#!/usr/bin/env bash
# test_faults_disk.sh PATH_TO_RINGSIDE SOURCE_DIR - full disks, and folders that are not ours
#
# Whatever happens to the disk, the program says where it could not write and leaves the folder as
# it was: no result that is half there, no file of two that belong together.
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"
timeline=${2:?}/examples/timelines/even.txt

names_in() {
    find "$1" -mindepth 1 -printf '%P\n' | sort | paste -sd ' '
}

# small N ARGUMENT...: the program, where a file has at most N KiB. SIGXFSZ does what it does by
# default until the program says otherwise.
small() {
    local kib=$1
    shift
    (ulimit -f "$kib" && exec env --default-signal=XFSZ "$ringside" "$@") >out 2>err </dev/null
}

# stays_clean N FOLDER WORD ARGUMENT...: with files of N KiB, exit 1, one line with WORD, and the
# folder is what it was.
stays_clean() {
    local kib=$1 folder=$2 word=$3 before got=0
    shift 3
    mkdir -p "$folder"
    before=$(names_in "$folder")
    small "$kib" "$@" --out "$folder" || got=$?
    is_same 1 $got && is_one_error "$word" && is_same "$before" "$(names_in "$folder")"
}

# ---- files that reach a limit, as on a full disk

bench=(bench --smoke --strategies ring,jump --metrics memory,placement)
printf 'a\nb\nc\n' >nodes
seq 1 100000 >keys
seed=$(printf '%02000d' 1) # the command line is in context.json, which outgrows results.csv so
check "results.csv" stays_clean 1 full "full/results.csv: File too large" "${bench[@]}" \
    --sizes 1,2,3,4,5
check "context.json: no results without it" stays_clean 1 context "context.json: File too large" \
    bench --smoke --strategies null --metrics placement --seed "$seed"
check "...nor others than those that were there" expect_exit 0 "${bench[@]}" --out there
before=$(md5sum there/*)
check "...with --force" stays_clean 1 there "context.json: File too large" \
    bench --smoke --strategies null --metrics placement --seed "$seed" --force
check "...to the byte" is_same "$before" "$(md5sum there/*)"
check "claims" stays_clean 1 claims "claims/claims" claims --only "Article 2"
check "cluster" stays_clean 1 cluster "cluster/results.csv: File too large" cluster "$timeline" \
    --strategies ring
small 64 locate --strategy ring --nodes nodes --keys keys
check "standard output of locate" is_same 1 $?
check "...is named" is_one_error "standard output: File too large"

# A part that does not fit; the run goes on where there is room.
parts=(bench --smoke --strategies ring,jump --sizes 4,300 --metrics memory,placement,skew)
expect_exit 0 "${parts[@]}" --out straight
small 1 "${parts[@]}" --resume --out parts
check "a part" is_same 1 $?
check "...is named" is_one_error "parts/parts/sequential-4.csv: File too large"
check "...and not there" is_same "parts parts/run" "$(names_in parts)"
check "...until there is room" expect_exit 0 "${parts[@]}" --resume --out parts
check "...and its parts go" is_same "context.json results.csv" "$(names_in parts)"
check "...with the same rows" is_same "$(cut -d, -f3- straight/results.csv)" \
    "$(cut -d, -f3- parts/results.csv)"

# A file system that is full, where this system lets one be made.
if unshare --user --map-root-user --mount true 2>/dev/null; then
    cat >on_tmpfs <<'END'
set -eu
mkdir disk
mount -t tmpfs -o size=16k none disk
code=0
"$@" --out disk/results >out 2>err || code=$?
ls -A disk/results >left
exit $code
END
    got=0
    unshare --user --map-root-user --mount bash on_tmpfs "$ringside" bench --smoke \
        --sizes 1,2,3,4,5,6,7,8,9,10 --metrics memory,placement || got=$?
    check "a full disk" is_same 1 $got
    check "...is told" is_one_error "disk/results/results.csv: No space left on device"
    check "...and has no more on it" is_same "" "$(<left)"
else
    skip "no mounts for users here"
fi

# ---- folders and files that must not be written

# as_nobody ARGUMENT...: for root every folder may be written.
as_nobody() {
    if [[ $(id -u) -eq 0 ]]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$ringside" "$@"
    else
        "$ringside" "$@"
    fi >out 2>err </dev/null
}
chmod 755 .
mkdir -m 555 sealed
: >plain
if as_nobody --version; then
    # cannot_write FOLDER REASON ARGUMENT...
    cannot_write() {
        local folder=$1 reason=$2 got=0
        shift 2
        as_nobody "$@" --out "$folder" || got=$?
        is_same 1 $got && is_one_error "cannot write to $folder/" && is_one_error "$reason" &&
            is_same "" "$(names_in sealed)"
    }
    for folder in sealed sealed/below; do
        check "read-only: bench" cannot_write $folder "Permission denied" "${bench[@]}"
        check "read-only: bench --resume" cannot_write $folder "Permission denied" "${bench[@]}" \
            --resume
        check "read-only: cluster" cannot_write $folder "Permission denied" cluster "$timeline"
        check "read-only: claims" cannot_write $folder "Permission denied" claims
    done
    check "no folder: bench" cannot_write plain/below "Not a directory" "${bench[@]}"
    if install -m 600 nodes secret && [[ $(id -u) -eq 0 ]]; then
        as_nobody locate --strategy ring --nodes secret --keys nodes
        check "a file of others" is_same 1 $?
        check "...is named" is_one_error "secret: cannot be read: Permission denied"
    fi
else
    skip "no user here who may not write everywhere"
fi

finish
