/* live_serve.c - the requests of a second, on real servers, one after the other
 */
#include "live_state.h"

#include <time.h>

struct live_answer {
    bool found;
    uint32_t version;
};

static uint64_t live_serve_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* All owners, and those on whom shards are coming. */
static bool live_serve_fill(struct live_tier *tier, uint32_t key, uint32_t version,
                            struct rs_why *why)
{
    uint32_t ids[2 * RC_MAX_FACTOR], shard = tier->base.keys[key].shard;
    size_t n = rc_owners(tier->base.cluster, shard, ids);
    n += rc_coming(tier->base.cluster, shard, ids + n);
    bool good = true;
    for (size_t i = 0; good && i < n; i++)
        good = live_cache_put(&tier->caches[ids[i]], key, tier->value, version, why);
    return good;
}

static bool live_serve_ask(struct live_tier *tier, uint32_t position, uint32_t key,
                           struct live_answer *answer, struct rs_why *why)
{
    tier->base.n_served[position]++;
    return live_cache_get(&tier->caches[position], key, &answer->found, &answer->version, why);
}

/* The owner before the primary, during dual reads; RS_NO_NODE: nobody. */
static uint32_t live_serve_old(const struct live_tier *tier, uint32_t shard, uint32_t primary)
{
    uint32_t old = tier->dual ? rc_previous(tier->base.cluster, shard) : RS_NO_NODE;
    return old != primary && old != RS_NO_NODE && tier->caches[old].client ? old : RS_NO_NODE;
}

/* The primary, then perhaps the owner before it; in all so long as the reader waits for caches. */
static bool live_serve_look(struct live_tier *tier, uint32_t key, uint32_t primary,
                            struct tier_second *second, struct live_answer *answer,
                            struct rs_why *why)
{
    uint64_t start = live_serve_now_ns();
    bool good = live_serve_ask(tier, primary, key, answer, why);
    uint32_t old = live_serve_old(tier, tier->base.keys[key].shard, primary);
    if (good && answer->found) {
        second->n_hits++;
        second->n_hit_keys += tier->base.keys[key].hit_at != tier->base.now;
        tier->base.keys[key].hit_at = tier->base.now;
    } else if (good && old != RS_NO_NODE) {
        good = live_serve_ask(tier, old, key, answer, why);
        second->n_dual += answer->found;
    }
    tier->took_ns[tier->n_took++] = live_serve_now_ns() - start;
    return good;
}

static bool live_serve_read(struct live_tier *tier, uint32_t key, struct tier_second *second,
                            struct rs_why *why)
{
    uint32_t primary = rc_primary(tier->base.cluster, tier->base.keys[key].shard);
    struct live_answer answer;
    second->n_reads++;
    if (primary == RS_NO_NODE) {
        second->n_unserved++;
        second->n_database++;
        return true;
    }
    uint64_t n_hits = second->n_hits;
    if (!live_serve_look(tier, key, primary, second, &answer, why))
        return false;
    second->n_stale += answer.found && answer.version < tier->base.keys[key].version;
    if (second->n_hits > n_hits)
        return true;
    second->n_database += !answer.found;
    return live_serve_fill(tier, key, answer.found ? answer.version : tier->base.keys[key].version,
                           why);
}

static bool live_serve_write(struct live_tier *tier, uint32_t key, struct tier_second *second,
                             struct rs_why *why)
{
    uint32_t primary = rc_primary(tier->base.cluster, tier->base.keys[key].shard);
    second->n_writes++;
    tier->base.keys[key].version++;
    if (primary == RS_NO_NODE) {
        second->n_unserved++;
        return true;
    }
    tier->base.n_served[primary]++;
    return live_serve_fill(tier, key, tier->base.keys[key].version, why);
}

bool live_serve(struct live_tier *tier, const uint32_t *requests, size_t n,
                struct tier_second *second, struct rs_why *why)
{
    bool good = true;
    for (size_t i = 0; good && i < n; i++) {
        uint32_t key = requests[i] & ~REQUEST_WRITE;
        good = requests[i] & REQUEST_WRITE ? live_serve_write(tier, key, second, why)
                                           : live_serve_read(tier, key, second, why);
    }
    return good;
}
