/* naive_anchor.c - drawn over all buckets of the capacity, which then leave one by one
 *
 * Draw 0 is over the capacity. Buckets never taken have left first, from the last on, so each was
 * the last of as many as its number says.
 */
#include "naive_seats.h"

static uint32_t naive_anchor_locate(const struct naive *naive, uint64_t digest)
{
    const struct naive_seats *seats = naive->state;
    uint64_t capacity = (uint64_t)naive_number(naive, "capacity", 0);
    uint32_t bucket = (uint32_t)rs_below(rs_mix(digest), capacity);
    if (!seats->n)
        return RS_NO_NODE;
    while (bucket >= seats->n)
        bucket = naive_seats_draw(digest, bucket, bucket);
    return naive_seats_owner(naive, digest, bucket);
}

const struct naive_row naive_anchor = {
    .strategy = "anchor",
    .locate = naive_anchor_locate,
    .state_bytes = sizeof(struct naive_seats),
    .note = naive_seats_note,
};
