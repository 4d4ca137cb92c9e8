/* bounded_inner.c - the placement inside another one, and what its nodes carry
 *
 * The inner placement has no flags and no drained nodes: a node joins it when its effective weight
 * is more than 0. A change of one kind is one call; of several kinds, it is made on a clone.
 */
#include "core/bounded_inner.h"

#include "core/core.h"

#include <stdio.h>
#include <string.h>

enum rs_status bounded_reserve_loads(struct bounded *bounded)
{
    const struct rs_placement *p = &bounded->p;
    if (p->n_slots <= bounded->cap)
        return RS_OK;
    struct bounded_load *loads =
        rs_alloc(p, p->cap_slots * sizeof *loads, _Alignof(struct bounded_load));
    if (!loads)
        return RS_ENOMEM;
    memset(loads, 0, p->cap_slots * sizeof *loads);
    if (bounded->cap)
        memcpy(loads, bounded->loads, bounded->cap * sizeof *loads);
    rs_free(p, bounded->loads, bounded->cap * sizeof *loads);
    bounded->loads = loads, bounded->cap = p->cap_slots;
    return RS_OK;
}

void bounded_set_load(struct bounded *bounded, uint32_t slot, uint64_t n_keys)
{
    bounded->loads[slot] = (struct bounded_load){n_keys, bounded->p.slots[slot].age};
}

/* The order of age, so that the sums are the same after a restore. */
void bounded_sum(struct bounded *bounded)
{
    const struct rs_placement *p = &bounded->p;
    bounded->total = 0, bounded->weight = 0, bounded->has_whole_weights = true;
    for (uint32_t slot = p->oldest; slot != RS_NO_NODE; slot = p->slots[slot].younger)
        if (rs_effective(p, slot) > 0) {
            bounded->total += bounded_load(bounded, slot);
            bounded->weight += rs_effective(p, slot);
            bounded->has_whole_weights &=
                rs_effective(p, slot) == (double)(uint64_t)rs_effective(p, slot);
        }
}

/* The inner keys are these: its spec may only repeat their hash. */
static enum rs_status bounded_spec(const struct bounded *bounded, char *text, size_t n,
                                   struct rs_why *why)
{
    const char *hash = bounded->p.hash->name, *over = bounded->over;
    int n_name = (int)strcspn(over, ":");
    const char *given = strncmp(over + n_name, ":hash=", 6) ? NULL : over + n_name + 6;
    if (!given) {
        snprintf(text, n, "%.*s:hash=%s%s", n_name, over, hash, over + n_name);
        return RS_OK;
    }
    if (strcspn(given, ":") != strlen(hash) || strncmp(given, hash, strlen(hash)))
        return core_fail(
            why, RS_EINVAL,
            "over=%s: the keys have one hash, %s; give it as bounded:hash=...:over=", over, hash);
    snprintf(text, n, "%s", over);
    return RS_OK;
}

/* The parameter was read as a quotient of whole numbers of at most 15 digits; the shortest decimal
 * that reads as the same number is it. */
static void bounded_set_fraction(struct bounded *bounded)
{
    uint64_t below = 1, above = (uint64_t)(bounded->factor + 0.5);
    while ((double)above / (double)below != bounded->factor && below < 100000000000000) {
        below *= 10;
        above = (uint64_t)(bounded->factor * (double)below + 0.5);
    }
    bounded->above = above, bounded->below = below;
}

enum rs_status bounded_init(struct rs_placement *p, struct rs_why *why)
{
    struct bounded *bounded = bounded_mut(p);
    char text[RS_VALUE_MAX + 64];
    struct rs_spec spec;
    enum rs_status status = bounded_spec(bounded, text, sizeof text, why);
    if (!status)
        status = rs_spec_parse(text, &spec, why);
    if (status)
        return status;
    const struct rs_strategy *inner = spec.strategy;
    if (inner->traits & RS_LOAD)
        return core_fail(why, RS_EINVAL, "over=%s: it looks at loads itself; choose another one",
                         bounded->over);
    status = rs_open(text, &p->config, &bounded->inner, why);
    if (status)
        return status;
    uint32_t traits = rs_traits(bounded->inner);
    if (!(traits & RS_HISTORY_FREE))
        traits &= ~(uint32_t)RS_HEALTH; /* who is down leaves the inner placement */
    if (inner->weight.min > p->strategy->weight.min || inner->weight.max < p->strategy->weight.max)
        traits &= ~(uint32_t)RS_WEIGHTED;
    p->traits &= traits | RS_LOAD;
    bounded_set_fraction(bounded);
    return RS_OK;
}

void bounded_fini(struct rs_placement *p)
{
    struct bounded *bounded = bounded_mut(p);
    rs_close(bounded->inner);
    rs_free(p, bounded->loads, bounded->cap * sizeof *bounded->loads);
    bounded->inner = NULL, bounded->loads = NULL, bounded->cap = 0;
}

enum bounded_kind { BOUNDED_ADD, BOUNDED_REMOVE, BOUNDED_UPDATE };

static enum bounded_kind bounded_kind(const struct rs_change *change)
{
    return !(change->from > 0) ? BOUNDED_ADD : !(change->to > 0) ? BOUNDED_REMOVE : BOUNDED_UPDATE;
}

static bool bounded_is_one_kind(const struct rs_change *changes, size_t n)
{
    size_t i = 1;
    while (i < n && bounded_kind(&changes[i]) == bounded_kind(changes))
        i++;
    return i == n;
}

/* A node as the inner placement shall have it; silent: there, but it answers nothing. */
static struct rs_node bounded_node(const struct bounded *bounded, const struct rs_change *change,
                                   bool silent)
{
    bool by_weight = silent && rs_traits(bounded->inner) & RS_WEIGHTED;
    return (struct rs_node){.id = bounded->p.slots[change->slot].id,
                            .flags = silent && !by_weight ? RS_DOWN : 0,
                            .weight = by_weight ? 0
                                      : silent  ? 1
                                                : change->to,
                            .name = rs_name(&bounded->p, change->slot)};
}

/* Those of the changes that are of one kind. nodes has room for them. */
static enum rs_status bounded_call(const struct bounded *bounded, struct rs_placement *inner,
                                   const struct rs_change *changes, size_t n,
                                   enum bounded_kind kind, struct rs_node *nodes)
{
    uint32_t *ids = (uint32_t *)nodes;
    size_t n_of = 0;
    for (size_t i = 0; i < n; i++) {
        if (bounded_kind(&changes[i]) != kind)
            continue;
        if (kind == BOUNDED_REMOVE)
            ids[n_of++] = bounded->p.slots[changes[i].slot].id;
        else
            nodes[n_of++] = bounded_node(bounded, &changes[i], false);
    }
    return kind == BOUNDED_ADD      ? rs_add(inner, nodes, n_of, NULL)
           : kind == BOUNDED_REMOVE ? rs_remove(inner, ids, n_of, NULL)
                                    : rs_update(inner, nodes, n_of, NULL);
}

/* In one update, so that the inner strategy sees who joins and who leaves together, in the order
 * given: who joins is there before it, and who leaves after it, without an answer. */
static enum rs_status bounded_mixed_call(const struct bounded *bounded, struct rs_placement *inner,
                                         const struct rs_change *changes, size_t n,
                                         struct rs_node *nodes)
{
    size_t n_new = 0;
    for (size_t i = 0; i < n; i++)
        if (bounded_kind(&changes[i]) == BOUNDED_ADD)
            nodes[n_new++] = bounded_node(bounded, &changes[i], true);
    enum rs_status status = rs_add(inner, nodes, n_new, NULL);
    for (size_t i = 0; i < n; i++)
        nodes[i] = bounded_node(bounded, &changes[i], !(changes[i].to > 0));
    if (!status)
        status = rs_update(inner, nodes, n, NULL);
    return status ? status : bounded_call(bounded, inner, changes, n, BOUNDED_REMOVE, nodes);
}

static enum rs_status bounded_mixed(struct bounded *bounded, const struct rs_change *changes,
                                    size_t n, struct rs_node *nodes)
{
    struct rs_placement *clone;
    enum rs_status status = rs_clone(bounded->inner, NULL, &clone);
    if (status)
        return status;
    status = bounded_mixed_call(bounded, clone, changes, n, nodes);
    rs_close(status ? clone : bounded->inner);
    if (!status)
        bounded->inner = clone;
    return status;
}

enum rs_status bounded_change(struct rs_placement *p, const struct rs_change *changes, size_t n)
{
    struct bounded *bounded = bounded_mut(p);
    struct rs_node *nodes = rs_alloc(p, n * sizeof *nodes, _Alignof(struct rs_node));
    if (!nodes)
        return RS_ENOMEM;
    enum rs_status status =
        bounded_is_one_kind(changes, n)
            ? bounded_call(bounded, bounded->inner, changes, n, bounded_kind(changes), nodes)
            : bounded_mixed(bounded, changes, n, nodes);
    rs_free(p, nodes, n * sizeof *nodes);
    if (!status)
        bounded_sum(bounded);
    return status;
}

/* Only of an empty placement: changes go another way. */
enum rs_status bounded_build(struct rs_placement *p)
{
    bounded_sum(bounded_mut(p));
    return RS_OK;
}
