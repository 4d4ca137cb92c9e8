/* live_tier.c - the tier of tier.h with real servers
 *
 * The cluster's own stores stay empty: it decides who serves a shard, and the values are in the
 * servers. After each change every node that answers has a server, and no other has one.
 */
#include "live_tier.h"

#include "live_state.h"
#include "reason.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- opening */

static bool live_tier_alloc(struct live_tier *tier)
{
    tier->caches = calloc(tier->nodes.n_all, sizeof *tier->caches);
    tier->shard_of = calloc(tier->n_keys, sizeof *tier->shard_of);
    tier->version = calloc(tier->n_keys, sizeof *tier->version);
    tier->hit_at = calloc(tier->n_keys, sizeof *tier->hit_at);
    tier->n_served = calloc(tier->nodes.n_all, sizeof *tier->n_served);
    tier->took_ns = calloc(tier->timeline->requests_per_s, sizeof *tier->took_ns);
    tier->value_text = calloc(1, tier->timeline->value_bytes);
    tier->value = (struct rs_bytes){tier->value_text, tier->timeline->value_bytes};
    return tier->caches && tier->shard_of && tier->version && tier->hit_at && tier->n_served &&
           tier->took_ns && tier->value_text;
}

static bool live_tier_open_keys(struct live_tier *tier, struct requests *requests,
                                struct rs_why *why)
{
    for (uint32_t key = 0; key < tier->n_keys; key++)
        if (rc_shard_of(tier->cluster, requests_name(requests, key), &tier->shard_of[key]))
            return reason_set(why, "its hash has no digest for key %u; choose another hash", key);
    return true;
}

/* As many items as the simulation's cache holds: there a key is its number. */
static bool live_tier_open_room(struct live_tier *tier, struct rs_why *why)
{
    uint64_t item_bytes = RC_ITEM_BYTES + sizeof(uint32_t) + tier->timeline->value_bytes;
    return memcached_room_for(tier->timeline->cache_bytes / item_bytes, tier->timeline->value_bytes,
                              &tier->room, why);
}

static bool live_tier_open_cluster(struct live_tier *tier, const char *spec, bool *cannot,
                                   struct rs_why *why)
{
    const struct rc_options options = {
        .spec = spec, .factor = tier->timeline->factor, .n_shards = tier->timeline->n_shards};
    enum rs_status status = rc_open(&options, &tier->cluster, why);
    if (!status)
        status = rc_set_nodes(tier->cluster, tier->nodes.wanted, tier->nodes.n_wanted, why);
    *cannot = status == RS_EUNSUPPORTED || status == RS_EINVAL;
    if (!status)
        rc_switch(tier->cluster, NULL, NULL); /* the tier begins cold */
    return !status;
}

static bool live_tier_is_up(const struct live_tier *tier, uint32_t id)
{
    struct rc_node_stats stats;
    return rc_node_stats(tier->cluster, id, &stats) && stats.health != RC_DOWN;
}

static bool live_tier_refresh(struct live_tier *tier, struct rs_why *why)
{
    bool good = true;
    for (uint32_t id = 0; id < tier->nodes.n_all; id++) {
        bool up = live_tier_is_up(tier, id), open = tier->caches[id].client;
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
    tier->timeline = timeline;
    tier->n_keys = requests_n_keys(requests);
    bool good = tier_nodes_open(&tier->nodes, timeline, spec, why) &&
                (live_tier_alloc(tier) || reason_set(why, "out of memory")) &&
                live_tier_open_room(tier, why) && live_tier_open_cluster(tier, spec, cannot, why) &&
                live_tier_open_keys(tier, requests, why) && live_tier_refresh(tier, why);
    if (good)
        *out = tier;
    else
        live_tier_close(tier);
    return good;
}

void live_tier_close(struct live_tier *tier)
{
    for (size_t i = 0; tier->caches && i < tier->nodes.n_all; i++)
        live_cache_close(&tier->caches[i]);
    rc_close(tier->cluster);
    tier_nodes_close(&tier->nodes);
    free(tier->caches);
    free(tier->shard_of);
    free(tier->version);
    free(tier->hit_at);
    free(tier->n_served);
    free(tier->took_ns);
    free(tier->value_text);
    free(tier);
}

/* ---- the nodes change */

/* First of all, so that a node that crashes and rejoins within a second comes back empty. */
static void live_tier_kill_crashed(struct live_tier *tier, double now_s)
{
    for (size_t e = tier->nodes.next_event; e < tier->timeline->n_events; e++) {
        const struct timeline_event *event = &tier->timeline->events[e];
        if (event->kind != EVENT_CRASH || event->at_s >= now_s + 1)
            continue;
        for (size_t i = 0; i < tier->nodes.n_all; i++)
            if (tier->nodes.all[i].name.n_bytes == event->node.n_bytes &&
                !memcmp(tier->nodes.all[i].name.at, event->node.at, event->node.n_bytes))
                live_cache_close(&tier->caches[i]);
    }
}

static bool live_tier_change(struct live_tier *tier, double now_s, struct rs_why *refused,
                             struct rs_why *why)
{
    live_tier_kill_crashed(tier, now_s);
    enum tier_nodes_change change = tier_nodes_advance(&tier->nodes, tier->cluster, now_s, refused);
    if (change == TIER_NODES_FAILED)
        return reason_set(why, "out of memory");
    if (change == TIER_NODES_CHANGED) {
        tier->left = true;
        tier->warm_until_s = now_s + tier->timeline->warmup_s;
    }
    if (!tier->left)
        return true;
    struct rc_stats stats;
    rc_stats(tier->cluster, &stats);
    bool waits = tier->timeline->warmup == WARMUP_DOUBLE_WRITE && now_s < tier->warm_until_s;
    if (!waits || stats.n_unserved) {
        rc_switch(tier->cluster, NULL, NULL);
        tier->left = false;
    }
    return live_tier_refresh(tier, why);
}

/* ---- a second */

static void live_tier_load(const struct live_tier *tier, struct tier_second *second)
{
    double sum = 0, squares = 0, max = 0, n = 0;
    for (uint32_t id = 0; id < tier->nodes.n_all; id++) {
        if (!tier->caches[id].client)
            continue;
        double served = (double)tier->n_served[id];
        n++, sum += served, squares += served * served;
        max = fmax(max, served);
    }
    double mean = n > 0 ? sum / n : 0, variance = n > 0 ? squares / n - mean * mean : 0;
    second->n_up = (uint32_t)n;
    second->max_over_mean = mean > 0 ? max / mean : 0;
    second->cv = mean > 0 && variance > 0 ? sqrt(variance) / mean : 0;
}

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
    tier->now = (uint32_t)second + 1;
    tier->n_took = 0;
    memset(tier->n_served, 0, tier->nodes.n_all * sizeof *tier->n_served);
    rc_stats(tier->cluster, &stats);
    uint64_t n_moved = stats.n_moved_shards;
    bool good = live_tier_change(tier, (double)second, refused, why);
    tier->dual = tier->timeline->warmup == WARMUP_DUAL_READ && (double)second < tier->warm_until_s;
    good = good && live_serve(tier, keys, n, result, why);
    rc_stats(tier->cluster, &stats);
    result->n_moved_shards = stats.n_moved_shards - n_moved;
    result->n_below_factor = stats.n_below_factor;
    live_tier_load(tier, result);
    *latency = live_tier_latency(tier);
    return good;
}

bool live_tier_check(struct live_tier *tier, struct rs_why *why)
{
    bool good = true;
    for (size_t i = 0; good && i < tier->nodes.n_all; i++)
        good = !tier->caches[i].client || live_cache_check(&tier->caches[i], why);
    return good;
}
