/* equal_ranges.h - the digests cut into n ranges, as equal as whole numbers can be
 *
 * Range j has the digests from j * 2^n_bits / n on, rounded up: that is where floor(digest * n /
 * 2^n_bits) is j.
 */
#ifndef RINGSIDE_EQUAL_RANGES_H
#define RINGSIDE_EQUAL_RANGES_H

#include "core/strategy.h"

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

/* Shares of the nodes that have these ranges; owner(p, j) is the id of the one that has range j.
 * ENOMEM. */
enum rs_status equal_range_shares(const struct rs_placement *p, uint64_t n,
                                  uint32_t (*owner)(const struct rs_placement *p, uint64_t j),
                                  double *by_slot);

/* by_slot from whole numbers of digests, of n_bits bits, that sum to all of them: rounded once
 * each. One node may have all 2^64, which is 0 here like every other number: then it is `first`. */
void equal_range_to_shares(const struct rs_placement *p, const uint64_t *n_digests, unsigned n_bits,
                           uint32_t first, double *by_slot);

#endif
