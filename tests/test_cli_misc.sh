#!/usr/bin/env bash
# test_cli_misc.sh PATH_TO_RINGSIDE SOURCE_DIR - list, verify, help, full disks
source_dir=$(realpath -e "${2:?usage: $0 PATH_TO_RINGSIDE SOURCE_DIR}") || exit 1
# shellcheck source=tests/cli.sh
source "$(dirname "${BASH_SOURCE[0]}")/cli.sh"

# ---- help

check "help" expect_exit 0 --help
check "...fits a terminal" is_narrow out
for command in list locate diff bench verify; do
    check "help names $command" grep -q "ringside $command " out
done
for command in list locate diff bench cluster claims verify; do
    check "help of $command" expect_exit 0 $command --help
    check "...fits a terminal" is_narrow out
    check "...is of $command" grep -q "^ringside $command" out
done
check "the version" expect_exit 0 --version
check "...is one line" is_same 1 "$(wc -l <out)"
fails 2 --help
fails 2 nonsense nonsense
fails 2 'x\x0ay' $'x\ny'
fails 2 -x list -x

# ---- list

for what in strategies hashes metrics workloads; do
    check "list $what" expect_exit 0 list $what
    check "...fits a terminal" is_narrow out
    check "...ends no line with a blank" is_same "" "$(grep -n ' $' out)"
    check "...as csv" expect_exit 0 list $what --format csv
    cp out $what.csv
    check "...as json" expect_exit 0 list $what --format json
    cp out $what.json
    is_python_there || continue
    check "...which are the same" python3 -c '
import csv, json, sys
read = lambda row: {k: "" if v is None else str(v) for k, v in row.items()}
rows = list(csv.DictReader(open(sys.argv[1] + ".csv")))
assert rows and rows == [read(row) for row in json.load(open(sys.argv[1] + ".json"))]' $what
done
is_python_there || skip "no python3 to read CSV and JSON with"
check "list choosing" expect_exit 0 list choosing
check "...fits a terminal" is_narrow out
check "...is docs/choosing.md" cmp out "$source_dir/docs/choosing.md"
for name in null modulo ring jump jump_swap; do
    check "list has $name" grep -q "^$name," strategies.csv
done
for name in md5 md5low xxh3 xxh64 crc32 fnv1a identity; do
    check "list has $name" grep -q "^$name,.*,yes$" hashes.csv
done
for name in sequential uniform zipf file; do
    check "list has $name" grep -q "^$name," workloads.csv
done
for name in lookup_ns bytes_total max_over_mean moved_fraction; do
    check "list has $name" grep -q ",$name," metrics.csv
done
check "ring has vnodes" grep -qE '^ring,.*,vnodes,uint,160,' strategies.csv
check "no hash for tests only" is_same "" "$(grep narrow hashes.csv)"
fails 2 nonsense list nonsense
fails 2 --format list choosing --format csv
fails 2 "one thing" list hashes metrics
fails 2 text list --format yaml
fails 2 --format list --format
fails 2 "--format is given twice" list --format csv --format json
fails 2 "--strategies is given twice" bench --smoke --strategies ring --strategies jump
check "a word that takes no value may be" expect_exit 0 bench --smoke --smoke --strategies ring \
    --metrics memory

# ---- a machine that refuses MD5

cat >openssl.cnf <<'END'
openssl_conf = init
[init]
providers = providers
[providers]
base = base
[base]
activate = 1
END
export OPENSSL_CONF=$work/openssl.cnf
echo a >nodes
echo k >keys
if "$ringside" list hashes --format csv | grep -q '^md5,.*,yes$'; then
    skip "this OpenSSL does not heed OPENSSL_CONF"
else
    check "md5 is listed with the reason" grep -q '^md5 .*OpenSSL' <("$ringside" list hashes)
    fails 1 md5 locate --strategy ring:hash=md5 --nodes nodes --keys keys
    check "...which stands there too" grep -q OpenSSL err
    check "other hashes go on" gives $'key,node\nk,a' \
        locate --strategy ring --nodes nodes --keys keys
    check "in bench there are others" expect_exit 0 bench --smoke --strategies ring,ring:hash=md5 \
        --metrics memory --format csv
    check "...and it is unsupported" grep -q '^2,.*,ring:hash=md5,.*,unsupported,.*OpenSSL' out
fi
unset OPENSSL_CONF

# ---- verify

check "all built-in strategies hold what they promise" expect_exit 0 verify --scripts 5
check "...with wide and narrow hashes" grep -q '^ring:hash=narrow4 .* holds$' out
check "...and nothing is broken" is_same "" "$(grep broken out)"
check "modulo does not promise minimal" grep -qE '^modulo +minimal +not promised$' out
check "some of them" expect_exit 0 verify --strategies ring:vnodes=3 --properties total,pure \
    --scripts 5 --format csv
check "...only" is_same 3 "$(wc -l <out)"
fails 4 promised verify --strategies modulo --properties minimal
fails 2 junk verify --properties total,junk
check "...and prints nothing else" is_same "" "$(<out)"
fails 2 junk verify --strategies junk
check "...before any row" is_same "" "$(cat out)"
fails 2 junk verify --strategies ring:vnodes=3,junk --scripts 1 --format csv
check "...before any row, too" is_same "" "$(cat out)"
fails 2 --scripts verify --scripts 0
fails 2 extra verify extra

# ---- a timeline in words

cp "$source_dir"/examples/timelines/drain.txt drain.txt
sed 's/node-b/a-node-with-a-long-name/' drain.txt >long.txt
for timeline in drain.txt long.txt; do
    for specs in modulo,jump weighted_rendezvous,ring:hash=md5:vnodes=200; do
        check "cluster $timeline $specs" expect_exit 0 cluster $timeline --strategies $specs
        check "...fits a terminal" is_narrow out
        check "...ends no line with a blank" is_same "" "$(grep -n ' $' out)"
        check "...says what happens" grep -q "30s drain [a-z-]* over 20s" out
        check "...and has a row for each" is_same 2 "$(grep -c '^in all' out)"
    done
done
fails 2 "both TIMELINE and --keys" cluster - --keys -

# ---- a full disk

if [[ -c /dev/full ]]; then
    printf 'a\nb\n' >more
    # is_full ARGUMENT...: one line says that the output has nowhere to go.
    is_full() {
        local got=0
        "$ringside" "$@" >/dev/full 2>err </dev/null || got=$?
        is_same 1 $got && is_one_error "standard output: No space left"
    }
    diff=(diff --strategy ring --from nodes --to more --keys keys)
    bench=(bench --smoke --metrics memory)
    for format in text csv json; do
        check "full: list" is_full list --format $format
        check "full: locate" is_full locate --strategy ring --nodes nodes --keys keys \
            --format $format
        check "full: diff" is_full "${diff[@]}" --format $format
        check "full: diff --moves" is_full "${diff[@]}" --moves --format $format
        check "full: bench" is_full "${bench[@]}" --format $format
        check "full: verify" is_full verify --strategies ring --scripts 1 --format $format
    done
    check "full: a limit passed is not what counts" is_full "${diff[@]}" --max-moved 0
    check "full: --help" is_full --help
    check "full: list --help" is_full list --help
    check "full: --version" is_full --version
    seq 1 100000 >many
    "$ringside" locate --strategy ring --nodes nodes --keys many >/dev/full 2>err
    check "full: many keys" is_same 1 $?
    check "...say it" is_one_error "cannot write to standard output"
else
    skip "no /dev/full here"
fi

# Streams that the caller has closed: no file takes their place.
"$ringside" locate --strategy ring --nodes nodes <&- >out 2>err
check "closed standard input" is_same 1 $?
check "...is no empty file" is_one_error "Bad file descriptor"
"$ringside" locate --strategy ring --nodes nodes --keys keys >&- 2>err
check "closed standard output" is_same 1 $?
check "...is named" is_one_error "cannot write to standard output"
check "closed standard error" is_same 0 "$("$ringside" list hashes >out 2>&-; echo $?)"
check "max-moved is a part" expect_exit 2 diff --strategy ring --from nodes --to more --max-moved 30
check "...and says so" is_one_error "from 0 to 1"
check "a number of 64 bits is refused" expect_exit 2 bench --n-keys 18446744073709551615

finish
