#!/usr/bin/env bash
# test_cli_locate.sh PATH_TO_RINGSIDE SOURCE_DIR - ringside locate, from file to file
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# counts WANT ARGUMENT...: "node n" for each node, by name.
counts() {
    local want=$1
    shift
    expect_exit 0 "$@" || return
    is_same "$want" "$(tail -n +2 out | cut -d, -f2 | sort | uniq -c | awk '{print $2, $1}')"
}

printf 'cache-node-A\ncache-node-B\ncache-node-C\n' >nodes
seq -f 'user:session:%.0f' 0 999 >keys

# ---- the three articles

one='ring:hash=md5low:bits=32:vnodes=120:label={node}#VN{i}:owner=after'
check "article 1: 336, 337, 327" counts $'cache-node-A 336\ncache-node-B 337\ncache-node-C 327' \
    locate --strategy "$one" --nodes nodes --keys keys

two='ring:hash=md5low:bits=32:vnodes=150:label={node}#vnode-{i}:owner=after'
printf '192.168.1.%d:8080\n' 10 11 12 >hosts
printf 'user_1001\nuser_1002\n' >users
check "article 2: both on .11" gives \
    $'key,node\nuser_1001,192.168.1.11:8080\nuser_1002,192.168.1.11:8080' \
    locate --strategy "$two" --nodes hosts --keys users

printf '%s\n' A B C >abc
seq -f 'key:%.0f' 0 9999 >keys3
check "article 3: 3591, 3234, 3175" counts $'A 3591\nB 3234\nC 3175' \
    locate --strategy ring:hash=md5:vnodes=1000 --nodes abc --keys keys3
seq -f 'node-%.0f' 1 5 >five
printf 'user:1001\nproduct:X-200\n' >two_keys
printf '%s\n' key,node_1,node_2,node_3 user:1001,node-3,node-2,node-5 \
    product:X-200,node-2,node-3,node-1 >want
check "article 3: replicas" gives "$(<want)" \
    locate --strategy ring:hash=md5:vnodes=100 --nodes five --keys two_keys --replicas 3

# ---- keys of every kind

echo '" b, ""x"""' >odd_node
printf 'a,b\na"b\n lead\ntail \n\n\r\nx\r\n\xff\xfe\nlast' >odd
printf 'key,node\n' >want
for key in '"a,b"' '"a""b"' '" lead"' '"tail "' '' $'"\r"' $'"x\r"' $'\xff\xfe' last; do
    printf '%s," b, ""x"""\n' "$key" >>want
done
check "odd keys are located" expect_exit 0 locate --strategy null --nodes odd_node --keys odd
# Quotes are free where none are needed, so that values count and not the bytes.
if is_python_there; then
    check "odd keys come back by RFC 4180" python3 -c '
import csv
read = lambda name: list(csv.reader(open(name, newline="", encoding="latin-1")))
assert read("out") == read("want"), (read("out"), read("want"))'
else
    skip "no python3 to read the CSV with"
fi
check "a comma and a quote are quoted" grep -qF '"a""b"," b, ""x"""' out
check "a carriage return is part of the key" grep -qF $'"x\r",' out
check "the last key needs no newline" grep -qF 'last,' out

check "order is kept" is_same "$(<keys)" \
    "$("$ringside" locate --strategy ring --nodes nodes --keys keys | tail -n +2 | cut -d, -f1)"
check "standard input is the same" is_same \
    "$("$ringside" locate --strategy ring --nodes nodes --keys keys)" \
    "$("$ringside" locate --strategy ring --nodes nodes <keys)"
: >empty
check "no keys: a header" gives key,node locate --strategy ring --nodes nodes --keys empty
check "the same key, the same node" is_same \
    "$("$ringside" locate --strategy ring --nodes nodes --keys keys | md5sum)" \
    "$("$ringside" locate --strategy ring --nodes nodes --keys keys | md5sum)"

# ---- keys that decide nothing

printf 'k\n' >k
check "no node" gives $'key,node\nk,' locate --strategy ring --nodes empty --keys k
printf 'a,0\nb,0\n' >drained
check "all drained" gives $'key,node\nk,' locate --strategy ring --nodes drained --keys k
check "no node to explain" gives 'key,node,digest,point,label' \
    locate --strategy ring --nodes empty --keys empty --explain
printf 'a\nb\n' >two
expect_exit 0 locate --strategy ring --nodes two --keys k --replicas 4
check "more replicas than nodes" grep -qxE 'k,[ab],[ab],,' out
expect_exit 0 locate --strategy ring --nodes empty --keys k --replicas 2
check "replicas of no node" has_line 'k,,' out
check "replicas begin with the owner" is_same \
    "$("$ringside" locate --strategy ring --nodes five --keys keys | tail -n +2)" \
    "$("$ringside" locate --strategy ring --nodes five --keys keys --replicas 3 |
        tail -n +2 | cut -d, -f1,2)"

# ---- explanations

expect_exit 0 locate --strategy ring --nodes nodes --keys keys --explain
check "columns of --explain" is_same key,node,digest,point,label "$(head -n 1 out)"
tail -n +2 out | cut -d, -f5 >labels
tail -n +2 out | cut -d, -f4 >points
expect_exit 0 locate --strategy ring --nodes nodes --keys labels --explain
check "a label hashes to its point" is_same "$(<points)" "$(tail -n +2 out | cut -d, -f3)"
check "...where its node is" is_same "$(sed 's/#.*//' labels)" \
    "$(tail -n +2 out | cut -d, -f2)"
expect_exit 0 locate --strategy jump --nodes nodes --keys k --explain
check "jump has no points" grep -qE '^k,cache-node-.,0x[0-9a-f]+,,$' out

# ---- hashes

printf '1\n18446744073709551615\n' >numbers
identity=ring:hash=identity:label_hash=xxh3
check "identity takes numbers" expect_exit 0 locate --strategy $identity --nodes two --keys numbers
printf '1\n2\n18446744073709551616\n' >too_great
fails 1 too_great:3: locate --strategy $identity --nodes two --keys too_great
printf '1\n\n' >no_number
fails 1 no_number:2: locate --strategy $identity --nodes two --keys no_number

# ---- formats

expect_exit 0 locate --strategy ring --nodes nodes --keys keys --format text
tr -s ' ' ',' <out >text
check "text and csv agree" is_same \
    "$("$ringside" locate --strategy ring --nodes nodes --keys keys)" "$(<text)"
if is_python_there; then
    "$ringside" locate --strategy ring --nodes nodes --keys keys --format json >json
    "$ringside" locate --strategy ring --nodes nodes --keys keys --format csv >csv
    check "json and csv agree" python3 -c '
import csv, json
assert json.load(open("json")) == list(csv.DictReader(open("csv")))'
    check "odd keys are valid json" sh -c '"$1" locate --strategy null --nodes odd_node --keys odd \
        --format json | python3 -m json.tool >/dev/null' - "$ringside"
else
    skip "no python3 to read the JSON with"
fi

# ---- many keys

seq 1 1000000 >million
check "a million keys, a million rows" is_same 1000001 \
    "$("$ringside" locate --strategy ring --nodes nodes --keys million | wc -l)"
rm -f million
# 300 MB of keys through 100 MB of memory
if is_sanitized; then
    skip "memory is not bounded under a sanitizer"
else
    key=$(printf 'x%.0s' {1..99})
    n=$(yes "$key" | head -c 300000000 |
        (ulimit -v 100000 && "$ringside" locate --strategy ring --nodes nodes) | wc -l)
    check "300 MB of keys through 100 MB" is_same 3000001 "$n"
fi

# ---- errors

fails 1 'absent: ' locate --strategy ring --nodes absent --keys keys
fails 1 'absent: ' locate --strategy ring --nodes nodes --keys absent
printf 'a\nb,2\n' >weighted
fails 1 weighted:2: locate --strategy jump --nodes weighted --keys keys
fails 2 "give 1 to" locate --strategy ring --nodes nodes --keys keys --replicas 0
fails 1 "no replicas" locate --strategy anchor --nodes nodes --keys keys --replicas 2
fails 2 nothing_like_it locate --strategy nothing_like_it --nodes nodes --keys keys
fails 2 vnodes locate --strategy ring:vnodes=0 --nodes nodes --keys keys
fails 2 label_hash locate --strategy ring:hash=identity --nodes nodes --keys keys
fails 2 --nonsense locate --nonsense --strategy ring --nodes nodes
fails 2 --strategy locate --nodes nodes --strategy
fails 2 --nodes locate --strategy ring
fails 2 --replicas locate --strategy ring --nodes nodes --replicas many
fails 2 extra locate --strategy ring --nodes nodes extra
fails 2 'x\x0ay' locate --strategy $'x\ny' --nodes nodes
fails 2 "both --nodes and --keys, which is not given, are to" locate --strategy ring --nodes -
check "...and says what to do" grep -q "give one of them a file" err
check "...and prints nothing" is_same "" "$(<out)"
fails 2 "both --nodes and --keys are to" locate --strategy ring --nodes - --keys -
check "nodes alone may come from there" is_same \
    "$("$ringside" locate --strategy ring --nodes nodes --keys keys)" \
    "$("$ringside" locate --strategy ring --nodes - --keys keys <nodes)"
# a line of a node file that is wrong is named, whatever is wrong with it
for line in 'b\r' 'b\0c' 'a' 'b,-1' 'b,inf' 'b,nan' 'b,x' ',1' 'b,1,0' '"b'; do
    printf "a\n$line\n" >bad
    fails 1 bad:2: locate --strategy ring --nodes bad --keys keys
done
printf '\xef\xbb\xbfa\n' >marked
fails 1 marked:1: locate --strategy ring --nodes marked --keys keys
printf '# a comment\n\n  \n"a"\n' >commented
check "comments and blank lines are skipped" gives $'key,node\nk,a' \
    locate --strategy ring --nodes commented --keys k

finish
