#!/usr/bin/env bash
# test_cli_cluster.sh PATH_TO_RINGSIDE SOURCE_DIR - what a strategy cannot do in a timeline
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# timeline LINE...: a short one, into t.txt.
timeline() {
    printf '%s\n' "nodes a b c" "duration 20s" "requests 500" "workload zipf 1000" "$@" >t.txt
}

# cells STRATEGY CHANGE METRIC: value, status and message in out, a CSV whose cells have no comma.
cells() {
    awk -F, -v spec="$1" -v change="$2" -v metric="$3" \
        '$3 == spec && $7 == change && $9 == metric { print $10 "|" $17 "|" $18 }' out
}

# has_value STRATEGY CHANGE METRIC
has_value() {
    [[ $(cells "$@") =~ ^[0-9.]+\|ok\| ]]
}

# says TEXT: the words of out, however they are broken into lines, have the text.
says() {
    [[ "$(tr -s ' \n' ' ' <out)" == *"$1"* ]] || {
        echo "not said: $1"
        cat out
        return 1
    }
}

# ---- an event that one strategy refuses

timeline "at 5s weight b 2" "at 10s add d"
check "weights" expect_exit 0 cluster t.txt --strategies ring,jump --format csv
why=$(cells jump "5s weight b 2" moved_fraction)
why=${why##*|}
check "a reason is there" test -n "$why"
for metric in database_peak database_peak_ratio recovery_s moved_fraction; do
    check "refused: $metric" is_same "|unsupported|$why" "$(cells jump "5s weight b 2" $metric)"
    check "done by another: $metric" has_value ring "5s weight b 2" $metric
done
check "what was before is true" has_value jump "5s weight b 2" database_before
check "so is the next event" has_value jump "10s add d" moved_fraction
check "...without a reason" is_same "" "$(cells jump "10s add d" moved_fraction | cut -d'|' -f3)"
check "so is a second" has_value jump 12s hit_ratio
check "so is the whole" has_value jump "" hit_ratio
check "...which names what it lacks" is_same "$why" "$(cells jump "" hit_ratio | cut -d'|' -f3)"

check "weights in words" expect_exit 0 cluster t.txt --strategies ring,jump
check "...fit a terminal" is_narrow out
check "...show no zero" grep -qE '^5s weight b 2 +jump +- +[0-9.]+ +- +- +-$' out
check "...say why" says "jump cannot do \"5s weight b 2\": $why."
check "...once" is_same 1 "$(grep -c cannot out)"

timeline "at 5s weight a 99999999"
check "a weight too great" expect_exit 0 cluster t.txt --strategies ring
check "...shows no zero" grep -qE '^5s weight a 99999999 +ring +- +[0-9.]+ +- +- +-$' out
check "...says why" says 'ring cannot do "5s weight a 99999999": '

timeline "at 5s drain b-with-a-name-too-long-for-this" "at 5s crash a"
sed -i 's/^nodes.*/nodes a b-with-a-name-too-long-for-this c/' t.txt
check "a node in the middle" expect_exit 0 cluster t.txt --strategies jump
check "...fits a terminal" is_narrow out
check "...says by number" says "jump cannot do event 1: jump can only remove"
check "a crash of that second happened" grep -qE '^2 +jump +[0-9.]+ +[0-9.]+ +[0-9.]+ ' out
check "drained in the example" expect_exit 0 cluster "${2:-$1}/examples/timelines/drain.txt" \
    --strategies jump
check "...says why" says "jump cannot do"

timeline $'at 5s weight \xff 2'
sed -i $'s/^nodes.*/nodes a \xff/' t.txt
check "a name that is no text" expect_exit 0 cluster t.txt --strategies jump
check "...is fit to be seen" says 'jump cannot do "5s weight \xff 2": '

# ---- a timeline that a strategy cannot run

timeline "balance weights 1s" "at 5s add d"
check "a balancer" expect_exit 0 cluster t.txt --strategies ring,modulo,jump
check "...fits a terminal" is_narrow out
for spec in modulo jump; do
    check "...says why: $spec" says "$spec cannot run this: balance weights: the strategy has none"
done
check "...once each" is_same 2 "$(grep -c cannot out)"
fails 4 "nothing was run: balance weights" cluster t.txt --strategies jump,modulo
check "...and no table" is_same "" "$(<out)"
fails 4 "nothing was run" cluster t.txt --strategies jump --out folder
check "...and no file" is_same "" "$(ls folder 2>/dev/null)"

timeline
check "one is too small" expect_exit 0 cluster t.txt --strategies ring,anchor:capacity=2
check "...says why" says "anchor:capacity=2 cannot run this: anchor: the fixed capacity is reached"
fails 4 "capacity is reached" cluster t.txt --strategies anchor:capacity=2

# ---- what is asked for wrongly, or is not there

fails 2 "over=bounded" cluster t.txt --strategies ring,bounded:over=bounded
fails 2 "over=bounded" cluster t.txt --strategies bounded:over=bounded --format csv
check "...before any row" is_same "" "$(<out)"
fails 2 junk cluster absent.txt --strategies junk
fails 1 absent.txt cluster absent.txt
: >empty
fails 4 "empty: there are no keys" cluster t.txt --keys empty
fails 4 "standard input: there are no keys" cluster t.txt --keys -
timeline "at 5s shift"
sed -i 's/^workload.*/workload file/' t.txt
fails 4 "empty: there are no keys" cluster t.txt --keys empty
fails 2 "--keys FILE" cluster t.txt
printf 'x\ny\n' >keys
check "a trace" expect_exit 0 cluster t.txt --keys keys

finish
