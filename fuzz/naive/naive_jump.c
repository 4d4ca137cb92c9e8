/* naive_jump.c - buckets come one by one, and for each the key is asked whether it moves there
 *
 * The key holds a number u in (0, 1], ((x >> 33) + 1) / 2^31 of a linear congruential x that starts
 * at the digest and takes one step for each bucket that the key comes to, the first among them.
 * Having come to bucket b, it moves on to the m-th bucket if (b + 1) / u < m, in doubles: first
 * 1 / u, then the product, as the published code does.
 */
#include "naive_bucket.h"

uint32_t naive_jump_bucket(const struct naive *naive, uint64_t digest, uint32_t n)
{
    uint32_t bucket = 0;
    uint64_t x = digest * 2862933555777941757u + 1;
    (void)naive;
    for (uint32_t m = 2; m <= n; m++) {
        double one_by_u = 2147483648.0 / (double)((x >> 33) + 1);
        if ((bucket + 1.0) * one_by_u < m) {
            bucket = m - 1;
            x = x * 2862933555777941757u + 1;
        }
    }
    return bucket;
}

NAIVE_BY_AGE(jump)
