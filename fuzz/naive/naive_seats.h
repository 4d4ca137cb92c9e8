/* naive_seats.h - nodes in numbered buckets that fall vacant, as plain lists
 *
 * Who joins takes the bucket that fell vacant last, else a new one at the end. While none is
 * vacant, the last bucket just goes; when no node is left all starts again.
 */
#ifndef RINGSIDE_NAIVE_SEATS_H
#define RINGSIDE_NAIVE_SEATS_H

#include "naive.h"

struct naive_seats {
    uint32_t ids[NAIVE_MAX], n;       /* by bucket; RS_NO_NODE: vacant */
    uint32_t gone[NAIVE_MAX], n_gone; /* vacant buckets, the first to leave first */
};

/* The note of a row whose state is a struct naive_seats. */
void naive_seats_note(struct naive *naive, const struct rs_node *node, double from, double to);

/* The draw that a key makes at a bucket, of number bucket + 1: one of n. */
uint32_t naive_seats_draw(uint64_t digest, uint32_t bucket, uint32_t n);
/* The owner of a key whose bucket was `first` when all of seats->n were there: the buckets leave
 * again one by one, and a key that is on the one that leaves is drawn over the others. */
uint32_t naive_seats_owner(const struct naive *naive, uint64_t digest, uint32_t first);

#endif
