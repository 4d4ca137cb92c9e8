/* balancer.h - from the loads of an interval to what should change
 *
 * A balancer only decides: it owns no cluster and no clock, and two balancers given the same
 * reports say the same. At every interval the caller reports what each node did and is told to do
 * nothing, to give nodes other weights, or to move single shards from busy nodes to idle ones.
 *
 *     struct rc_balancer_options options = {.n_shards = 1024};
 *     rc_balancer_open(&options, &balancer, NULL);
 *     every interval:
 *         rc_balancer_step(balancer, &report, &verdict, NULL);
 *         if (verdict.kind == RC_ACT) carry out verdict.moves, or set verdict.weights
 *     rc_balancer_close(balancer);
 *
 *     quiet -> watching -> act -> settling -> quiet, or watching again, or not attainable
 *
 * The level of a node is its load for each unit of capacity, the mean being 1; skew is the highest
 * level. Above `threshold` a node is uneven; the unevenness is acted upon when it has lasted and is
 * no accident of sampling: over the intervals watched, the level must stand SURE = 5 standard
 * errors (level / sqrt(requests)) above 1. Correction then goes on until the skew is below the aim:
 * halfway between 1 and the threshold, so that it does not begin again at once, and nearer to the
 * threshold the more actions it has taken.
 *
 * Promised, for the loads that were watched:
 * - Weight and shards go from nodes above the aim to nodes with less load. The sum of all weights
 *   stays. No node both gives and gets in one action, but for exchanges.
 * - A move lowers the giver by all of what is moved and leaves the receiver's level no higher than
 *   the giver's. An exchange (a large shard one way, smaller ones back) is tried only when a node
 *   above the threshold has no such move left.
 * - verdict.moved <= payback * verdict.gained. With equal capacities, gained is at most half of
 *   what the action takes off the sum of |load i - load j| over all pairs. Without exchanges moved
 *   = gained. In weights mode both are predictions: load in proportion to weight, which a ring
 *   keeps to only on average.
 * - What no placement can even out is RC_UNATTAINABLE, not an endless search. `tries` actions that
 *   have not brought evenness are followed by a rest of 64 intervals, then of 128 and so on; before
 *   it, weights go back to the best they have been (moved and gained 0; none of the above holds of
 *   it).
 *
 * Threads: a balancer belongs to one thread at a time. Status, why and failed calls are as in
 * ringside.h.
 */
#ifndef RINGSIDE_BALANCER_H
#define RINGSIDE_BALANCER_H

#include "ringside.h"

#define RC_BALANCER_MAX_SHARDS (1u << 24)

struct rc_balancer;

/* The parts that the measures have in what counts as load; only their ratio matters. A measure of
 * which there is none in an interval drops out. */
struct rc_load_mix {
    double requests, bytes, latency, queue;
};

/* A field that is zero has its default, given in brackets. */
struct rc_balancer_options {
    uint32_t n_shards;      /* [0] 0: acts on weights; otherwise on these single shards */
    struct rc_load_mix mix; /* [requests alone] */
    double threshold;       /* [1.2] more than 1 */
    double damping;         /* [0.5] part of an overload that one action takes away; at most 1 */
    unsigned patience;      /* [3] uneven intervals in a row before an action */
    unsigned settle;        /* [2] intervals not judged after an action, or a change of nodes */
    unsigned tries;         /* [20] actions without evenness before a rest */
    double max_change;      /* [0.25] part of its weight that a node loses or gets at once */
    double min_weight;      /* [0.2] bounds of a weight, in parts of what the node would have */
    double max_weight;      /* [5] if weights were as capacities; min below 1, max above */
    double min_gain; /* [0.01] of a node's mean load; an action that gains less is not made */
    double payback;  /* [8] intervals until an action has gained what it moved; 1: no
                                  exchanges; at least 1 */
    struct rs_allocator allocator; /* alloc NULL: malloc */
};

/* What a node did in an interval. Numbers are 0 to RC_LOAD_MAX; capacity and weight are 0 or at
 * least 1 / RC_LOAD_MAX. The units of requests, bytes, latency and queue do not matter. */
#define RC_LOAD_MAX 1e12
struct rc_load {
    uint32_t id;       /* unique in the report */
    double capacity;   /* the part of all load it should have is capacity / sum of capacities; 0: it
                          should have none and is left alone */
    double weight;     /* in force; weights mode only. 0 stays 0 */
    double n_requests; /* always needed: they tell how sure the other numbers are */
    double n_bytes, queue;
    double latency_us; /* mean; not divided by capacity */
    double n_hottest; /* requests of the most wanted single key; 0: not known. At most n_requests */
};

/* Borrowed for the call. With n_shards > 0: shard_requests[s] and shard_owners[s], the index in
 * nodes of the shard's primary; RS_NO_NODE: nobody serves it. A shard's load is its part of its
 * owner's. Nodes may come, go and change their order between reports. */
struct rc_load_report {
    const struct rc_load *nodes;
    size_t n_nodes;
    const uint64_t *shard_requests;
    const uint32_t *shard_owners;
};

enum rc_verdict_kind {
    RC_STEADY,      /* even, or too little load to tell otherwise */
    RC_WATCHING,    /* uneven, not for long enough or not surely enough */
    RC_ACT,         /* weights or moves are to be carried out */
    RC_SETTLING,    /* waits for the last change to show */
    RC_UNATTAINABLE /* uneven, and nothing that helps is left; reason says why */
};

struct rc_shard_move {
    uint32_t shard, from, to; /* from, to: ids */
};

struct rc_verdict {
    enum rc_verdict_kind kind;
    bool alarm; /* surely past the threshold, and not even again since */
    double skew,
        deviation; /* levels in this interval: highest; standard deviation. 1 and 0: no load */
    uint32_t busiest,
        idlest; /* ids of the highest and lowest level; RS_NO_NODE: none has capacity */
    /* RC_ACT only; these arrays are the balancer's and live until its next call. */
    const double *weights;             /* for each node of the report; NULL in shards mode */
    const struct rc_shard_move *moves; /* NULL in weights mode */
    size_t n_moves;
    double moved, gained; /* loads, in parts of all load of an interval */
    struct rs_why reason; /* RC_UNATTAINABLE only, else empty */
};

/* Errors: EINVAL (an option out of its range), ENOMEM. Closing NULL is fine. */
enum rs_status rc_balancer_open(const struct rc_balancer_options *options, struct rc_balancer **out,
                                struct rs_why *why);
void rc_balancer_close(struct rc_balancer *balancer);

/* One interval. Errors, after which the balancer is as before: EINVAL (a number that is negative,
 * too large or none, an id twice, an owner that is not there), ENOMEM. Cost: O(nodes + shards), and
 * O(shards log shards) when it plans. */
enum rs_status rc_balancer_step(struct rc_balancer *balancer, const struct rc_load_report *report,
                                struct rc_verdict *verdict, struct rs_why *why);

#endif
