/* bounded.c - consistent hashing with bounded loads, over any other strategy
 *
 * A key goes to the first node in the inner strategy's order that carries less than its cap, c
 * times its fair part of all keys, this one included. The caps sum to more than is carried, so
 * somebody always has room. The order is that of the inner replicas, or, where there are none, the
 * owners of further draws of the digest; behind it the node that is least full, for its cap.
 * Caps are exact for every factor that can be written, while all weights are whole numbers; for
 * others they come from a product of doubles, and may be one off where that is nearly whole.
 * Keys are counted while their node answers: a node that is down or drained keeps its load, which
 * counts again when it comes back, and takes it along when it is removed.
 * Cost: locate that of the inner strategy where there is room, else its replicas, at worst O(n); a
 * change that of the inner one and O(n); 16 bytes a node as soon as a key is assigned.
 * Departures: the paper moves keys when bins come and go; here that is the caller's to do. A ring
 * is walked node by node, not point by point.
 * Source: Mirrokni, Thorup and Zadimoghaddam, arXiv 1608.01350; draws: Chen et al., 1908.08762.
 */
#include "core/bounded_inner.h"

#include <string.h>

enum { BOUNDED_REPLICAS = 512, BOUNDED_DRAWS = 64 };

/* a * b < c * d, of 128 bits each. */
static bool bounded_less(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t high_ab = rs_below(a, b), high_cd = rs_below(c, d);
    return high_ab != high_cd ? high_ab < high_cd : a * b < c * d;
}

/* ceil(factor * keys * weight / all weights). A product of doubles may lie just above the whole
 * number that it should be, or below: the cap next to it is looked for in whole numbers. There are
 * at most 2^40 keys, so cap * all and keys * weight fit 64 bits. */
static uint64_t bounded_cap(const struct bounded *bounded, uint32_t slot)
{
    double weight = rs_effective(&bounded->p, slot);
    if (!(weight > 0))
        return 0;
    uint64_t n_keys = bounded->total + 1;
    double near = bounded->factor * (double)n_keys * weight / bounded->weight;
    uint64_t cap = (uint64_t)near + ((double)(uint64_t)near < near);
    if (!bounded->has_whole_weights)
        return cap;
    uint64_t all = (uint64_t)bounded->weight, asked = n_keys * (uint64_t)weight;
    while (bounded_less(cap * all, bounded->below, asked, bounded->above))
        cap++;
    while (!bounded_less((cap - 1) * all, bounded->below, asked, bounded->above))
        cap--;
    return cap;
}

static bool bounded_has_room(const struct bounded *bounded, uint32_t id)
{
    uint32_t slot = rs_slot_of(&bounded->p, id);
    return bounded_load(bounded, slot) < bounded_cap(bounded, slot);
}

/* Nobody in the order has room, or it is too long to follow. */
static uint32_t bounded_emptiest(const struct bounded *bounded, struct rs_steps *steps)
{
    const struct rs_placement *p = &bounded->p;
    uint32_t best = RS_NO_NODE;
    double best_part = 0;
    for (uint32_t slot = 0; slot < p->n_slots; slot++) {
        if (!(rs_effective(p, slot) > 0))
            continue;
        uint64_t load = bounded_load(bounded, slot), cap = bounded_cap(bounded, slot);
        double part = (double)load / (double)cap;
        uint32_t id = p->slots[slot].id;
        if (steps)
            steps->probes++;
        if (best == RS_NO_NODE || part < best_part || (part == best_part && id < best))
            best = id, best_part = part;
    }
    return best;
}

static uint32_t bounded_by_replicas(const struct bounded *bounded, uint64_t digest,
                                    struct rs_steps *steps)
{
    uint32_t ids[BOUNDED_REPLICAS];
    for (size_t k = 8, seen = 1; k <= BOUNDED_REPLICAS; k *= 8) {
        size_t n = rs_replicas(bounded->inner, digest, k, ids);
        for (; seen < n; seen++) {
            if (steps)
                steps->probes++;
            if (bounded_has_room(bounded, ids[seen]))
                return ids[seen];
        }
        if (n < k)
            break;
    }
    return bounded_emptiest(bounded, steps);
}

static uint32_t bounded_by_draws(const struct bounded *bounded, uint64_t digest,
                                 struct rs_steps *steps)
{
    for (uint64_t i = 1; i <= BOUNDED_DRAWS; i++) {
        uint32_t id = rs_locate(bounded->inner, rs_draw(digest, i));
        if (steps)
            steps->draws++, steps->probes++;
        if (id != RS_NO_NODE && bounded_has_room(bounded, id))
            return id;
    }
    return bounded_emptiest(bounded, steps);
}

static inline uint32_t bounded_owner(const struct rs_placement *p, uint64_t digest,
                                     struct rs_steps *steps)
{
    const struct bounded *bounded = bounded_of(p);
    uint32_t id = rs_locate(bounded->inner, digest);
    if (id == RS_NO_NODE)
        return id;
    if (steps)
        steps->probes++;
    if (bounded_has_room(bounded, id))
        return id;
    return rs_traits(bounded->inner) & RS_REPLICAS ? bounded_by_replicas(bounded, digest, steps)
                                                   : bounded_by_draws(bounded, digest, steps);
}
LOOKUPS(bounded)

static enum rs_status bounded_assign(struct rs_placement *p, uint64_t digest, uint32_t *id)
{
    struct bounded *bounded = bounded_mut(p);
    uint32_t owner = bounded_owner(p, digest, NULL);
    if (owner == RS_NO_NODE || bounded->total == BOUNDED_LOAD_MAX)
        return RS_EFULL;
    if (bounded_reserve_loads(bounded))
        return RS_ENOMEM;
    bounded_set_load(bounded, rs_slot_of(p, owner),
                     1 + bounded_load(bounded, rs_slot_of(p, owner)));
    bounded->total++;
    *id = owner;
    return RS_OK;
}

static enum rs_status bounded_release(struct rs_placement *p, uint32_t slot)
{
    struct bounded *bounded = bounded_mut(p);
    uint64_t load = bounded_load(bounded, slot);
    if (!load)
        return RS_EINVAL;
    bounded_set_load(bounded, slot, load - 1);
    bounded->total -= rs_effective(p, slot) > 0;
    return RS_OK;
}

static void bounded_load_and_cap(const struct rs_placement *p, uint32_t slot, uint64_t *load,
                                 uint64_t *cap)
{
    *load = bounded_load(bounded_of(p), slot);
    *cap = bounded_cap(bounded_of(p), slot);
}

/* While nobody carries anything, all answers are those of the inner strategy. */
static struct rs_moments bounded_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    const struct bounded *bounded = bounded_of(p);
    if (bounded->total || quantity == RS_DRAWS || quantity == RS_PROBES)
        return RS_NO_MOMENTS;
    return rs_theory(bounded->inner, quantity);
}

static const struct rs_param bounded_params[] = {
    RS_PARAM_HASH,
    {"load", RS_REAL, offsetof(struct bounded, factor), "1.25", 1, 1000, NULL,
     "how much of its fair part a node may carry at most"},
    {"over", RS_NESTED, offsetof(struct bounded, over), "ring", 0, 0, NULL,
     "the strategy whose order is followed; takes the rest of the spec"},
    {.name = NULL},
};

const struct rs_strategy rs_strategy_bounded = {
    .abi = RS_ABI,
    .name = "bounded",
    .summary = "bounded loads: the first node of another strategy with room",
    .origin = "Mirrokni, Thorup and Zadimoghaddam, arXiv 1608.01350",
    .lookup_cost = "the inner lookup; its replicas where the owner is full; at worst O(n)",
    .memory_cost = "the inner index, and 16 bytes a node once keys are assigned",
    .choose = "no node may carry more than c times its part, and somebody counts the load",
    .avoid = "clients place keys alone: they would have to agree on all loads",
    .traits = RS_REMOVE_ANY | RS_WEIGHTED | RS_HEALTH | RS_LOAD,
    .weight = {1e-6, 1e4},
    .params = bounded_params,
    .state_bytes = sizeof(struct bounded),
    .build = bounded_build,
    LOOKUP_OPERATIONS(bounded),
    .change = bounded_change,
    .init = bounded_init,
    .fini = bounded_fini,
    .theory = bounded_theory,
    .assign = bounded_assign,
    .release = bounded_release,
    .load = bounded_load_and_cap,
    .save = bounded_save,
    .restore = bounded_restore,
};
