/* live_state.h - what the files of a live tier share
 */
#ifndef RINGSIDE_LIVE_STATE_H
#define RINGSIDE_LIVE_STATE_H

#include "cluster.h"
#include "live_cache.h"
#include "live_tier.h"
#include "tier_nodes.h"

struct live_tier {
    const struct timeline *timeline;
    struct rc_cluster *cluster;
    struct tier_nodes nodes;
    struct memcached_room room;
    struct live_cache *caches; /* by position in nodes.all, which is the id too */
    uint32_t n_keys;
    uint32_t *shard_of; /* by key */
    uint32_t *version;  /* by key: the database's */
    uint32_t *hit_at;   /* by key: second of its last hit, from 1 */
    uint32_t now;       /* this second, from 1 */
    uint64_t *n_served; /* by position, this second */
    struct rs_bytes value;
    char *value_text;
    uint64_t *took_ns; /* the reads of this second */
    size_t n_took;
    bool dual;           /* the old owner is asked, now */
    bool left;           /* shards still wait for their new owner */
    double warm_until_s; /* dual reads and double writes end then */
};

/* Serves the requests of a second (requests.h). false: a server failed, why says it. */
bool live_serve(struct live_tier *tier, const uint32_t *requests, size_t n,
                struct tier_second *second, struct rs_why *why);

#endif
