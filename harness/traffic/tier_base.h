/* tier_base.h - what a simulated tier and one of real servers have in common
 *
 * The nodes that the timeline wants, the cluster that says which of them serves a key, and what the
 * database and the reader know of each key.
 */
#ifndef RINGSIDE_TIER_BASE_H
#define RINGSIDE_TIER_BASE_H

#include "tier.h"
#include "tier_nodes.h"

/* Of a key, as the caches of the simulation know it: its number. */
#define TIER_KEY_BYTES sizeof(uint64_t)

/* What a request needs of its key, in one line of memory. */
struct tier_key {
    uint32_t shard;
    uint32_t version; /* the database's */
    uint32_t hit_at;  /* second of its last hit, from 1 */
    uint32_t n_asked; /* requests since the balancer looked last */
};

struct tier_base {
    const struct timeline *timeline;
    struct rc_cluster *cluster;
    struct tier_nodes nodes;
    uint32_t n_keys;
    struct tier_key *keys;
    uint32_t now;              /* this second, from 1 */
    uint64_t *n_served;        /* by position in nodes.all, which is the id too; this second */
    uint64_t *n_served_before; /* and in all seconds before it */
    double warm_until_s;       /* dual reads, double writes and copies end then */
};

/* As tier_open, into zeros; to be closed after a failure too. */
bool tier_base_open(struct tier_base *base, const char *spec, const struct timeline *timeline,
                    struct requests *requests, bool *cannot, struct rs_why *why);
void tier_base_close(struct tier_base *base);

/* A second, from 0, begins: nothing has happened in it yet, and a warm-up may be over. */
void tier_base_begin(struct tier_base *base, uint64_t second);

/* The timeline has this policy, and the last change is still warming up. */
static inline bool tier_base_warms(const struct tier_base *base, enum warmup warmup, double now_s)
{
    return base->timeline->warmup == warmup && now_s < base->warm_until_s;
}

static inline bool tier_base_is_up(const struct tier_base *base, uint32_t id)
{
    struct rc_node_stats stats;
    return rc_node_stats(base->cluster, id, &stats) && stats.health != RC_DOWN;
}

/* How many nodes are up, and how evenly this second's requests went to them. */
void tier_base_load(const struct tier_base *base, struct tier_second *second);

#endif
