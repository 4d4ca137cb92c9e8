/* ring_search.h - the first point of a ring at or after a position
 */
#ifndef RINGSIDE_RING_SEARCH_H
#define RINGSIDE_RING_SEARCH_H

#include "core/ring_points.h"

/* Index of the first point not less than x; n when there is none: in the bucket of x, or where the
 * next one starts. A mask, not a branch: a processor would guess every second one wrong. */
static inline size_t ring_lower_bound(const struct ring *ring, uint64_t x, struct rs_steps *steps)
{
    size_t bucket = (size_t)(x >> ring->shift), low = ring->starts[bucket];
    const uint64_t *base = ring->points + low;
    for (size_t n = ring->starts[bucket + 1] - low; n > 0;) {
        size_t half = (n + 1) / 2;
        base += half & -(size_t)(base[half - 1] < x);
        n -= half;
        if (steps)
            steps->probes++;
    }
    return (size_t)(base - ring->points);
}

#endif
