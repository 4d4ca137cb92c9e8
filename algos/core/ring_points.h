/* ring_points.h - the points of a ring: made from labels, sorted, merged, taken out again
 *
 * What every circle of labelled points shares; who owns a key is the strategy's own business.
 */
#ifndef RINGSIDE_RING_POINTS_H
#define RINGSIDE_RING_POINTS_H

#include "core/strategy.h"

enum { RING_64, RING_32 };    /* ring.bits */
enum { RING_AT, RING_AFTER }; /* ring.owner */

struct ring {
    struct rs_placement p;
    const struct rs_hash *label_hash;
    uint64_t vnodes;
    const char *label;
    unsigned bits, owner;
    uint64_t *points; /* ascending; equal ones in the order of name and id of their owners */
    uint32_t *owners; /* owners[i]: id of the node of points[i] */
    uint32_t *starts; /* starts[b]: the first point of which position >> shift is not below b */
    unsigned shift;
    size_t n, cap;
    size_t n_owners; /* nodes with points */
};

static inline const struct ring *ring_of(const struct rs_placement *p)
{
    return (const struct ring *)p;
}

/* The strategy's build, change and fini. */
enum rs_status ring_build(struct rs_placement *p);
enum rs_status ring_change(struct rs_placement *p, const struct rs_change *changes, size_t n);
void ring_fini(struct rs_placement *p);

#endif
