/* naive_seats.c - nodes in numbered buckets that fall vacant, as plain lists
 */
#include "naive_seats.h"

void naive_seats_note(struct naive *naive, const struct rs_node *node, double from, double to)
{
    struct naive_seats *seats = naive->state;
    uint32_t bucket = 0;
    if (from > 0 && to > 0)
        return;
    if (to > 0) {
        bucket = seats->n_gone ? seats->gone[--seats->n_gone] : seats->n++;
        seats->ids[bucket] = node->id;
        return;
    }
    while (seats->ids[bucket] != node->id)
        bucket++;
    seats->ids[bucket] = RS_NO_NODE;
    if (!seats->n_gone && bucket == seats->n - 1)
        seats->n--;
    else
        seats->gone[seats->n_gone++] = bucket;
    if (seats->n == seats->n_gone)
        seats->n = seats->n_gone = 0;
}

uint32_t naive_seats_draw(uint64_t digest, uint32_t bucket, uint32_t n)
{
    uint64_t number = bucket + UINT64_C(1);
    return (uint32_t)rs_below(rs_mix(digest + number * 0x9e3779b97f4a7c15u), n);
}

/* Whoever stands last takes the place of the bucket that leaves; draws are over places. */
uint32_t naive_seats_owner(const struct naive *naive, uint64_t digest, uint32_t first)
{
    const struct naive_seats *seats = naive->state;
    uint32_t places[NAIVE_MAX], bucket = first;
    for (uint32_t i = 0; i < seats->n; i++)
        places[i] = i;
    for (uint32_t i = 0; i < seats->n_gone; i++) {
        uint32_t n_left = seats->n - 1 - i, at = 0;
        while (places[at] != seats->gone[i])
            at++;
        places[at] = places[n_left];
        if (bucket == seats->gone[i])
            bucket = places[naive_seats_draw(digest, bucket, n_left)];
    }
    return seats->ids[bucket];
}
