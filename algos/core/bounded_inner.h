/* bounded_inner.h - the placement inside another one, and what its nodes carry
 */
#ifndef RINGSIDE_BOUNDED_INNER_H
#define RINGSIDE_BOUNDED_INNER_H

#include "core/strategy.h"

/* A load belongs to the node that had this age: slots of the node table are used again, and a node
 * that does not answer leaves without a change. */
struct bounded_load {
    uint64_t n_keys, age;
};

struct bounded {
    struct rs_placement p;
    double factor;
    const char *over;
    struct rs_placement *inner; /* has the nodes that answer, with their effective weights */
    struct bounded_load *loads; /* by slot; NULL until a key is assigned */
    uint32_t cap;
    uint64_t total; /* keys of the nodes that answer */
    double weight;  /* of those */
    bool has_whole_weights;
    uint64_t above, below; /* the factor as a fraction, exactly as it was written */
};

static inline const struct bounded *bounded_of(const struct rs_placement *p)
{
    return (const struct bounded *)p;
}

static inline struct bounded *bounded_mut(struct rs_placement *p)
{
    return (struct bounded *)p;
}

/* Keys in all: so that cap * all weights and keys * weight fit 64 bits. */
#define BOUNDED_LOAD_MAX (UINT64_C(1) << 40)

static inline uint64_t bounded_load(const struct bounded *bounded, uint32_t slot)
{
    bool known = slot < bounded->cap && bounded->loads[slot].age == bounded->p.slots[slot].age;
    return known ? bounded->loads[slot].n_keys : 0;
}

/* Room for all slots first. */
enum rs_status bounded_reserve_loads(struct bounded *bounded);
void bounded_set_load(struct bounded *bounded, uint32_t slot, uint64_t n_keys);

/* Sums up the nodes that answer. */
void bounded_sum(struct bounded *bounded);

enum rs_status bounded_init(struct rs_placement *p, struct rs_why *why);
void bounded_fini(struct rs_placement *p);
enum rs_status bounded_build(struct rs_placement *p);
enum rs_status bounded_change(struct rs_placement *p, const struct rs_change *changes, size_t n);
size_t bounded_save(const struct rs_placement *p, void *buf, size_t buf_bytes);
enum rs_status bounded_restore(struct rs_placement *p, const void *buf, size_t n_bytes);

#endif
