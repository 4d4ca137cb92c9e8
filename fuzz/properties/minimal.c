/* minimal.c - a key moves only to or from a node that changes
 *
 * Of several nodes that change together, one is enough: a key that goes from one survivor to
 * another moved for nothing.
 */
#include "probes.h"
#include "session.h"

static bool minimal_names(const struct script_op *op, uint32_t id)
{
    for (size_t i = 0; i < op->n; i++)
        if (op->nodes[i].id == id)
            return true;
    return false;
}

static const char *minimal_step(struct session *s, const struct script_op *op)
{
    if (!op)
        return NULL;
    struct probes probes;
    probes_take(&probes, s->p, s->script);
    const char *reason = session_apply(s, op);
    for (size_t i = 0; !reason && i < probes.n; i++) {
        uint32_t before = probes.ids[i], after = rs_locate(s->p, probes.digests[i]);
        if (before != after && !minimal_names(op, before) && !minimal_names(op, after))
            return property_fail("digest %#llx moves from node %u to %u, and neither changed",
                                 (unsigned long long)probes.digests[i], before, after);
    }
    return reason;
}

const char *property_minimal(const char *spec, const struct script *script)
{
    return session_each(spec, script, minimal_step);
}
