/* health.c - a node that is down owns nothing, and comes back to what it had
 */
#include "probes.h"
#include "session.h"

static const char *health_owners(const struct session *s, const struct probes *probes)
{
    for (size_t i = 0; i < probes->n; i++) {
        const struct rs_node *owner = model_find(&s->model, probes->ids[i]);
        if (!owner || model_answers(&s->model, owner) || owner->weight == 0)
            continue;
        return property_fail("digest %#llx goes to node %u, which is %s",
                             (unsigned long long)probes->digests[i], owner->id,
                             owner->flags & RS_DOWN ? "down" : "a backup while others answer");
    }
    return NULL;
}

/* The node of the i-th place falls and rises again. */
static const char *health_blink(struct session *s, size_t i)
{
    struct probes before, during;
    struct script_op up = {SCRIPT_UPDATE, 1, {s->model.nodes[i]}}, down = up;
    down.nodes[0].flags |= RS_DOWN;
    probes_take(&before, s->p, s->script);
    const char *reason = session_apply(s, &down);
    if (reason)
        return reason;
    probes_take(&during, s->p, s->script);
    reason = health_owners(s, &during);
    if (!reason)
        reason = session_apply(s, &up);
    return reason ? reason : probes_differ(&before, s->p, "after a node was down and came back");
}

static const char *health_step(struct session *s, const struct script_op *op)
{
    struct probes probes;
    const char *reason = session_apply(s, op);
    if (reason)
        return reason;
    probes_take(&probes, s->p, s->script);
    reason = health_owners(s, &probes);
    if (reason || !s->model.n)
        return reason;
    return health_blink(s, op ? op->nodes[0].id % s->model.n : 0);
}

const char *property_health(const char *spec, const struct script *script)
{
    return session_each(spec, script, health_step);
}
