#!/usr/bin/env bash
# test_faults_input.sh PATH_TO_RINGSIDE SOURCE_DIR - inputs of odd sizes, in bounded memory
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

printf 'a\nb\nc\n' >nodes
: >empty
n_keys=100000000

# ---- key files

check "no keys: locate prints the header" gives key,node locate --strategy jump --nodes nodes \
    --keys empty
fails 4 "no keys" bench --smoke --keys empty
fails 4 "standard input: there are no keys" diff --strategy ring --from nodes --to nodes --keys - \
    </dev/null
if is_sanitized; then
    skip "memory is not bounded under a sanitizer"
else
    # bounded KIB ARGUMENT...: the program in so much memory.
    bounded() {
        local kib=$1
        shift
        (ulimit -v "$kib" && exec "$ringside" "$@")
    }
    locate=(locate --strategy jump --nodes nodes)
    check "as many rows as keys, in 60 MB" is_same $((n_keys + 1)) \
        "$(yes k | head -n $n_keys | bounded 60000 "${locate[@]}" | wc -l)"
    check "a key of 100 MB, in 300 MB" is_same 100000012 \
        "$(head -c 100000000 /dev/zero | tr '\0' x | bounded 300000 "${locate[@]}" | wc -c)"
    head -c 100000000 /dev/zero | tr '\0' x | bounded 60000 "${locate[@]}" >out 2>err
    check "...in 60 MB" is_same 1 "${PIPESTATUS[2]}"
    check "...is told" is_one_error "standard input:1: out of memory for a key of"
fi

# ---- node files

fails 4 empty bench --smoke --nodes empty
printf 'caf\xe9\n\xff\xfe\xfd\n' >invalid
check "names are bytes" expect_exit 0 locate --strategy jump --nodes invalid --keys nodes
check "...also where JSON is wanted" expect_exit 0 locate --strategy jump --nodes invalid \
    --keys nodes --format json
if is_python_there; then
    check "...which is valid" python3 -c 'import json; assert len(json.load(open("out"))) == 3'
fi
printf '\xff\xfea\0\n\0' >wide
fails 1 wide:1: locate --strategy jump --nodes wide --keys nodes
printf 'a\r\nb\r\n' >crlf
fails 1 crlf:1: locate --strategy jump --nodes crlf --keys nodes

# ---- results that were cut in half

if python=$("${2:?}/scripts/find-python.sh" 2>/dev/null); then
    expect_exit 0 bench --smoke --metrics memory,skew --out cut
    truncate -s $(($(stat -c %s cut/results.csv) / 2)) cut/results.csv
    got=0
    "$python" "$2/scripts/plot.py" cut/results.csv plots >out 2>err || got=$?
    check "half a file is not plotted" test $got -ne 0
    check "...which is named" grep -q cut/results.csv err
    check "...without a traceback" is_same "" "$(grep Traceback err)"
else
    skip "no python3 with matplotlib to plot with"
fi

finish
