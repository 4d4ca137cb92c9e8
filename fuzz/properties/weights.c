/* weights.c - more weight gets more, none gets nothing
 *
 * That a drained node owns nothing, and that keys follow a weight up and down where moves are
 * minimal, is exact. That weight counts at all is seen on nodes of which one half weighs more, then
 * the other: each half must gain from it. A hash of a few bits has too many ties for that.
 */
#include "probes.h"
#include "session.h"

/* Digests go only towards a node that gained weight and only away from one that lost. */
static const char *weights_follow(const struct session *s, const struct probes *before,
                                  const struct rs_node *old, const struct rs_node *now)
{
    for (size_t i = 0; i < before->n; i++) {
        uint32_t from = before->ids[i], to = rs_locate(s->p, before->digests[i]);
        if (from != to && (now->weight > old->weight ? from : to) == now->id)
            return property_fail("digest %#llx moves from node %u to %u when the weight of %u "
                                 "goes from %g to %g",
                                 (unsigned long long)before->digests[i], from, to, now->id,
                                 old->weight, now->weight);
    }
    return NULL;
}

static const char *weights_step(struct session *s, const struct script_op *op)
{
    struct probes before, after;
    struct model model = s->model;
    probes_take(&before, s->p, s->script);
    const char *reason = session_apply(s, op);
    if (reason)
        return reason;
    probes_take(&after, s->p, s->script);
    for (size_t i = 0; i < after.n; i++) {
        const struct rs_node *owner = model_find(&s->model, after.ids[i]);
        if (owner && owner->weight == 0)
            return property_fail("digest %#llx goes to node %u, which has weight 0",
                                 (unsigned long long)after.digests[i], owner->id);
    }
    if (!op || op->verb != SCRIPT_UPDATE || op->n != 1 || !(rs_traits(s->p) & RS_MINIMAL))
        return NULL;
    const struct rs_node *old = model_find(&model, op->nodes[0].id);
    bool all_else_equal = old->flags == op->nodes[0].flags &&
                          model_n_answering(&model) == model_n_answering(&s->model);
    return all_else_equal ? weights_follow(s, &before, old, &op->nodes[0]) : NULL;
}

enum { WEIGHTS_NODES = 8, WEIGHTS_KEYS = 512 };

static bool weights_has_wide_hashes(const struct rs_placement *p)
{
    const struct rs_param *params = rs_params(p->strategy);
    for (size_t i = 0; params[i].name; i++)
        if (params[i].kind == RS_HASH && rs_hash_find(p->spec->values[i])->n_bits < 32)
            return false;
    return p->hash->n_bits >= 32;
}

/* How many keys the even nodes have when they weigh `even` and the odd ones `odd`. */
static const char *weights_count(const char *spec, double even, double odd, unsigned *n_even)
{
    static const char letters[] = "abcdefgh";
    struct script none = {.n_ops = 0};
    struct script_op op = {SCRIPT_ADD, WEIGHTS_NODES, {{0}}};
    struct session s;
    const char *reason = session_open(&s, spec, &none);
    for (uint32_t i = 0; i < WEIGHTS_NODES; i++)
        op.nodes[i] = (struct rs_node){i, 0, i % 2 ? odd : even, {letters + i, 1}, {NULL, 0}};
    if (!reason)
        reason = session_apply(&s, &op);
    *n_even = 0;
    for (uint64_t i = 0; !reason && i < WEIGHTS_KEYS; i++)
        *n_even += rs_locate(s.p, rs_draw(0, i) >> (64 - s.p->hash->n_bits)) % 2 == 0;
    session_close(&s);
    return reason;
}

/* Does not depend on the script, so the shortest one is enough. A placement that has no room for so
 * many nodes has none to tell their weights apart. */
static const char *weights_halves(struct session *s)
{
    double max = s->p->strategy->weight.max, heavy = max < 4 ? max : 4;
    unsigned n_heavy, n_light;
    if (s->script->n_ops || heavy < 2 || !weights_has_wide_hashes(s->p) ||
        script_room(s->p) < WEIGHTS_NODES)
        return NULL;
    const char *reason = weights_count(s->spec, heavy, 1, &n_heavy);
    if (!reason)
        reason = weights_count(s->spec, 1, heavy, &n_light);
    if (!reason && n_heavy <= n_light)
        return property_fail("nodes of weight %g have %u keys, with weight 1 they have %u", heavy,
                             n_heavy, n_light);
    return reason;
}

const char *property_weights(const char *spec, const struct script *script)
{
    const char *reason = session_each(spec, script, weights_step);
    return reason ? reason : session_end(spec, script, weights_halves);
}
