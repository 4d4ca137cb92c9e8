/* tier_state.h - what the files of a tier share
 */
#ifndef RINGSIDE_TIER_STATE_H
#define RINGSIDE_TIER_STATE_H

#include "tier_balance.h"
#include "tier_base.h"

struct tier {
    struct tier_base base;
    struct tier_balance balance;
    uint32_t n_shards;
    uint32_t *primary;        /* by shard: an id, which is the position in nodes.all too */
    uint32_t *old;            /* by shard: who had it before, while a dual read may ask */
    void **stores;            /* by position */
    bool writes_wide;         /* a write has other addressees than the primary alone */
    bool reads_dual;          /* a miss asks the old owner too */
    size_t n_left, n_planned; /* moves; when they were planned */
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
