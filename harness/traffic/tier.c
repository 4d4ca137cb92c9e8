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

#include <stdlib.h>

/* After the owners have changed. */
static void tier_refresh(struct tier *tier)
{
    for (size_t i = 0; i < tier->base.nodes.n_all; i++)
        tier->stores[i] = rc_store_of(tier->base.cluster, (uint32_t)i);
    for (uint32_t shard = 0; shard < tier->n_shards; shard++) {
        tier->primary[shard] = rc_primary(tier->base.cluster, shard);
        tier->old[shard] = rc_previous(tier->base.cluster, shard);
    }
}

/* ---- opening */

static bool tier_alloc(struct tier *tier)
{
    tier->primary = calloc(tier->n_shards, sizeof *tier->primary);
    tier->old = calloc(tier->n_shards, sizeof *tier->old);
    tier->stores = calloc(tier->base.nodes.n_all, sizeof *tier->stores);
    return tier->primary && tier->old && tier->stores;
}

static bool tier_open_balance(struct tier *tier, bool *cannot, struct rs_why *why)
{
    enum rs_status status = tier_balance_open(tier, why);
    *cannot = status == RS_EUNSUPPORTED;
    return !status;
}

bool tier_open(const char *spec, const struct timeline *timeline, struct requests *requests,
               struct tier **out, bool *cannot, struct rs_why *why)
{
    struct tier *tier = calloc(1, sizeof *tier);
    *cannot = false;
    if (!tier)
        return reason_set(why, "out of memory");
    tier->n_shards = timeline->n_shards;
    if (!tier_base_open(&tier->base, spec, timeline, requests, cannot, why) ||
        !(tier_alloc(tier) || reason_set(why, "out of memory")) ||
        !tier_open_balance(tier, cannot, why)) {
        tier_close(tier);
        return false;
    }
    rc_stats(tier->base.cluster, &tier->before);
    tier_refresh(tier);
    *out = tier;
    return true;
}

void tier_close(struct tier *tier)
{
    tier_base_close(&tier->base);
    tier_balance_close(&tier->balance);
    free(tier->primary);
    free(tier->old);
    free(tier->stores);
    free(tier);
}

/* ---- the nodes change */

/* Steps that end all moves if nothing goes wrong. */
static uint64_t tier_steps(const struct tier *tier)
{
    struct rc_node_stats stats;
    uint64_t n_items = 0;
    for (uint32_t id = 0; id < tier->base.nodes.n_all; id++)
        if (rc_node_stats(tier->base.cluster, id, &stats))
            n_items += stats.n_keys;
    return tier->n_left + n_items / RC_STEP_ITEMS;
}

/* So much of what was planned is left at the end of this second that all ends with the warm-up; or
 * later, should memory be short. */
static void tier_copy(struct tier *tier, double now_s)
{
    enum { IN_FLIGHT = 16 };
    double left_s = tier->base.warm_until_s - now_s - 1;
    double may_be_left = (double)tier->n_planned * (left_s / tier->base.timeline->warmup_s);
    for (uint64_t n_steps = tier_steps(tier);
         tier->n_left && (double)tier->n_left > may_be_left && n_steps; n_steps--)
        tier->n_left = rc_step(tier->base.cluster, IN_FLIGHT, NULL, NULL);
}

/* Moves go on as the policy says; but what a crash left unserved is served at once, by whoever
 * comes, empty. */
static void tier_move(struct tier *tier, double now_s)
{
    struct rc_stats stats;
    rc_stats(tier->base.cluster, &stats);
    bool waits = tier_base_warms(&tier->base, WARMUP_DOUBLE_WRITE, now_s);
    if (tier->base.timeline->warmup == WARMUP_COPY) {
        tier_copy(tier, now_s);
    } else if (!waits || stats.n_unserved) {
        rc_switch(tier->base.cluster, NULL, NULL);
        tier->n_left = 0;
    }
}

/* Moves were planned anew. */
static void tier_plan(struct tier *tier, double now_s)
{
    tier->n_left = tier->n_planned = rc_step(tier->base.cluster, 0, NULL, NULL);
    tier->base.warm_until_s = now_s + tier->base.timeline->warmup_s;
}

/* The balancer judges the time that ends now, so it comes before the events. It waits while what
 * was decided is on its way. */
static bool tier_change(struct tier *tier, double now_s, struct tier_second *second,
                        struct rs_why *refused)
{
    enum tier_nodes_change balanced = tier_balance_advance(tier, now_s, second, refused);
    if (balanced == TIER_NODES_FAILED)
        return false;
    enum tier_nodes_change change =
        tier_nodes_advance(&tier->base.nodes, tier->base.cluster, now_s, refused);
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

static void tier_account(struct tier *tier, struct tier_second *second)
{
    struct rc_stats stats;
    rc_stats(tier->base.cluster, &stats);
    second->n_moved_shards = stats.n_moved_shards - tier->before.n_moved_shards;
    second->n_moved_keys = stats.n_moved_keys - tier->before.n_moved_keys;
    second->n_moved_bytes = stats.n_moved_bytes - tier->before.n_moved_bytes;
    second->n_lost_keys = stats.n_lost_keys - tier->before.n_lost_keys;
    second->n_below_factor = stats.n_below_factor;
    tier->before = stats;
}

const struct rs_why *tier_refusals(const struct tier *tier)
{
    return tier->base.nodes.refusals;
}

bool tier_node_load(const struct tier *tier, size_t i, struct rs_bytes *name, uint64_t *n_requests)
{
    const struct tier_base *base = &tier->base;
    if (i >= base->nodes.n_all)
        return false;
    *name = base->nodes.all[i].node.name;
    *n_requests = base->n_served_before[i] + base->n_served[i];
    return true;
}

bool tier_run_second(struct tier *tier, uint64_t second, const uint32_t *keys, size_t n,
                     struct tier_second *result, struct rs_why *refused)
{
    *result = (struct tier_second){0};
    refused->text[0] = '\0';
    tier_base_begin(&tier->base, second);
    if (!tier_change(tier, (double)second, result, refused))
        return false;
    tier->reads_dual = tier_base_warms(&tier->base, WARMUP_DUAL_READ, (double)second);
    tier->writes_wide = tier->base.timeline->factor > 1 || tier->n_left;
    bool good = tier_serve(tier, keys, n, result);
    tier_balance_add(tier);
    tier_base_load(&tier->base, result);
    tier_account(tier, result);
    return good;
}
