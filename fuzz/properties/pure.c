/* pure.c - asking changes nothing and takes no memory
 *
 * The same questions again, in another order, between other calls, by locate and by count, and of a
 * twin that went the same way: neither time, nor place, nor what was asked before may decide.
 */
#include "probes.h"
#include "session.h"

static void pure_ask_around(const struct rs_placement *p, const struct probes *probes)
{
    uint32_t ids[4];
    uint64_t point;
    char label[32];
    for (size_t i = probes->n; i-- > 0;) {
        rs_locate(p, probes->digests[i]);
        rs_replicas(p, probes->digests[i], 1 + i % 4, ids);
        rs_explain(p, probes->digests[i], &point, label, 1 + i % sizeof label);
    }
    rs_save(p, NULL, 0);
}

static const char *pure_count(const struct rs_placement *p, const struct probes *probes)
{
    uint32_t id;
    struct rs_steps steps = {0};
    for (size_t i = 0; i < probes->n && !rs_count(p, probes->digests[i], &id, &steps); i++)
        if (id != probes->ids[i])
            return property_fail("digest %#llx: locate says node %u, count %u",
                                 (unsigned long long)probes->digests[i], probes->ids[i], id);
    return NULL;
}

static const char *pure_step(struct session *s, const struct script_op *op)
{
    const char *reason = session_apply(s, op);
    if (reason)
        return reason;
    struct probes probes;
    uint64_t n_allocs = s->heap.n_allocs;
    probes_take(&probes, s->p, s->script);
    reason = pure_count(s->p, &probes);
    if (!reason)
        reason = probes_differ(&probes, s->p, "when asked again");
    if (!reason && s->heap.n_allocs != n_allocs)
        return property_fail("a lookup allocates memory");
    pure_ask_around(s->p, &probes);
    return reason ? reason : probes_differ(&probes, s->p, "after other questions");
}

static const char *pure_twin(struct session *s)
{
    struct session twin;
    struct probes probes;
    probes_take(&probes, s->p, s->script);
    const char *reason = session_open(&twin, s->spec, s->script);
    if (!reason)
        reason = session_apply_from(&twin, 0);
    if (!reason)
        reason = probes_differ(&probes, twin.p, "of a twin with the same history");
    session_close(&twin);
    return reason;
}

const char *property_pure(const char *spec, const struct script *script)
{
    const char *reason = session_each(spec, script, pure_step);
    return reason ? reason : session_end(spec, script, pure_twin);
}
