/* naive_twin.c - after every call the answers are those of the strategy's naive twin
 */
#include "naive.h"
#include "probes.h"
#include "session.h"

enum { NAIVE_TWIN_EDGES = 48, NAIVE_TWIN_ASKED = 40, NAIVE_TWIN_REPLICAS = 4 };

static const char *naive_twin_locate(const struct session *s, const struct naive *twin,
                                     uint64_t digest)
{
    uint32_t id = rs_locate(s->p, digest), expected = twin->row->locate(twin, digest);
    uint64_t point;
    if (expected == NAIVE_UNSURE)
        return NULL;
    if (id != expected)
        return property_fail("digest %#llx goes to node %u, its naive twin says %u",
                             (unsigned long long)digest, id, expected);
    if (!twin->row->explain || !twin->n)
        return NULL;
    uint64_t expected_point = twin->row->explain(twin, digest);
    if (rs_explain(s->p, digest, &point, NULL, 0) || point != expected_point)
        return property_fail("digest %#llx is explained by another point than %#llx",
                             (unsigned long long)digest, (unsigned long long)expected_point);
    return NULL;
}

static const char *naive_twin_replicas(const struct session *s, const struct naive *twin,
                                       uint64_t digest)
{
    uint32_t ids[NAIVE_TWIN_REPLICAS], expected[NAIVE_TWIN_REPLICAS];
    if (!twin->row->replicas || !(rs_traits(s->p) & RS_REPLICAS))
        return NULL;
    size_t n = rs_replicas(s->p, digest, NAIVE_TWIN_REPLICAS, ids);
    size_t n_expected = twin->row->replicas(twin, digest, NAIVE_TWIN_REPLICAS, expected);
    if (n != n_expected)
        return property_fail("digest %#llx has %zu owners, its naive twin says %zu",
                             (unsigned long long)digest, n, n_expected);
    for (size_t i = 0; i < n && expected[i] != NAIVE_UNSURE; i++)
        if (ids[i] != expected[i])
            return property_fail("digest %#llx: owner %zu is node %u, its naive twin says %u",
                                 (unsigned long long)digest, i, ids[i], expected[i]);
    return NULL;
}

static const char *naive_twin_edges(const struct session *s, const struct naive *twin)
{
    uint64_t digests[NAIVE_TWIN_EDGES];
    size_t n = twin->row->edges ? twin->row->edges(twin, digests, NAIVE_TWIN_EDGES) : 0;
    const char *reason = NULL;
    for (size_t i = 0; !reason && i < n; i++) {
        reason = naive_twin_locate(s, twin, digests[i] - 1);
        reason = reason ? reason : naive_twin_locate(s, twin, digests[i]);
        reason = reason ? reason : naive_twin_locate(s, twin, digests[i] + 1);
    }
    return reason;
}

static const char *naive_twin_compare(const struct session *s, const struct naive *twin)
{
    struct probes probes;
    probes_take(&probes, s->p, s->script);
    const char *reason = naive_twin_edges(s, twin);
    for (size_t i = 0; !reason && i < probes.n; i += 1 + probes.n / NAIVE_TWIN_ASKED) {
        reason = naive_twin_locate(s, twin, probes.digests[i]);
        reason = reason ? reason : naive_twin_replicas(s, twin, probes.digests[i]);
    }
    return reason;
}

const char *property_naive_twin(const char *spec, const struct script *script)
{
    struct session s;
    struct naive twin = {.row = NULL};
    const char *reason = session_open(&s, spec, script);
    bool has_twin = !reason && naive_open(&twin, s.p);
    for (size_t i = 0; has_twin && !reason && i < script->n_ops; i++) {
        reason = session_apply(&s, &script->ops[i]);
        naive_apply(&twin, &script->ops[i]);
        reason = reason ? reason : naive_twin_compare(&s, &twin);
    }
    naive_close(&twin);
    session_close(&s);
    return reason;
}
