#!/usr/bin/env bash
# test_cli_demo.sh PATH_TO_RINGSIDE SOURCE_DIR - ringside demo shows what the other commands say
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

seq -f user:%.0f 0 19999 >keys
seq -f node-%.0f 1 5 >five
seq -f node-%.0f 1 6 >six
grep -vx node-2 six >lost

# bars SECTION NAME: the number beside this name in the section that starts with these words.
bars() {
    awk -v section="$1" -v name="$2" '
        index($0, section) == 1 { is_there = 1; next }
        /^$/ { is_there = 0 }
        is_there && index($0, "  " name " ") == 1 { print $(NF - 2); exit }' out
}

# moved STRATEGY: how many keys move when node-6 joins.
moved() {
    "$ringside" diff --strategy "$1" --from five --to six --keys keys --moves --format csv |
        tail -n +2 | wc -l
}

# owned STRATEGY NODES NODE: how many keys the node has.
owned() {
    "$ringside" locate --strategy "$1" --nodes "$2" --keys keys | grep -c ",$3\$"
}

for strategy in ring ring:hash=md5:vnodes=100 jump modulo; do
    check "demo of $strategy" expect_exit 0 demo --strategy $strategy
    check "...fits a terminal" is_narrow out
    check "...ends no line with a blank" is_same "" "$(grep -n ' $' out)"
    check "...has the keys of node-3" is_same "$(owned $strategy five node-3)" \
        "$(bars '20000 keys' node-3)"
    check "...counts moves" is_same "$(moved $strategy)" "$(bars 'A node more' ${strategy%%:*})"
    check "...and the minimum" is_same 3333 "$(bars 'A node more' 'the minimum')"
    check "...tells the articles' claim" grep -q "^The articles' demo reports that all of" out
done
check "anchor says that it has no replicas" expect_exit 0 demo --strategy anchor
check "...in its place" grep -q "Not possible: anchor names one node" out
check "jump says what it cannot do" expect_exit 0 demo --strategy jump
check "...and that it cannot lose this node" grep -q "Not possible: jump can only remove" out
check "modulo loses a node" expect_exit 0 demo --strategy modulo
check "...and moves keys of the others" grep -qE 'other nodes that move as well: [1-9]' out

check "the default is ring" expect_exit 0 demo
check "...beside modulo" is_same "$(moved modulo)" "$(bars 'A node more' modulo)"
check "...whose lost node leaves the others alone" grep -q 'move as well: 0$' out
check "...and its keys to them" is_same "$(owned ring six node-2)" \
    "$(sed -n 's/^  Its \([0-9]*\) keys go to$/\1/p' out)"
check "...and they have them" is_same "$(owned ring lost node-4)" \
    "$(bars 'The distribution after it' node-4)"
echo user:1001 >key
owners=$("$ringside" locate --strategy ring --nodes six --keys key --replicas 3 | tail -n 1)
check "replicas are those of locate" has_line "  user:1001    ${owners#*,}" <(sed 's/, /,/g' out)

fails 2 junk demo --strategy junk
fails 1 "choose another hash" demo --strategy modulo:hash=identity
fails 2 extra demo extra
finish
