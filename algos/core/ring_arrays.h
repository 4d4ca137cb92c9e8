/* ring_arrays.h - the memory of a ring's points, and the buckets over them
 *
 * A change prepares arrays beside the ring's own, fills them, and takes them: what can fail is over
 * before anything is written.
 */
#ifndef RINGSIDE_RING_ARRAYS_H
#define RINGSIDE_RING_ARRAYS_H

#include "core/ring_points.h"

struct ring_arrays {
    uint64_t *points;
    uint32_t *owners, *starts;
    size_t cap;
};

struct ring_arrays ring_arrays_of(const struct ring *ring);
/* Arrays for n points: the ring's own, or others where those are too small or far too large. */
enum rs_status ring_arrays_fit(const struct ring *ring, size_t n, struct ring_arrays *to);
/* Makes the arrays, which hold n points in order, the ring's own, and marks where buckets start. */
void ring_arrays_take(struct ring *ring, const struct ring_arrays *arrays, size_t n);
void ring_arrays_free(const struct rs_placement *p, struct ring_arrays *arrays);

#endif
