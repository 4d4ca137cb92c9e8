/* flip.c - a draw among the next power of two, and new draws until one decides where it misses
 *
 * m is the least power of two not below n. A bucket among m, put in its place on its level, is the
 * answer if it is below n. Else up to 64 new draws among m: one in the lower half ends them, one
 * below n is the answer. What is left goes to the bucket among m/2. The 64 draws all miss with
 * probability 2^-64 at most: even for all that can be measured.
 * Cost: locate O(1), add and remove O(1), 4 bytes a node.
 * Departs from the source in the draws: SplitMix64 of the digest, counted apart for each level.
 * Source: Masson and Lee, arXiv 2402.17549.
 */
#include "core/choose_k.h"
#include "core/tail_bucket.h"

#include <math.h>

enum { FLIP_DRAWS = 64 };

static inline uint32_t flip_bucket(uint64_t digest, uint32_t n, struct rs_steps *steps)
{
    unsigned bits = tail_bits(n);
    uint64_t mask = (UINT64_C(1) << bits) - 1, first = rs_draw(digest, 1);
    if (steps)
        steps->draws++;
    uint64_t bucket = tail_place(digest, first & mask, steps);
    if (bucket < n)
        return (uint32_t)bucket;
    for (uint32_t i = 1; i <= FLIP_DRAWS; i++) {
        bucket = tail_draw(digest, bits, i, steps) & mask;
        if (bucket <= mask / 2)
            break;
        if (bucket < n)
            return (uint32_t)bucket;
    }
    return (uint32_t)tail_place(digest, first & mask / 2, steps);
}
ROSTER_LOOKUPS(flip, flip_bucket)
CHOOSE_K_REPLICAS(flip)

/* a = m / n. Two draws; where they miss (1 - 1/a), a geometric number of mean a, and another one if
 * the last fell into the lower half, a/2, whenever that was. */
static struct rs_moments flip_draws(uint32_t n)
{
    double a = (double)(UINT64_C(1) << tail_bits(n)) / n, miss = 1 - 1 / a, mean = 1.5 * a;
    double variance = a * (a - 1) + a / 2 * (1 - a / 2);
    return (struct rs_moments){2 + miss * mean,
                               sqrt(miss * variance + miss * (1 - miss) * mean * mean)};
}

static struct rs_moments flip_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    return roster_even_theory(p, quantity, flip_draws);
}

const struct rs_strategy rs_strategy_flip = {
    .abi = RS_ABI,
    .name = "flip",
    .summary = "even in constant time, whole numbers only; nodes at the end only",
    .origin = "Masson and Lee, arXiv 2402.17549",
    .lookup_cost = "O(1): 2 draws at powers of two, under 3.5 else",
    .memory_cost = "4 bytes a node",
    .choose = "as jump, for large n, where arithmetic is to be of whole numbers only",
    .avoid = "a node may fail or leave from the middle; weights",
    .traits = RS_MINIMAL | RS_REPLICAS | RS_EXACT_SHARE,
    EVEN_OPERATIONS(flip),
};
