/* batch.c - many at once is the same as one by one: lookups, digests, and nodes
 */
#include "probes.h"
#include "session.h"

#include <stdio.h>

static const char *batch_locate(const struct rs_placement *p, const struct probes *probes,
                                size_t from, size_t n)
{
    uint32_t ids[PROBES_MAX + 1];
    ids[n] = RS_NO_NODE - 1;
    rs_locate_many(p, probes->digests + from, n, ids);
    for (size_t i = 0; i < n; i++)
        if (ids[i] != probes->ids[from + i])
            return property_fail("digest %#llx: node %u alone, %u as %zu of %zu",
                                 (unsigned long long)probes->digests[from + i],
                                 probes->ids[from + i], ids[i], i, n);
    return ids[n] == RS_NO_NODE - 1 ? NULL : property_fail("locate_many writes past %zu", n);
}

/* Lengths around the width of vector code, at all alignments; then everything. */
static const char *batch_lookups(const struct rs_placement *p, const struct probes *probes)
{
    const char *reason = NULL;
    for (size_t n = 0; !reason && n + 4 < probes->n; n += 1 + n / 20)
        reason = batch_locate(p, probes, n % 5, n);
    return reason ? reason : batch_locate(p, probes, 0, probes->n);
}

/* Keys that every hash takes: numbers. */
static const char *batch_digests(const struct session *s)
{
    enum { N_KEYS = 20 };
    char texts[N_KEYS][8];
    struct rs_bytes keys[N_KEYS];
    uint64_t many[N_KEYS], one;
    uint32_t id;
    for (unsigned i = 0; i < N_KEYS; i++)
        keys[i] = (struct rs_bytes){texts[i], (size_t)snprintf(texts[i], 8, "%u", i * i * i)};
    if (rs_digest_many(s->p, keys, N_KEYS, many) != N_KEYS)
        return property_fail("a key that is a number has no digest among many");
    for (size_t i = 0; i < N_KEYS; i++) {
        if (rs_digest(s->p, keys[i], &one) || one != many[i])
            return property_fail("key %s has another digest alone than among many", texts[i]);
        if (rs_locate_key(s->p, keys[i], &id) || id != rs_locate(s->p, one))
            return property_fail("key %s goes elsewhere than its digest", texts[i]);
    }
    return NULL;
}

static const char *batch_one_by_one(struct session *single)
{
    const struct script *script = single->script;
    const char *reason = NULL;
    for (size_t i = 0; i < script->n_ops; i++)
        for (size_t node = 0; !reason && node < script->ops[i].n; node++) {
            struct script_op op = {script->ops[i].verb, 1, {script->ops[i].nodes[node]}};
            reason = session_apply(single, &op);
        }
    return reason;
}

static const char *batch_end(struct session *s)
{
    struct probes probes;
    struct session single;
    probes_take(&probes, s->p, s->script);
    const char *reason = batch_lookups(s->p, &probes);
    if (!reason)
        reason = batch_digests(s);
    if (reason)
        return reason;
    reason = session_open(&single, s->spec, s->script);
    if (!reason)
        reason = batch_one_by_one(&single);
    if (!reason)
        reason = probes_differ(&probes, single.p, "when nodes change one by one");
    session_close(&single);
    return reason;
}

const char *property_batch(const char *spec, const struct script *script)
{
    return session_end(spec, script, batch_end);
}
