/* naive_ring.h - a circle without an index: every label hashed, every point looked at
 */
#ifndef RINGSIDE_NAIVE_RING_H
#define RINGSIDE_NAIVE_RING_H

#include "naive.h"

struct naive_point {
    uint64_t at;
    const struct rs_node *node;
};

/* The state of twins that have points. */
struct naive_ring {
    struct naive_point *points; /* in no order */
    size_t n;
    unsigned position_shift; /* from digest to position */
    uint64_t position_mask;
    bool after; /* a point does not own its own position */
};

static inline struct naive_ring *naive_ring_of(const struct naive *naive)
{
    return naive->state;
}

/* Operations of a row whose state is a struct naive_ring. `label` is the pattern where there is no
 * parameter of this name. */
void naive_ring_points(struct naive *naive, const char *label);
void naive_ring_forget(struct naive *naive);
size_t naive_ring_edges(const struct naive *naive, uint64_t *digests, size_t max);

/* Of two points the one at which a walk from the lowest position comes first. */
bool naive_ring_before(const struct naive_point *a, const struct naive_point *b);

#endif
