/* roster.h - the ids that answer, as an array: for strategies that number their nodes
 *
 * A strategy over buckets 0 .. n-1 is a roster and a function from digest to bucket:
 *
 *     static inline uint32_t even_bucket(uint64_t digest, uint32_t n, struct rs_steps *steps);
 *     ROSTER_LOOKUPS(even, even_bucket)
 *
 * and a descriptor with .state_bytes = sizeof(struct roster), .build = roster_build, .change =
 * roster_change, .fini = roster_fini, LOOKUP_OPERATIONS(even).
 *
 * The order is that of age, as in a configuration file, unless roster_swap_out says otherwise.
 * Memory: 4 bytes a node, at most an eighth more while it grows.
 */
#ifndef RINGSIDE_ROSTER_H
#define RINGSIDE_ROSTER_H

#include "core/strategy.h"

struct roster {
    struct rs_placement p;
    uint32_t *ids;
    uint32_t n, cap;
};

static inline const struct roster *roster_of(const struct rs_placement *p)
{
    return (const struct roster *)p;
}

/* The roster of all slots that answer, oldest first. */
enum rs_status roster_build(struct rs_placement *p);
/* The same from the last one: who leaves closes the gap, who joins gets the place of its age. */
enum rs_status roster_change(struct rs_placement *p, const struct rs_change *changes, size_t n);
/* Another rule: the last takes the gap of who leaves, and who joins comes last. Needs save. */
enum rs_status roster_swap_out(struct rs_placement *p, const struct rs_change *changes, size_t n);
void roster_fini(struct rs_placement *p);

/* The order itself, where the slots alone do not tell it. */
size_t roster_save(const struct rs_placement *p, void *buf, size_t buf_bytes);
enum rs_status roster_restore(struct rs_placement *p, const void *buf, size_t n_bytes);

/* 1/n each: the law of even buckets for random digests of 64 bits. */
enum rs_status roster_shares(const struct rs_placement *p, double *by_slot);
/* The theory of such buckets, of which it is only known how many draws one takes: draws(n), n > 0.
 * What moves is the minimum. */
struct rs_moments roster_even_theory(const struct rs_placement *p, enum rs_quantity quantity,
                                     struct rs_moments (*draws)(uint32_t n));
/* Takes RS_EXACT_SHARE back where digests are narrow: then the law is only near. */
enum rs_status roster_init(struct rs_placement *p, struct rs_why *why);

/* locate, locate_many and count from one bucket function: bucket(digest, n, steps), n > 0, steps
 * NULL unless counting, so that the timed ways carry no counter. */
#define ROSTER_LOOKUPS(name, bucket)                                                               \
    static inline uint32_t name##_bucket_of(const struct roster *roster, uint64_t digest,          \
                                            uint32_t n, struct rs_steps *steps)                    \
    {                                                                                              \
        (void)roster;                                                                              \
        return bucket(digest, n, steps);                                                           \
    }                                                                                              \
    ROSTER_LOOKUPS_OF(name, name##_bucket_of)
/* The same for a strategy with parameters: bucket_of(roster, digest, n, steps). */
#define ROSTER_LOOKUPS_OF(name, bucket_of)                                                         \
    static inline uint32_t name##_owner(const struct rs_placement *p, uint64_t digest,             \
                                        struct rs_steps *steps)                                    \
    {                                                                                              \
        const struct roster *roster = roster_of(p);                                                \
        return roster->n ? roster->ids[bucket_of(roster, digest, roster->n, steps)] : RS_NO_NODE;  \
    }                                                                                              \
    LOOKUPS(name)

/* Of a strategy that is a bucket function and nothing else: even, over the roster in the order of
 * age, with x_replicas (choose_k.h) and x_theory. */
#define EVEN_OPERATIONS(name)                                                                      \
    .state_bytes = sizeof(struct roster), .build = roster_build, .change = roster_change,          \
    .init = roster_init, .fini = roster_fini, LOOKUP_OPERATIONS(name),                             \
    .replicas = name##_replicas, .shares = roster_shares, .theory = name##_theory

#endif
