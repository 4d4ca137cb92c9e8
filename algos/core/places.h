/* places.h - where each node stands in an array of ids
 *
 * By slot of the node table, so that many nodes can leave the array without a search for each.
 */
#ifndef RINGSIDE_PLACES_H
#define RINGSIDE_PLACES_H

#include "core/strategy.h"

/* places[slot]: the index of that node's id among the n, which may have gaps of RS_NO_NODE. Who is
 * not among them has no defined place. NULL: out of memory. */
static inline uint32_t *places_open(const struct rs_placement *p, const uint32_t *ids, uint32_t n)
{
    uint32_t *places = rs_alloc(p, (size_t)p->n_slots * sizeof *places, _Alignof(uint32_t));
    for (uint32_t i = 0; places && i < n; i++)
        if (ids[i] != RS_NO_NODE)
            places[rs_slot_of(p, ids[i])] = i;
    return places;
}

static inline void places_close(const struct rs_placement *p, uint32_t *places)
{
    rs_free(p, places, (size_t)p->n_slots * sizeof *places);
}

#endif
