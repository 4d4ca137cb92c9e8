/* timeline.h - what happens to a cluster, second by second, as people write it down
 *
 *     # four caches instead of three, then a crash
 *     nodes node-a node-b node-c        or: nodes file cluster.txt, a node list as in
 *                                       nodefile.h, its path from the folder of the timeline
 *     duration 120s
 *     requests 10000                    a second
 *     workload zipf 100000              keys: sequential, uniform or zipf over that many; or: file
 *     values 1000                       bytes each
 *     cache 32MB                        a node
 *     writes 5%                         of the requests are writes
 *     replication 1
 *     shards 16384
 *     warmup dual_read 30s              or none, double_write, ramp, copy; see docs/cluster.md
 *     balance weights 5s                or none, shards; every so often
 *     at 10s add node-d                 also: add node-d weight 2, add node-d over 20s (slow start)
 *     at 30s crash node-b
 *     at 50s rejoin node-b              empty, as a process that was started again
 *     at 60s drain node-a over 20s
 *     at 90s weight node-c 2
 *     at 100s shift                     other keys are popular from now on
 *
 * A line a statement, blank lines and # lines skipped; each setting at most once, events in any
 * order (they are sorted by time; those of one time keep the order of their lines). Times are in s,
 * m or h (a plain number is seconds), sizes in bytes, KB, MB or GB (powers of 1000).
 */
#ifndef RINGSIDE_TIMELINE_H
#define RINGSIDE_TIMELINE_H

#include "nodefile.h"
#include "real.h"
#include "ringside.h"

enum warmup {
    WARMUP_NONE,
    WARMUP_DUAL_READ,
    WARMUP_DOUBLE_WRITE,
    WARMUP_RAMP,
    WARMUP_COPY,
    N_WARMUPS
};
enum balance { BALANCE_NONE, BALANCE_WEIGHTS, BALANCE_SHARDS, N_BALANCES };
enum event_kind { EVENT_ADD, EVENT_CRASH, EVENT_REJOIN, EVENT_DRAIN, EVENT_WEIGHT, EVENT_SHIFT };

struct timeline_event {
    enum event_kind kind;
    double at_s;
    struct rs_bytes node; /* shift: empty */
    double weight;        /* add: 1 unless given; weight: the new one */
    double over_s;        /* add, drain: 0 is at once */
    size_t line;
};

struct timeline {
    struct node_list nodes;
    double duration_s;
    uint64_t requests_per_s;
    char workload[32]; /* a name of workloads.def */
    uint64_t n_keys;   /* different ones; 0 for a file */
    uint64_t value_bytes, cache_bytes;
    double write_fraction;
    unsigned factor;
    uint32_t n_shards;
    enum warmup warmup;
    double warmup_s;
    enum balance balance;
    double balance_s;
    struct timeline_event *events; /* by time */
    size_t n_events;
    char *text; /* names point into it */
};

/* false: why says "FILE:LINE: reason; remedy", *timeline is empty. Defaults: duration 60s, requests
 * 10000, workload zipf 100000, values 1000, cache 64MB, writes 0%, replication 1, shards 16384,
 * warmup none, balance none; nodes has none. What cannot be is refused with its line: a node that
 * is not there, one that is there added again, a rejoin without a crash, a crash or drain of the
 * last node that stays, an event that is not over by the end. A node that is draining may crash,
 * and nothing else; when it has left, its name may be added again. */
bool timeline_read(const char *path, struct timeline *timeline, struct rs_why *why);
bool timeline_parse(const char *file, const char *text, size_t n_bytes, struct timeline *timeline,
                    struct rs_why *why);
void timeline_free(struct timeline *timeline);

const char *warmup_name(enum warmup warmup);
const char *balance_name(enum balance balance);
/* "add node-d weight 2", for rows and plots: the line of the event, without its time. */
#define TIMELINE_EVENT_MAX (RS_NAME_MAX + 2 * REAL_MAX + 32)
void timeline_event_print(const struct timeline_event *event, char *text, size_t text_bytes);

#endif
