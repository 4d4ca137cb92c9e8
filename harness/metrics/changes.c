/* changes.c - what is done to the nodes, to see what it does to the keys
 *
 * One line of changes.def is one change. What must move follows from the weights alone: the keys of
 * nodes that have less than before must leave them, and those that have more must be given keys;
 * both come to the same number.
 */
#include "changes.h"

#include "reason.h"

#include <stdlib.h>
#include <string.h>

const struct change changes[N_CHANGES] = {
#define CHANGE(name, kind, percent, order, summary)                                                \
    [CHANGE_##name] = {#name, summary, CHANGE_##kind, percent, CHANGE_##order},
#include "changes.def"
#undef CHANGE
};

void change_pick(uint32_t *positions, size_t n_picked, size_t n_from, uint64_t seed)
{
    for (size_t i = 0; i < n_picked; i++) {
        size_t with = i + (size_t)rs_below(rs_draw(seed, i + 1), n_from - i);
        uint32_t swap = positions[i];
        positions[i] = positions[with];
        positions[with] = swap;
    }
}

static size_t change_n(const struct change *change, size_t n)
{
    size_t n_gone = (n * change->percent + 99) / 100;
    if (change->percent)
        return n_gone < n ? n_gone : n - 1;
    return n == 1 && change->kind == CHANGE_REMOVE && change->order == CHANGE_MIDDLE ? 0 : 1;
}

static uint32_t change_position(const struct change *change, size_t i, size_t n)
{
    switch (change->order) {
    case CHANGE_NEWCOMER:
        return (uint32_t)n;
    case CHANGE_LAST:
        return (uint32_t)(n - 1 - i);
    case CHANGE_ADVERSARIAL:
        return (uint32_t)(i ? n - i : 0);
    default:
        return (uint32_t)i;
    }
}

bool change_choose(struct change_nodes *nodes, const struct subject *subject,
                   const struct change *change)
{
    size_t n = subject->n_nodes;
    *nodes = (struct change_nodes){calloc(n + 1, sizeof(uint32_t)), calloc(n + 1, sizeof(uint32_t)),
                                   change_n(change, n)};
    if (!nodes->positions || !nodes->ids)
        return false;
    for (size_t i = 0; i < n; i++)
        nodes->positions[i] = change_position(change, i, n);
    if (change->order == CHANGE_MIDDLE)
        change_pick(nodes->positions, nodes->n, n > 1 ? n - 1 : 1, subject->seed + DRAWS_OF_MIDDLE);
    if (change->order == CHANGE_RANDOM)
        change_pick(nodes->positions, nodes->n, n, subject->seed + DRAWS_OF_RANDOM);
    for (size_t i = 0; i < nodes->n; i++)
        nodes->ids[i] = subject->nodes[nodes->positions[i]].id;
    return true;
}

void change_nodes_free(struct change_nodes *nodes)
{
    free(nodes->positions);
    free(nodes->ids);
    *nodes = (struct change_nodes){0};
}

/* A node of weight 0 has nothing to double, and a change that changes nothing would flatter. */
static double change_new_weight(double weight)
{
    return weight > 0 ? 2 * weight : 1;
}

double change_minimum(const struct subject *subject, const struct change *change,
                      const struct change_nodes *nodes)
{
    double whole = 0, part = 0;
    for (size_t i = 0; i < subject->n_nodes; i++)
        whole += subject->nodes[i].weight;
    for (size_t i = 0; i < nodes->n; i++)
        part += subject->nodes[nodes->positions[i]].weight;
    double before = whole > 0 ? part / whole : 0, more, after;
    switch (change->kind) {
    case CHANGE_ADD:
        return part / (whole + part);
    case CHANGE_REMOVE:
        return before;
    case CHANGE_REJOIN:
        return 0;
    case CHANGE_REWEIGHT:
        more = change_new_weight(part);
        return fabs(more / (whole + more - part) - before);
    case CHANGE_REPLACE:
        /* Survivors all gain or all lose: what must move is what the one loses or the other gains.
         */
        more = subject->nodes[subject->n_nodes].weight;
        after = more / (whole + more - part);
        return after > before ? after : before;
    }
    return 0;
}

static enum rs_status change_reweight(struct rs_placement *p, const struct rs_node *node,
                                      struct rs_why *why)
{
    struct rs_node changed = *node;
    changed.weight = change_new_weight(node->weight);
    if (rs_traits(p) & RS_WEIGHTED)
        return rs_update(p, &changed, 1, why);
    reason_set(why, "it has no weights");
    return RS_EUNSUPPORTED;
}

enum rs_status change_make(struct rs_placement *p, const struct subject *subject,
                           const struct change *change, const struct change_nodes *nodes,
                           struct rs_why *why)
{
    const struct rs_node *newcomer = &subject->nodes[subject->n_nodes];
    const struct rs_node *node = &subject->nodes[nodes->positions[0]];
    if (!nodes->n) {
        reason_set(why, "there are too few nodes");
        return RS_EUNSUPPORTED;
    }
    if (change->kind == CHANGE_ADD)
        return rs_add(p, newcomer, 1, why);
    if (change->kind == CHANGE_REWEIGHT)
        return change_reweight(p, node, why);
    enum rs_status status = rs_remove(p, nodes->ids, nodes->n, why);
    if (status || change->kind == CHANGE_REMOVE)
        return status;
    return rs_add(p, change->kind == CHANGE_REJOIN ? node : newcomer, 1, why);
}

bool change_keys_are_distinct(const struct subject *subject)
{
    return subject->keys->workload->has_distinct_keys;
}
