/* equal_ranges.c - what nodes own that have equal ranges of digests
 */
#include "core/equal_ranges.h"

#include <math.h>
#include <string.h>

void equal_range_to_shares(const struct rs_placement *p, const uint64_t *n_digests, unsigned n_bits,
                           uint32_t first, double *by_slot)
{
    uint64_t any = 0;
    for (uint32_t slot = 0; slot < p->n_slots; slot++) {
        by_slot[slot] = ldexp((double)n_digests[slot], -(int)n_bits);
        any |= n_digests[slot];
    }
    if (!any)
        by_slot[first] = 1;
}

enum rs_status equal_range_shares(const struct rs_placement *p, uint64_t n,
                                  uint32_t (*owner)(const struct rs_placement *p, uint64_t j),
                                  double *by_slot)
{
    size_t n_bytes = p->n_slots * sizeof(uint64_t);
    uint64_t *n_digests = rs_alloc(p, n_bytes, _Alignof(uint64_t)), before = 0;
    if (!n_digests)
        return RS_ENOMEM;
    memset(n_digests, 0, n_bytes);
    for (uint64_t j = 0; j < n; j++) {
        uint64_t next = equal_range_first(p->hash, j + 1, n);
        n_digests[rs_slot_of(p, owner(p, j))] += next - before;
        before = next;
    }
    equal_range_to_shares(p, n_digests, p->hash->n_bits, rs_slot_of(p, owner(p, 0)), by_slot);
    rs_free(p, n_digests, n_bytes);
    return RS_OK;
}
