/* tier.h - a tier of caches in front of a database, placed by one strategy, second by second
 *
 * A request asks the primary of its key's shard; a miss asks the database and fills the cache. A
 * write goes to the database and to every cache that must know. The database always has the truth:
 * each key has a version there, and a hit on an older one is a stale read.
 */
#ifndef RINGSIDE_TIER_H
#define RINGSIDE_TIER_H

#include "requests.h"
#include "timeline.h"

/* What happened in one second. */
struct tier_second {
    uint64_t n_reads, n_hits, n_writes;
    uint64_t n_hit_keys; /* different keys among the hits */
    uint64_t n_database; /* reads that the database had to answer */
    uint64_t n_dual;     /* reads that the old owner answered during warm-up */
    uint64_t n_unserved; /* requests for keys that no node serves */
    uint64_t n_stale;    /* hits on an older version than the database's */
    uint64_t n_moved_shards, n_moved_keys, n_moved_bytes;
    uint64_t n_lost_keys;
    uint32_t n_actions, n_alarms; /* of the balancer; an alarm counts when it begins */
    uint32_t n_below_factor;      /* shards, at its end */
    uint32_t n_up;
    double max_over_mean, cv; /* of the requests that the nodes got */
};

struct tier;

/* By event: why it was left undone; "": it was not. */
const struct rs_why *tier_refusals(const struct tier *tier);
/* Requests that the i-th node of the timeline has got so far. false: there are no more. */
bool tier_node_load(const struct tier *tier, size_t i, struct rs_bytes *name, uint64_t *n_requests);

/* requests: for the names of the keys. false: why says it; *cannot: the strategy cannot do what the
 * timeline asks for (weights, say; others may), or there is nothing to ask for. */
bool tier_open(const char *spec, const struct timeline *timeline, struct requests *requests,
               struct tier **out, bool *cannot, struct rs_why *why);
void tier_close(struct tier *tier);

/* One second: first what is due at its beginning, then these requests. refused: text of what the
 * strategy or the balancer could not do ("" when all was done). false: memory was short. */
bool tier_run_second(struct tier *tier, uint64_t second, const uint32_t *keys, size_t n,
                     struct tier_second *result, struct rs_why *refused);

#endif
