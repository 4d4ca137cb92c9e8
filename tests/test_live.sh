#!/usr/bin/env bash
# test_live.sh RINGSIDE SOURCE_DIR - ringside cluster --live on memcached servers of its own
#
# Short: that servers are started, asked, killed and replaced as the timeline says, that hits are
# about those of the simulation, and that no server is left. scripts/live.sh compares closely.
source "$(dirname -- "${BASH_SOURCE[0]}")/cli.sh"

# timeline NODES LINE...: into t.txt, 3 seconds of 2000 requests unless a line says otherwise.
timeline() {
    local nodes=$1
    shift
    printf '%s\n' "nodes $nodes" "requests 2000" "workload zipf 2000" "values 1000" "cache 300KB" \
        "$@" >t.txt
}

# column METRIC FILE: its values second by second, on a line.
column() {
    awk -F, -v metric="$1" '$9 == metric && $7 ~ /^[0-9]+s$/ { printf "%s ", $10 }' "$2"
}

# is_near POINTS: hit ratios of live.csv and simulated.csv, second by second.
is_near() {
    paste <(column hit_ratio simulated.csv | tr ' ' '\n') \
        <(column hit_ratio live.csv | tr ' ' '\n') |
        awk -v points="$1" '
            NF == 2 { n++; d = 100 * ($1 > $2 ? $1 - $2 : $2 - $1); worst = d > worst ? d : worst }
            END { print n + 0 " seconds, at most " worst + 0 " points apart"
                  exit !(n > 0 && worst <= points) }' >near || { cat near; return 1; }
}

# both STRATEGY: t.txt in the simulation and live.
both() {
    "$ringside" cluster t.txt --strategies "$1" --format csv >simulated.csv &&
        "$ringside" cluster t.txt --strategies "$1" --format csv --live >live.csv
}

timeline a "duration 1s"
run cluster t.txt --live --strategies jump
if grep -q 'no libmemcached' err; then
    check "the remedy is named" is_one_error 'scripts/setup.sh --with-peers'
    finish || exit 1
    skip "this build has no libmemcached"
    exit 77
fi
if ! command -v memcached >/dev/null; then
    check "the remedy is named" is_one_error 'scripts/setup.sh --with-peers'
    finish || exit 1
    skip "there is no memcached on PATH"
    exit 77
fi

timeline "a b c" "duration 8s" "at 4s add d"
check "three become four" both jump
check "...with the hits of the simulation" is_near 6
check "...and four are up" is_same "3 3 3 3 4 4 4 4 " "$(column nodes_up live.csv)"

timeline "a b c" "duration 9s" "writes 10%" "replication 2" "at 3s crash b" "at 6s rejoin b"
check "one crashes and rejoins" both ring
check "...with the hits of the simulation" is_near 6
check "...and is away meanwhile" is_same "3 3 3 2 2 2 3 3 3 " "$(column nodes_up live.csv)"
check "...and nothing is stale" is_same "0 0 0 0 0 0 0 0 0 " "$(column stale_reads live.csv)"

timeline "a b c" "duration 6s" "warmup dual_read 2s" "at 3s drain c"
check "one is drained" both ring
check "...with the hits of the simulation" is_near 6

timeline "a b" "duration 1s" "warmup copy 1s"
fails 1 "cannot copy" cluster t.txt --live
timeline "a b" "duration 1s" "balance weights 1s"
fails 1 "balancer" cluster t.txt --live
timeline a "duration 1s"
sed -i 's/^cache.*/cache 2KB/' t.txt
fails 1 "another cache size" cluster t.txt --live --strategies jump
timeline a "duration 1s"
PATH=/nowhere "$ringside" cluster t.txt --live >out 2>err
check "a missing memcached is named with its remedy" is_one_error "scripts/setup.sh --with-peers"

# two_servers PID: the memcached processes that it has started, in servers.
two_servers() {
    servers=$(pgrep -P "$1" -x memcached)
    [[ $(wc -w <<<"$servers") -eq 2 ]]
}

# ends_with_its_servers SIGNAL: the program and the servers that it had started.
ends_with_its_servers() {
    local pid servers="" server
    start cluster t.txt --live --strategies jump
    awaits two_servers "$pid" # in vain: it is ended all the same
    kill -s "$1" "$pid"
    wait "$pid" 2>/dev/null
    for server in $servers; do
        ! kill -0 "$server" 2>/dev/null || return 1
    done
}
timeline "a b" "duration 1h"
if command -v pgrep >/dev/null; then
    check "no server is left after SIGTERM" ends_with_its_servers TERM
    check "no server is left after SIGHUP" ends_with_its_servers HUP
    check "no server is left after SIGPIPE" ends_with_its_servers PIPE
fi

# The example: two servers, one of which goes.
route=$(dirname -- "$ringside")/examples/route
if [[ -x $route ]]; then
    ports=()
    for i in 1 2; do
        MEMCACHED_PORT_FILENAME=$work/port$i memcached -l 127.0.0.1 -p -1 -U 0 -u "$(id -un)" &
        pids+=($!)
        awaits test -s "port$i" # written whole, under another name at first
        ports+=("$(sed -n 's/^TCP INET: //p' "port$i")")
    done
    answers() {
        printf 'get probe\n' | "$route" "$1" | grep -q 'NOT FOUND'
    }
    for port in "${ports[@]}"; do
        awaits answers "$port"
    done
    printf 'set user:1 Ada\n' | "$route" "${ports[@]}" >both
    check "the example stores two copies" is_same 2 "$(grep -c SUCCESS both)"
    kill "${pids[0]}"
    wait "${pids[0]}"
    check "...and finds one when a server has gone" \
        grep -q ': Ada$' <(printf 'get user:1\n' | "$route" "${ports[@]}")
    kill "${pids[1]}"
fi

finish
