/* transition.h - one strategy while one node list becomes another
 *
 * Three placements answer the same keys: before, live (the change is made on the running placement,
 * removals first) and rebuilt (clients start again with the new list).
 */
#ifndef RINGSIDE_TRANSITION_H
#define RINGSIDE_TRANSITION_H

#include "node_union.h"
#include "ringside.h"

enum transition_how { HOW_LIVE, HOW_REBUILD, N_HOW };

/* What came of it, one way. */
struct outcome {
    struct rs_placement *p; /* NULL: not asked for, or status */
    uint32_t *union_of;     /* by slot of p */
    struct rs_why why;      /* when the strategy cannot */
    enum rs_status status;
    uint64_t n_moved, n_between_survivors;
    uint64_t *n_after; /* keys by union index */
};

struct transition {
    const char *spec;
    const struct node_union *all;
    struct rs_placement *before; /* NULL: spec cannot hold all->from, so no outcome has a p */
    uint32_t *union_of;          /* by slot of before */
    uint64_t n_keys, *n_before;
    uint64_t n_differ; /* keys that live and rebuild place differently */
    struct outcome outcomes[N_HOW];
    const struct rs_placement *refused; /* the one that ended transition_count */
};

/* how: which outcomes are asked for, as bits. to_spec: another strategy from now on (then only
 * HOW_REBUILD), or NULL. Both specs open. What cannot hold a list or make the change has an outcome
 * that says so. ENOMEM: close all the same. */
enum rs_status transition_open(struct transition *transition, const char *spec, const char *to_spec,
                               const struct node_union *all, unsigned how);
void transition_close(struct transition *transition);

/* Called for each key that moves, with union indices (all->n: no node). */
typedef void transition_moved(void *ctx, struct rs_bytes key, size_t from, size_t to);

/* Whom to tell of the keys that move, and in which outcome. */
struct listener {
    enum transition_how how;
    transition_moved *moved; /* NULL: nobody */
    void *ctx;
};

/* Counts a block of keys. Returns how many keys had a digest: all, or transition->refused has none
 * for the next. */
size_t transition_count(struct transition *transition, const struct rs_bytes *keys, size_t n,
                        const struct listener *listener);

/* Greatest load over what weight asks for; *busiest is the union index. 0: no keys, no nodes. */
double transition_skew(const struct node_union *all, const uint64_t *n_keys_of,
                       const double *targets, size_t *busiest);

#endif
