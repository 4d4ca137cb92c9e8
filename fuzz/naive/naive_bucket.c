/* naive_bucket.c - nodes by number, subsets by their definition, levels of powers of two
 */
#include "naive_bucket.h"

/* Marks the members of S(k, n). */
static void naive_choose_set(const struct naive *naive, naive_bucket *bucket, uint64_t digest,
                             uint32_t k, uint32_t n, bool *members)
{
    if (!k)
        return;
    uint32_t largest = 0;
    for (uint32_t i = 0; i < k; i++) {
        uint64_t other = rs_mix(digest ^ i * UINT64_C(0xd6e8feb86659fd93));
        uint32_t at = bucket(naive, i ? other : digest, n - i) + i;
        largest = at > largest ? at : largest;
    }
    members[largest] = true;
    naive_choose_set(naive, bucket, digest, k - 1, largest, members);
}

size_t naive_choose(const struct naive *naive, naive_bucket *bucket, const uint32_t *order,
                    size_t n, uint64_t digest, size_t k, uint32_t *ids)
{
    k = k < n ? k : n;
    for (uint32_t rank = 0; rank < k; rank++) {
        bool fewer[NAIVE_MAX] = {false}, more[NAIVE_MAX] = {false};
        naive_choose_set(naive, bucket, digest, rank, (uint32_t)n, fewer);
        naive_choose_set(naive, bucket, digest, rank + 1, (uint32_t)n, more);
        for (size_t at = 0; at < n; at++)
            if (more[at] && !fewer[at])
                ids[rank] = order[at];
    }
    return k;
}

uint32_t naive_by_age(const struct naive *naive, naive_bucket *bucket, uint64_t digest)
{
    return naive->n ? naive->nodes[bucket(naive, digest, (uint32_t)naive->n)]->id : RS_NO_NODE;
}

size_t naive_choose_by_age(const struct naive *naive, naive_bucket *bucket, uint64_t digest,
                           size_t k, uint32_t *ids)
{
    uint32_t order[NAIVE_MAX];
    for (size_t i = 0; i < naive->n; i++)
        order[i] = naive->nodes[i]->id;
    return naive_choose(naive, bucket, order, naive->n, digest, k, ids);
}

uint64_t naive_level_draw(uint64_t digest, unsigned level, uint64_t i)
{
    uint64_t number = (level + UINT64_C(1)) * (UINT64_C(1) << 32) + i;
    return rs_mix(digest + number * 0x9e3779b97f4a7c15u);
}

uint32_t naive_level_place(uint64_t digest, uint64_t bucket)
{
    unsigned level = 0;
    while (bucket >= UINT64_C(2) << level)
        level++;
    uint64_t size = UINT64_C(1) << level;
    return bucket < 2 ? (uint32_t)bucket
                      : (uint32_t)(size + naive_level_draw(digest, level, 0) % size);
}

unsigned naive_level_above(uint32_t n)
{
    unsigned level = 0;
    while (UINT64_C(1) << level < n)
        level++;
    return level;
}

uint32_t naive_level_redrawn(uint64_t digest, uint32_t n, uint64_t n_draws)
{
    unsigned level = naive_level_above(n);
    uint64_t size = UINT64_C(1) << level, first = rs_mix(digest + 0x9e3779b97f4a7c15u);
    uint32_t bucket = naive_level_place(digest, first % size);
    if (bucket < n)
        return bucket;
    for (uint64_t i = 1, draw = n; i <= n_draws && draw >= n; i++) {
        draw = naive_level_draw(digest, level, i) % size;
        if (draw >= size / 2 && draw < n)
            return (uint32_t)draw;
    }
    return naive_level_place(digest, first % (size / 2));
}
