/* total.c - every digest has an owner while a node answers, and none while none does
 *
 * A strategy that reads details may leave digests without an owner: a real system's slot that is
 * assigned to nobody.
 */
#include "probes.h"
#include "session.h"

static const char *total_step(struct session *s, const struct script_op *op)
{
    const char *reason = session_apply(s, op);
    if (reason)
        return reason;
    struct probes probes;
    probes_take(&probes, s->p, s->script);
    size_t n = model_n_answering(&s->model);
    bool may_be_none = n == 0 || (rs_traits(s->p) & RS_DETAIL);
    for (size_t i = 0; i < probes.n; i++) {
        unsigned long long digest = probes.digests[i];
        if (probes.ids[i] == RS_NO_NODE && !may_be_none)
            return property_fail("digest %#llx has no owner while %zu nodes answer", digest, n);
        if (probes.ids[i] != RS_NO_NODE && n == 0)
            return property_fail("digest %#llx goes to node %u while none answers", digest,
                                 probes.ids[i]);
    }
    return NULL;
}

const char *property_total(const char *spec, const struct script *script)
{
    return session_each(spec, script, total_step);
}
