/* equal_ranges.h - the digests cut into n ranges, as equal as whole numbers can be
 *
 * Range j has the digests from j * 2^n_bits / n on, rounded up: that is where floor(digest * n /
 * 2^n_bits) is j.
 */
#ifndef RINGSIDE_EQUAL_RANGES_H
#define RINGSIDE_EQUAL_RANGES_H

#include "ringside.h"

static inline uint64_t equal_range_of(const struct rs_hash *hash, uint64_t digest, uint64_t n)
{
    return rs_below(rs_wide(hash, digest), n);
}

/* The first digest of range j, modulo 2^64; j up to n, which is at most 2^31. In two steps, each of
 * which fits 64 bits. */
static inline uint64_t equal_range_first(const struct rs_hash *hash, uint64_t j, uint64_t n)
{
    unsigned low = hash->n_bits / 2, high = hash->n_bits - low;
    uint64_t top = j << high, rest = top % n << low;
    return (top / n << low) + rest / n + (rest % n > 0);
}

#endif
