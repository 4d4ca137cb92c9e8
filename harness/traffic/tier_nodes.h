/* tier_nodes.h - from the events of a timeline to the nodes that a tier shall have
 *
 * Gradual changes (a slow start, a drain over some time, the ramp of a warm-up) are weights that
 * change every second; a strategy without weights does them at once.
 */
#ifndef RINGSIDE_TIER_NODES_H
#define RINGSIDE_TIER_NODES_H

#include "cluster.h"
#include "timeline.h"

/* A weight on its way. */
struct tier_ramp {
    double from, to, start_s, over_s; /* over_s 0: it has arrived */
    bool leaves;                      /* the node goes when it has */
    size_t event;                     /* that began it */
};

struct tier_node {
    struct rs_node node; /* its id is its position */
    struct tier_ramp ramp;
    double scale; /* by which the balancer changes its weight */
    bool is_wanted;
};

struct tier_nodes {
    const struct timeline *timeline;
    struct tier_node *all;    /* every node that the timeline ever names */
    struct tier_node *before; /* as they were, for a change that is refused */
    size_t n_all;
    struct rs_node *wanted; /* as rc_set_nodes wants them */
    size_t n_wanted;
    size_t next_event;
    bool is_weighted;        /* what the strategy takes */
    struct rs_why *refusals; /* by event: why it was left undone or half done; "": it was not */
};

bool tier_nodes_open(struct tier_nodes *nodes, const struct timeline *timeline, const char *spec,
                     struct rs_why *why);
void tier_nodes_close(struct tier_nodes *nodes);

/* Position of a node; n_all: the timeline names none of that name. */
uint32_t tier_nodes_find(const struct tier_nodes *nodes, struct rs_bytes name);

enum tier_nodes_change { TIER_NODES_SAME, TIER_NODES_CHANGED, TIER_NODES_FAILED };

/* What is due at this time. What the strategy cannot do is left undone, with all else that the same
 * second asks of it, and refused and refusals say so. FAILED: memory was short. */
enum tier_nodes_change tier_nodes_advance(struct tier_nodes *nodes, struct rc_cluster *cluster,
                                          double now_s, struct rs_why *refused);

/* The weight of a node with what the balancer makes of it. */
static inline double tier_nodes_weight(const struct tier_nodes *nodes, uint32_t i)
{
    return nodes->all[i].node.weight * nodes->all[i].scale;
}

/* The balancer's weights, for every node. Errors, after which all is as before: those of
 * rc_set_nodes. */
enum rs_status tier_nodes_set_weights(struct tier_nodes *nodes, struct rc_cluster *cluster,
                                      const double *weights, struct rs_why *why);

#endif
