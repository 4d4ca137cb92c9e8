/* ring_arrays.c - the memory of a ring's points, and the buckets over them
 */
#include "core/ring_arrays.h"

#include "core/grow.h"

#include <string.h>

/* A bucket for 4 to 8 points; two at the least, so that a shift stays below the width. */
static unsigned ring_bucket_bits(size_t cap)
{
    unsigned bits = 1;
    while (bits < 31 && (size_t)8 << bits <= cap)
        bits++;
    return bits;
}

static size_t ring_n_starts(size_t cap)
{
    return ((size_t)1 << ring_bucket_bits(cap)) + 1;
}

void ring_arrays_free(const struct rs_placement *p, struct ring_arrays *arrays)
{
    rs_free(p, arrays->points, arrays->cap * sizeof *arrays->points);
    rs_free(p, arrays->owners, arrays->cap * sizeof *arrays->owners);
    rs_free(p, arrays->starts, ring_n_starts(arrays->cap) * sizeof *arrays->starts);
    *arrays = (struct ring_arrays){NULL, NULL, NULL, 0};
}

static enum rs_status ring_arrays_open(const struct rs_placement *p, struct ring_arrays *arrays,
                                       size_t cap)
{
    *arrays = (struct ring_arrays){NULL, NULL, NULL, cap};
    if (!cap)
        return RS_OK;
    arrays->points = rs_alloc(p, cap * sizeof *arrays->points, _Alignof(uint64_t));
    arrays->owners = rs_alloc(p, cap * sizeof *arrays->owners, _Alignof(uint32_t));
    arrays->starts = rs_alloc(p, ring_n_starts(cap) * sizeof *arrays->starts, _Alignof(uint32_t));
    if (arrays->points && arrays->owners && arrays->starts)
        return RS_OK;
    ring_arrays_free(p, arrays);
    return RS_ENOMEM;
}

struct ring_arrays ring_arrays_of(const struct ring *ring)
{
    return (struct ring_arrays){ring->points, ring->owners, ring->starts, ring->cap};
}

/* Too large by a fifth is too large: a point would cost more than 16 bytes. */
enum rs_status ring_arrays_fit(const struct ring *ring, size_t n, struct ring_arrays *to)
{
    *to = ring_arrays_of(ring);
    if (n <= ring->cap && ring->cap <= n + n / 5)
        return RS_OK;
    struct ring_arrays fitting;
    enum rs_status status = ring_arrays_open(&ring->p, &fitting, grow_cap(n));
    if (!status)
        *to = fitting;
    return n <= ring->cap ? RS_OK : status; /* too large an array is no failure */
}

void ring_arrays_take(struct ring *ring, const struct ring_arrays *arrays, size_t n)
{
    unsigned bits = ring_bucket_bits(arrays->cap);
    ring->points = arrays->points, ring->owners = arrays->owners, ring->starts = arrays->starts;
    ring->cap = arrays->cap, ring->n = n;
    ring->shift = (ring->bits == RING_64 ? 64 : 32) - bits;
    if (!arrays->cap)
        return;
    /* The last point of a bucket says where the next one starts; an empty bucket starts where the
     * one before it does. Twice over the arrays, without a branch. */
    size_t n_starts = ring_n_starts(arrays->cap);
    memset(ring->starts, 0, n_starts * sizeof *ring->starts);
    for (size_t i = 0; i < n; i++)
        ring->starts[(ring->points[i] >> ring->shift) + 1] = (uint32_t)(i + 1);
    for (size_t b = 1; b < n_starts; b++)
        ring->starts[b] =
            ring->starts[b] > ring->starts[b - 1] ? ring->starts[b] : ring->starts[b - 1];
}
