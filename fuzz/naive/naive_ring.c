/* naive_ring.c - a ring without a ring
 *
 * A node of weight w has w * vnodes points, rounded to the nearest and at least one; the i-th is
 * the hash of the label with the name for {node} and i for {i}; a circle of 32 bits takes the low
 * ones of a hash, one of 64 all, the highest bit of a narrower hash first. A key belongs to the
 * nearest point at (or after) it, over the end to the lowest; among equal points to the smallest
 * name, then the smallest id. Replicas belong to the next points of other nodes.
 */
#include "naive_ring.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAIVE_RING_LABEL = 1024 };

static size_t naive_ring_label(const char *pattern, struct rs_bytes name, unsigned long i,
                               char label[NAIVE_RING_LABEL])
{
    size_t n = 0;
    while (*pattern) {
        if (strncmp(pattern, "{node}", 6) == 0) {
            for (size_t at = 0; at < name.n_bytes; at++)
                label[n++] = name.at[at];
            pattern += 6;
        } else if (strncmp(pattern, "{i}", 3) == 0) {
            n += (size_t)sprintf(label + n, "%lu", i);
            pattern += 3;
        } else {
            label[n++] = *pattern++;
        }
    }
    return n;
}

static unsigned long naive_ring_n_points(double vnodes, double weight)
{
    double n = vnodes * weight;
    unsigned long whole = (unsigned long)n;
    whole += n - (double)whole >= 0.5;
    return whole ? whole : 1;
}

static void naive_ring_node(struct naive *naive, const struct rs_node *node, const char *pattern)
{
    struct naive_ring *ring = naive->state;
    unsigned long n = naive_ring_n_points(naive_number(naive, "vnodes", 1), node->weight);
    unsigned shift = ring->position_mask == UINT64_MAX ? 64 - naive->label_hash->n_bits : 0;
    char label[NAIVE_RING_LABEL];
    for (unsigned long i = 0; i < n; i++) {
        struct naive_point *point = &ring->points[ring->n++];
        struct rs_bytes bytes = {label, naive_ring_label(pattern, node->name, i, label)};
        if (naive->label_hash->digest(bytes, naive->p->config.seed, &point->at))
            abort();
        point->at = (point->at << shift) & ring->position_mask;
        point->node = node;
    }
}

void naive_ring_points(struct naive *naive, const char *label)
{
    struct naive_ring *ring = naive->state;
    bool narrow = strcmp(naive_value(naive, "bits", "64"), "32") == 0;
    size_t n = 0;
    free(ring->points);
    *ring = (struct naive_ring){.points = NULL};
    ring->after = strcmp(naive_value(naive, "owner", "at"), "after") == 0;
    ring->position_mask = narrow ? UINT32_MAX : UINT64_MAX;
    ring->position_shift = narrow ? 0 : 64 - naive->p->hash->n_bits;
    for (size_t i = 0; i < naive->n; i++)
        n += naive_ring_n_points(naive_number(naive, "vnodes", 1), naive->nodes[i]->weight);
    ring->points = calloc(n + 1, sizeof *ring->points);
    if (!ring->points)
        abort();
    for (size_t i = 0; i < naive->n; i++)
        naive_ring_node(naive, naive->nodes[i], naive_value(naive, "label", label));
}

void naive_ring_forget(struct naive *naive)
{
    free(naive_ring_of(naive)->points);
}

bool naive_ring_before(const struct naive_point *a, const struct naive_point *b)
{
    return a->at < b->at || (a->at == b->at && naive_less(a->node, b->node));
}

/* The first and the last point, where the circle closes, and some others. */
size_t naive_ring_edges(const struct naive *naive, uint64_t *digests, size_t max)
{
    const struct naive_ring *ring = naive_ring_of(naive);
    uint64_t first = UINT64_MAX, last = 0;
    size_t n = 0, step = 1 + ring->n / max;
    for (size_t i = 0; i < ring->n; i++) {
        first = ring->points[i].at < first ? ring->points[i].at : first;
        last = ring->points[i].at > last ? ring->points[i].at : last;
    }
    if (ring->n && max >= 2)
        digests[n++] = first, digests[n++] = last;
    for (size_t i = 0; i < ring->n && n < max; i += step)
        digests[n++] = ring->points[i].at;
    for (size_t i = 0; i < n; i++)
        digests[i] >>= ring->position_shift;
    return n;
}

static bool naive_ring_skips(const struct naive_point *point, const uint32_t *ids, size_t n)
{
    size_t i = 0;
    while (i < n && ids[i] != point->node->id)
        i++;
    return i < n;
}

/* The owning point among those of nodes that are not in ids; NULL: there is none. */
static const struct naive_point *naive_ring_owner(const struct naive *naive, uint64_t digest,
                                                  const uint32_t *ids, size_t n)
{
    const struct naive_ring *ring = naive_ring_of(naive);
    uint64_t x = (digest << ring->position_shift) & ring->position_mask;
    const struct naive_point *best = NULL;
    bool best_wraps = false;
    for (size_t i = 0; i < ring->n; i++) {
        const struct naive_point *point = &ring->points[i];
        bool wraps = point->at < x || (ring->after && point->at == x);
        bool nearer = !best || wraps < best_wraps;
        if (best && wraps == best_wraps)
            nearer = naive_ring_before(point, best);
        if (nearer && !naive_ring_skips(point, ids, n))
            best = point, best_wraps = wraps;
    }
    return best;
}

static uint32_t naive_ring_locate(const struct naive *naive, uint64_t digest)
{
    const struct naive_point *owner = naive_ring_owner(naive, digest, NULL, 0);
    return owner ? owner->node->id : RS_NO_NODE;
}

static uint64_t naive_ring_explain(const struct naive *naive, uint64_t digest)
{
    return naive_ring_owner(naive, digest, NULL, 0)->at;
}

static size_t naive_ring_replicas(const struct naive *naive, uint64_t digest, size_t k,
                                  uint32_t *ids)
{
    const struct naive_point *owner;
    size_t n = 0;
    while (n < k && (owner = naive_ring_owner(naive, digest, ids, n)))
        ids[n++] = owner->node->id;
    return n;
}

static void naive_ring_settle(struct naive *naive)
{
    naive_ring_points(naive, NULL);
}

const struct naive_row naive_ring = {
    .strategy = "ring",
    .locate = naive_ring_locate,
    .replicas = naive_ring_replicas,
    .state_bytes = sizeof(struct naive_ring),
    .settle = naive_ring_settle,
    .forget = naive_ring_forget,
    .explain = naive_ring_explain,
    .edges = naive_ring_edges,
};
