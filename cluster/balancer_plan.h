/* balancer_plan.h - what the balancer's judgement and its two kinds of plan share
 *
 * All loads here are parts of the whole: a node has `load` and should have `fair`; each sums to 1
 * over the nodes with capacity, and level = load / fair.
 */
#ifndef RINGSIDE_BALANCER_PLAN_H
#define RINGSIDE_BALANCER_PLAN_H

#include "balancer.h"

/* DONE: gives nothing any more. */
enum balancer_part { PART_NONE, PART_GIVER, PART_GETTER, PART_DONE };

struct balancer_node {
    struct rc_load
        sums; /* over the intervals watched; id, capacity and weight of the last report */
    double load, fair;
    double best; /* the weight at b->best_skew */
    /* Of the plan being made: what is given already and what shall be given (or got) besides, as
     * load or as weight; the node's items. */
    enum balancer_part part;
    double given, want;
    uint32_t first, end;
};

/* A shard, sorted by owner and then by load. */
struct balancer_item {
    double load;
    uint32_t owner, shard; /* owner: index of the node; RS_NO_NODE once it has been moved */
};

struct rc_balancer {
    struct rc_balancer_options options; /* defaults filled in */
    struct balancer_node *nodes;
    double *weights; /* as handed out */
    size_t n_nodes, cap_nodes;
    uint64_t *shard_requests; /* over the intervals watched */
    struct balancer_item *items;
    struct rc_shard_move *moves;
    size_t n_watched;           /* intervals summed up */
    uint64_t placement;         /* a digest of the weights, or owners, of the last report */
    bool is_met;                /* there was a report */
    unsigned settling, resting; /* intervals left */
    unsigned n_tries, n_rests;
    double best_skew; /* the lowest that an action began from; 0: no action yet */
    bool alarm, stuck;
    struct rs_why reason; /* of being stuck */
};

/* Nodes above this have to give: while the alarm is on, halfway to the threshold at first, and the
 * more the longer it has been tried, so that what is coarse does not go round for ever. */
static inline double balancer_aim(const struct rc_balancer *b)
{
    double tried = (double)b->n_tries / b->options.tries;
    return 1 + (b->options.threshold - 1) * (1 + tried) / 2;
}

static inline double balancer_level(const struct balancer_node *node)
{
    return node->load / node->fair;
}

/* balancer_check.c. Options get their defaults. */
enum rs_status balancer_check_options(struct rc_balancer_options *options, struct rs_why *why);
enum rs_status balancer_check_report(const struct rc_balancer *b,
                                     const struct rc_load_report *report, struct rs_why *why);

/* balancer_watch.c. Room for n nodes, those known kept. */
enum rs_status balancer_watch_reserve(struct rc_balancer *b, size_t n, struct rs_why *why);
/* Notes who is there and what is placed where. What was seen of another constellation says nothing
 * about this one. */
void balancer_watch_meet(struct rc_balancer *b, const struct rc_load_report *report);
void balancer_watch_add(struct rc_balancer *b, const struct rc_load_report *report);
/* Drops the sums; also all that led here. */
void balancer_watch_anew(struct rc_balancer *b);
void balancer_watch_forget(struct rc_balancer *b);

struct balancer_levels {
    double skew, deviation;
    uint32_t busiest, idlest;
};
/* Works out every node's load and fair, from a report or, with NULL, from the sums. */
struct balancer_levels balancer_watch_levels(struct rc_balancer *b,
                                             const struct rc_load_report *report);
/* Some node's sums are above the limit, and above the mean by more than sampling explains. */
bool balancer_watch_sure(const struct rc_balancer *b, double limit);

/* balancer_weights.c, balancer_shards.c. Set verdict->weights or moves, moved and gained, from the
 * nodes' loads; where nothing worth while can be done, b->reason. Return whether there is something
 * to do. */
bool balancer_plan_weights(struct rc_balancer *b, struct rc_verdict *verdict);
/* Remembers the weights if they are the best so far; goes back to them if others are in force. */
void balancer_note_weights(struct rc_balancer *b, double skew);
bool balancer_restore_weights(struct rc_balancer *b, double skew, struct rc_verdict *verdict);
bool balancer_plan_shards(struct rc_balancer *b, const uint32_t *owners,
                          struct rc_verdict *verdict);

#endif
