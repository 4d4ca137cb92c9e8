/* dx.c - DxHash: draw bucket numbers until one is taken
 *
 * A digest is a sequence of draws over all `capacity` buckets; the first that is live owns the key.
 * So every digest has an order of preference over the buckets that no change touches: who leaves
 * gives its keys to the next in each order, evenly, and the live set alone decides.
 *
 *     bits   [ 1101 0111 ... ]    a bit a bucket: live or not
 *
 * Few nodes in a large capacity would mean endless draws: after 8 a bucket, at most 2^16, the best
 * score of a live bucket decides (rendezvous), which is as even and as minimal. Replicas go on in
 * the same order and skip what they have.
 * Cost, w nodes of capacity a: locate a/w draws, at worst 2^16 and one pass over the buckets in
 * use; add O(1), remove O(w) to find the bucket; k replicas O(k a/w) draws, O(k^2) comparisons; a
 * bit a bucket of the capacity, 4 to 8 bytes more a bucket in use. Departures: the bound; any
 * capacity, where the original takes a power of two. Source: Dong and Wang, arXiv 2107.07930.
 */
#include "core/seats.h"

#include <math.h>
#include <string.h>

struct dx {
    struct seats seats;
    uint64_t *bits;
};

static struct dx *dx_of(struct seats *seats)
{
    return (struct dx *)seats;
}

static size_t dx_bytes(const struct seats *seats)
{
    return (size_t)(seats->capacity + 63) / 64 * sizeof(uint64_t);
}

static inline uint64_t dx_n_draws(const struct seats *seats)
{
    return seats->capacity < 1 << 13 ? 8 * seats->capacity : 1 << 16;
}

static inline uint32_t dx_draw(const struct seats *seats, uint64_t digest, uint64_t i)
{
    return (uint32_t)rs_below(rs_draw(digest, i), seats->capacity);
}

static inline bool dx_is_live(const struct seats *seats, uint32_t bucket)
{
    return ((const struct dx *)seats)->bits[bucket / 64] >> bucket % 64 & 1;
}

static bool dx_has(const struct seats *seats, uint32_t bucket, const uint32_t *ids, size_t n)
{
    while (n-- > 0)
        if (ids[n] == seats->ids[bucket])
            return true;
    return false;
}

/* The live bucket of the highest score whose node is not among those n; there is one. Of equal
 * scores the lower bucket's counts. */
static uint32_t dx_best(const struct seats *seats, uint64_t digest, const uint32_t *ids, size_t n,
                        struct rs_steps *steps)
{
    uint64_t high = 0, other = rs_mix(~digest);
    uint32_t best = RS_NO_NODE;
    for (uint32_t bucket = 0; bucket < seats->n; bucket++) {
        if (seats->ids[bucket] == RS_NO_NODE || dx_has(seats, bucket, ids, n))
            continue;
        uint64_t score = rs_draw(other, bucket + UINT64_C(1));
        if (steps)
            steps->draws++;
        if (best == RS_NO_NODE || score > high)
            best = bucket, high = score;
    }
    return best;
}

static inline uint32_t dx_bucket(const struct seats *seats, uint64_t digest, struct rs_steps *steps)
{
    for (uint64_t i = 1, n = dx_n_draws(seats); i <= n; i++) {
        uint32_t bucket = dx_draw(seats, digest, i);
        if (steps)
            steps->draws++;
        if (dx_is_live(seats, bucket))
            return bucket;
    }
    return dx_best(seats, digest, NULL, 0, steps);
}

static size_t dx_replicas(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids)
{
    const struct seats *seats = seats_of(p);
    size_t n = 0;
    if (k > seats_n_live(seats))
        k = seats_n_live(seats);
    for (uint64_t i = 1; n < k && i <= dx_n_draws(seats); i++) {
        uint32_t bucket = dx_draw(seats, digest, i);
        if (dx_is_live(seats, bucket) && !dx_has(seats, bucket, ids, n))
            ids[n++] = seats->ids[bucket];
    }
    for (; n < k; n++)
        ids[n] = seats->ids[dx_best(seats, digest, ids, n, NULL)];
    return n;
}

static void dx_clear(struct seats *seats)
{
    if (dx_of(seats)->bits)
        memset(dx_of(seats)->bits, 0, dx_bytes(seats));
}

static enum rs_status dx_reserve(struct seats *seats, uint32_t n, uint32_t n_gone)
{
    struct dx *dx = dx_of(seats);
    (void)n, (void)n_gone;
    if (dx->bits)
        return RS_OK;
    dx->bits = rs_alloc(&seats->p, dx_bytes(seats), _Alignof(uint64_t));
    dx_clear(seats);
    return dx->bits ? RS_OK : RS_ENOMEM;
}

static void dx_flip(struct seats *seats, uint32_t bucket)
{
    dx_of(seats)->bits[bucket / 64] ^= UINT64_C(1) << bucket % 64;
}

static void dx_trim(struct seats *seats)
{
    struct dx *dx = dx_of(seats);
    if (seats->n)
        return;
    rs_free(&seats->p, dx->bits, dx_bytes(seats));
    dx->bits = NULL;
}

static const struct seats_index dx_index = {
    .reserve = dx_reserve,
    .clear = dx_clear,
    .join = dx_flip,
    .leave = dx_flip,
    .trim = dx_trim,
};

SEATS_FUNCTIONS(dx, dx_bucket, &dx_index)

/* Geometric, cut off after n draws; the w scores come on top of those that reach the end. */
static struct rs_moments dx_draws(const struct seats *seats)
{
    double w = seats_n_live(seats), n = (double)dx_n_draws(seats);
    double hit = w / (double)seats->capacity, miss = 1 - hit, end = pow(miss, n);
    double mean = (1 - end) / hit + w * end;
    /* The sum of (2 i + 1) miss^i for i < n is the second moment of the draws before the end. */
    double square = (1 + miss - end * (2 * n * hit + miss + 1)) / (hit * hit);
    square += (2 * n * w + w * w) * end;
    double variance = square - mean * mean;
    return (struct rs_moments){mean, sqrt(variance > 0 ? variance : 0)};
}

static struct rs_moments dx_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    if (quantity == RS_SHARE_CV)
        return RS_EXACTLY(0);
    if (quantity != RS_DRAWS)
        return RS_NO_MOMENTS; /* what moves is the minimum */
    return seats_of(p)->n ? dx_draws(seats_of(p)) : RS_EXACTLY(0);
}

static const struct rs_param dx_params[] = {
    RS_PARAM_HASH,
    {"capacity", RS_UINT, offsetof(struct seats, capacity), "1024", 1, 1 << 24, NULL,
     "most nodes there can ever be at a time; every lookup pays capacity / nodes"},
    {.name = NULL},
};

const struct rs_strategy rs_strategy_dx = {
    .abi = RS_ABI,
    .name = "dx",
    .summary = "DxHash: draws until a bucket is taken; even, up to a fixed capacity",
    .origin = "Dong and Wang, arXiv 2107.07930",
    .lookup_cost = "O(a/w): a/w draws, w nodes of capacity a",
    .memory_cost = "a bit a bucket of the capacity, 4 to 8 bytes a bucket in use",
    .choose = "any may leave, replicas, and little memory; the capacity is a few times the nodes",
    .avoid = "far fewer nodes than the capacity: a lookup is slow in proportion",
    .traits = RS_REMOVE_ANY | RS_MINIMAL | RS_REPLICAS | RS_EXACT_SHARE,
    .params = dx_params,
    .state_bytes = sizeof(struct dx),
    .init = seats_init,
    SEATS_OPERATIONS(dx),
    .replicas = dx_replicas,
    .theory = dx_theory,
};
