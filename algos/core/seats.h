/* seats.h - nodes in buckets that can fall vacant: for strategies in which any bucket may leave
 *
 *     ids    [ a | b | - | d | e | - ]    the node of a bucket; 4 bytes each
 *     gone   [ 5 | 2 ]                    vacant buckets, the last one to fall vacant on top
 *
 * A node takes the bucket that fell vacant last, else a new one at the end. While none is vacant,
 * the last bucket just goes; when no node is left all starts again at bucket 0. So which bucket a
 * node has is history, and is saved. Several changes are one after the other, as they are given.
 *
 * A strategy adds its own index of the buckets, told of each that comes and goes. Cost: join O(1),
 * leave O(n) to find the bucket of one node and O(1) each for many; 4 bytes a bucket and 4 for a
 * vacant one, at most an eighth more while they grow.
 */
#ifndef RINGSIDE_SEATS_H
#define RINGSIDE_SEATS_H

#include "core/strategy.h"

struct seats {
    struct rs_placement p;
    uint64_t capacity; /* most buckets, below 2^31 */
    uint32_t *ids, *gone;
    uint32_t n, cap_ids; /* buckets, vacant ones among them */
    uint32_t n_gone, cap_gone;
};

/* What a strategy does beside; only reserve may fail, and it changes no answer. */
struct seats_index {
    /* Room for n buckets of which n_gone are vacant. */
    enum rs_status (*reserve)(struct seats *seats, uint32_t n, uint32_t n_gone);
    void (*clear)(struct seats *seats); /* no bucket is taken */
    /* A bucket is taken, or falls vacant; seats is as it is afterwards, with a node at least. */
    void (*join)(struct seats *seats, uint32_t bucket);
    void (*leave)(struct seats *seats, uint32_t bucket);
    void (*trim)(struct seats *seats); /* gives back what is too much; all when seats->n is 0 */
};

static inline struct seats *seats_mut(struct rs_placement *p)
{
    return (struct seats *)p;
}

static inline const struct seats *seats_of(const struct rs_placement *p)
{
    return (const struct seats *)p;
}

static inline uint32_t seats_n_live(const struct seats *seats)
{
    return seats->n - seats->n_gone;
}

enum rs_status seats_change(struct rs_placement *p, const struct rs_change *changes, size_t n,
                            const struct seats_index *index);
void seats_fini(struct rs_placement *p, const struct seats_index *index);

/* Vacant buckets in the order of the stack, then the ids of the others by bucket. */
size_t seats_save(const struct rs_placement *p, void *buf, size_t buf_bytes);
/* Goes through the history again: all buckets come, then the vacant ones leave in their order. */
enum rs_status seats_restore(struct rs_placement *p, const void *buf, size_t n_bytes,
                             const struct seats_index *index);

/* All live buckets alike. That is the law of random digests of 64 bits, so a narrower hash takes
 * the promise back. */
enum rs_status seats_shares(const struct rs_placement *p, double *by_slot);
enum rs_status seats_init(struct rs_placement *p, struct rs_why *why);

/* Everything from bucket(seats, digest, steps) and an index; the bucket function finds a node at
 * least, and steps is NULL unless it counts. */
#define SEATS_FUNCTIONS(name, bucket, index)                                                       \
    static inline uint32_t name##_owner(const struct rs_placement *p, uint64_t digest,             \
                                        struct rs_steps *steps)                                    \
    {                                                                                              \
        const struct seats *seats = seats_of(p);                                                   \
        return seats->n ? seats->ids[bucket(seats, digest, steps)] : RS_NO_NODE;                   \
    }                                                                                              \
    LOOKUPS(name)                                                                                  \
    /* Only of an empty placement: changes go another way. */                                      \
    static enum rs_status name##_build(struct rs_placement *p)                                     \
    {                                                                                              \
        (void)p;                                                                                   \
        return RS_OK;                                                                              \
    }                                                                                              \
    static enum rs_status name##_change(struct rs_placement *p, const struct rs_change *changes,   \
                                        size_t n)                                                  \
    {                                                                                              \
        return seats_change(p, changes, n, index);                                                 \
    }                                                                                              \
    static void name##_fini(struct rs_placement *p)                                                \
    {                                                                                              \
        seats_fini(p, index);                                                                      \
    }                                                                                              \
    static enum rs_status name##_restore(struct rs_placement *p, const void *buf, size_t n_bytes)  \
    {                                                                                              \
        return seats_restore(p, buf, n_bytes, index);                                              \
    }
#define SEATS_OPERATIONS(name)                                                                     \
    LOOKUP_OPERATIONS(name), .build = name##_build, .change = name##_change, .fini = name##_fini,  \
                             .save = seats_save, .restore = name##_restore, .shares = seats_shares

#endif
