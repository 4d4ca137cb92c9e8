/* naive_bucket.h - twins of strategies that number their nodes
 *
 * The bucket of a key says which of the nodes, in some order, is its owner. Replicas are chosen by
 *
 *     S(k, n) = {M} and S(k - 1, M),    M = the largest of c_i(n - i) + i over i < k
 *
 * where c_0 is the bucket of the digest and c_i that of mix(digest ^ i * 0xd6e8feb86659fd93): the
 * bucket that S(k) has and S(k - 1) lacks has rank k - 1. Both sets are made anew for each rank.
 */
#ifndef RINGSIDE_NAIVE_BUCKET_H
#define RINGSIDE_NAIVE_BUCKET_H

#include "naive.h"

/* Below n, for n > 0. */
typedef uint32_t naive_bucket(const struct naive *naive, uint64_t digest, uint32_t n);
naive_bucket naive_jump_bucket;

/* Replicas of n nodes by number. */
size_t naive_choose(const struct naive *naive, naive_bucket *bucket, const uint32_t *order,
                    size_t n, uint64_t digest, size_t k, uint32_t *ids);
/* Locate and replicas where a node's number is its rank by age. */
uint32_t naive_by_age(const struct naive *naive, naive_bucket *bucket, uint64_t digest);
size_t naive_choose_by_age(const struct naive *naive, naive_bucket *bucket, uint64_t digest,
                           size_t k, uint32_t *ids);

/* Of levels 2^j .. 2^(j+1) - 1, and bucket 0 on level 0: draw i of a level is the draw of number
 * (j + 1) * 2^32 + i from the digest, and draw 0 puts a bucket elsewhere on its own level. */
uint64_t naive_level_draw(uint64_t digest, unsigned level, uint64_t i);
uint32_t naive_level_place(uint64_t digest, uint64_t bucket);
/* The j of the least 2^j that is not below n. */
unsigned naive_level_above(uint32_t n);

/* The first draw from a digest, among 2^j >= n, put in its place. Where that is no bucket, the
 * first of the level's draws 1 .. n_draws that is one counts if it lies in the upper half. Else the
 * first draw among 2^(j-1), put in its place. */
uint32_t naive_level_redrawn(uint64_t digest, uint32_t n, uint64_t n_draws);

/* The row of strategy name from naive_name_bucket. */
#define NAIVE_BY_AGE(name)                                                                         \
    static uint32_t naive_##name##_locate(const struct naive *naive, uint64_t digest)              \
    {                                                                                              \
        return naive_by_age(naive, naive_##name##_bucket, digest);                                 \
    }                                                                                              \
    static size_t naive_##name##_replicas(const struct naive *naive, uint64_t digest, size_t k,    \
                                          uint32_t *ids)                                           \
    {                                                                                              \
        return naive_choose_by_age(naive, naive_##name##_bucket, digest, k, ids);                  \
    }                                                                                              \
    const struct naive_row naive_##name = {                                                        \
        .strategy = #name,                                                                         \
        .locate = naive_##name##_locate,                                                           \
        .replicas = naive_##name##_replicas,                                                       \
    };

#endif
