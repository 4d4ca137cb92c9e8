#!/usr/bin/env bash
# test_hardened.sh PATH_TO_RINGSIDE SOURCE_DIR - the program is built so that faults end it
#
# Read from the built program, whatever the flags say: its code lies at random addresses, its tables
# are read-only before main, its stack does not run, and what overflows is noticed.
here=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source=tests/cli.sh
source "$here/cli.sh"

cache=$(dirname "$ringside")/CMakeCache.txt

# is_set NAME: the build has this option, and it is not empty or off.
is_set() {
    grep -qE "^$1:[A-Z]+=.+" "$cache" && ! grep -qiE "^$1:[A-Z]+=(OFF|0|NO|FALSE)$" "$cache"
}

if [[ ! -f $cache ]]; then
    echo "skipped: there is no $cache to say how this was built"
    exit 77
fi
if is_set RINGSIDE_SANITIZE || is_set RINGSIDE_COVERAGE || ! is_set RINGSIDE_HARDEN; then
    echo "skipped: a sanitizer, coverage or RINGSIDE_HARDEN=OFF"
    exit 77
fi
if ! command -v readelf >/dev/null; then
    echo "skipped: there is no readelf"
    exit 77
fi

readelf --wide --file-header "$ringside" >header
readelf --wide --dynamic "$ringside" >dynamic
readelf --wide --segments "$ringside" >segments
readelf --wide --dyn-syms "$ringside" >symbols

check "its code may lie anywhere (PIE)" grep -qE '^ *Type: *DYN' header
check "...and it says so" grep -qE 'FLAGS_1.*\bPIE\b' dynamic
check "all symbols are bound before main" grep -qE 'BIND_NOW|FLAGS_1.*\bNOW\b' dynamic
check "what was bound is read-only then" grep -q GNU_RELRO segments
check "the stack does not run" grep -qE 'GNU_STACK .* RW +0x' segments
check "no segment is both written and run" is_same 0 "$(grep -cE '^ +LOAD .* RWE ' segments)"
check "no code is patched at the start" is_same 0 "$(grep -c TEXTREL dynamic)"
check "arrays on the stack are guarded" grep -q __stack_chk_fail symbols

type=$(sed -n 's/^CMAKE_BUILD_TYPE:[A-Z]*=//p' "$cache")
if [[ $type == Rel* || $type == MinSizeRel ]]; then
    for call in memcpy printf; do
        check "the size of what $call writes is checked" grep -qE "__[a-z]*${call}_chk" symbols
    done
else
    skip "build type '$type' does not optimise, and sizes are checked only where that is done"
fi

finish
