/* naive_twin.c - after every call the answers are those of the strategy's naive twin
 *
 * Where loads count, keys come and go after each call, and both must say alike where.
 */
#include "naive.h"
#include "probes.h"
#include "session.h"

enum {
    NAIVE_TWIN_EDGES = 48,
    NAIVE_TWIN_ASKED = 40,
    NAIVE_TWIN_REPLICAS = 4,
    NAIVE_TWIN_MANY = 24, /* of the first digest */
    NAIVE_TWIN_KEYS = 12  /* that come after a call */
};

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
                                       uint64_t digest, size_t k)
{
    uint32_t ids[NAIVE_TWIN_MANY], expected[NAIVE_TWIN_MANY];
    if (!twin->row->replicas || !(rs_traits(s->p) & RS_REPLICAS))
        return NULL;
    size_t n = rs_replicas(s->p, digest, k, ids);
    size_t n_expected = twin->row->replicas(twin, digest, k, expected);
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
        size_t k = i ? NAIVE_TWIN_REPLICAS : NAIVE_TWIN_MANY;
        reason = reason ? reason : naive_twin_replicas(s, twin, probes.digests[i], k);
    }
    return reason;
}

static const char *naive_twin_assign(const struct session *s, struct naive *twin, uint64_t digest)
{
    uint32_t expected = twin->row->locate(twin, digest), id = RS_NO_NODE;
    enum rs_status status = rs_assign(s->p, digest, &id);
    if (status != (expected == RS_NO_NODE ? RS_EFULL : RS_OK))
        return property_fail("assign of digest %#llx says '%s', its naive twin names node %u",
                             (unsigned long long)digest, rs_status_text(status), expected);
    if (id != expected && expected != NAIVE_UNSURE)
        return property_fail("digest %#llx is assigned to node %u, its naive twin says %u",
                             (unsigned long long)digest, id, expected);
    if (!status)
        twin->row->assign(twin, id);
    return NULL;
}

static const char *naive_twin_release(const struct session *s, struct naive *twin, uint32_t id)
{
    enum rs_status status = rs_release(s->p, id);
    bool carries = twin->row->release(twin, id);
    if (status != (carries ? RS_OK : RS_EINVAL))
        return property_fail("release from node %u says '%s', its naive twin %s", id,
                             rs_status_text(status),
                             carries ? "has a key there" : "has none there");
    return NULL;
}

static const char *naive_twin_loads(const struct session *s, const struct naive *twin)
{
    for (size_t i = 0; i < twin->model.n; i++) {
        uint32_t id = twin->model.nodes[i].id;
        uint64_t load = 0, cap = 0, expected, expected_cap;
        twin->row->load(twin, id, &expected, &expected_cap);
        enum rs_status status = rs_load(s->p, id, &load, &cap);
        bool is_cap = cap == expected_cap || expected_cap == NAIVE_UNSURE_CAP;
        if (status || load != expected || !is_cap)
            return property_fail("node %u carries %llu of %llu keys, its naive twin says %llu of "
                                 "%llu",
                                 id, (unsigned long long)load, (unsigned long long)cap,
                                 (unsigned long long)expected, (unsigned long long)expected_cap);
    }
    return NULL;
}

/* Most keys stay, so that nodes are full, and some of those that leave carry keys. */
static const char *naive_twin_keys(const struct session *s, struct naive *twin)
{
    const struct model *model = &twin->model;
    if (!twin->row->assign)
        return NULL;
    const char *reason = naive_twin_loads(s, twin);
    for (size_t i = 0; !reason && i < NAIVE_TWIN_KEYS; i++) {
        uint64_t digest = i < s->script->n_digests ? s->script->digests[i] : rs_draw(i / 2, 1);
        reason = naive_twin_assign(s, twin, digest);
        if (!reason && i % 3 == 2 && model->n)
            reason = naive_twin_release(s, twin, model->nodes[i % model->n].id);
    }
    return reason ? reason : naive_twin_loads(s, twin);
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
        reason = reason ? reason : naive_twin_keys(&s, &twin);
    }
    naive_close(&twin);
    session_close(&s);
    return reason;
}
