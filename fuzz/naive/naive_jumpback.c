/* naive_jumpback.c - levels 2^j .. 2^(j+1) - 1 from the lowest on: does the key jump into it?
 *
 * Draw 1 has a low and a high half of 32 bits. The key jumps into level j if bit j of the one xor
 * the other is set; with its 1st, 3rd, ... such jump to the place on the level that the low bits of
 * the high half say, with the others to that of the low half. Where the level is not whole, that
 * place may not be there yet. Then the halves of draws 2, 3, ..., the low one first, are buckets of
 * this level and those below together, and the first one that is there counts: on this level the
 * key jumps there, below it it does not jump.
 */
#include "naive_bucket.h"

static uint64_t naive_jumpback_half(uint64_t digest, uint64_t draw, bool high)
{
    uint64_t number = rs_mix(digest + draw * 0x9e3779b97f4a7c15u);
    return high ? number >> 32 : number & UINT32_MAX;
}

static uint32_t naive_jumpback_bucket(const struct naive *naive, uint64_t digest, uint32_t n)
{
    uint64_t low = naive_jumpback_half(digest, 1, false);
    uint64_t high = naive_jumpback_half(digest, 1, true), bucket = 0;
    bool odd = false;
    (void)naive;
    for (uint64_t first = 1; first < n; first *= 2) {
        if (!((low ^ high) & first))
            continue;
        odd = !odd;
        uint64_t at = first + (odd ? high : low) % first;
        for (uint64_t i = 4; at >= n; i++)
            at = naive_jumpback_half(digest, i / 2, i % 2) % (2 * first);
        bucket = at >= first ? at : bucket;
    }
    return (uint32_t)bucket;
}

NAIVE_BY_AGE(jumpback)
