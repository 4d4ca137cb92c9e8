/* probe_shares.c - what each node of a ring owns when the nearest of several probes decides
 */
#include "core/probe_shares.h"

#include "core/heap_sort.h"

#include <math.h>

/* The stretch of the circle before a point. */
struct probe_gap {
    uint64_t length;
    uint32_t id;
};

/* Gaps of one length get one share, so their order is free. */
static bool probe_longer(const void *ctx, const void *a, const void *b)
{
    const struct probe_gap *one = a, *two = b;
    (void)ctx;
    return one->length > two->length;
}

static double probe_power(double x, uint64_t n)
{
    double power = 1;
    for (; n > 0; n /= 2, x *= x)
        power *= n % 2 ? x : 1;
    return power;
}

/* S(t), the part of the circle from which the way is longer than t, falls by one for each gap that
 * is longer. All ways are longer than t with probability S^probes; what that loses from one length
 * of gap to the next is shared by the points whose gaps are longer. S in whole positions: exact. */
enum rs_status probe_shares(const struct ring *ring, uint64_t n_probes, double *by_slot)
{
    const struct rs_placement *p = &ring->p;
    size_t n = ring->n, n_bytes = n * sizeof(struct probe_gap);
    if (!n)
        return RS_OK;
    if (ring->points[0] == ring->points[n - 1]) {
        by_slot[rs_slot_of(p, ring->owners[0])] = 1; /* its gap is the circle */
        return RS_OK;
    }
    struct probe_gap *gaps = rs_alloc(p, n_bytes, _Alignof(struct probe_gap));
    if (!gaps)
        return RS_ENOMEM;
    for (size_t i = 0; i < n; i++)
        gaps[i] =
            (struct probe_gap){ring->points[i] - ring->points[i ? i - 1 : n - 1], ring->owners[i]};
    heap_sort_backwards(gaps, n, sizeof *gaps, probe_longer, NULL); /* shortest first */
    uint64_t longer = 0, length = 0; /* S, of which the 2^64 at first wrap to 0 */
    double before = 1, share = 0;
    for (size_t i = 0; i < n; i++) {
        if (gaps[i].length > length) {
            longer -= (gaps[i].length - length) * (n - i);
            length = gaps[i].length;
            double after = probe_power(ldexp((double)longer, -64), n_probes);
            share += (before - after) / (double)(n - i);
            before = after;
        }
        by_slot[rs_slot_of(p, gaps[i].id)] += share;
    }
    rs_free(p, gaps, n_bytes);
    return RS_OK;
}
