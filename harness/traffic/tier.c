/* tier.c - a tier of caches in front of a database, second by second
 *
 * Two loops. Once a second the nodes change: what the timeline says becomes a list of nodes, the
 * cluster plans the moves, and the warm-up policy decides how they happen. A hundred thousand times
 * a second a request is served from two arrays, shard of a key and primary of a shard, which are
 * made anew when the nodes have changed: the strategy itself is asked once a shard, not once a
 * request.
 */
#include "tier_state.h"

#include "reason.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* After the owners have changed. */
static void tier_refresh(struct tier *tier)
{
    for (size_t i = 0; i < tier->nodes.n_all; i++)
        tier->stores[i] = rc_store_of(tier->cluster, (uint32_t)i);
    for (uint32_t shard = 0; shard < tier->n_shards; shard++) {
        tier->primary[shard] = rc_primary(tier->cluster, shard);
        tier->old[shard] = rc_previous(tier->cluster, shard);
    }
}

/* ---- opening */

static bool tier_open_keys(struct tier *tier, struct requests *requests, struct rs_why *why)
{
    for (uint32_t key = 0; key < tier->n_keys; key++)
        if (rc_shard_of(tier->cluster, requests_name(requests, key), &tier->keys[key].shard))
            return reason_set(why, "its hash has no digest for key %u; choose another hash", key);
    return true;
}

static bool tier_alloc(struct tier *tier)
{
    size_t n_nodes = tier->nodes.n_all;
    tier->keys = calloc(tier->n_keys, sizeof *tier->keys);
    tier->primary = calloc(tier->n_shards, sizeof *tier->primary);
    tier->old = calloc(tier->n_shards, sizeof *tier->old);
    tier->n_served = calloc(n_nodes, sizeof *tier->n_served);
    tier->stores = calloc(n_nodes, sizeof *tier->stores);
    return tier->keys && tier->primary && tier->old && tier->n_served && tier->stores;
}

bool tier_open(const char *spec, const struct timeline *timeline, struct requests *requests,
               struct tier **out, bool *cannot, struct rs_why *why)
{
    const struct rc_options options = {.spec = spec,
                                       .factor = timeline->factor,
                                       .n_shards = timeline->n_shards,
                                       .node_bytes = timeline->cache_bytes};
    struct tier *tier = calloc(1, sizeof *tier);
    *cannot = false;
    if (!tier)
        return reason_set(why, "out of memory");
    tier->timeline = timeline;
    tier->n_keys = requests_n_keys(requests);
    tier->n_shards = timeline->n_shards;
    bool good = tier_nodes_open(&tier->nodes, timeline, spec, why) && tier_alloc(tier);
    enum rs_status status = good ? tier_balance_open(tier, why) : RS_ENOMEM;
    if (!status)
        status = rc_open(&options, &tier->cluster, why);
    if (!status)
        status = rc_set_nodes(tier->cluster, tier->nodes.wanted, tier->nodes.n_wanted, why);
    *cannot = status == RS_EUNSUPPORTED || status == RS_EINVAL;
    if (!status) {
        rc_switch(tier->cluster, NULL, NULL); /* the tier begins cold */
        rc_stats(tier->cluster, &tier->before);
        tier_refresh(tier);
    }
    if (status || !tier_open_keys(tier, requests, why)) {
        tier_close(tier);
        return false;
    }
    *out = tier;
    return true;
}

void tier_close(struct tier *tier)
{
    rc_close(tier->cluster);
    tier_nodes_close(&tier->nodes);
    tier_balance_close(&tier->balance);
    free(tier->keys);
    free(tier->primary);
    free(tier->old);
    free(tier->n_served);
    free(tier->stores);
    free(tier);
}

/* ---- the nodes change */

/* So much of what was planned is left at the end of this second that all ends with the warm-up. As
 * many steps as the plan can need bound it, should memory be short. */
static void tier_copy(struct tier *tier, double now_s)
{
    enum { IN_FLIGHT = 16 };
    double left_s = tier->warm_until_s - now_s - 1;
    double may_be_left = (double)tier->n_planned * (left_s / tier->timeline->warmup_s);
    while (tier->n_left && (double)tier->n_left > may_be_left && tier->n_steps) {
        tier->n_left = rc_step(tier->cluster, IN_FLIGHT, NULL, NULL);
        tier->n_steps--;
    }
}

/* Moves go on as the policy says; but what a crash left unserved is served at once, by whoever
 * comes, empty. */
static void tier_move(struct tier *tier, double now_s)
{
    struct rc_stats stats;
    rc_stats(tier->cluster, &stats);
    bool waits = tier->timeline->warmup == WARMUP_DOUBLE_WRITE && now_s < tier->warm_until_s;
    if (tier->timeline->warmup == WARMUP_COPY) {
        tier_copy(tier, now_s);
    } else if (!waits || stats.n_unserved) {
        rc_switch(tier->cluster, NULL, NULL);
        tier->n_left = 0;
    }
}

/* Moves were planned anew. */
static void tier_plan(struct tier *tier, double now_s)
{
    struct rc_node_stats stats;
    uint64_t n_items = 0;
    for (uint32_t id = 0; id < tier->nodes.n_all; id++)
        if (rc_node_stats(tier->cluster, id, &stats))
            n_items += stats.n_keys;
    tier->n_left = tier->n_planned = rc_step(tier->cluster, 0, NULL, NULL);
    tier->n_steps = tier->n_planned + n_items / RC_STEP_ITEMS;
    tier->warm_until_s = now_s + tier->timeline->warmup_s;
}

/* The balancer judges the time that ends now, so it comes before the events. It waits while what
 * was decided is on its way. */
static bool tier_change(struct tier *tier, double now_s, struct tier_second *second,
                        struct rs_why *refused)
{
    enum tier_nodes_change balanced = tier_balance_advance(tier, now_s, second, refused);
    if (balanced == TIER_NODES_FAILED)
        return false;
    enum tier_nodes_change change = tier_nodes_advance(&tier->nodes, tier->cluster, now_s, refused);
    if (change == TIER_NODES_FAILED)
        return false;
    bool is_changed = balanced == TIER_NODES_CHANGED || change == TIER_NODES_CHANGED;
    if (is_changed)
        tier_plan(tier, now_s);
    if (is_changed || tier->n_left) {
        tier_move(tier, now_s);
        tier_refresh(tier);
    }
    return true;
}

/* ---- a second */

static void tier_load(const struct tier *tier, struct tier_second *second)
{
    struct rc_node_stats stats;
    double sum = 0, squares = 0, max = 0, n = 0;
    for (uint32_t id = 0; id < tier->nodes.n_all; id++) {
        if (!rc_node_stats(tier->cluster, id, &stats) || stats.health == RC_DOWN)
            continue;
        double served = (double)tier->n_served[id];
        n++, sum += served, squares += served * served;
        max = served > max ? served : max;
    }
    double mean = n > 0 ? sum / n : 0, variance = n > 0 ? squares / n - mean * mean : 0;
    second->n_up = (uint32_t)n;
    second->max_over_mean = mean > 0 ? max / mean : 0;
    second->cv = mean > 0 && variance > 0 ? sqrt(variance) / mean : 0;
}

static void tier_account(struct tier *tier, struct tier_second *second)
{
    struct rc_stats stats;
    rc_stats(tier->cluster, &stats);
    second->n_moved_shards = stats.n_moved_shards - tier->before.n_moved_shards;
    second->n_moved_keys = stats.n_moved_keys - tier->before.n_moved_keys;
    second->n_moved_bytes = stats.n_moved_bytes - tier->before.n_moved_bytes;
    second->n_lost_keys = stats.n_lost_keys - tier->before.n_lost_keys;
    second->n_below_factor = stats.n_below_factor;
    tier->before = stats;
}

bool tier_run_second(struct tier *tier, uint64_t second, const uint32_t *keys, size_t n,
                     struct tier_second *result, struct rs_why *refused)
{
    *result = (struct tier_second){0};
    refused->text[0] = '\0';
    tier->now = (uint32_t)second + 1;
    memset(tier->n_served, 0, tier->nodes.n_all * sizeof *tier->n_served);
    if (!tier_change(tier, (double)second, result, refused))
        return false;
    tier->reads_dual =
        tier->timeline->warmup == WARMUP_DUAL_READ && (double)second < tier->warm_until_s;
    tier->writes_wide = tier->timeline->factor > 1 || tier->n_left;
    bool good = tier_serve(tier, keys, n, result);
    tier_balance_add(tier);
    tier_load(tier, result);
    tier_account(tier, result);
    return good;
}
