/* choose_k.h - k distinct buckets for a digest, from a function that gives one
 *
 * c_0 is the bucket function on the digest, c_1, c_2, ... the same function on digests of their
 * own. The set of k of n buckets is
 *
 *     S(k, n) = {M} and S(k - 1, M),    M = the largest of c_i(n - i) + i over i < k
 *
 * every k-subset equally likely where the bucket function is even. S(k) holds S(k - 1), and the
 * one new in S(k) is the bucket of rank k - 1: so rank 0 is c_0, and fewer are a prefix.
 * (Ranks by M itself, the largest first, would give bucket n - 1 nearly k times its part of rank
 * 0.) When bucket n comes, at most one of k members changes, with probability k / (n + 1), and a
 * list that loses a bucket closes up.
 *
 * Cost: at most k^2 / 2 calls of the bucket function and k^3 / 6 comparisons, no memory: for the
 * few replicas of a key, not for all nodes in order.
 */
#ifndef RINGSIDE_CHOOSE_K_H
#define RINGSIDE_CHOOSE_K_H

#include "core/roster.h"

/* The even, consistent bucket of a digest: below n, n > 0. */
typedef uint32_t choose_k_bucket(const struct roster *roster, uint64_t digest, uint32_t n,
                                 struct rs_steps *steps);

/* Writes the ids of up to k nodes of the roster, best first; returns how many, min(k, roster->n).
 */
size_t choose_k(const struct roster *roster, choose_k_bucket *bucket, uint64_t digest, size_t k,
                uint32_t *ids);

/* name_replicas, after ROSTER_LOOKUPS(name, ...). */
#define CHOOSE_K_REPLICAS(name)                                                                    \
    static size_t name##_replicas(const struct rs_placement *p, uint64_t digest, size_t k,         \
                                  uint32_t *ids)                                                   \
    {                                                                                              \
        return choose_k(roster_of(p), name##_bucket_of, digest, k, ids);                           \
    }

#endif
