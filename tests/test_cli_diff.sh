#!/usr/bin/env bash
# test_cli_diff.sh PATH_TO_RINGSIDE SOURCE_DIR - ringside diff, from two node lists to what moves
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# column NAME: the cells of a column of out, which is CSV without quotes so far to the left.
column() {
    head -n 1 out | tr , '\n' | grep -nxF -- "$1" | cut -d: -f1 >n_column
    tail -n +2 out | cut -d, -f"$(<n_column)"
}

# moves WANT ARGUMENT...: the summary says that so many keys move.
moves() {
    local want=$1
    shift
    expect_exit 0 diff --format csv "$@" && is_same "$want" "$(column moved)"
}

# Fractions are summed, and the last bit is nobody's promise.
is_near() {
    awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(a != "" && d < 1e-9 && d > -1e-9) }' || {
        echo "$1 is not $2"
        return 1
    }
}

printf '%s\n' A B C >abc
printf '%s\n' A B C D >abcd
printf '%s\n' B C D >bcd
seq -f 'key:%.0f' 0 999 >keys
columns=strategy,how,keys,moved,moved_fraction,minimum_fraction,excess_fraction,survivors_moved
columns+=,skew_before,skew_after,busiest,status,message

# ---- the articles

printf 'cache-node-%s\n' A B C >three
printf 'cache-node-%s\n' A B C D >four
seq -f 'user:session:%.0f' 0 999 >sessions
one='ring:hash=md5low:bits=32:vnodes=120:label={node}#VN{i}:owner=after'
check "article 1: 266 of 1000" moves 266 --strategy "$one" --from three --to four --keys sessions
check "both ways are one row" is_same both "$(column how)"
check "a fraction of what moved" is_same 0.266 "$(column moved_fraction)"
check "the columns" is_same "$columns" "$(head -n 1 out)"
check "what must move" is_near "$(column minimum_fraction)" 0.25
check "what moved beyond that" is_near "$(column excess_fraction)" 0.016
check "no key between those that stay" is_same 0 "$(column survivors_moved)"
check "article 3: 272 of 1000" moves 272 \
    --strategy ring:hash=md5:vnodes=1000 --from abc --to abcd --keys keys
check "modulo moves three quarters" expect_exit 0 \
    diff --strategy modulo --from abc --to abcd --format csv
check "...of a million keys made up" is_same 1000000 "$(column keys)"
check "...near 0.75" awk -v x="$(column moved_fraction)" \
    'BEGIN { exit !(x > 0.747 && x < 0.753) }'

# ---- moves are the difference of two locates

# moves_agree SPEC FROM TO
moves_agree() {
    expect_exit 0 diff --strategy "$1" --from "$2" --to "$3" --keys keys --how rebuild --moves \
        --format csv || return
    paste -d, <("$ringside" locate --strategy "$1" --nodes "$2" --keys keys) \
        <("$ringside" locate --strategy "$1" --nodes "$3" --keys keys | cut -d, -f2) |
        awk -F, 'NR == 1 { print "key,from,to"; next } $2 != $3' >want
    is_same "$(<want)" "$(<out)"
}
for spec in null modulo ring ring:hash=md5:vnodes=7 jump jump_swap; do
    check "moves of $spec, growing" moves_agree "$spec" abc abcd
    check "moves of $spec, shrinking" moves_agree "$spec" abcd bcd
    n=$(($(wc -l <out) - 1))
    check "...as many as the summary says" moves "$n" \
        --strategy "$spec" --from abcd --to bcd --keys keys --how rebuild
done
printf 'D\nB,3\nnew\n' >weighted
check "moves with weights" moves_agree ring abcd weighted

# ---- live and rebuild

expect_exit 0 diff --strategy jump --from abcd --to bcd --keys keys --format csv
check "jump cannot live, but start again" is_same "live rebuild" "$(column how | xargs)"
check "...with the reason in its row" grep -q '^jump,live,1000,,,,,,,,,unsupported,.*jump' out
fails 4 jump diff --strategy jump --from abcd --to bcd --keys keys --how live
fails 4 jump diff --strategy jump --from abcd --to bcd --keys keys --how live --moves
expect_exit 0 diff --strategy jump_swap --from abcd --to bcd --keys keys --format csv
check "jump_swap tells them apart" is_same "live rebuild" "$(column how | xargs)"
live=$(column moved | head -n 1)
check "--how live" moves "$live" --strategy jump_swap --from abcd --to bcd --keys keys --how live
check "...is one row" is_same live "$(column how)"
check "live moves are listed" is_same "$live" "$("$ringside" diff --strategy jump_swap --from abcd \
    --to bcd --keys keys --moves --format csv | tail -n +2 | wc -l)"
check "modulo cannot tell" expect_exit 0 diff --strategy ring --from abcd --to bcd --keys keys \
    --format csv --how rebuild
check "--how rebuild is one row" is_same rebuild "$(column how)"

# ---- another strategy

check "another strategy" moves "$(paste -d, <("$ringside" locate --strategy ring --nodes abc \
    --keys keys) <("$ringside" locate --strategy modulo --nodes abc --keys keys) |
    awk -F, '$2 != $4' | wc -l)" \
    --strategy ring --to-strategy modulo --from abc --to abc --keys keys
check "...is a restart" is_same rebuild "$(column how)"
check "the same strategy moves nothing" moves 0 \
    --strategy ring --to-strategy ring --from abc --to abc --keys keys
fails 2 "--how rebuild" diff --strategy ring --to-strategy jump --from abc --to abc --how live
fails 1 "keys:1: hash identity" diff --strategy ring --to-strategy jump:hash=identity \
    --from abc --to abcd --keys keys

# ---- several strategies

expect_exit 0 diff --strategies null,modulo,ring --from abc --to abcd --keys keys --format csv
check "a row a strategy" is_same "null modulo ring" "$(column strategy | xargs)"
fails 4 strategy diff --strategies '' --from abc --to abcd
fails 2 --moves diff --strategies ring,jump --from abc --to abcd --moves

# What one cannot hold does not keep the others from being compared.
printf 'A\nB,2\nC\n' >heavy
expect_exit 0 diff --strategies ring,modulo --from abc --to heavy --keys keys --format csv
check "weights: the ring is compared" grep -q '^ring,both,1000,[0-9].*,ok,$' out
check "...modulo says why not, once" grep -q '^modulo,both,1000,,,,,,,,,unsupported,heavy:2: ' out
expect_exit 0 diff --strategies modulo,ring --from heavy --to abc --keys keys --format csv
check "...in the first list too" is_same "unsupported ok" "$(column status | xargs)"
check "...whichever comes first" is_same "1000 1000" "$(column keys | xargs)"
expect_exit 0 diff --strategies ring,modulo --from abc --to heavy --keys keys
check "...in words" grep -q "^modulo cannot (both): heavy:2: " out
check "...that fit a terminal" is_narrow out
check "full: the ring is compared" expect_exit 0 diff --strategies anchor:capacity=3,ring \
    --from abc --to abcd --keys keys --format csv
check "...and who is full says so" \
    grep -q '^anchor:capacity=3,both,.*,unsupported,abcd: .*capacity' out
check "another strategy takes weights" moves "$(paste -d, <("$ringside" locate --strategy modulo \
    --nodes abc --keys keys) <("$ringside" locate --strategy ring --nodes heavy --keys keys) |
    awk -F, '$2 != $4' | wc -l)" \
    --strategy modulo --to-strategy ring --from abc --to heavy --keys keys
fails 4 heavy:2: diff --strategies modulo,jump --from heavy --to abc --keys keys --format csv
fails 4 heavy:2: diff --strategy modulo --from abc --to heavy --keys keys --how rebuild
fails 4 heavy:2: diff --strategy modulo --from abc --to heavy --keys keys --moves
# A spec that is wrong is so whatever the nodes are.
for more in "" "--shards 7"; do
    # shellcheck disable=SC2086 # two words or none
    fails 2 "--strategies: bounded:over=bounded: " \
        diff --strategies ring,bounded:over=bounded --from abc --to absent $more
    check "...before any output" is_same "" "$(<out)"
done
fails 2 "--strategy: bounded:over=bounded: " \
    diff --strategy bounded:over=bounded --from abc --to abcd
fails 2 "--to-strategy: bounded:over=bounded: " \
    diff --strategy ring --to-strategy bounded:over=bounded --from abc --to abcd
fails 2 "--to-strategy: nonsense: " \
    diff --strategy ring --to-strategy nonsense --from abc --to abcd

# ---- limits

: >empty
printf '%s\n' X Y Z >renewed

check "within --max-moved" expect_exit 0 \
    diff --strategy ring --from abc --to abcd --keys keys --max-moved 0.5
fails 3 --max-moved diff --strategy modulo --from abc --to abcd --keys keys --max-moved 0.30
check "...the summary is there all the same" grep -q '^modulo' out
fails 3 --max-moved diff --strategy modulo --from abc --to abcd --keys keys --max-moved 0.3 --moves
check "...and the moves" is_same key "$(head -n 1 out | cut -d' ' -f1)"
moved=$("$ringside" diff --strategy ring --from abc --to abcd --keys keys --format csv |
    tail -n 1 | cut -d, -f5)
check "just at the limit" expect_exit 0 \
    diff --strategy ring --from abc --to abcd --keys keys --max-moved "$moved"

fails 3 "100% of the keys move, more than the 0% that --max-moved 0" \
    diff --strategy ring --from abc --to empty --keys keys --max-moved 0
fails 3 "100% of the copies move, more than the 12.5% that --max-moved 0.125" \
    diff --strategy ring --from abc --to renewed --shards 16 --max-moved 0.125

# ---- weights, ids, names

printf 'A,1\nB,1\nC,2\n' >w1
printf 'A,1\nB,3\nC,2\n' >w2
expect_exit 0 diff --strategy ring --from w1 --to w2 --keys keys --format csv
check "the minimum when B's weight grows: 3/6 - 1/4" is_near "$(column minimum_fraction)" 0.25
check "...and every key that moves goes to B" is_same B "$("$ringside" diff --strategy ring \
    --from w1 --to w2 --keys keys --moves --format csv | tail -n +2 | cut -d, -f3 | sort -u)"
printf 'A,1\nB,0\nC,2\n' >w3
expect_exit 0 diff --strategy ring --from w1 --to w3 --keys keys --format csv
check "the minimum when B is drained: 1/4" is_near "$(column minimum_fraction)" 0.25
n_of_b=$("$ringside" locate --strategy ring --nodes w1 --keys keys | grep -c ',B$')
check "a drained node gives up all it has" is_same "$n_of_b" "$(column moved)"
fails 4 w2:2: diff --strategy jump --from abc --to w2 --keys keys
printf 'A,1,7\nB,1,3\nC,1,12\n' >ids
check "ids do not move keys of a ring" moves 0 --strategy ring --from abc --to abc --keys keys
check "...nor their order" moves 0 --strategy ring --from ids --to ids --keys keys
printf 'C,1,12\nA,1,7\n' >ids_less
check "a node less, with ids" moves "$("$ringside" locate --strategy ring --nodes abc --keys keys |
    grep -c ',B$')" --strategy ring --from ids --to ids_less --keys keys
expect_exit 0 diff --strategy ring --from abc --to ids --keys keys --format csv
check "a running node keeps its id" grep -q '^ring,live,.*unsupported,.*ids:1: .*rebuild' out
printf 'A,1,4294967294\nB,1,0\n' >greatest
printf '%s\n' A B C >and_c
n_of_c=$("$ringside" locate --strategy ring --nodes abc --keys keys | grep -c ',C$')
check "beside the greatest id, a newcomer finds one" moves "$n_of_c" \
    --strategy ring --from greatest --to and_c --keys keys --how live
printf '%s\n' A B E >renamed
check "a renamed node is another node" moves_agree ring abc renamed
check "...whose keys all move" is_same 0 "$(cut -d, -f2,3 out | grep -c '^C,C')"
check "...so they are no survivors" expect_exit 0 \
    diff --strategy jump --from abc --to renamed --keys keys --format csv --how live
check "...not in jump either" is_same 0 "$(column survivors_moved)"

# ---- nothing

check "equal lists: nothing moves" moves 0 --strategy modulo --from abc --to abc --keys keys
check "...and need not" is_same 0 "$(column minimum_fraction)"
check "from no node to some" moves 1000 --strategy ring --from empty --to abc --keys keys
check "from some to no node" moves 1000 --strategy ring --from abc --to empty --keys keys
check "from none to none" moves 0 --strategy ring --from empty --to empty --keys keys
expect_exit 0 diff --strategy ring --from abc --to empty --keys keys --moves --format csv
check "no node is an empty cell" grep -qE '^key:0,[ABC],$' out
fails 4 "no keys" diff --strategy ring --from abc --to abcd --keys empty

# ---- formats and errors

if is_python_there; then
    args=(diff --strategies "jump,$one" --from abcd --to bcd --keys keys)
    "$ringside" "${args[@]}" --format json >json
    "$ringside" "${args[@]}" --format csv >csv
    check "json and csv agree" python3 -c '
import csv, json
read = lambda row: {k: "" if v is None else str(v) for k, v in row.items()}
j, c = [read(row) for row in json.load(open("json"))], list(csv.DictReader(open("csv")))
assert j == c, (j, c)'
else
    skip "no python3 to read the JSON with"
fi
expect_exit 0 diff --strategies "jump_swap,$one" --from three --to four --keys sessions
check "text fits a terminal" is_narrow out
check "...and spells long specs out" grep -qF "(1)  ${one%%:*}" out
check "...and short ones by name" grep -q "^jump_swap  *both" out
expect_exit 0 diff --strategies ring,jump,ring:vnodes=100 --from three --to four --keys sessions
check "a strategy named twice is compared once" is_same 1 "$(grep -c "^ring " out)"
expect_exit 0 diff --strategies jump,ring --from abcd --to bcd --keys keys
check "a reason fits a terminal" is_narrow out
check "...whole" grep -q "^jump cannot (live): jump can only remove" out
check "the legend has the column how" grep -q "^how: live, .*rebuild," out
check "...and both" grep -q "^both, " out
fails 2 "--strategies LIST" diff --from abc --to abcd
check "help names what is needed first" expect_exit 0 diff --help
check "...as the error does" grep -q "^ringside diff --strategies LIST --from FILE --to FILE" out
fails 2 --from diff --strategy ring --to abc
fails 2 --how diff --strategy ring --from abc --to abcd --how sideways
fails 2 --max-moved diff --strategy ring --from abc --to abcd --max-moved most
fails 2 --max-moved diff --strategy ring --from abc --to abcd --max-moved 0x1p-3
fails 2 nonsense diff --strategy nonsense --from abc --to abcd
fails 1 'absent: ' diff --strategy ring --from abc --to absent
fails 1 'absent: ' diff --strategy ring --from abc --to abcd --keys absent

# Standard input serves one of them.
fails 2 "both --from and --to are to come" diff --strategy modulo --from - --to -
check "...and says what to do" grep -q "give one of them a file" err
check "...and prints nothing" is_same "" "$(<out)"
fails 2 "both --from and --keys" diff --strategies ring,jump --from - --to abcd --keys -
fails 2 "both --to and --keys" diff --strategy ring --from abc --to - --keys - --moves
fails 2 "both --from and --to" diff --strategy ring --from - --to - --shards 16
for option in --from --to --keys; do
    args=(--from abc --to abcd --keys keys)
    case $option in
    --from) args[1]=- file=abc ;;
    --to) args[3]=- file=abcd ;;
    *) args[5]=- file=keys ;;
    esac
    check "$option alone may have it" is_same \
        "$("$ringside" diff --strategy ring --from abc --to abcd --keys keys)" \
        "$("$ringside" diff --strategy ring "${args[@]}" <$file)"
done

# Whole shards.
# column_of N: that column of the CSV in out, its rows apart by blanks.
column_of() {
    awk -F, -v n="$1" 'NR > 1 { printf "%s%s", s, $n; s = " " }' out
}
printf 'a\nb\nc\n' >three
printf 'a\nb\nc\nd\n' >four
seq -f 'key:%.0f' 1 5000 >k5000
csv=(--format csv)
shards=(diff --shards 1024 --from three --to four)
check "shards" expect_exit 0 "${shards[@]}" --strategies jump,modulo --keys k5000 "${csv[@]}"
check "...a quarter must move" is_same "256 256" "$(column_of 5)"
check "...modulo moves three" awk -F, '$1 == "modulo" && ($4 < 0.7 || $4 > 0.8) { exit 1 }' out
cp out summary
check "moves of shards" \
    expect_exit 0 "${shards[@]}" --strategy jump --keys k5000 --moves "${csv[@]}"
check "...are those of the summary" \
    is_same "$(awk -F, '$1 == "jump" { print $3, $6, $7 }' summary)" \
    "$(awk -F, 'NR > 1 { n++; k += $5; b += $6 } END { print n, k, b }' out)"
check "...all to the newcomer" is_same d "$(awk -F, 'NR > 1 { print $4 }' out | sort -u)"
check "two copies" expect_exit 0 "${shards[@]}" --strategy ring --replication 2 "${csv[@]}"
check "...need half the shards moved at least" is_same 512 "$(column_of 5)"
check "a limit on shards" expect_exit 3 "${shards[@]}" --strategy modulo --max-moved 0.5
check "too many copies" expect_exit 2 "${shards[@]}" --strategy ring --replication 17
check "no shards" expect_exit 2 diff --shards 0 --from three --to four --strategy ring
check "copies of what" expect_exit 2 diff --replication 2 --from three --to four --strategy ring
check "shards know no --how" expect_exit 2 "${shards[@]}" --strategy ring --how rebuild
printf 'b\nc\nd\n' >late
check "what jump cannot" \
    expect_exit 4 diff --shards 16 --from four --to late --strategy jump --moves
fails 4 "no strategy can make this change" diff --shards 16 --from four --to late --strategy jump \
    --format csv
fails 4 "there are no keys" diff --shards 16 --from four --to late --strategy ring --keys empty
fails 2 "give --shards from 1" diff --shards 0 --from absent --to absent --strategy ring
fails 2 "--strategy: there is no strategy" diff --from four --to late --strategy nonsense

# A cluster that vanishes is no plan without moves.
printf 'a,0\nb,0\n' >drained
shards=(diff --strategy ring --shards 7)
fails 4 "empty: there are no nodes" "${shards[@]}" --from four --to empty --max-moved 0
check "...and says what to do" grep -q "nodes on both sides; give it a node" err
fails 4 "empty: there are no nodes" "${shards[@]}" --from empty --to four
fails 4 "drained: all weights are 0" "${shards[@]}" --from four --to drained --max-moved 0
fails 4 "drained: all weights are 0" "${shards[@]}" --from drained --to four --moves
check "...before any output" is_same "" "$(<out)"
printf 'a\nb,0\nc\nd\n' >one_drained
check "one node of weight 0 is none" expect_exit 0 "${shards[@]}" --from four --to one_drained

# Of copies that cannot be none is counted: four nodes hold four of a shard.
many=("${shards[@]}" --replication 16)
fails 3 "25% of the copies move, more than the 10% that --max-moved 0.1" \
    "${many[@]}" --from three --to four --max-moved 0.1
check "one copy of four" expect_exit 0 "${many[@]}" --from three --to four "${csv[@]}"
check "...is a quarter" is_same "7 0.25" "$(column_of 3) $(column_of 4)"
check "a drained node holds none" \
    expect_exit 0 "${many[@]}" --from three --to one_drained "${csv[@]}"
check "...of three copies one is new" is_same "7 1" "$(column_of 3) $(awk -v x="$(column_of 4)" \
    'BEGIN { print (x > 0.333 && x < 0.334) }')"
fails 3 "more than the 0% that --max-moved 0" \
    "${shards[@]}" --from three --to four --moves --max-moved 0

# What a strategy cannot hold is a row here too.
printf 'a\nb,2\nc\n' >heavy
shards=(diff --shards 16 --strategies "ring,modulo,anchor:capacity=2")
for lists in "--from three --to heavy" "--from heavy --to three"; do
    # shellcheck disable=SC2086 # four words
    check "weights and shards, $lists" expect_exit 0 "${shards[@]}" $lists "${csv[@]}"
    check "...whose status is" is_same "ok unsupported unsupported" "$(column_of 8)"
    check "...with file and line" grep -q '^modulo,16,,,,,,unsupported,heavy:2: ' out
done
check "in words" expect_exit 0 "${shards[@]}" --from three --to heavy
check "...the reason" grep -q "^modulo cannot: heavy:2: " out
check "...a legend" grep -q "^moves: copies of shards .*moved_fraction: " out
check "...that fits a terminal" is_narrow out
check "...and nothing else" is_same "" "$(<err)"
fails 4 "no strategy can" diff --shards 16 --strategies modulo,jump --from three --to heavy

# What was not counted is empty.
shards=(diff --shards 16 --from three --to four --strategy jump)
check "no keys counted" expect_exit 0 "${shards[@]}" "${csv[@]}"
check "...is no 0" is_same ",ok" "$(column_of 6)$(column_of 7),$(column_of 8)"
check "no keys of moves counted" expect_exit 0 "${shards[@]}" --moves "${csv[@]}"
check "...is no 0" is_same "" "$(column_of 5 | tr -d ' ')$(column_of 6 | tr -d ' ')"
for more in "" --moves; do
    # shellcheck disable=SC2086 # a word or none
    fails 1 "absent: " "${shards[@]}" --keys absent --format csv $more
    check "...before any output" is_same "" "$(<out)"
done
fails 1 "three:1: " diff --shards 16 --strategies jump,jump:hash=identity --from three --to four \
    --keys three --format csv
check "...before any output" is_same "" "$(<out)"
fails 1 "absent: " diff --strategy jump --from three --to four --keys absent --moves --format csv
check "...before any output" is_same "" "$(<out)"

finish
