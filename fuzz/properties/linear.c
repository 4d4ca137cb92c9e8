/* linear.c - the owners of a ring are those of a linear scan over freshly hashed labels
 *
 * At points, beside them, and at both ends of the circle.
 */
#include "model_ring.h"
#include "probes.h"
#include "session.h"

enum { LINEAR_POINTS = 48, LINEAR_REPLICAS = 4 };

static const char *linear_digest(const struct session *s, const struct model_ring *ring,
                                 uint64_t digest)
{
    const struct model_ring_point *expected = model_ring_locate(ring, digest, NULL, 0);
    uint32_t id = rs_locate(s->p, digest), expected_id = expected ? expected->node->id : RS_NO_NODE;
    uint64_t point;
    if (id != expected_id)
        return property_fail("digest %#llx goes to node %u, a linear scan says %u",
                             (unsigned long long)digest, id, expected_id);
    if (!expected)
        return NULL;
    if (rs_explain(s->p, digest, &point, NULL, 0) || point != expected->at)
        return property_fail("digest %#llx is explained by another point than %#llx",
                             (unsigned long long)digest, (unsigned long long)expected->at);
    return NULL;
}

/* The next owner is that of the nearest point of another node. */
static const char *linear_replicas(const struct session *s, const struct model_ring *ring,
                                   uint64_t digest)
{
    uint32_t ids[LINEAR_REPLICAS];
    size_t n = rs_replicas(s->p, digest, LINEAR_REPLICAS, ids);
    for (size_t i = 0; i < n; i++) {
        const struct model_ring_point *expected = model_ring_locate(ring, digest, ids, i);
        if (!expected || expected->node->id != ids[i])
            return property_fail("digest %#llx: owner %zu is node %u, a linear scan says %u",
                                 (unsigned long long)digest, i, ids[i],
                                 expected ? expected->node->id : RS_NO_NODE);
    }
    return NULL;
}

static const char *linear_beside(const struct session *s, const struct model_ring *ring,
                                 uint64_t point)
{
    uint64_t digest = point >> ring->position_shift;
    const char *reason = NULL;
    for (int i = -1; !reason && i <= 1; i++)
        reason = linear_digest(s, ring, digest + (uint64_t)i);
    return reason;
}

/* The points next to the ends are where the circle closes. */
static const char *linear_ends(const struct session *s, const struct model_ring *ring)
{
    uint64_t min = UINT64_MAX, max = 0;
    for (size_t i = 0; i < ring->n; i++) {
        min = ring->points[i].at < min ? ring->points[i].at : min;
        max = ring->points[i].at > max ? ring->points[i].at : max;
    }
    const char *reason = linear_beside(s, ring, min);
    return reason ? reason : linear_beside(s, ring, max);
}

static const char *linear_check(struct session *s)
{
    struct model_ring ring;
    struct probes probes;
    model_ring_open(&ring, s->p, &s->model);
    probes_take(&probes, s->p, s->script);
    const char *reason = ring.n ? linear_ends(s, &ring) : NULL;
    for (size_t i = 0; !reason && i < probes.n; i += 1 + probes.n / LINEAR_POINTS) {
        reason = linear_digest(s, &ring, probes.digests[i]);
        if (!reason)
            reason = linear_replicas(s, &ring, probes.digests[i]);
    }
    for (size_t i = 0; !reason && i < ring.n; i += 1 + ring.n / LINEAR_POINTS)
        reason = linear_beside(s, &ring, ring.points[i].at);
    model_ring_close(&ring);
    return reason;
}

const char *property_linear(const char *spec, const struct script *script)
{
    return session_end(spec, script, linear_check);
}
