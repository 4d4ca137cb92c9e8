/* choose_k.c - k distinct buckets for a digest, from a function that gives one
 *
 * The new element of S(j + 1) is found from the members of S(j) by going through them from the
 * largest: as long as the largest of S(j + 1) below the bound is a member, both sets lose it.
 */
#include "core/choose_k.h"

/* c_i: i = 0 is the digest as it is, so that rank 0 is locate. */
static uint64_t choose_k_digest(uint64_t digest, size_t i)
{
    return i ? rs_mix(digest ^ (uint64_t)i * 0xd6e8feb86659fd93u) : digest;
}

/* One more than the largest of n buckets that is below the bound; 0: there is none. */
static uint32_t choose_k_below(const uint32_t *buckets, size_t n, uint32_t bound)
{
    uint32_t after = 0;
    for (size_t i = 0; i < n; i++)
        if (buckets[i] < bound && buckets[i] >= after)
            after = buckets[i] + 1;
    return after;
}

/* c_i of bound - i lies at i or above, so a member that is not less leaves room for i - 1. */
static uint32_t choose_k_next(const struct roster *roster, choose_k_bucket *bucket, uint64_t digest,
                              const uint32_t *buckets, size_t n)
{
    uint32_t bound = roster->n;
    for (size_t i = n;; i--) {
        uint32_t at = (uint32_t)i;
        uint32_t found = bucket(roster, choose_k_digest(digest, i), bound - at, NULL) + at;
        uint32_t after = choose_k_below(buckets, n, bound);
        if (found >= after)
            return found;
        bound = after - 1;
    }
}

size_t choose_k(const struct roster *roster, choose_k_bucket *bucket, uint64_t digest, size_t k,
                uint32_t *ids)
{
    if (k > roster->n)
        k = roster->n;
    for (size_t n = 0; n < k; n++)
        ids[n] = choose_k_next(roster, bucket, digest, ids, n);
    for (size_t i = 0; i < k; i++)
        ids[i] = roster->ids[ids[i]];
    return k;
}
