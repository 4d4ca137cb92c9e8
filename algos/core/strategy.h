/* strategy.h - what a strategy or a hash includes: the contract, and the declaration of every row
 *
 * The declarations come from strategies.def and hashes.def: a row without its line there does not
 * compile under clang (-Wmissing-variable-declarations), a line without its row does not link.
 */
#ifndef RINGSIDE_STRATEGY_H
#define RINGSIDE_STRATEGY_H

#include "ringside.h"

#define STRATEGY(name) extern const struct rs_strategy rs_strategy_##name;
#include "strategies.def"
#undef STRATEGY
#define HASH(name) extern const struct rs_hash rs_hash_##name;
#include "hash/hashes.def"
#undef HASH

/* How many nodes answer, backups that wait not among them. */
static inline uint32_t rs_n_answering(const struct rs_placement *p)
{
    uint32_t n = 0;
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        n += rs_effective(p, slot) > 0;
    return n;
}

/* Puts an id behind n different ones unless it is among them; how many there are then. */
static inline size_t rs_put_distinct(uint32_t *ids, size_t n, uint32_t id)
{
    size_t i = 0;
    while (i < n && ids[i] != id)
        i++;
    ids[i] = id;
    return i == n ? n + 1 : n;
}

/* locate, locate_many and count from x_owner(p, digest, steps), inline, steps NULL unless counting:
 * so the timed ways carry no counter. */
#define LOOKUPS(name)                                                                              \
    static uint32_t name##_locate(const struct rs_placement *p, uint64_t digest)                   \
    {                                                                                              \
        return name##_owner(p, digest, NULL);                                                      \
    }                                                                                              \
    static void name##_locate_many(const struct rs_placement *p, const uint64_t *digests,          \
                                   size_t n, uint32_t *ids)                                        \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            ids[i] = name##_owner(p, digests[i], NULL);                                            \
    }                                                                                              \
    static uint32_t name##_count(const struct rs_placement *p, uint64_t digest,                    \
                                 struct rs_steps *steps)                                           \
    {                                                                                              \
        return name##_owner(p, digest, steps);                                                     \
    }
#define LOOKUP_OPERATIONS(name)                                                                    \
    .locate = name##_locate, .locate_many = name##_locate_many, .count = name##_count

#endif
