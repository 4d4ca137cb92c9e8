/* tier_state.h - what the files of a tier share
 */
#ifndef RINGSIDE_TIER_STATE_H
#define RINGSIDE_TIER_STATE_H

#include "tier.h"
#include "tier_balance.h"
#include "tier_nodes.h"

/* What a request needs of its key, in one line of memory. */
struct tier_key {
    uint32_t shard;
    uint32_t version; /* the database's */
    uint32_t hit_at;  /* second of its last hit, from 1 */
    uint32_t n_asked; /* requests since the balancer looked last */
};

struct tier {
    const struct timeline *timeline;
    struct rc_cluster *cluster;
    struct tier_nodes nodes;
    struct tier_balance balance;
    uint32_t n_keys, n_shards;
    struct tier_key *keys;
    uint32_t now;             /* this second, from 1 */
    uint32_t *primary;        /* by shard: position in nodes.all, which is the id too */
    uint32_t *old;            /* by shard: who had it before, while a dual read may ask */
    uint64_t *n_served;       /* by position, this second */
    void **stores;            /* by position */
    bool writes_wide;         /* a write has other addressees than the primary alone */
    bool reads_dual;          /* a miss asks the old owner too */
    size_t n_left, n_planned; /* moves; when they were planned */
    uint64_t n_steps;         /* that copying them may still take */
    double warm_until_s;      /* dual reads, double writes and copies end then */
    struct rc_stats before;   /* of this second */
};

/* A request for this key. */
static inline void tier_balance_count(struct tier_balance *balance, struct tier_key *key)
{
    key->n_asked++;
    if (balance->shard_requests)
        balance->shard_requests[key->shard]++;
}

/* Serves the requests of a second (requests.h); false: memory was short. */
bool tier_serve(struct tier *tier, const uint32_t *requests, size_t n, struct tier_second *second);

#endif
