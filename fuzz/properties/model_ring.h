/* model_ring.h - a ring without a ring: every label hashed, every point looked at
 */
#ifndef RINGSIDE_MODEL_RING_H
#define RINGSIDE_MODEL_RING_H

#include "model.h"

struct model_ring_point {
    uint64_t at;
    const struct rs_node *node;
};

struct model_ring {
    struct model_ring_point *points; /* in no order */
    size_t n;
    unsigned position_shift; /* from digest to position */
    uint64_t position_mask;
    bool after; /* a point does not own its own position */
};

/* By the parameters of p, which is a ring, for the nodes of the model. */
void model_ring_open(struct model_ring *ring, const struct rs_placement *p,
                     const struct model *model);
void model_ring_close(struct model_ring *ring);

/* The point that owns a digest among those whose nodes are not in ids; NULL: there is none. */
const struct model_ring_point *model_ring_locate(const struct model_ring *ring, uint64_t digest,
                                                 const uint32_t *ids, size_t n_ids);

#endif
