/* tail_bucket.h - what the bucket functions over powers of two share: power, flip, binomial
 *
 * Level j holds the buckets 2^j .. 2^(j+1) - 1, and level 0 bucket 0 besides. One that is drawn
 * among 2^j is put elsewhere on its own level by a draw of that level: so the part of a digest that
 * chose the level again after a miss tells nothing of the place.
 */
#ifndef RINGSIDE_TAIL_BUCKET_H
#define RINGSIDE_TAIL_BUCKET_H

#include "ringside.h"

/* The exponent of the least power of two not below n, n > 0. */
static inline unsigned tail_bits(uint32_t n)
{
    return n > 1 ? 32u - (unsigned)__builtin_clz(n - 1) : 0;
}

/* Draw i of a level, i below 2^32: no two (level, i) are one draw. Draw 0 places, the rest are the
 * strategy's. */
static inline uint64_t tail_draw(uint64_t digest, unsigned level, uint32_t i,
                                 struct rs_steps *steps)
{
    if (steps)
        steps->draws++;
    return rs_draw(digest, (uint64_t)(level + 1) << 32 | i);
}

/* The place of x below 2^32 on its level: one draw, also where the level has one place. */
static inline uint64_t tail_place(uint64_t digest, uint64_t x, struct rs_steps *steps)
{
    unsigned level = 63u - (unsigned)__builtin_clzll(x | 1);
    uint64_t top = (uint64_t)1 << level;
    return (x & top) | (tail_draw(digest, level, 0, steps) & (top - 1));
}

#endif
