/* naive_dx.c - bucket numbers drawn until one is taken, from the first draw on for every owner
 *
 * Draws 1, 2, ... are over the capacity: 8 for each of its buckets, at most 2^16. Where they name
 * nobody new, the highest draw bucket + 1 from mix(~digest) does, of equal ones the lowest bucket.
 */
#include "naive_seats.h"

/* The node in a bucket, unless it is one of the n; RS_NO_NODE: none. */
static uint32_t naive_dx_id(const struct naive_seats *seats, uint64_t bucket, const uint32_t *ids,
                            size_t n)
{
    uint32_t id = bucket < seats->n ? seats->ids[bucket] : RS_NO_NODE;
    for (size_t i = 0; i < n; i++)
        if (ids[i] == id)
            return RS_NO_NODE;
    return id;
}

static uint32_t naive_dx_next(const struct naive *naive, uint64_t digest, const uint32_t *ids,
                              size_t n)
{
    const struct naive_seats *seats = naive->state;
    uint64_t capacity = (uint64_t)naive_number(naive, "capacity", 0), highest = 0;
    uint32_t id = RS_NO_NODE;
    for (uint64_t i = 1; i <= 8 * capacity && i <= 65536 && id == RS_NO_NODE; i++) {
        uint64_t draw = rs_mix(digest + i * 0x9e3779b97f4a7c15u);
        id = naive_dx_id(seats, rs_below(draw, capacity), ids, n);
    }
    for (uint32_t bucket = 0, drawn = id; drawn == RS_NO_NODE && bucket < seats->n; bucket++) {
        uint64_t score = rs_mix(rs_mix(~digest) + (bucket + 1) * 0x9e3779b97f4a7c15u);
        uint32_t other = naive_dx_id(seats, bucket, ids, n);
        if (other != RS_NO_NODE && (id == RS_NO_NODE || score > highest))
            id = other, highest = score;
    }
    return id;
}

static uint32_t naive_dx_locate(const struct naive *naive, uint64_t digest)
{
    return naive->n ? naive_dx_next(naive, digest, NULL, 0) : RS_NO_NODE;
}

static size_t naive_dx_replicas(const struct naive *naive, uint64_t digest, size_t k, uint32_t *ids)
{
    size_t n = 0;
    for (; n < k && n < naive->n; n++)
        ids[n] = naive_dx_next(naive, digest, ids, n);
    return n;
}

const struct naive_row naive_dx = {
    .strategy = "dx",
    .locate = naive_dx_locate,
    .replicas = naive_dx_replicas,
    .state_bytes = sizeof(struct naive_seats),
    .note = naive_seats_note,
};
