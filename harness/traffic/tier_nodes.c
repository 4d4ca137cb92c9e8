/* tier_nodes.c - from the events of a timeline to the nodes that a tier shall have
 */
#include "tier_nodes.h"

#include "reason.h"

#include <stdlib.h>
#include <string.h>

uint32_t tier_nodes_find(const struct tier_nodes *nodes, struct rs_bytes name)
{
    uint32_t i = 0;
    while (i < nodes->n_all && (nodes->all[i].node.name.n_bytes != name.n_bytes ||
                                memcmp(nodes->all[i].node.name.at, name.at, name.n_bytes)))
        i++;
    return i;
}

static bool tier_nodes_ask_traits(struct tier_nodes *nodes, const char *spec, struct rs_why *why)
{
    struct rs_placement *p;
    if (rs_open(spec, NULL, &p, why))
        return false;
    nodes->is_weighted = rs_traits(p) & RS_WEIGHTED;
    rs_close(p);
    return true;
}

static void tier_nodes_list(struct tier_nodes *nodes)
{
    nodes->n_wanted = 0;
    for (uint32_t i = 0; i < nodes->n_all; i++) {
        if (!nodes->all[i].is_wanted)
            continue;
        nodes->wanted[nodes->n_wanted] = nodes->all[i].node;
        nodes->wanted[nodes->n_wanted++].weight = tier_nodes_weight(nodes, i);
    }
}

static void tier_nodes_name(struct tier_nodes *nodes, const struct rs_node *node, bool is_wanted)
{
    struct tier_node *named = &nodes->all[nodes->n_all];
    *named = (struct tier_node){.node = *node, .scale = 1, .is_wanted = is_wanted};
    named->node.id = (uint32_t)nodes->n_all++;
}

bool tier_nodes_open(struct tier_nodes *nodes, const struct timeline *timeline, const char *spec,
                     struct rs_why *why)
{
    size_t n_max = timeline->nodes.n + timeline->n_events;
    *nodes = (struct tier_nodes){.timeline = timeline};
    nodes->all = calloc(n_max, sizeof *nodes->all);
    nodes->before = calloc(n_max, sizeof *nodes->before);
    nodes->wanted = calloc(n_max, sizeof *nodes->wanted);
    nodes->refusals = calloc(timeline->n_events + 1, sizeof *nodes->refusals);
    if (!nodes->all || !nodes->before || !nodes->wanted || !nodes->refusals)
        return reason_set(why, "out of memory");
    if (!tier_nodes_ask_traits(nodes, spec, why))
        return false;
    for (size_t i = 0; i < timeline->nodes.n; i++)
        tier_nodes_name(nodes, &timeline->nodes.nodes[i], true);
    for (size_t e = 0; e < timeline->n_events; e++) {
        const struct rs_node node = {.weight = 1, .name = timeline->events[e].node};
        if (node.name.n_bytes && tier_nodes_find(nodes, node.name) == nodes->n_all)
            tier_nodes_name(nodes, &node, false);
    }
    tier_nodes_list(nodes);
    return true;
}

void tier_nodes_close(struct tier_nodes *nodes)
{
    free(nodes->all);
    free(nodes->before);
    free(nodes->wanted);
    free(nodes->refusals);
}

/* ---- weights on their way */

/* A newcomer starts with a twentieth: with nothing it would never be asked. */
static void tier_nodes_ramp(const struct tier_nodes *nodes, struct tier_node *node, double to,
                            double start_s, double over_s, bool leaves)
{
    double from = leaves ? node->node.weight : to / 20;
    bool gradual = over_s > 0 && nodes->is_weighted;
    node->ramp =
        (struct tier_ramp){from, to, start_s, gradual ? over_s : 0, leaves, nodes->next_event - 1};
    node->node.weight = gradual ? from : to;
    if (leaves && !gradual)
        node->is_wanted = false;
}

static bool tier_nodes_advance_ramps(struct tier_nodes *nodes, double now_s)
{
    bool changed = false;
    for (size_t i = 0; i < nodes->n_all; i++) {
        struct tier_node *node = &nodes->all[i];
        struct tier_ramp *ramp = &node->ramp;
        if (!(ramp->over_s > 0) || !node->is_wanted)
            continue;
        double part = (now_s - ramp->start_s) / ramp->over_s;
        node->node.weight = ramp->from + (ramp->to - ramp->from) * (part < 1 ? part : 1);
        if (part >= 1) {
            ramp->over_s = 0;
            node->is_wanted = !ramp->leaves;
        }
        changed |= now_s > ramp->start_s;
    }
    return changed;
}

/* ---- events */

static void tier_nodes_join(const struct tier_nodes *nodes, struct tier_node *node, double weight,
                            const struct timeline_event *event)
{
    double ramp_s = nodes->timeline->warmup == WARMUP_RAMP ? nodes->timeline->warmup_s : 0;
    node->is_wanted = true;
    node->node.flags = 0;
    node->scale = 1;
    tier_nodes_ramp(nodes, node, weight, event->at_s, event->over_s > 0 ? event->over_s : ramp_s,
                    false);
}

/* The cluster knows it as down, unless it never came or has gone already. It will rejoin with the
 * weight that it had, or was about to have. */
static void tier_nodes_lose(struct tier_node *node, const struct rc_cluster *cluster)
{
    const struct tier_ramp *ramp = &node->ramp;
    struct rc_node_stats stats;
    if (ramp->leaves)
        node->node.weight = ramp->from;
    else if (ramp->over_s > 0)
        node->node.weight = ramp->to;
    node->ramp = (struct tier_ramp){0};
    node->node.flags = RS_DOWN;
    node->is_wanted = rc_node_stats(cluster, node->node.id, &stats);
}

/* After a refusal a later event may find nothing to do: what it would have cost is no zero. */
static void tier_nodes_find_moot(struct tier_nodes *nodes, const struct timeline_event *event,
                                 const struct tier_node *node)
{
    struct rs_why *refusal = &nodes->refusals[event - nodes->timeline->events];
    struct reason_part name = reason_text(event->node);
    if (event->kind == EVENT_ADD && node->is_wanted)
        reason_set(refusal, "node \"%s\" is still there: it could not leave before", name.text);
    else if (event->kind != EVENT_ADD && event->kind != EVENT_REJOIN && !node->is_wanted)
        reason_set(refusal, "node \"%s\" is not there: it could not join, or has left already",
                   name.text);
}

/* Marks what the list of nodes shall be; the cluster is told once for all events of a second, but
 * of a crash at once. */
static enum rs_status tier_nodes_event(struct tier_nodes *nodes, struct rc_cluster *cluster,
                                       const struct timeline_event *event, bool *told)
{
    uint32_t i = tier_nodes_find(nodes, event->node);
    struct tier_node *node = &nodes->all[i];
    enum rs_status status;
    if (event->kind != EVENT_SHIFT)
        tier_nodes_find_moot(nodes, event, node);
    *told |= event->kind != EVENT_CRASH && event->kind != EVENT_SHIFT;
    switch (event->kind) {
    case EVENT_ADD:
        tier_nodes_join(nodes, node, event->weight, event);
        break;
    case EVENT_REJOIN:
        tier_nodes_join(nodes, node, node->node.weight, event);
        break;
    case EVENT_CRASH:
        /* ENOENT: without weights it drained at once, and has gone */
        status = rc_crash(cluster, i, NULL);
        tier_nodes_lose(node, cluster);
        return status == RS_ENOENT ? RS_OK : status;
    case EVENT_DRAIN:
        tier_nodes_ramp(nodes, node, 0, event->at_s, event->over_s, true);
        break;
    case EVENT_WEIGHT:
        node->ramp = (struct tier_ramp){0};
        node->node.weight = event->weight;
        break;
    case EVENT_SHIFT:
        break; /* the requests' business */
    }
    return RS_OK;
}

/* The strategy has refused this second's list, so that later ones must not ask for it again. Who
 * has crashed has crashed. In a second without events it is a weight on its way that is refused;
 * which of several, nobody says. */
static void tier_nodes_undo(struct tier_nodes *nodes, const struct rc_cluster *cluster,
                            size_t first_event, const struct rs_why *refused)
{
    memcpy(nodes->all, nodes->before, nodes->n_all * sizeof *nodes->all);
    for (size_t e = first_event; e < nodes->next_event; e++) {
        const struct timeline_event *event = &nodes->timeline->events[e];
        if (event->kind == EVENT_CRASH)
            tier_nodes_lose(&nodes->all[tier_nodes_find(nodes, event->node)], cluster);
        else if (event->kind != EVENT_SHIFT)
            nodes->refusals[e] = *refused;
    }
    for (size_t i = 0; first_event == nodes->next_event && i < nodes->n_all; i++)
        if (nodes->all[i].ramp.over_s > 0 && nodes->all[i].is_wanted)
            nodes->refusals[nodes->all[i].ramp.event] = *refused;
}

enum tier_nodes_change tier_nodes_advance(struct tier_nodes *nodes, struct rc_cluster *cluster,
                                          double now_s, struct rs_why *refused)
{
    const struct timeline *timeline = nodes->timeline;
    size_t first = nodes->next_event;
    memcpy(nodes->before, nodes->all, nodes->n_all * sizeof *nodes->all);
    bool told = tier_nodes_advance_ramps(nodes, now_s), lost = false;
    while (nodes->next_event < timeline->n_events &&
           timeline->events[nodes->next_event].at_s < now_s + 1) {
        const struct timeline_event *event = &timeline->events[nodes->next_event++];
        lost |= event->kind == EVENT_CRASH;
        if (tier_nodes_event(nodes, cluster, event, &told))
            return TIER_NODES_FAILED;
    }
    if (!told)
        return lost ? TIER_NODES_CHANGED : TIER_NODES_SAME;
    tier_nodes_list(nodes);
    enum rs_status status = rc_set_nodes(cluster, nodes->wanted, nodes->n_wanted, refused);
    if (status == RS_ENOMEM)
        return TIER_NODES_FAILED;
    if (status)
        tier_nodes_undo(nodes, cluster, first, refused);
    return TIER_NODES_CHANGED;
}

enum rs_status tier_nodes_set_weights(struct tier_nodes *nodes, struct rc_cluster *cluster,
                                      const double *weights, struct rs_why *why)
{
    tier_nodes_list(nodes);
    for (size_t i = 0; i < nodes->n_wanted; i++)
        nodes->wanted[i].weight = weights[nodes->wanted[i].id];
    enum rs_status status = rc_set_nodes(cluster, nodes->wanted, nodes->n_wanted, why);
    for (size_t i = 0; !status && i < nodes->n_all; i++)
        if (nodes->all[i].node.weight > 0)
            nodes->all[i].scale = weights[i] / nodes->all[i].node.weight;
    return status;
}
