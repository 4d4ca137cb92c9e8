/* balancer_weights.c - gives weight of busy nodes to idle ones
 *
 * Load is taken to be in proportion to weight. A node at level r would be even with weight / r, so
 * a busy one offers the damped part of weight * (1 - 1/r) and an idle one has room for the damped
 * part of weight * (1/r - 1), each within its bounds. What changes hands is the smaller of the two
 * sums, so the sum of weights stays and nodes near the mean keep every virtual node they have.
 */
#include "balancer_plan.h"

#include <math.h>
#include <stdio.h>

/* The weight that the node would have if weights were as capacities. */
static double balancer_weights_sum(const struct rc_balancer *b)
{
    double sum = 0;
    for (size_t i = 0; i < b->n_nodes; i++)
        if (b->nodes[i].fair > 0)
            sum += b->nodes[i].sums.weight;
    return sum;
}

/* How much the node gives or gets at most; sets its part. */
static void balancer_weights_want(const struct rc_balancer *b, struct balancer_node *node,
                                  double sum)
{
    const struct rc_balancer_options *o = &b->options;
    double weight = node->sums.weight, level = balancer_level(node);
    double most = weight * o->max_change;
    node->want = 0;
    if (level > balancer_aim(b)) {
        double spare = weight - o->min_weight * node->fair * sum;
        node->part = PART_GIVER;
        node->want = fmin(fmin(weight * (1 - 1 / level) * o->damping, most), fmax(spare, 0));
    } else if (level < 1) {
        double room = o->max_weight * node->fair * sum - weight;
        node->part = PART_GETTER;
        node->want =
            fmin(fmin(weight * (1 / fmax(level, 1e-9) - 1) * o->damping, most), fmax(room, 0));
    }
}

/* A key cannot be cut: when one is more than the strongest node should have, weights only toss it.
 * */
static bool balancer_weights_hot_key(struct rc_balancer *b)
{
    double strongest = 0;
    for (size_t i = 0; i < b->n_nodes; i++)
        strongest = fmax(strongest, b->nodes[i].fair);
    for (size_t i = 0; i < b->n_nodes; i++) {
        const struct rc_load *sums = &b->nodes[i].sums;
        if (b->nodes[i].fair <= 0 || sums->n_hottest <= 0)
            continue;
        double load = b->nodes[i].load * (sums->n_hottest / sums->n_requests);
        if (load <= b->options.threshold * strongest)
            continue;
        snprintf(
            b->reason.text, sizeof b->reason.text,
            "one key on node %u carries %.2f times what a whole node should: split the key, or "
            "serve it from more nodes",
            sums->id, load / strongest);
        return true;
    }
    return false;
}

bool balancer_plan_weights(struct rc_balancer *b, struct rc_verdict *verdict)
{
    if (balancer_weights_hot_key(b))
        return false;
    double sum = balancer_weights_sum(b), given = 0, got = 0, moved = 0;
    size_t n_active = 0;
    for (size_t i = 0; i < b->n_nodes; i++) {
        struct balancer_node *node = &b->nodes[i];
        node->part = PART_NONE;
        if (node->fair <= 0)
            continue;
        n_active++;
        balancer_weights_want(b, node, sum);
        *(node->part == PART_GIVER ? &given : &got) += node->want;
    }
    double amount = fmin(given, got);
    for (size_t i = 0; i < b->n_nodes; i++) {
        struct balancer_node *node = &b->nodes[i];
        double weight = node->sums.weight;
        b->weights[i] = weight;
        if (node->part == PART_GIVER && node->want > 0) {
            b->weights[i] -= node->want * (amount / given);
            moved += node->load * (1 - b->weights[i] / weight);
        } else if (node->part == PART_GETTER && node->want > 0) {
            b->weights[i] += node->want * (amount / got);
        }
    }
    if (moved * (double)n_active < b->options.min_gain) {
        snprintf(b->reason.text, sizeof b->reason.text,
                 "node %u is at %.2f times its part, and the weights are at their bounds: widen "
                 "min_weight and max_weight, or add nodes",
                 verdict->busiest, verdict->skew);
        return false;
    }
    verdict->weights = b->weights;
    verdict->moved = verdict->gained = moved;
    return true;
}

void balancer_note_weights(struct rc_balancer *b, double skew)
{
    if (b->best_skew > 0 && b->best_skew <= skew)
        return;
    b->best_skew = skew;
    for (size_t i = 0; i < b->n_nodes; i++)
        b->nodes[i].best = b->nodes[i].sums.weight;
}

bool balancer_restore_weights(struct rc_balancer *b, double skew, struct rc_verdict *verdict)
{
    if (skew - b->best_skew < b->options.min_gain)
        return false;
    for (size_t i = 0; i < b->n_nodes; i++)
        b->weights[i] = b->nodes[i].best;
    verdict->weights = b->weights;
    return true;
}
