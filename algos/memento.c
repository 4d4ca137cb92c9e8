/* memento.c - MementoHash: jump, and a memory of the buckets that have left
 *
 * jump_bucket names one of n buckets. If that one is vacant, the key is drawn again over as many
 * buckets as were live just after it left: bucket r to leave of n left n - 1 - r. Such a draw names
 * a survivor of that moment, where bucket n - 1 - r stands in for the r-th to leave: whoever had
 * left by then is followed through his stand-ins. Even, minimal, and with no bound on the nodes.
 *
 *     gone   [ b0 | b1 | ... ]     the r-th to leave: a stack, its last one comes back first
 *     map    [ 1 | 0 | 2 | 0 ]     bucket -> r + 1, open addressing, half empty at least
 *
 * Cost, w live of n buckets: locate H_n + H_n - H_w draws; steps from stand-in to stand-in are few
 * while half of the nodes are there and grow fast below (86 on average at 10 of 1000). Add O(1),
 * remove O(n) to find the bucket; 4 bytes a bucket, 12 to 36 a vacant one. Departures: the paper
 * keeps stand-in and predecessor in the map; here both follow from the place in the stack. Draw
 * b + 1 of the digest is made at bucket b. Empty, it starts again.
 * Source: Coluzzi et al., IEEE/ACM ToN 2024, arXiv 2306.09783.
 */
#include "core/jump_bucket.h"
#include "core/redraws.h"
#include "core/seats.h"

#include <math.h>
#include <string.h>

struct memento {
    struct seats seats;
    uint32_t *map;
    uint32_t map_bits; /* of a map that is there */
};

static struct memento *memento_of(struct seats *seats)
{
    return (struct memento *)seats;
}

/* Where the map has a bucket, or the free entry in which it belongs. */
static inline uint32_t memento_entry(const uint32_t *map, uint32_t map_bits, const uint32_t *gone,
                                     uint32_t bucket, struct rs_steps *steps)
{
    uint32_t at = (bucket * UINT32_C(2654435769)) >> (32 - map_bits);
    while (map[at] && gone[map[at] - 1] != bucket) {
        at = (at + 1) & (UINT32_MAX >> (32 - map_bits));
        if (steps)
            steps->probes++;
    }
    if (steps)
        steps->probes++;
    return at;
}

/* How many were live just after a bucket left, its stand-in at once; 0: it is live. */
static inline uint32_t memento_size(const struct seats *seats, uint32_t bucket,
                                    struct rs_steps *steps)
{
    const struct memento *memento = (const struct memento *)seats;
    uint32_t rank =
        memento->map[memento_entry(memento->map, memento->map_bits, seats->gone, bucket, steps)];
    return rank ? seats->n - rank : 0;
}

static inline uint32_t memento_bucket(const struct seats *seats, uint64_t digest,
                                      struct rs_steps *steps)
{
    uint32_t bucket = jump_bucket(digest, seats->n, steps), size, stand_in;
    if (!seats->n_gone)
        return bucket;
    while ((size = memento_size(seats, bucket, steps))) {
        bucket = (uint32_t)rs_below(rs_draw(digest, bucket + UINT64_C(1)), size);
        if (steps)
            steps->draws++;
        while ((stand_in = memento_size(seats, bucket, steps)) >= size) {
            bucket = stand_in;
            if (steps)
                steps->inner++;
        }
    }
    return bucket;
}

static void memento_clear(struct seats *seats)
{
    struct memento *memento = memento_of(seats);
    if (memento->map)
        memset(memento->map, 0, sizeof *memento->map << memento->map_bits);
}

/* In the order of the stack: so the last to leave never stands in another's way, and can be taken
 * out again without a mark. */
static enum rs_status memento_rehash(struct memento *memento, uint32_t map_bits)
{
    const struct seats *seats = &memento->seats;
    uint32_t *map = rs_alloc(&seats->p, sizeof *map << map_bits, _Alignof(uint32_t));
    if (!map)
        return RS_ENOMEM;
    memset(map, 0, sizeof *map << map_bits);
    for (uint32_t i = 0; i < seats->n_gone; i++)
        map[memento_entry(map, map_bits, seats->gone, seats->gone[i], NULL)] = i + 1;
    rs_free(&seats->p, memento->map, sizeof *map << memento->map_bits);
    memento->map = map, memento->map_bits = map_bits;
    return RS_OK;
}

/* At most half full, and no smaller than 4 entries. */
static uint32_t memento_bits(uint32_t n_gone)
{
    uint32_t bits = 2;
    while (bits < 31 && (UINT32_C(1) << bits) / 2 < n_gone)
        bits++;
    return bits;
}

static enum rs_status memento_reserve(struct seats *seats, uint32_t n, uint32_t n_gone)
{
    struct memento *memento = memento_of(seats);
    uint32_t bits = memento_bits(n_gone);
    (void)n;
    if (!n_gone || (memento->map && memento->map_bits >= bits))
        return RS_OK;
    return memento_rehash(memento, bits);
}

static void memento_join(struct seats *seats, uint32_t bucket)
{
    struct memento *memento = memento_of(seats);
    if (!memento->map)
        return;
    /* The stack still has it behind its end, so the map finds it; a new bucket has no entry. */
    memento->map[memento_entry(memento->map, memento->map_bits, seats->gone, bucket, NULL)] = 0;
}

static void memento_leave(struct seats *seats, uint32_t bucket)
{
    struct memento *memento = memento_of(seats);
    if (seats->n_gone)
        memento->map[memento_entry(memento->map, memento->map_bits, seats->gone, bucket, NULL)] =
            seats->n_gone;
}

/* A smaller map may be had or not: the old one serves as well. */
static void memento_trim(struct seats *seats)
{
    struct memento *memento = memento_of(seats);
    if (!memento->map)
        return;
    if (!seats->n_gone) {
        rs_free(&seats->p, memento->map, sizeof *memento->map << memento->map_bits);
        memento->map = NULL, memento->map_bits = 0;
    } else if (memento->map_bits > memento_bits(seats->n_gone) + 1) {
        (void)memento_rehash(memento, memento_bits(seats->n_gone) + 1);
    }
}

static const struct seats_index memento_index = {
    .reserve = memento_reserve,
    .clear = memento_clear,
    .join = memento_join,
    .leave = memento_leave,
    .trim = memento_trim,
};

SEATS_FUNCTIONS(memento, memento_bucket, &memento_index)

/* n at most what jump takes. */
static enum rs_status memento_init(struct rs_placement *p, struct rs_why *why)
{
    seats_mut(p)->capacity = INT32_MAX;
    return seats_init(p, why);
}

/* Jump's draws J and the draws R after it: their means and variances add up, but for a covariance.
 * Given that jump ends at bucket b, J is 1 + H_b on average, and R is 0 where b is live, else
 * 1 + H_size - H_w. */
static struct rs_moments memento_draws(const struct seats *seats)
{
    uint32_t n = seats->n, w = seats_n_live(seats);
    double both = 0, redraws = redraws_mean(w, n);
    for (uint32_t i = 0; i < seats->n_gone; i++)
        both += (1 + redraws_harmonic(seats->gone[i])) * (1 + redraws_mean(w, n - 1 - i)) / n;
    struct rs_moments jump = jump_draws(n);
    double variance = jump.sd * jump.sd + redraws_variance(w, n) + 2 * (both - jump.mean * redraws);
    return (struct rs_moments){jump.mean + redraws, sqrt(variance > 0 ? variance : 0)};
}

static struct rs_moments memento_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    if (quantity == RS_SHARE_CV)
        return RS_EXACTLY(0);
    if (quantity != RS_DRAWS)
        return RS_NO_MOMENTS; /* what moves is the minimum */
    return seats_of(p)->n ? memento_draws(seats_of(p)) : RS_EXACTLY(0);
}

const struct rs_strategy rs_strategy_memento = {
    .abi = RS_ABI,
    .name = "memento",
    .summary = "MementoHash; jump that remembers who left: even, any may leave",
    .origin = "Coluzzi et al., arXiv 2306.09783",
    .lookup_cost = "O(ln n): 2 H_n - H_w draws, w live of n buckets; more when most have left",
    .memory_cost = "4 bytes a bucket, 12 to 36 more a vacant one",
    .choose = "an even spread and minimal moves; few nodes leave for long, and no bound is known",
    .avoid = "most nodes leave and stay away, or the history cannot be passed on",
    .traits = RS_REMOVE_ANY | RS_MINIMAL | RS_EXACT_SHARE,
    .state_bytes = sizeof(struct memento),
    .init = memento_init,
    SEATS_OPERATIONS(memento),
    .theory = memento_theory,
};
