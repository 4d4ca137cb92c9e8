/* naive_bounded.c - owner after owner of the inner strategy's twin, until one has room
 *
 * A node has room while it carries less than its cap: `load` times its part, by weight, of all keys
 * that nodes which answer carry and one more, rounded up. The order is that of the inner replicas,
 * or, where it promises none, the owners of the digest and of its draws 1 to 64. Behind it comes
 * whoever carries the least part of its cap; of equal parts the smallest id.
 * Each node that joins, leaves or weighs more is a call of its own for the inner twin. The inner
 * placement stays empty: it is there for its spec.
 */
#include "naive.h"
#include "naive_cap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct naive_bounded {
    struct rs_placement *p;
    struct naive inner;
    uint32_t ids[NAIVE_MAX]; /* who carries keys, whether it answers or not */
    uint64_t loads[NAIVE_MAX];
    size_t n;
};

/* over=x:a=b is x:hash=<that of the keys>:a=b, unless it says the hash itself. */
static bool naive_bounded_begin(struct naive *naive)
{
    struct naive_bounded *bounded = naive->state;
    struct rs_config config = {.seed = naive->p->config.seed};
    const char *over = naive_value(naive, "over", "");
    int n_name = (int)strcspn(over, ":");
    char text[RS_SPEC_MAX];
    if (!strncmp(over + n_name, ":hash=", 6))
        snprintf(text, sizeof text, "%s", over);
    else
        snprintf(text, sizeof text, "%.*s:hash=%s%s", n_name, over, naive->p->hash->name,
                 over + n_name);
    if (rs_open(text, &config, &bounded->p, NULL))
        abort(); /* the placement itself did so */
    if (naive_open(&bounded->inner, bounded->p))
        return true;
    rs_close(bounded->p);
    return false;
}

static void naive_bounded_forget(struct naive *naive)
{
    struct naive_bounded *bounded = naive->state;
    naive_close(&bounded->inner);
    rs_close(bounded->p);
}

static void naive_bounded_note(struct naive *naive, const struct rs_node *node, double from,
                               double to)
{
    struct naive_bounded *bounded = naive->state;
    struct script_op op = {.n = 1, .nodes = {*node}};
    op.verb = !(from > 0) ? SCRIPT_ADD : to > 0 ? SCRIPT_UPDATE : SCRIPT_REMOVE;
    op.nodes[0].weight = to;
    op.nodes[0].flags = 0;
    naive_apply(&bounded->inner, &op);
}

/* A node that is removed takes its keys along. */
static void naive_bounded_settle(struct naive *naive)
{
    struct naive_bounded *bounded = naive->state;
    size_t n = 0;
    for (size_t i = 0; i < bounded->n; i++)
        if (model_find(&naive->model, bounded->ids[i])) {
            bounded->ids[n] = bounded->ids[i];
            bounded->loads[n++] = bounded->loads[i];
        }
    bounded->n = n;
}

static size_t naive_bounded_place(const struct naive_bounded *bounded, uint32_t id)
{
    size_t i = 0;
    while (i < bounded->n && bounded->ids[i] != id)
        i++;
    return i;
}

static uint64_t naive_bounded_carried(const struct naive *naive, uint32_t id)
{
    const struct naive_bounded *bounded = naive->state;
    size_t i = naive_bounded_place(bounded, id);
    return i < bounded->n ? bounded->loads[i] : 0;
}

/* In units of a part of a weight that makes all of them whole numbers; 0: there is none. */
static double naive_bounded_unit(const struct naive *naive)
{
    double unit = 1;
    for (size_t i = 0; i < naive->n; i++)
        while (unit > 0 && fmod(naive->nodes[i]->weight, unit) > 0)
            unit = unit > 1e-3 ? unit / 2 : 0;
    return unit;
}

/* Whole weights: exact. For others the strategy promises the ceiling of a product of doubles, which
 * may be one off where that is nearly whole, unless nothing is rounded on the way there, as with
 * weights and a load that are binary fractions. */
static uint64_t naive_bounded_cap(const struct naive *naive, uint32_t id)
{
    const char *text = naive_value(naive, "load", "");
    double own = 0, all = 0, unit = naive_bounded_unit(naive), load = strtod(text, NULL);
    uint64_t keys = 1;
    for (size_t i = 0; i < naive->n; i++) {
        const struct rs_node *node = naive->nodes[i];
        keys += naive_bounded_carried(naive, node->id);
        all += node->weight;
        own = node->id == id ? node->weight : own;
    }
    if (!(own > 0))
        return 0;
    double product = own / all * (double)keys * load;
    bool is_nearly_whole = fabs(product - round(product)) < 1e-9 * product;
    if (unit < 1 && is_nearly_whole && !(unit > 0 && fmod(load * 64, 1) <= 0))
        return NAIVE_UNSURE_CAP;
    return unit > 0 ? naive_cap(text, keys, (uint64_t)(own / unit), (uint64_t)(all / unit))
                    : (uint64_t)ceil(product);
}

static void naive_bounded_load(const struct naive *naive, uint32_t id, uint64_t *load,
                               uint64_t *cap)
{
    *load = naive_bounded_carried(naive, id);
    *cap = naive_bounded_cap(naive, id);
}

static uint32_t naive_bounded_emptiest(const struct naive *naive)
{
    uint32_t best = RS_NO_NODE;
    uint64_t best_load = 0, best_cap = 1;
    for (size_t i = 0; i < naive->n; i++) {
        uint32_t id = naive->nodes[i]->id;
        uint64_t load, cap;
        naive_bounded_load(naive, id, &load, &cap);
        if (cap == NAIVE_UNSURE_CAP)
            return NAIVE_UNSURE;
        if (best == RS_NO_NODE || load * best_cap < best_load * cap ||
            (load * best_cap == best_load * cap && id < best))
            best = id, best_load = load, best_cap = cap;
    }
    return best;
}

/* The i-th of the order; RS_NO_NODE: it ends before. */
static uint32_t naive_bounded_nth(const struct naive *naive, uint64_t digest, size_t i)
{
    const struct naive_bounded *bounded = naive->state;
    const struct naive *inner = &bounded->inner;
    uint32_t ids[NAIVE_MAX];
    if (!i)
        return inner->row->locate(inner, digest);
    if (rs_traits(bounded->p) & RS_REPLICAS)
        return i < naive->n && inner->row->replicas(inner, digest, i + 1, ids) == i + 1
                   ? ids[i]
                   : RS_NO_NODE;
    return i <= 64 ? inner->row->locate(inner, rs_mix(digest + i * 0x9e3779b97f4a7c15u))
                   : RS_NO_NODE;
}

static uint32_t naive_bounded_locate(const struct naive *naive, uint64_t digest)
{
    uint32_t id;
    for (size_t i = 0; (id = naive_bounded_nth(naive, digest, i)) != RS_NO_NODE; i++) {
        uint64_t cap = id == NAIVE_UNSURE ? NAIVE_UNSURE_CAP : naive_bounded_cap(naive, id);
        if (cap == NAIVE_UNSURE_CAP)
            return NAIVE_UNSURE;
        if (naive_bounded_carried(naive, id) < cap)
            return id;
    }
    return naive_bounded_emptiest(naive);
}

static void naive_bounded_assign(struct naive *naive, uint32_t id)
{
    struct naive_bounded *bounded = naive->state;
    size_t i = naive_bounded_place(bounded, id);
    if (i == bounded->n)
        bounded->ids[bounded->n++] = id, bounded->loads[i] = 0;
    bounded->loads[i]++;
}

static bool naive_bounded_release(struct naive *naive, uint32_t id)
{
    struct naive_bounded *bounded = naive->state;
    bool carries = naive_bounded_carried(naive, id) > 0;
    if (carries)
        bounded->loads[naive_bounded_place(bounded, id)]--;
    return carries;
}

const struct naive_row naive_bounded = {
    .strategy = "bounded",
    .locate = naive_bounded_locate,
    .state_bytes = sizeof(struct naive_bounded),
    .begin = naive_bounded_begin,
    .settle = naive_bounded_settle,
    .note = naive_bounded_note,
    .forget = naive_bounded_forget,
    .assign = naive_bounded_assign,
    .release = naive_bounded_release,
    .load = naive_bounded_load,
};
