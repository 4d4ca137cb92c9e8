/* tier_nodes.c - from the events of a timeline to the nodes that a tier shall have
 */
#include "tier_nodes.h"

#include "reason.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t tier_nodes_find(const struct tier_nodes *nodes, struct rs_bytes name)
{
    uint32_t i = 0;
    while (i < nodes->n_all && (nodes->all[i].name.n_bytes != name.n_bytes ||
                                memcmp(nodes->all[i].name.at, name.at, name.n_bytes)))
        i++;
    return i;
}

static bool tier_nodes_ask_traits(struct tier_nodes *nodes, const char *spec, struct rs_why *why)
{
    struct rs_placement *p;
    if (rs_open(spec, NULL, &p, why))
        return false;
    nodes->is_weighted = rs_traits(p) & RS_WEIGHTED;
    nodes->has_health = rs_traits(p) & RS_HEALTH;
    rs_close(p);
    return true;
}

static void tier_nodes_list(struct tier_nodes *nodes)
{
    nodes->n_wanted = 0;
    for (uint32_t i = 0; i < nodes->n_all; i++) {
        if (!nodes->is_wanted[i])
            continue;
        nodes->wanted[nodes->n_wanted] = nodes->all[i];
        nodes->wanted[nodes->n_wanted++].weight = tier_nodes_weight(nodes, i);
    }
}

bool tier_nodes_open(struct tier_nodes *nodes, const struct timeline *timeline, const char *spec,
                     struct rs_why *why)
{
    size_t n_max = timeline->nodes.n + timeline->n_events;
    *nodes = (struct tier_nodes){.timeline = timeline};
    nodes->all = calloc(n_max, sizeof *nodes->all);
    nodes->ramps = calloc(n_max, sizeof *nodes->ramps);
    nodes->scales = calloc(n_max, sizeof *nodes->scales);
    nodes->is_wanted = calloc(n_max, sizeof *nodes->is_wanted);
    nodes->wanted = calloc(n_max, sizeof *nodes->wanted);
    if (!nodes->all || !nodes->ramps || !nodes->scales || !nodes->is_wanted || !nodes->wanted)
        return reason_set(why, "out of memory");
    if (!tier_nodes_ask_traits(nodes, spec, why))
        return false;
    for (size_t i = 0; i < timeline->nodes.n; i++) {
        nodes->all[i] = timeline->nodes.nodes[i];
        nodes->is_wanted[i] = true;
    }
    nodes->n_all = timeline->nodes.n;
    for (size_t e = 0; e < timeline->n_events; e++) {
        struct rs_bytes name = timeline->events[e].node;
        if (name.n_bytes && tier_nodes_find(nodes, name) == nodes->n_all)
            nodes->all[nodes->n_all++] = (struct rs_node){.weight = 1, .name = name};
    }
    for (size_t i = 0; i < nodes->n_all; i++)
        nodes->all[i].id = (uint32_t)i, nodes->scales[i] = 1;
    tier_nodes_list(nodes);
    return true;
}

void tier_nodes_close(struct tier_nodes *nodes)
{
    free(nodes->all);
    free(nodes->ramps);
    free(nodes->scales);
    free(nodes->is_wanted);
    free(nodes->wanted);
}

/* ---- weights on their way */

/* A newcomer starts with a twentieth: with nothing it would never be asked. */
static void tier_nodes_ramp(struct tier_nodes *nodes, uint32_t i, double to, double start_s,
                            double over_s, bool leaves)
{
    double from = leaves ? nodes->all[i].weight : to / 20;
    bool gradual = over_s > 0 && nodes->is_weighted;
    nodes->ramps[i] = (struct tier_ramp){from, to, start_s, gradual ? over_s : 0, leaves};
    nodes->all[i].weight = gradual ? from : to;
    if (leaves && !gradual)
        nodes->is_wanted[i] = false;
}

static bool tier_nodes_advance_ramps(struct tier_nodes *nodes, double now_s)
{
    bool changed = false;
    for (size_t i = 0; i < nodes->n_all; i++) {
        struct tier_ramp *ramp = &nodes->ramps[i];
        if (!(ramp->over_s > 0) || !nodes->is_wanted[i])
            continue;
        double part = (now_s - ramp->start_s) / ramp->over_s;
        nodes->all[i].weight = ramp->from + (ramp->to - ramp->from) * (part < 1 ? part : 1);
        if (part >= 1) {
            ramp->over_s = 0;
            nodes->is_wanted[i] = !ramp->leaves;
        }
        changed |= now_s > ramp->start_s;
    }
    return changed;
}

/* ---- events */

/* Marks what the list of nodes shall be; the cluster is told once for all events of a second. */
static bool tier_nodes_event(struct tier_nodes *nodes, struct rc_cluster *cluster,
                             const struct timeline_event *event, struct rs_why *refused)
{
    uint32_t i = tier_nodes_find(nodes, event->node);
    double ramp_s = nodes->timeline->warmup == WARMUP_RAMP ? nodes->timeline->warmup_s : 0;
    switch (event->kind) {
    case EVENT_ADD:
    case EVENT_REJOIN:
        nodes->is_wanted[i] = true;
        nodes->all[i].flags = 0;
        nodes->scales[i] = 1;
        tier_nodes_ramp(nodes, i, event->kind == EVENT_ADD ? event->weight : nodes->all[i].weight,
                        event->at_s, event->over_s > 0 ? event->over_s : ramp_s, false);
        return true;
    case EVENT_CRASH:
        /* It keeps its place where the strategy knows nodes that are down. */
        nodes->all[i].flags = nodes->has_health ? RS_DOWN : 0;
        nodes->is_wanted[i] = nodes->has_health;
        nodes->ramps[i].over_s = 0;
        rc_crash(cluster, i, refused);
        return false;
    case EVENT_DRAIN:
        tier_nodes_ramp(nodes, i, 0, event->at_s, event->over_s, true);
        return true;
    case EVENT_WEIGHT:
        nodes->all[i].weight = event->weight;
        return true;
    case EVENT_SHIFT:
        return false; /* the requests' business */
    }
    return false;
}

enum tier_nodes_change tier_nodes_advance(struct tier_nodes *nodes, struct rc_cluster *cluster,
                                          double now_s, struct rs_why *refused)
{
    const struct timeline *timeline = nodes->timeline;
    size_t first = nodes->next_event;
    bool told = tier_nodes_advance_ramps(nodes, now_s);
    for (; nodes->next_event < timeline->n_events &&
           timeline->events[nodes->next_event].at_s < now_s + 1;
         nodes->next_event++)
        told |= tier_nodes_event(nodes, cluster, &timeline->events[nodes->next_event], refused);
    if (!told)
        return first == nodes->next_event ? TIER_NODES_SAME : TIER_NODES_CHANGED;
    tier_nodes_list(nodes);
    enum rs_status status = rc_set_nodes(cluster, nodes->wanted, nodes->n_wanted, refused);
    return status == RS_ENOMEM ? TIER_NODES_FAILED : TIER_NODES_CHANGED;
}

enum rs_status tier_nodes_set_weights(struct tier_nodes *nodes, struct rc_cluster *cluster,
                                      const double *weights, struct rs_why *why)
{
    for (size_t i = 0; i < nodes->n_wanted; i++)
        nodes->wanted[i].weight = weights[nodes->wanted[i].id];
    enum rs_status status = rc_set_nodes(cluster, nodes->wanted, nodes->n_wanted, why);
    for (size_t i = 0; !status && i < nodes->n_all; i++)
        if (nodes->all[i].weight > 0)
            nodes->scales[i] = weights[i] / nodes->all[i].weight;
    return status;
}
