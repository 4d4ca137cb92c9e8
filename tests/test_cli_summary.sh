#!/usr/bin/env bash
# test_cli_summary.sh PATH_TO_RINGSIDE SOURCE_DIR - what the text of ringside bench says, and why
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

bench() {
    expect_exit 0 bench --smoke --n-keys 20000 "$@"
}

# says TEXT: out has it, however its lines are broken.
says() {
    tr '\n' ' ' <out | tr -s ' ' | grep -qF -- "$1" || {
        echo "not said: $1"
        return 1
    }
}

says_not() {
    ! says "$1" >/dev/null
}

printf '%s\n' a,1 b,2 c,4 >weighted
printf '%s\n' a,0 b,0 >c.txt
check "nodes with weights" bench --nodes weighted --metrics memory,skew
check "who cannot have them has no row" is_same "" "$(grep -E '^( +[0-9]+|[a-z].*)( +-){7}$' out)"
check "...but is counted and named" says "Left out, 11 of 18: modulo, rendezvous, jump,"
check "...with a reason" says "Why, for modulo: node b: modulo takes no weights"
check "text fits a terminal" is_narrow out
check "one alone" bench --nodes weighted --metrics skew --strategies ring,jump
check "null is nobody's choice" says "Left out, 1 of 2: jump. Why, for jump: node b: jump takes"
check "...nor explained without a row" says_not "null gives"
fails 4 "nothing was measured: node b: jump takes no weights" \
    bench --smoke --nodes weighted --metrics skew --strategies jump --out none
check "...writes nothing" test ! -e none/results.csv
check "what has no column" bench --sizes 3 --metrics placement --strategies modulo
check "...is said to have none" says "has no column in this summary: see --out DIR or --format csv"
check "...in no table" is_same "" "$(grep -E '^(strategy|modulo)' out)"
fails 4 "c.txt: every node has weight 0" bench --smoke --nodes c.txt --strategies ring
fails 4 "nothing was measured: node b: bounded" bench --smoke --nodes weighted --strategies maglev \
    --metrics bounded_load --format csv
fails 4 "nothing was measured: over=bounded:" bench --smoke --strategies \
    bounded:over=bounded
fails 4 "nothing was measured: node b: null takes no weights" bench --smoke --nodes weighted \
    --strategies null --metrics skew
check "an unknown change is no reason to leave out" \
    bench --sizes 10 --metrics migration --strategies jump
check "...jump" says_not "Left out"
check "a run that keeps parts" bench --nodes weighted --metrics skew \
    --strategies ring,jump --resume --out kept
check "...says it too" says "Left out, 1 of 2"

check "null is explained, asked for or not" bench --sizes 10 --strategies modulo --metrics memory
check "...in a line" says "null gives all keys to one node: what it takes is the harness itself."

check "sizes and workloads" bench --sizes 3,10,30 --workload sequential,uniform,zipf \
    --strategies ring,modulo --metrics skew
check "what is shown" says "30 nodes, workload sequential."
check "what is not" \
    says "Not shown here (--out DIR or --format csv), nodes: 3, 10; workload: uniform, zipf."
check "one of each" bench --sizes 3 --strategies ring,modulo --metrics skew
check "...leaves nothing out" says_not "Not shown here"

# Less than what must move, and no less: both occur among a few numbers of virtual nodes.
no_merit="Less than must is no merit: the new node got less than its share there."
n_less=0
n_more=0
for vnodes in 1 2 3 4 5 6 7 8; do
    bench --sizes 3 --metrics migration --strategies "ring:vnodes=$vnodes,modulo"
    least=$(sed -nE 's/^and ([0-9.]+) % with ring.*; ([0-9.]+) % must\.$/\1 \2/p' out)
    if awk '{ exit !($1 < $2) }' <<<"$least"; then
        n_less=$((n_less + 1))
        check "vnodes=$vnodes: less than must is explained" says "$no_merit"
    else
        n_more=$((n_more + 1))
        check "vnodes=$vnodes: more is not" says_not "$no_merit"
    fi
done
check "both occurred" test $n_less -gt 0 -a $n_more -gt 0

# ---- other commands

fails 2 "'rnig'" bench --strategies rnig
check "an unknown strategy fits a terminal" is_narrow err
check "verify" expect_exit 0 verify --strategies ring:vnodes=3 --scripts 1
check "...has reasons below its table" \
    is_same "strategy property verdict" "$(head -n 1 out | xargs)"
check "...and in a column of the CSV" expect_exit 0 \
    verify --strategies ring:vnodes=3 --scripts 1 --format csv
check "...as ever" is_same strategy,property,verdict,reason "$(head -n 1 out)"
check "list" expect_exit 0 list
check "...fits a terminal" is_narrow out

finish
