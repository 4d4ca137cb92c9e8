/* tier_balance.c - the adaptive balancer of a tier
 *
 * What a node should have is what the timeline gives it: a node on its way in or out has its weight
 * of the moment. Loads that moves under way have distorted are dropped.
 */
#include "tier_state.h"

#include "reason.h"

#include <stdlib.h>
#include <string.h>

enum rs_status tier_balance_open(struct tier *tier, struct rs_why *why)
{
    const struct timeline *timeline = tier->base.timeline;
    struct tier_balance *balance = &tier->balance;
    bool shards = timeline->balance == BALANCE_SHARDS;
    const struct rc_balancer_options options = {.n_shards = shards ? timeline->n_shards : 0};
    if (timeline->balance == BALANCE_NONE)
        return RS_OK;
    if (!shards && !tier->base.nodes.is_weighted) {
        reason_set(why, "balance weights: the strategy has none; use balance shards");
        return RS_EUNSUPPORTED;
    }
    balance->next_s = timeline->balance_s;
    balance->loads = calloc(tier->base.nodes.n_all, sizeof *balance->loads);
    balance->shard_requests =
        shards ? calloc(timeline->n_shards, sizeof *balance->shard_requests) : NULL;
    balance->pins = shards ? calloc(timeline->n_shards, sizeof *balance->pins) : NULL;
    if (!balance->loads || (shards && (!balance->shard_requests || !balance->pins))) {
        reason_set(why, "out of memory");
        return RS_ENOMEM;
    }
    return rc_balancer_open(&options, &balance->balancer, why);
}

void tier_balance_close(struct tier_balance *balance)
{
    rc_balancer_close(balance->balancer);
    free(balance->loads);
    free(balance->shard_requests);
    free(balance->pins);
}

void tier_balance_add(struct tier *tier)
{
    for (size_t i = 0; tier->balance.balancer && i < tier->base.nodes.n_all; i++)
        tier->balance.loads[i].n_requests += (double)tier->base.n_served[i];
}

static void tier_balance_forget(struct tier *tier)
{
    struct tier_balance *balance = &tier->balance;
    memset(balance->loads, 0, tier->base.nodes.n_all * sizeof *balance->loads);
    if (balance->shard_requests)
        memset(balance->shard_requests, 0, tier->n_shards * sizeof *balance->shard_requests);
    for (uint32_t key = 0; key < tier->base.n_keys; key++)
        tier->base.keys[key].n_asked = 0;
}

/* The hottest key of each node; a key that has moved counts where it is now. */
static void tier_balance_find_hottest(struct tier *tier)
{
    struct rc_load *loads = tier->balance.loads;
    for (uint32_t k = 0; k < tier->base.n_keys; k++) {
        const struct tier_key *key = &tier->base.keys[k];
        uint32_t primary = tier->primary[key->shard];
        if (primary != RS_NO_NODE && key->n_asked > loads[primary].n_hottest &&
            key->n_asked <= loads[primary].n_requests)
            loads[primary].n_hottest = key->n_asked;
    }
}

static struct rc_load_report tier_balance_report(struct tier *tier)
{
    struct tier_balance *balance = &tier->balance;
    struct rc_node_stats stats;
    for (uint32_t id = 0; id < tier->base.nodes.n_all; id++) {
        struct rc_load *load = &balance->loads[id];
        bool takes = rc_node_stats(tier->base.cluster, id, &stats) && stats.weight > 0;
        load->id = id;
        load->capacity = takes ? tier->base.nodes.all[id].node.weight : 0;
        load->weight = tier_nodes_weight(&tier->base.nodes, id);
    }
    tier_balance_find_hottest(tier);
    return (struct rc_load_report){balance->loads, tier->base.nodes.n_all, balance->shard_requests,
                                   tier->primary};
}

static enum rs_status tier_balance_act(struct tier *tier, const struct rc_verdict *verdict,
                                       struct rs_why *refused)
{
    if (verdict->weights)
        return tier_nodes_set_weights(&tier->base.nodes, tier->base.cluster, verdict->weights,
                                      refused);
    for (size_t i = 0; i < verdict->n_moves; i++)
        tier->balance.pins[i] = (struct rc_pin){verdict->moves[i].shard, verdict->moves[i].to};
    return rc_pin(tier->base.cluster, tier->balance.pins, verdict->n_moves, refused);
}

static enum tier_nodes_change tier_balance_judge(struct tier *tier, struct tier_second *second,
                                                 struct rs_why *refused)
{
    struct tier_balance *balance = &tier->balance;
    struct rc_load_report report = tier_balance_report(tier);
    struct rc_verdict verdict;
    enum rs_status status = rc_balancer_step(balance->balancer, &report, &verdict, refused);
    if (status)
        return TIER_NODES_FAILED;
    second->n_alarms = verdict.alarm && !balance->alarm;
    balance->alarm = verdict.alarm;
    if (verdict.kind == RC_UNATTAINABLE)
        reason_set(refused, "balance %s: %s", balance_name(tier->base.timeline->balance),
                   verdict.reason.text);
    if (verdict.kind != RC_ACT)
        return TIER_NODES_SAME;
    status = tier_balance_act(tier, &verdict, refused);
    second->n_actions = !status;
    if (status == RS_ENOMEM)
        return TIER_NODES_FAILED;
    return status ? TIER_NODES_SAME : TIER_NODES_CHANGED;
}

enum tier_nodes_change tier_balance_advance(struct tier *tier, double now_s,
                                            struct tier_second *second, struct rs_why *refused)
{
    struct tier_balance *balance = &tier->balance;
    enum tier_nodes_change change = TIER_NODES_SAME;
    if (!balance->balancer || now_s < balance->next_s)
        return change;
    balance->next_s += tier->base.timeline->balance_s;
    if (!tier->n_left)
        change = tier_balance_judge(tier, second, refused);
    tier_balance_forget(tier);
    return change;
}
