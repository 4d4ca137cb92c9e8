# answers.sh - what the scripts share that hold a program's answers against committed ones; sourced

self=$(basename "$0")

# fail CODE TEXT...: ends with one line that says why.
fail() {
    local code=$1
    shift
    echo "$self: $*" >&2
    exit "$code"
}

# need_program PATH MADE: what is given can be run; make build makes it at MADE.
need_program() {
    local path
    path=$(type -P -- "$1") || true
    [[ -f $path ]] || fail 2 "there is no program '$1' that runs; make build makes $2"
}

# take_write "$@": prints the head of the script and ends it for --help; `write` says whether the
# first argument is --write.
take_write() {
    if [[ ${1:-} == --help ]]; then
        sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0"
        exit 0
    fi
    write=false
    [[ ${1:-} != --write ]] || write=true
}
