/* ring.c - consistent hashing on a sorted array of virtual nodes
 *
 * Every node throws vnodes * weight points on a circle of 2^32 or 2^64 positions, each the hash of
 * a label made of its name and a number; a key belongs to the first point at or after its own
 * position.
 *
 *     points  [ p0 < p1 <= p2 < ... ]   8 bytes each, ascending
 *     owners  [ id   id    id       ]   4 bytes each, beside them
 *     starts  [ 0 | 5 | 9 | ... | P ]   4 bytes for 4 to 8 points: where a run of top bits starts
 *
 * Points that collide are all kept, in the order (point, name, id): the first of them answers, the
 * others wait, so no answer depends on who came first and a removal uncovers what was there.
 * Cost, with P points in all and V of the node: locate O(1) expected, O(log P) for a hash that
 * spreads badly; add O(V log V) for its points and one move of the arrays; remove one pass; k
 * replicas O(k) for each point walked; explain hashes up to V labels, and locate's cost without a
 * label; shares one pass; 12 to 13 bytes a point, at most a fifth more.
 * Departures: the original takes a tree; 64 bits by default, since 2^32 positions collide early;
 * the search starts in a bucket of the top bits, which leaves 2 or 3 steps of 17.
 * Source: Karger et al., STOC 1997; Lamping and Veach for the spread of the shares.
 */
#include "core/equal_ranges.h"
#include "core/ring_labels.h"
#include "core/ring_search.h"

#include <math.h>
#include <string.h>

/* Position of a digest on the circle. */
static inline uint64_t ring_position(const struct ring *ring, uint64_t digest)
{
    return ring->bits == RING_64 ? rs_wide(ring->p.hash, digest) : (uint32_t)digest;
}

/* Index of the point that owns a digest. There is at least one point. */
static inline size_t ring_index(const struct ring *ring, uint64_t digest, struct rs_steps *steps)
{
    uint64_t x = ring_position(ring, digest);
    if (ring->owner == RING_AFTER) {
        if (x == (ring->bits == RING_64 ? UINT64_MAX : UINT32_MAX))
            return 0; /* behind the last position comes the first point */
        x++;
    }
    size_t i = ring_lower_bound(ring, x, steps);
    return i == ring->n ? 0 : i;
}

static inline uint32_t ring_owner(const struct rs_placement *p, uint64_t digest,
                                  struct rs_steps *steps)
{
    const struct ring *ring = ring_of(p);
    return ring->n ? ring->owners[ring_index(ring, digest, steps)] : RS_NO_NODE;
}
LOOKUPS(ring)

/* Clockwise from the owner, every node once. */
static size_t ring_replicas(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids)
{
    const struct ring *ring = ring_of(p);
    size_t n = 0;
    if (!ring->n || !k)
        return 0;
    if (k > ring->n_owners)
        k = ring->n_owners;
    size_t at = ring_index(ring, digest, NULL);
    for (size_t walked = 0; n < k && walked < ring->n; walked++) {
        n = rs_put_distinct(ids, n, ring->owners[at]);
        at = at + 1 < ring->n ? at + 1 : 0;
    }
    return n;
}

/* Bits in which digests can differ on this circle. */
static unsigned ring_digest_bits(const struct ring *ring)
{
    unsigned n_bits = ring->p.hash->n_bits;
    return ring->bits == RING_32 && n_bits > 32 ? 32 : n_bits;
}

/* How many digests lie at or before a point (before it, where owner is `after`), modulo 2^64. A
 * digest of fewer bits than the circle of 64 reaches only every 2^shift-th position. */
static uint64_t ring_reach(const struct ring *ring, uint64_t point)
{
    unsigned shift = ring->bits == RING_64 ? 64 - ring->p.hash->n_bits : 0;
    uint64_t last = UINT64_MAX >> (64 - ring_digest_bits(ring)), at = point >> shift;
    if (at > last)
        return last + 1;
    return at + (ring->owner == RING_AT || point != at << shift);
}

/* Arcs as whole numbers of digests: exact. */
static enum rs_status ring_shares(const struct rs_placement *p, double *by_slot)
{
    const struct ring *ring = ring_of(p);
    if (!ring->n)
        return RS_OK;
    size_t n_bytes = p->n_slots * sizeof(uint64_t);
    uint64_t *arcs = rs_alloc(p, n_bytes, _Alignof(uint64_t)), before = 0;
    if (!arcs)
        return RS_ENOMEM;
    memset(arcs, 0, n_bytes);
    for (size_t i = 0; i < ring->n; i++) {
        uint64_t reach = ring_reach(ring, ring->points[i]);
        arcs[rs_slot_of(p, ring->owners[i])] += reach - before;
        before = reach;
    }
    uint32_t first = rs_slot_of(p, ring->owners[0]);
    arcs[first] += (UINT64_MAX >> (64 - ring_digest_bits(ring))) + 1 - before;
    equal_range_to_shares(p, arcs, ring_digest_bits(ring), first, by_slot);
    rs_free(p, arcs, n_bytes);
    return RS_OK;
}

static enum rs_status ring_explain(const struct rs_placement *p, uint64_t digest, uint64_t *point,
                                   char *label, size_t label_bytes)
{
    const struct ring *ring = ring_of(p);
    if (!ring->n)
        return RS_ENOENT;
    size_t i = ring_index(ring, digest, NULL);
    if (label) {
        enum rs_status status = ring_label_of(ring, rs_slot_of(p, ring->owners[i]), ring->points[i],
                                              label, label_bytes);
        if (status)
            return status;
    }
    *point = ring->points[i];
    return RS_OK;
}

/* With V points a node the shares are Beta(V, (n - 1) V): relative deviation sqrt((n-1) / (n V +
 * 1)). Known here for nodes of one weight. One ring of n nodes shows that up to the deviation of a
 * sample of n gamma variables, of kurtosis 3 + 6 / V, over their own sum, which is one circle. */
static struct rs_moments ring_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    const struct ring *ring = ring_of(p);
    if (quantity == RS_DRAWS)
        return RS_EXACTLY(0);
    if (quantity != RS_SHARE_CV || !ring->n || ring->label_hash->n_bits < 32)
        return RS_NO_MOMENTS; /* what moves is the minimum */
    double n = (double)ring->n_owners, points = (double)ring->n;
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        if (rs_effective(p, slot) > 0 &&
            (double)ring_n_points(ring, rs_effective(p, slot)) * n != points)
            return RS_NO_MOMENTS;
    double cv = sqrt((n - 1) / (points + 1));
    if (n < 2)
        return RS_EXACTLY(0);
    /* Shares sum to 1: n - 1 of them are free. */
    return (struct rs_moments){cv, cv * sqrt((0.5 + 0.5 * n / points) / (n - 1))};
}

static const struct rs_param ring_params[] = {
    RS_PARAM_HASH,
    {"label_hash", RS_HASH, offsetof(struct ring, label_hash), "{hash}", 0, 0, NULL,
     "hash of the labels; needed with hash=identity"},
    {"vnodes", RS_UINT, offsetof(struct ring, vnodes), "160", 1, 1000000, NULL,
     "points for each unit of weight"},
    {"label", RS_TEXT, offsetof(struct ring, label), "{node}#{i}", 0, 0, NULL,
     "what is hashed for a point: {node} and {i}, once each"},
    {"bits", RS_CHOICE, offsetof(struct ring, bits), "64", 0, 0, "64|32",
     "width of the circle; 32: the low 32 bits of a digest"},
    {"owner", RS_CHOICE, offsetof(struct ring, owner), "at", 0, 0, "at|after",
     "first point not less than the key's position, or greater"},
    {.name = NULL},
};

const struct rs_strategy rs_strategy_ring = {
    .abi = RS_ABI,
    .name = "ring",
    .summary = "ring of virtual nodes; any may leave, shares vary by 1/sqrt(vnodes)",
    .origin = "Karger et al., STOC 1997",
    .lookup_cost = "O(1) expected: 2 or 3 probes",
    .memory_cost = "12 to 16 bytes a virtual node",
    .choose = "nodes come and go anywhere, have weights, and replicas are wanted; the safe choice",
    .avoid = "shares must be within a few percent and memory is short: 1/sqrt(vnodes) is the law",
    .traits = RS_REMOVE_ANY | RS_MINIMAL | RS_HISTORY_FREE | RS_WEIGHTED | RS_HEALTH | RS_REPLICAS |
              RS_EXACT_SHARE,
    .weight = {1e-6, 1e4}, /* a node of 1.6 million points by default takes a second */
    .params = ring_params,
    .state_bytes = sizeof(struct ring),
    .build = ring_build,
    LOOKUP_OPERATIONS(ring),
    .change = ring_change,
    .init = ring_init,
    .fini = ring_fini,
    .replicas = ring_replicas,
    .shares = ring_shares,
    .explain = ring_explain,
    .theory = ring_theory,
};
