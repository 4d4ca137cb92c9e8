# shellcheck shell=bash
# common.sh - what the scripts share; sourced before they leave the caller's folder

self=$(basename "$0")

# fail CODE TEXT...: ends with one line that says why.
fail() {
    local code=$1
    shift
    echo "$self: $*" >&2
    exit "$code"
}

# take_help "$@": prints the head of the script and ends it for --help.
take_help() {
    [[ ${1:-} == --help ]] || return 0
    sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
    exit 0
}

# take_write "$@": as take_help; `write` says whether the first argument is --write.
# shellcheck disable=SC2034
take_write() {
    take_help "$@"
    write=false
    [[ ${1:-} != --write ]] || write=true
}

# need_program PATH MADE: what is given can be run; make build makes it at MADE.
need_program() {
    local path
    path=$(type -P -- "$1") || true
    [[ -f $path ]] || fail 2 "there is no program '$1' that runs; make build makes $2"
}

# ask PROGRAM ARGUMENT...: runs it; when it fails, ends with its name and status.
ask() {
    "$@" || fail 1 "$1 failed with status $?"
}
