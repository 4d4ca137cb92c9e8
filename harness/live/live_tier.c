/* live_tier.c - the tier of tier.h with real servers
 *
 * The cluster's own stores stay empty: it decides who serves a shard, and the values are in the
 * servers. After each change every node that answers has a server, and no other has one.
 */
#include "live_tier.h"

#include "live_state.h"
#include "reason.h"

#include <stdlib.h>

/* ---- opening */

static bool live_tier_alloc(struct live_tier *tier, struct rs_why *why)
{
    const struct timeline *timeline = tier->base.timeline;
    tier->caches = calloc(tier->base.nodes.n_all, sizeof *tier->caches);
    tier->took_ns = calloc(timeline->requests_per_s, sizeof *tier->took_ns);
    tier->value_text = calloc(1, timeline->value_bytes);
    tier->value = (struct rs_bytes){tier->value_text, timeline->value_bytes};
    return (tier->caches && tier->took_ns && tier->value_text) || reason_set(why, "out of memory");
}

/* As many items as the simulation's cache holds. */
static bool live_tier_open_room(struct live_tier *tier, struct rs_why *why)
{
    uint64_t item_bytes = RC_ITEM_BYTES + TIER_KEY_BYTES + tier->base.timeline->value_bytes;
    return memcached_room_for(tier->base.timeline->cache_bytes / item_bytes,
                              tier->base.timeline->value_bytes, &tier->room, why);
}

static bool live_tier_refresh(struct live_tier *tier, struct rs_why *why)
{
    bool good = true;
    for (uint32_t id = 0; id < tier->base.nodes.n_all; id++) {
        bool up = tier_base_is_up(&tier->base, id), open = tier->caches[id].client;
        if (open && !up)
            live_cache_close(&tier->caches[id]);
        else if (good && up && !open)
            good = live_cache_open(&tier->caches[id], &tier->room, why);
    }
    return good;
}

bool live_tier_open(const char *spec, const struct timeline *timeline, struct requests *requests,
                    struct live_tier **out, bool *cannot, struct rs_why *why)
{
    struct live_tier *tier = calloc(1, sizeof *tier);
    *cannot = false;
    if (!tier)
        return reason_set(why, "out of memory");
    bool good = tier_base_open(&tier->base, spec, timeline, requests, cannot, why) &&
                live_tier_alloc(tier, why) && live_tier_open_room(tier, why) &&
                live_tier_refresh(tier, why);
    if (good)
        *out = tier;
    else
        live_tier_close(tier);
    return good;
}

const struct rs_why *live_tier_refusals(const struct live_tier *tier)
{
    return tier->base.nodes.refusals;
}

void live_tier_close(struct live_tier *tier)
{
    for (size_t i = 0; tier->caches && i < tier->base.nodes.n_all; i++)
        live_cache_close(&tier->caches[i]);
    tier_base_close(&tier->base);
    free(tier->caches);
    free(tier->took_ns);
    free(tier->value_text);
    free(tier);
}

/* ---- the nodes change */

/* First of all, so that a node that crashes and rejoins within a second comes back empty. */
static void live_tier_kill_crashed(struct live_tier *tier, double now_s)
{
    for (size_t e = tier->base.nodes.next_event; e < tier->base.timeline->n_events; e++) {
        const struct timeline_event *event = &tier->base.timeline->events[e];
        if (event->kind == EVENT_CRASH && event->at_s < now_s + 1)
            live_cache_close(&tier->caches[tier_nodes_find(&tier->base.nodes, event->node)]);
    }
}

static bool live_tier_change(struct live_tier *tier, double now_s, struct rs_why *refused,
                             struct rs_why *why)
{
    live_tier_kill_crashed(tier, now_s);
    enum tier_nodes_change change =
        tier_nodes_advance(&tier->base.nodes, tier->base.cluster, now_s, refused);
    if (change == TIER_NODES_FAILED)
        return reason_set(why, "out of memory");
    if (change == TIER_NODES_CHANGED) {
        tier->left = true;
        tier->base.warm_until_s = now_s + tier->base.timeline->warmup_s;
    }
    if (!tier->left)
        return true;
    struct rc_stats stats;
    rc_stats(tier->base.cluster, &stats);
    bool waits = tier_base_warms(&tier->base, WARMUP_DOUBLE_WRITE, now_s);
    if (!waits || stats.n_unserved) {
        rc_switch(tier->base.cluster, NULL, NULL);
        tier->left = false;
    }
    return live_tier_refresh(tier, why);
}

/* ---- a second */

static int live_tier_compare(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static struct live_latency live_tier_latency(struct live_tier *tier)
{
    size_t n = tier->n_took;
    if (!n)
        return (struct live_latency){0};
    qsort(tier->took_ns, n, sizeof *tier->took_ns, live_tier_compare);
    return (struct live_latency){.p50_us = (double)tier->took_ns[n / 2] / 1000,
                                 .p99_us = (double)tier->took_ns[n * 99 / 100] / 1000};
}

bool live_tier_run_second(struct live_tier *tier, uint64_t second, const uint32_t *keys, size_t n,
                          struct tier_second *result, struct live_latency *latency,
                          struct rs_why *refused, struct rs_why *why)
{
    struct rc_stats stats;
    *result = (struct tier_second){0};
    refused->text[0] = '\0';
    tier_base_begin(&tier->base, second);
    tier->n_took = 0;
    rc_stats(tier->base.cluster, &stats);
    uint64_t n_moved = stats.n_moved_shards;
    bool good = live_tier_change(tier, (double)second, refused, why);
    tier->dual = tier_base_warms(&tier->base, WARMUP_DUAL_READ, (double)second);
    good = good && live_serve(tier, keys, n, result, why);
    rc_stats(tier->base.cluster, &stats);
    result->n_moved_shards = stats.n_moved_shards - n_moved;
    result->n_below_factor = stats.n_below_factor;
    tier_base_load(&tier->base, result);
    *latency = live_tier_latency(tier);
    return good;
}

bool live_tier_check(struct live_tier *tier, struct rs_why *why)
{
    bool good = true;
    for (size_t i = 0; good && i < tier->base.nodes.n_all; i++)
        good = !tier->caches[i].client || live_cache_check(&tier->caches[i], why);
    return good;
}
