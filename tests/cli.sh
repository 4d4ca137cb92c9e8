# shellcheck shell=bash
# cli.sh - what the tests of the program share
#
# Sourced with the arguments of the script, of which the first, the program, is used. The script
# goes on in an empty folder, which is gone afterwards, and ends with `finish`.
set -uo pipefail
export LC_ALL=C

ringside=$(realpath "${1:?usage: $0 PATH_TO_RINGSIDE SOURCE_DIR}")
work=$(mktemp -d)
trap 'cd / && rm -rf -- "$work"' EXIT
cd "$work" || exit 1
n_passed=0
n_failed=0

# check NAME COMMAND...: counts whether the command succeeds.
check() {
    local name=$1
    shift
    if "$@"; then
        n_passed=$((n_passed + 1))
    else
        n_failed=$((n_failed + 1))
        echo "FAILED: $name"
    fi
}

skip() {
    echo "skipped: $1"
}

# run ARGUMENT...: the program, its output in the files out and err.
run() {
    "$ringside" "$@" >out 2>err </dev/null
}

# awaits COMMAND...: until it succeeds. Two minutes, which are many even under load, are a failure.
awaits() {
    local tries=0
    until "$@"; do
        ((++tries <= 2400)) || {
            n_failed=$((n_failed + 1))
            echo "FAILED: waited in vain for $*: $(tail -n 3 err 2>/dev/null)"
            return 1
        }
        sleep 0.05
    done
}

# is_there PATTERN: some file matches.
is_there() {
    compgen -G "$1" >/dev/null
}

# measures_into PATTERN: the program has checked itself, and some file matches. Before that it tries
# its folder with a file that soon goes.
measures_into() {
    grep -qs '^  removed ' out && is_there "$1"
}

# start ARGUMENT...: the program in the background, as pid. On return it is there for signals: what
# a script starts in the background ignores SIGINT until env has seen to it.
start() {
    rm -f started out err
    # shellcheck disable=SC2016
    env --default-signal sh -c ': >started && exec "$@"' sh "$ringside" "$@" >out 2>err </dev/null &
    pid=$!
    awaits test -e started
}

# kill_started: what start has started, without the shell's word of it.
kill_started() {
    kill -s KILL "$pid"
    wait "$pid" 2>/dev/null
    return 0
}

# expect_exit CODE ARGUMENT...: the program ends with this code.
expect_exit() {
    local want=$1 got=0
    shift
    run "$@" || got=$?
    [[ $got -eq $want ]] || {
        echo "ringside $*: exit $got, not $want: $(head -c 500 err)"
        return 1
    }
}

# is_one_error WORD: err is one line that names the program and has the word.
is_one_error() {
    [[ $(wc -l <err) -eq 1 && $(<err) == "ringside: "*"$1"* ]] || {
        echo "not one clear line with '$1': $(head -c 500 err)"
        return 1
    }
}

# fails CODE WORD ARGUMENT...: the program ends with this code and says why.
fails() {
    local code=$1 word=$2
    shift 2
    check "ringside $* exits $code" expect_exit "$code" "$@"
    check "ringside $* says '$word'" is_one_error "$word"
}

# gives TEXT ARGUMENT...: the program ends well and prints just this.
gives() {
    local want=$1
    shift
    expect_exit 0 "$@" && is_same "$want" "$(<out)"
}

is_same() {
    [[ $1 == "$2" ]] || {
        diff <(echo "$1") <(echo "$2") | head -n 20
        return 1
    }
}

has_line() {
    grep -qxF -- "$1" "$2" || {
        echo "$2 lacks the line: $1"
        return 1
    }
}

# is_narrow FILE: no line is wider than a terminal.
is_narrow() {
    ! grep -nE '^.{81}' "$1"
}

# has_german: whether there is a locale with decimal commas, $german, in the build or the machine.
german=de_DE.UTF-8
has_german() {
    local locale
    locale=$(dirname -- "$ringside")/tests/locale
    [[ ! -d $locale/$german ]] || export LOCPATH=$locale
    [[ $(LC_ALL=$german bash -c 'printf %.1f 0,5' 2>/dev/null) == 0,5 ]]
}

is_python_there() {
    python3 -c '' 2>/dev/null
}

# Sanitizers want memory of their own without bound.
is_sanitized() {
    grep -qE '__(asan|tsan|msan)_init' "$ringside"
}

finish() {
    echo "$n_passed passed, $n_failed failed"
    [[ $n_failed -eq 0 ]]
}
