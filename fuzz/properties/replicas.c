/* replicas.c - owners are distinct, the first is locate, fewer are a prefix of more
 *
 * And where moves are minimal, a list loses a node only when that node changes.
 */
#include "probes.h"
#include "session.h"

#include <string.h>

enum { REPLICAS_MAX = SCRIPT_MAX_NODES + 2, REPLICAS_PROBES = 40 };

/* All owners of a digest, best first. */
static const char *replicas_all(const struct session *s, uint64_t digest, uint32_t *ids, size_t *n)
{
    unsigned long long shown = digest;
    *n = rs_replicas(s->p, digest, REPLICAS_MAX, ids);
    if (*n != model_n_answering(&s->model))
        return property_fail("digest %#llx has %zu owners, %zu nodes answer", shown, *n,
                             model_n_answering(&s->model));
    if (*n && ids[0] != rs_locate(s->p, digest))
        return property_fail("digest %#llx: the first owner is node %u, locate says %u", shown,
                             ids[0], rs_locate(s->p, digest));
    for (size_t i = 0; i < *n; i++) {
        const struct rs_node *node = model_find(&s->model, ids[i]);
        if (!node || !model_answers(&s->model, node))
            return property_fail("digest %#llx: owner %u does not answer", shown, ids[i]);
        for (size_t j = 0; j < i; j++)
            if (ids[j] == ids[i])
                return property_fail("digest %#llx has node %u twice", shown, ids[i]);
    }
    return NULL;
}

static const char *replicas_prefixes(const struct session *s, uint64_t digest, const uint32_t *ids,
                                     size_t n)
{
    for (size_t k = 0; k < n; k += 1 + k / 4) {
        uint32_t fewer[REPLICAS_MAX + 1];
        fewer[k] = RS_NO_NODE - 1;
        size_t n_fewer = rs_replicas(s->p, digest, k, fewer);
        if (n_fewer != k || memcmp(fewer, ids, k * sizeof *ids) != 0)
            return property_fail("digest %#llx: %zu owners are no prefix of %zu",
                                 (unsigned long long)digest, k, n);
        if (fewer[k] != RS_NO_NODE - 1)
            return property_fail("replicas writes more than the %zu that were asked for", k);
    }
    return NULL;
}

static const char *replicas_step(struct session *s, const struct script_op *op)
{
    struct probes probes;
    uint32_t ids[REPLICAS_MAX];
    size_t n;
    const char *reason = session_apply(s, op);
    if (reason)
        return reason;
    probes_take(&probes, s->p, s->script);
    for (size_t i = 0; !reason && i < probes.n; i += 1 + probes.n / REPLICAS_PROBES) {
        reason = replicas_all(s, probes.digests[i], ids, &n);
        if (!reason)
            reason = replicas_prefixes(s, probes.digests[i], ids, n);
    }
    return reason;
}

/* One node goes: every list stays as it is, without that node. */
static const char *replicas_loss(struct session *s)
{
    struct probes probes;
    if (!(rs_traits(s->p) & RS_MINIMAL) || !s->model.n)
        return NULL;
    uint32_t before[REPLICAS_PROBES][REPLICAS_MAX], after[REPLICAS_MAX];
    size_t n_before[REPLICAS_PROBES], n_after;
    struct script_op op = {SCRIPT_REMOVE, 1, {s->model.nodes[s->model.n - 1]}};
    probes_take(&probes, s->p, s->script);
    for (size_t i = 0; i < REPLICAS_PROBES; i++)
        n_before[i] = rs_replicas(s->p, probes.digests[i], REPLICAS_MAX, before[i]);
    bool answers = model_answers(&s->model, &op.nodes[0]);
    bool alone = answers && model_n_answering(&s->model) == 1; /* then backups may take over */
    const char *reason = session_apply(s, &op);
    for (size_t i = 0; !reason && !alone && i < REPLICAS_PROBES; i++) {
        n_after = rs_replicas(s->p, probes.digests[i], REPLICAS_MAX, after);
        size_t at = 0;
        for (size_t j = 0; j < n_before[i]; j++) {
            if (before[i][j] == op.nodes[0].id)
                continue;
            if (at == n_after || after[at++] != before[i][j])
                return property_fail("digest %#llx: other owners change when node %u goes",
                                     (unsigned long long)probes.digests[i], op.nodes[0].id);
        }
    }
    return reason;
}

const char *property_replicas(const char *spec, const struct script *script)
{
    const char *reason = session_each(spec, script, replicas_step);
    return reason ? reason : session_end(spec, script, replicas_loss);
}
