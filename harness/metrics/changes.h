/* changes.h - what is done to the nodes, to see what it does to the keys
 */
#ifndef RINGSIDE_CHANGES_H
#define RINGSIDE_CHANGES_H

#include "metric.h"

enum change_kind { CHANGE_ADD, CHANGE_REMOVE, CHANGE_REJOIN, CHANGE_REWEIGHT, CHANGE_REPLACE };

/* Which nodes, and in which order they go. ADVERSARIAL: the first, then the last, the last but one
 * and so on, so that in a strategy that fills gaps from the end each gap leads to the next. */
enum change_order {
    CHANGE_NEWCOMER,
    CHANGE_LAST,
    CHANGE_MIDDLE, /* one, never the one added last where there are two */
    CHANGE_FIRST,
    CHANGE_RANDOM,
    CHANGE_ADVERSARIAL
};

struct change {
    const char *name, *summary;
    enum change_kind kind;
    unsigned percent; /* of the nodes, rounded up, but one stays; 0: one node */
    enum change_order order;
};

#define CHANGE(name, kind, percent, order, summary) CHANGE_##name,
enum change_index {
#include "changes.def"
    N_CHANGES
};
#undef CHANGE

extern const struct change changes[N_CHANGES];

/* Keys are drawn by the seed of the run; nodes by other seeds, which are so much greater. */
enum change_draws {
    DRAWS_OF_MIDDLE = 2,
    DRAWS_OF_RANDOM,
    DRAWS_OF_FAILOVER,
    DRAWS_OF_BOUNDED_LOAD
};

/* Shuffles so much of the positions below n_from that the first n_picked are drawn. */
void change_pick(uint32_t *positions, size_t n_picked, size_t n_from, uint64_t seed);

/* The nodes that a change is about, in the order in which they go. */
struct change_nodes {
    uint32_t *positions, *ids; /* in the subject's nodes, the newcomer included; first n of each */
    size_t n;                  /* 0: this size has none to spare */
};

/* false: out of memory. Free all the same. Equal seeds draw nested sets: the tenth is in the half.
 */
bool change_choose(struct change_nodes *nodes, const struct subject *subject,
                   const struct change *change);
void change_nodes_free(struct change_nodes *nodes);

/* The least part of the keys that must move for every node to get what its weight asks for. */
double change_minimum(const struct subject *subject, const struct change *change,
                      const struct change_nodes *nodes);

/* On p, made by subject_open. Other than RS_OK: the change cannot be made, why says why, or memory
 * was short; what p has by then is not said. */
enum rs_status change_make(struct rs_placement *p, const struct subject *subject,
                           const struct change *change, const struct change_nodes *nodes,
                           struct rs_why *why);

/* Whether no key of the workload comes twice: else samples vary more than their number says. */
bool change_keys_are_distinct(const struct subject *subject);

#endif
