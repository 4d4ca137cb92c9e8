/* power.c - a draw among the next power of two, and jumps through the upper half where it misses
 *
 * m is the least power of two not below n. A bucket among m, put in its place on its level, is the
 * answer if it is below n. Else the key jumps from m/2 - 1 on as in jump, at most about ln 2 jumps
 * further; and if it never jumps below n, the bucket among m/2 is the answer. m follows from n: no
 * state.
 * Cost: locate O(1), add and remove O(1), 4 bytes a node.
 * Departs from the source in the draws: SplitMix64 of the digest, counted apart for each level.
 * Source: Leu, arXiv 2307.12448.
 */
#include "core/choose_k.h"
#include "core/tail_bucket.h"

#include <math.h>

/* The last jump below n from bucket m/2 - 1; that bucket itself where there is none. The quotient
 * is one of doubles, rounded alike everywhere; the divisor lies above 0 and is at most 1. */
static inline uint32_t power_jump(uint64_t digest, unsigned bits, uint32_t n,
                                  struct rs_steps *steps)
{
    uint32_t bucket = (UINT32_C(1) << (bits - 1)) - 1;
    for (uint32_t i = 1;; i++) {
        uint64_t draw = tail_draw(digest, bits, i, steps);
        double next = (bucket + 1.0) / ((double)((draw >> 11) + 1) * 0x1p-53);
        if (next >= n)
            return bucket;
        bucket = (uint32_t)next;
    }
}

static inline uint32_t power_bucket(uint64_t digest, uint32_t n, struct rs_steps *steps)
{
    unsigned bits = tail_bits(n);
    uint64_t mask = (UINT64_C(1) << bits) - 1, first = rs_draw(digest, 1);
    if (steps)
        steps->draws++;
    uint64_t bucket = tail_place(digest, first & mask, steps);
    if (bucket < n)
        return (uint32_t)bucket;
    bucket = power_jump(digest, bits, n, steps);
    if (bucket > mask / 2)
        return (uint32_t)bucket;
    return (uint32_t)tail_place(digest, first & mask / 2, steps);
}
ROSTER_LOOKUPS(power, power_bucket)
CHOOSE_K_REPLICAS(power)

/* Two draws; where they miss (1 - n/m), one more than the J jumps, and another if J is 0. The key
 * jumps into bucket i - 1 with probability 1/i, each by itself, so J is 0 with m/2n. */
static struct rs_moments power_draws(uint32_t n)
{
    double m = (double)(UINT64_C(1) << tail_bits(n)), jumps = 0, variance = 0;
    for (uint32_t i = n; i > m / 2 && i > 1; i--) {
        jumps += 1.0 / i;
        variance += 1.0 / i * (1 - 1.0 / i);
    }
    double none = m / 2 / n, miss = 1 - n / m, mean = 1 + jumps + none;
    variance += none * (1 - none) - 2 * jumps * none;
    return (struct rs_moments){2 + miss * mean,
                               sqrt(miss * variance + miss * (1 - miss) * mean * mean)};
}

static struct rs_moments power_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    return roster_even_theory(p, quantity, power_draws);
}

const struct rs_strategy rs_strategy_power = {
    .abi = RS_ABI,
    .name = "power",
    .summary = "even in constant time; nodes come and go at the end only",
    .origin = "Leu, arXiv 2307.12448",
    .lookup_cost = "O(1): 2 draws at powers of two, under 3 else",
    .memory_cost = "4 bytes a node",
    .choose = "as jump, and n is so large that ln n draws cost too much",
    .avoid = "a node may fail or leave from the middle; weights",
    .traits = RS_MINIMAL | RS_REPLICAS | RS_EXACT_SHARE,
    EVEN_OPERATIONS(power),
};
