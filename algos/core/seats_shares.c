/* seats_shares.c - what nodes in buckets own, and of which hashes that is known
 */
#include "core/seats.h"

enum rs_status seats_shares(const struct rs_placement *p, double *by_slot)
{
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        if (rs_effective(p, slot) > 0)
            by_slot[slot] = 1.0 / seats_n_live(seats_of(p));
    return RS_OK;
}

enum rs_status seats_init(struct rs_placement *p, struct rs_why *why)
{
    (void)why;
    if (p->hash->n_bits < 64)
        p->traits &= ~(uint32_t)RS_EXACT_SHARE;
    return RS_OK;
}
