#!/usr/bin/env bash
# test_hostile_names.sh PATH_TO_RINGSIDE SOURCE_DIR - no name, key or path is ever run
#
# Names that a shell would run, read as an option, split or expand, in every place that takes one.
# Each would leave a file called `ran` if anything ran it. They stand in single quotes, for they are
# to arrive as they are.
# shellcheck disable=SC1003,SC2016
source_dir=$(realpath -e "${2:?usage: $0 PATH_TO_RINGSIDE SOURCE_DIR}") || exit 1
here=$(dirname "${BASH_SOURCE[0]}")
# shellcheck source=tests/cli.sh
source "$here/cli.sh"

hostile=('$(touch ran)' '`touch ran`' '; touch ran;' '| touch ran' '&& touch ran' '> ran'
    'a b' "it's" 'two "quotes"' '*' '~root' '${HOME}' '%s%n%s' '\\' '-rf' '--help' '-'
    $'new\nline' $'tab\there' '$(touch${IFS}ran)' '"$(touch ran)"' "'; touch ran; '" '!!' '#x')

nothing_ran() {
    [[ ! -e ran && ! -e "$source_dir/ran" && ! -e /ran ]]
}

# ---- names of nodes and keys: data, and they come back as they went in

printf '%s\n' "${hostile[@]}" | grep -v '^$' >keys
for name in "${hostile[@]}"; do
    [[ $name == *$'\n'* ]] || printf '"%s"\n' "${name//\"/\"\"}"
done >nodes
check "hostile nodes are nodes" expect_exit 0 locate --strategy ring --nodes nodes --keys keys
cp out first
check "...and give the same again" gives "$(<first)" locate --strategy ring --nodes nodes \
    --keys keys
for strategy in modulo jump rendezvous bounded; do
    check "$strategy takes them" expect_exit 0 locate --strategy $strategy --nodes nodes --keys keys
done
check "explain shows them" expect_exit 0 locate --strategy ring --nodes nodes --keys keys --explain
check "diff takes them" expect_exit 0 diff --strategy ring --from nodes --to nodes --keys keys
check "bench takes them" expect_exit 0 bench --strategies modulo --nodes nodes \
    --keys keys --workload file --metrics skew --format csv
if is_python_there; then
    expect_exit 0 locate --strategy ring --nodes nodes --keys keys --format json
    check "as JSON each name is itself" python3 - out nodes <<'EOF'
import csv, json, sys
names = {row[0] for row in csv.reader(open(sys.argv[2], newline=""))}
assert all(row["node"] in names for row in json.load(open(sys.argv[1])))
EOF
fi
check "no name of a node or key was run" nothing_ran

# ---- paths

for path in "${hostile[@]}"; do
    [[ $path == - ]] && continue # standard input, by design
    cp nodes "./$path" && cp keys "./$path.keys"
    check "nodes in a file called $path" expect_exit 0 locate --strategy modulo \
        --nodes "$path" --keys "$path.keys"
    rm -f -- "./$path" "./$path.keys"
    check "results in a folder called $path" expect_exit 0 bench --strategies modulo --sizes 3 \
        --n-keys 100 --metrics skew "--out=$path"
    check "...are there" test -s "./$path/results.csv"
    rm -rf -- "./$path"
    check "no file called $path is an error" expect_exit 1 locate --strategy modulo \
        --nodes "absent $path"
    check "...in one line" is_one_error absent
done
check "no path was run" nothing_ran

# ---- specs, names of metrics, timelines

for word in "${hostile[@]}"; do
    run locate --strategy "$word" --nodes nodes --keys keys
    run locate --strategy "ring:label=$word" --nodes nodes --keys keys
    run bench --strategies "$word" --metrics "$word" --workload "$word" --sizes 3
    run verify --strategies "$word" --properties "$word"
    printf 'nodes %s b\nduration 2s\nrequests 10\nat 1s add %s\n' "$word" "$word" >timeline.txt
    run cluster timeline.txt --strategies modulo
    run cluster "$word"
    run claims --only "absent $word"
    run demo --strategy "$word"
    run list "$word"
done
check "no word was run" nothing_ran

# ---- scripts, with paths that others may choose

mkdir '$(touch ran) dir'
printf 'strategy\n' >'$(touch ran) dir/results.csv'
"$source_dir/scripts/plots.sh" '$(touch ran) dir' >out 2>&1
"$source_dir/scripts/plots.sh" '; touch ran' >out 2>&1
"$source_dir/scripts/vectors.sh" true '$(touch ran)' >out 2>&1
"$source_dir/scripts/vectors.sh" '; touch ran' >out 2>&1
"$source_dir/scripts/regress.sh" '$(touch ran)' >out 2>&1
check "no script runs a path" nothing_ran

# scripts/live.sh and the program start memcached, which is a stand-in here that notes its words.
mkdir bin
# shellcheck disable=SC2016
printf '#!/bin/sh\nprintf "%%s\\n" "$*" >>"%s/started"\nexit 1\n' "$work" >bin/memcached
chmod +x bin/memcached
cp keys '$(touch ran).keys'
printf 'nodes "$(touch ran)" `touch_ran` ;x\nduration 1s\nrequests 10\ncache 8MB\n' >timeline.txt
PATH=$work/bin:$PATH run cluster timeline.txt --strategies modulo --live --keys '$(touch ran).keys'
PATH=$work/bin:$PATH "$source_dir/scripts/live.sh" "$ringside" '$(touch ran).keys' >out 2>&1
PATH=$work/bin:$PATH "$source_dir/scripts/live.sh" '$(touch ran)' '; touch ran' >out 2>&1
check "no server is started by a shell" nothing_ran
if [[ -e started ]]; then
    check "a server's words are numbers and our own" is_same "" "$(grep -vE \
        '^(-V|-l 127\.0\.0\.1 -p [0-9]+ -U 0 -t 1 -m [0-9]+ -n [0-9]+ -u nobody -o [a-z_=0-9,]+)$' \
        started)"
fi

# ---- nothing in the sources hands text to a shell

# The program and the libraries know no call that does; who asks for one has to change this test.
check "no source of the program calls a shell" is_same "" "$(grep -rnE \
    '\b(system|popen|wordexp|exec[lv]p?e?) ?\(' --include='*.c' --include='*.cc' --include='*.h' \
    "$source_dir"/{algos,cluster,harness,examples})"
check "no script evaluates text" is_same "" "$(grep -nE '(^|[;&|( ])eval |os\.system|shell=True' \
    "$source_dir"/scripts/*)"

finish
