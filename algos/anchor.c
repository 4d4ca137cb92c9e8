/* anchor.c - AnchorHash: a fixed set of buckets, of which some are taken
 *
 * A key is drawn evenly over all `capacity` buckets. Where the bucket is vacant, it is drawn again
 * over those that were live just after that one fell vacant, and so on: every draw is over an
 * earlier moment's survivors, so a bucket that leaves gives its keys away evenly and no other key
 * moves. Buckets never taken count as vacant from the start.
 *
 *     bucket   size   0: live; else how many were live just after it left
 *              heir   who took its place: the last of the live ones then
 *              place  where it stands, or stood, among the live
 *     place    live   the bucket that stands there; from n_live on: the vacant, last one first
 *
 * Draws over `size` buckets name one of the places 0 .. size - 1; whoever had left those already is
 * followed through heirs. Cost, a = capacity and w nodes: locate 1 + ln(a/w) draws; the steps from
 * heir to heir stay few in random order, but some orders of removal (0, a-1, a-2, ...) make them
 * O(a). Add O(1), remove O(w) to find the bucket, the first add O(a); 16 bytes a bucket of the
 * capacity, 4 to 8 more a bucket in use. Departures: draw b + 1 of the digest is made at bucket b,
 * where the paper's program chains hashes; no stack of its own, since `live` has room behind the
 * last; empty, it starts again. Source: Mendelson et al., IEEE/ACM ToN 2021, arXiv 1812.09674.
 */
#include "core/redraws.h"
#include "core/seats.h"

#include <math.h>

struct anchor_bucket {
    uint32_t size, heir, place, live;
};

struct anchor {
    struct seats seats;
    struct anchor_bucket *buckets;
};

static struct anchor *anchor_of(struct seats *seats)
{
    return (struct anchor *)seats;
}

static inline uint32_t anchor_bucket(const struct seats *seats, uint64_t digest,
                                     struct rs_steps *steps)
{
    const struct anchor_bucket *buckets = ((const struct anchor *)seats)->buckets;
    uint32_t bucket = (uint32_t)rs_below(rs_draw(digest, 0), seats->capacity), size;
    if (steps)
        steps->draws++;
    while ((size = buckets[bucket].size)) {
        uint32_t next = (uint32_t)rs_below(rs_draw(digest, bucket + UINT64_C(1)), size);
        if (steps)
            steps->draws++;
        while (buckets[next].size >= size) {
            next = buckets[next].heir;
            if (steps)
                steps->inner++;
        }
        bucket = next;
    }
    return bucket;
}

/* As if all had been there and had left from the last to the first. Bucket 0, with size 0, reads as
 * live: nobody looks before it is. */
static void anchor_clear(struct seats *seats)
{
    struct anchor_bucket *buckets = anchor_of(seats)->buckets;
    for (uint32_t i = 0; buckets && i < seats->capacity; i++)
        buckets[i] = (struct anchor_bucket){i, i, i, i};
}

static enum rs_status anchor_reserve(struct seats *seats, uint32_t n, uint32_t n_gone)
{
    struct anchor *anchor = anchor_of(seats);
    (void)n, (void)n_gone;
    if (anchor->buckets)
        return RS_OK;
    anchor->buckets = rs_alloc(&seats->p, (size_t)seats->capacity * sizeof *anchor->buckets,
                               _Alignof(struct anchor_bucket));
    anchor_clear(seats);
    return anchor->buckets ? RS_OK : RS_ENOMEM;
}

static void anchor_join(struct seats *seats, uint32_t bucket)
{
    struct anchor_bucket *buckets = anchor_of(seats)->buckets;
    uint32_t last = seats_n_live(seats) - 1, heir = buckets[bucket].heir;
    buckets[heir].place = last;
    buckets[last].live = heir;
    buckets[buckets[bucket].place].live = bucket;
    buckets[bucket].heir = bucket;
    buckets[bucket].size = 0;
}

static void anchor_leave(struct seats *seats, uint32_t bucket)
{
    struct anchor_bucket *buckets = anchor_of(seats)->buckets;
    uint32_t n_live = seats_n_live(seats), heir = buckets[n_live].live;
    buckets[buckets[bucket].place].live = heir;
    buckets[heir].place = buckets[bucket].place;
    buckets[bucket].heir = heir;
    buckets[bucket].size = n_live;
    buckets[n_live].live = bucket;
}

static void anchor_trim(struct seats *seats)
{
    struct anchor *anchor = anchor_of(seats);
    if (seats->n)
        return;
    rs_free(&seats->p, anchor->buckets, (size_t)seats->capacity * sizeof *anchor->buckets);
    anchor->buckets = NULL;
}

static const struct seats_index anchor_index = {
    .reserve = anchor_reserve,
    .clear = anchor_clear,
    .join = anchor_join,
    .leave = anchor_leave,
    .trim = anchor_trim,
};

SEATS_FUNCTIONS(anchor, anchor_bucket, &anchor_index)

static struct rs_moments anchor_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    uint32_t w = seats_n_live(seats_of(p)), a = (uint32_t)seats_of(p)->capacity;
    if (quantity == RS_SHARE_CV)
        return RS_EXACTLY(0);
    if (quantity != RS_DRAWS)
        return RS_NO_MOMENTS; /* what moves is the minimum */
    if (!w)
        return RS_EXACTLY(0);
    return (struct rs_moments){1 + redraws_mean(w, a), sqrt(redraws_variance(w, a))};
}

static const struct rs_param anchor_params[] = {
    RS_PARAM_HASH,
    {"capacity", RS_UINT, offsetof(struct seats, capacity), "1024", 1, 1 << 24, NULL,
     "most nodes there can ever be at a time"},
    {.name = NULL},
};

const struct rs_strategy rs_strategy_anchor = {
    .abi = RS_ABI,
    .name = "anchor",
    .summary = "AnchorHash; even, any may leave, up to a capacity fixed at the start",
    .origin = "Mendelson et al., arXiv 1812.09674",
    .lookup_cost = "O(ln(a/w)): 1 + H_a - H_w draws, w nodes of capacity a",
    .memory_cost = "16 bytes a bucket of the capacity, 4 to 8 more a bucket in use",
    .choose = "an even spread and minimal moves, with a bound on the nodes that you know",
    .avoid = "the number of nodes has no bound, or the history cannot be passed on",
    .traits = RS_REMOVE_ANY | RS_MINIMAL | RS_EXACT_SHARE,
    .params = anchor_params,
    .state_bytes = sizeof(struct anchor),
    .init = seats_init,
    SEATS_OPERATIONS(anchor),
    .theory = anchor_theory,
};
