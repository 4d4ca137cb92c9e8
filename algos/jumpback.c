/* jumpback.c - the jumps of a key through the powers of two, walked from the last one back
 *
 * A draw of as many bits as number n buckets: its set bits are the levels 2^q .. 2^(q+1) - 1 that
 * the key would jump into as buckets are added. The highest level comes first: if its bucket is
 * among the n, that is the answer; where it is not, further draws say whether the key jumped to
 * another bucket of that level that is, else the next lower level decides. Only the highest level
 * can miss. Jump's evenness at less than 5/3 draws, one where n is a power of two, whatever n.
 * Cost: locate O(1), add and remove O(1), 4 bytes a node.
 * Source: Ertl, arXiv 2403.18682; draws of SplitMix64 seeded by the digest.
 */
#include "core/choose_k.h"
#include "core/tail_bucket.h"

#include <math.h>

/* Draws i + 1, i + 2, ... by halves, the low one first: below q the key stays out of the level. */
static inline uint32_t jumpback_retry(uint64_t digest, uint32_t q, uint32_t n,
                                      struct rs_steps *steps)
{
    uint32_t mask = 2 * q - 1; /* all ones for the highest level of 32 bits */
    for (uint64_t i = 2;; i++) {
        uint64_t draw = rs_draw(digest, i);
        uint32_t low = (uint32_t)draw & mask, high = (uint32_t)(draw >> 32) & mask;
        if (steps)
            steps->draws++;
        if (low < n)
            return low;
        if (high < n)
            return high;
    }
}

static inline uint32_t jumpback_bucket(uint64_t digest, uint32_t n, struct rs_steps *steps)
{
    if (n == 1)
        return 0;
    uint64_t draw = rs_draw(digest, 1);
    uint32_t levels = (uint32_t)(draw ^ draw >> 32) & (UINT32_MAX >> (32 - tail_bits(n)));
    if (steps)
        steps->draws++;
    while (levels) {
        uint32_t q = UINT32_C(1) << (31 - __builtin_clz(levels));
        unsigned shift = __builtin_popcount(levels) & 1 ? 32 : 0;
        uint32_t bucket = q + ((uint32_t)(draw >> shift) & (q - 1));
        if (bucket < n)
            return bucket;
        bucket = jumpback_retry(digest, q, n, steps);
        if (bucket >= q)
            return bucket;
        levels ^= q;
    }
    return 0;
}
ROSTER_LOOKUPS(jumpback, jumpback_bucket)
CHOOSE_K_REPLICAS(jumpback)

/* a = 2^bits / n. The first draw misses with probability 1 - 1/a; a further one has two halves that
 * each miss so, so their number is geometric with success (2a - 1) / a^2. */
static struct rs_moments jumpback_draws(uint32_t n)
{
    if (n < 2)
        return RS_EXACTLY(0);
    double a = (double)(UINT64_C(1) << tail_bits(n)) / n, b = 2 * a - 1;
    return (struct rs_moments){1 + (a - 1) * a / b, sqrt(a * (a - 1) * (a * a - a + 1)) / b};
}

static struct rs_moments jumpback_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    return roster_even_theory(p, quantity, jumpback_draws);
}

const struct rs_strategy rs_strategy_jumpback = {
    .abi = RS_ABI,
    .name = "jumpback",
    .summary = "even at under 5/3 draws; nodes come and go at the end only",
    .origin = "Ertl, arXiv 2403.18682",
    .lookup_cost = "O(1): under 5/3 draws, one at powers of two",
    .memory_cost = "4 bytes a node",
    .choose = "as jump, and n is so large that ln n draws cost too much",
    .avoid = "a node may fail or leave from the middle; weights",
    .traits = RS_MINIMAL | RS_REPLICAS | RS_EXACT_SHARE,
    EVEN_OPERATIONS(jumpback),
};
