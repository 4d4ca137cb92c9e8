/* jump_bucket.h - the jump hash: digest and n buckets -> bucket
 *
 * A linear congruential generator seeded by the digest draws the next bucket at which the key would
 * jump if buckets were added one by one; the last jump below n is the answer. P(next jump > x,
 * being at b) = (b + 1) / (x + 1), so a key moves with probability 1/n when the n-th bucket comes,
 * always into it. Draws: H_n on average.
 *
 * The doubles are the same everywhere: whole numbers up to 2^31 are exact, the quotient is rounded,
 * then the product, in the order of the published code (other orders differ for a few keys).
 * Source: Lamping and Veach, arXiv 1406.2294.
 */
#ifndef RINGSIDE_JUMP_BUCKET_H
#define RINGSIDE_JUMP_BUCKET_H

#include "ringside.h"

/* n from 1 to 2^31 - 1. steps may be NULL. */
static inline uint32_t jump_bucket(uint64_t digest, uint32_t n, struct rs_steps *steps)
{
    int64_t bucket = -1, next = 0;
    while (next < (int64_t)n) {
        bucket = next;
        digest = digest * 2862933555777941757u + 1;
        double scale = (double)(INT64_C(1) << 31) / (double)((digest >> 33) + 1);
        next = (int64_t)((double)(bucket + 1) * scale);
        if (steps)
            steps->draws++;
    }
    return (uint32_t)bucket;
}

/* Draws: the key jumps to bucket i - 1 with probability 1 / i, each i by itself; one draw for each
 * jump. So the n-th harmonic number, and sum of (1/i)(1 - 1/i) for the variance. */
struct rs_moments jump_draws(uint32_t n);

#endif
