/* live_state.h - what the files of a live tier share
 */
#ifndef RINGSIDE_LIVE_STATE_H
#define RINGSIDE_LIVE_STATE_H

#include "live_cache.h"
#include "live_tier.h"
#include "tier_base.h"

struct live_tier {
    struct tier_base base;
    struct memcached_room room;
    struct live_cache *caches; /* by position in nodes.all, which is the id too */
    struct rs_bytes value;
    char *value_text;
    uint64_t *took_ns; /* the reads of this second */
    size_t n_took;
    bool dual; /* the old owner is asked, now */
    bool left; /* shards still wait for their new owner */
};

/* Serves the requests of a second (requests.h). false: a server failed, why says it. */
bool live_serve(struct live_tier *tier, const uint32_t *requests, size_t n,
                struct tier_second *second, struct rs_why *why);

#endif
