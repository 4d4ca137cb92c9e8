#!/usr/bin/env bash
# live.sh RINGSIDE [KEYS] - holds the simulation of caches against real memcached servers
#
# Three servers become four, and four lose one: each with the strategies modulo, ring and jump, in
# the simulation and on memcached processes on 127.0.0.1, with the same requests: those of KEYS, a
# trace with a key a line in request order, or Zipf. The cache is the smallest of a few sizes that
# gives a steady hit ratio of 70 % or more. Prints the hit ratio of every bin of 10,000 requests.
#
# Exit 0: alike; 1: something is further apart than below, or failed; 77: memcached or its client
# library is missing; 2: bad usage. Installs nothing.
set -euo pipefail
export LC_ALL=C
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
take_help "$@"
[[ $# -ge 1 && $# -le 2 && -n $1 ]] || fail 2 "which program? usage: live.sh RINGSIDE [KEYS]"
ringside=$1
need_program "$ringside" build/ringside
keys=${2:-}

steady_points=3  # may be between simulated and live, in a bin
dip_points=5     # in a bin between the event and the recovery
recovery_bins=1  # between the two recoveries
n_bins=24
event_bin=14
requests=10000
value_bytes=1000
item_bytes=$((value_bytes + 64)) # as the simulation counts

skip() {
    echo "live.sh: skipped: $1; scripts/setup.sh --with-peers installs what is missing," \
        "then make clean and make"
    exit 77
}

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# timeline NODES CACHE_BYTES [EVENT]
timeline() {
    printf '%s\n' "nodes $1" "duration ${n_bins}s" "requests $requests" "values $value_bytes" \
        "cache $2" "workload $([[ -n $keys ]] && echo file || echo zipf 100000)"
    [[ -z ${3:-} ]] || echo "at ${event_bin}s $3"
}

# run FILE OPTION...: the timeline FILE.txt, into FILE.csv.
run() {
    local file=$work/$1
    shift
    ask "$ringside" cluster "$file.txt" ${keys:+--keys "$keys"} --format csv "$@"
}

# Mean hit ratio, in whole percent, of the five bins before the event.
steady_percent() {
    awk -F, -v event="$event_bin" '
        $9 != "hit_ratio" || $7 !~ /^[0-9]+s$/ { next }
        $7 + 0 >= event - 5 && $7 + 0 < event { sum += $10 }
        END { print int(sum * 20) }'
}

# Sets cache_bytes.
choose_cache() {
    local n_keys=100000 part percent
    [[ -z $keys ]] || n_keys=$(sort -u -- "$keys" | wc -l)
    for part in 1 2 3 5 8 12 16 20 25 30 40 50 60 80; do
        cache_bytes=$((n_keys * part / 100 / 3 * item_bytes))
        [[ $cache_bytes -gt 0 ]] || continue
        timeline "a b c" "$cache_bytes" >"$work/try.txt"
        percent=$(run try --strategies modulo | steady_percent)
        if [[ $percent -ge 70 && $percent -le 90 ]]; then
            echo "$((cache_bytes / item_bytes)) items a server ($part % of $n_keys keys in" \
                "three), $value_bytes bytes each: steady hit ratio $percent %"
            return
        fi
    done
    fail 1 "no cache size gives these requests a steady hit ratio of 70 to 90 %;" \
        "give a trace that repeats its keys more evenly"
}

# Prints the table and the verdict of one event; exit 1: too far apart. Recovery is the first bin
# whose loss (against a simulation in which nothing happens, so that the ups and downs of a trace
# do not count) is within a point of that of the last five bins. Where a bin of the simulation lies
# within half a point of that, it is open on which side a server falls: hence "first to last".
compare() {
    awk -F, -v n_bins="$n_bins" -v event="$event_bin" -v steady="$steady_points" \
        -v dip="$dip_points" -v bins="$recovery_bins" '
        function abs(x) { return x < 0 ? -x : x }
        function recovery(run, spec, points,    b, level) {
            for (b = n_bins - 5; b < n_bins; b++)
                level += (ratio["still", spec, b] - ratio[run, spec, b]) / 5
            for (b = event; ratio["still", spec, b] - ratio[run, spec, b] > level + points; b++);
            return b - event
        }
        FNR == 1 { run = FILENAME; sub(/.*\//, "", run); sub(/\.csv$/, "", run) }
        $9 == "hit_ratio" && $7 ~ /^[0-9]+s$/ {
            ratio[run, $3, $7 + 0] = 100 * $10
            if (!seen[$3]++) specs[++n_specs] = $3
        }
        run == "live" && $9 == "latency_p50_us" && $7 != "" { p50[$3] += $10 / n_bins }
        run == "live" && $9 == "latency_p99_us" && $7 != "" { p99[$3] += $10 / n_bins }
        END {
            printf "%4s", ""
            for (i = 1; i <= n_specs; i++) printf "  %22s", specs[i] ": simulated, live"
            printf "\n"
            for (b = 0; b < n_bins; b++) {
                printf "%3d%s", b, b == event ? "*" : " "
                for (i = 1; i <= n_specs; i++) {
                    difference = ratio["live", specs[i], b] - ratio["simulated", specs[i], b]
                    printf "  %8.2f%7.2f%+7.2f", ratio["simulated", specs[i], b],
                           ratio["live", specs[i], b], difference
                }
                printf "\n"
            }
            for (i = 1; i <= n_specs; i++) {
                spec = specs[i]
                theirs = recovery("live", spec, 1)
                first = recovery("simulated", spec, 1.5); last = recovery("simulated", spec, 0.5)
                worst_steady = worst_dip = 0
                for (b = 0; b < n_bins; b++) {
                    difference = abs(ratio["live", spec, b] - ratio["simulated", spec, b])
                    in_dip = b >= event && b <= event + (last > theirs ? last : theirs)
                    if (in_dip && difference > worst_dip) worst_dip = difference
                    if (!in_dip && difference > worst_steady) worst_steady = difference
                }
                good = worst_steady <= steady && worst_dip <= dip &&
                       theirs >= first - bins && theirs <= last + bins
                failed += !good
                printf "%s %s: steady %.2f points apart at most (%d), dip %.2f (%d), ",
                       good ? "alike" : "NOT ALIKE", spec, worst_steady, steady, worst_dip, dip
                printf "recovery in bin\n    %s, live %d (%d); ",
                       first == last ? first : first " to " last, theirs, bins
                printf "a read took %.0f us (median), %.0f us (p99): means of bins\n",
                       p50[spec], p99[spec]
            }
            if (!n_specs) { print "NOT ALIKE: there are no results"; failed = 1 }
            exit failed > 0
        }' "$work/still.csv" "$work/simulated.csv" "$work/live.csv"
}

# measure TITLE NODES EVENT
measure() {
    printf '\n%s, at bin %d; hit ratio in %%\n' "$1" "$event_bin"
    timeline "$2" "$cache_bytes" >"$work/still.txt"
    timeline "$2" "$cache_bytes" "$3" >"$work/event.txt"
    run still >"$work/still.csv"
    run event >"$work/simulated.csv"
    run event --live >"$work/live.csv"
    compare || verdict=1
}

command -v memcached >/dev/null || skip "there is no memcached on PATH"
printf '%s\n' "nodes a" "duration 1s" "requests 1" "cache 1MB" >"$work/probe.txt"
if ! (ask "$ringside" cluster "$work/probe.txt" --strategies modulo --live) \
    >/dev/null 2>"$work/err"; then
    grep -q 'no libmemcached' "$work/err" && skip "this build has no libmemcached"
    cat "$work/err" >&2
    exit 1
fi
verdict=0
memcached -V
choose_cache
measure "three servers become four" "a b c" "add d"
measure "four servers lose one" "a b c d" "crash b"
exit "$verdict"
