/* naive_power.c - a draw among the next power of two; where it misses, jumps bucket by bucket
 *
 * m = 2^j is the least power of two not below n. The first draw among m, put in its place, is the
 * answer if it is a bucket. Else the key sits at m/2 - 1 and buckets come one by one as for jump:
 * having come to bucket b as the i-th, it moves on to the s-th bucket if (b + 1) / u < s, u in
 * (0, 1] from draw i of level j, in doubles. If it never moves, the first draw among m/2, put in
 * its place, is the answer.
 */
#include "naive_bucket.h"

static uint32_t naive_power_bucket(const struct naive *naive, uint64_t digest, uint32_t n)
{
    unsigned level = naive_level_above(n);
    uint64_t m = UINT64_C(1) << level, first = rs_mix(digest + 0x9e3779b97f4a7c15u), i = 1;
    uint32_t bucket = naive_level_place(digest, first % m), half = (uint32_t)(m / 2);
    (void)naive;
    if (bucket < n)
        return bucket;
    bucket = half - 1;
    for (uint32_t s = half + 1; s <= n; s++) {
        uint64_t top = naive_level_draw(digest, level, i) >> 11;
        double u = (double)(top + 1) / 9007199254740992.0;
        if ((bucket + 1.0) / u < s)
            bucket = s - 1, i++;
    }
    return bucket >= half ? bucket : naive_level_place(digest, first % half);
}

NAIVE_BY_AGE(power)
