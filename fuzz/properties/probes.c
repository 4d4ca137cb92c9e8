/* probes.c - digests worth looking at
 */
#include "probes.h"

#include "property.h"

enum { PROBES_SMALL = 16, PROBES_RANDOM = 40, PROBES_POINTS = 12 };

static void probes_add(struct probes *probes, uint64_t digest)
{
    if (probes->n < PROBES_MAX)
        probes->digests[probes->n++] = digest;
}

static void probes_add_with_neighbours(struct probes *probes, uint64_t digest)
{
    probes_add(probes, digest - 1);
    probes_add(probes, digest);
    probes_add(probes, digest + 1);
}

/* A point is a digest, or the digest that was widened to it. */
static void probes_add_points(struct probes *probes, const struct rs_placement *p)
{
    uint64_t point, last = 0;
    size_t n = probes->n;
    for (size_t i = 0; i < n && i < PROBES_POINTS; i++) {
        if (rs_explain(p, probes->digests[n - 1 - i], &point, NULL, 0) || point == last)
            continue;
        probes_add_with_neighbours(probes, point);
        if (p->hash->n_bits < 64)
            probes_add_with_neighbours(probes, point >> (64 - p->hash->n_bits));
        last = point;
    }
}

void probes_take(struct probes *probes, const struct rs_placement *p, const struct script *script)
{
    static const uint64_t edges[] = {INT32_MAX,         UINT64_C(1) << 31, UINT32_MAX,
                                     UINT64_C(1) << 32, INT64_MAX,         UINT64_C(1) << 63,
                                     UINT64_MAX - 1,    UINT64_MAX};
    probes->n = 0;
    for (uint64_t i = 0; i < PROBES_SMALL; i++)
        probes_add(probes, i);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        probes_add(probes, edges[i]);
    for (uint64_t i = 1; i <= PROBES_RANDOM; i++)
        probes_add(probes, rs_draw(0, i) >> (64 - p->hash->n_bits));
    for (size_t i = 0; i < script->n_digests; i++)
        probes_add(probes, script->digests[i]);
    probes_add_points(probes, p);
    for (size_t i = 0; i < probes->n; i++)
        probes->ids[i] = rs_locate(p, probes->digests[i]);
}

const char *probes_differ(const struct probes *probes, const struct rs_placement *p,
                          const char *what)
{
    for (size_t i = 0; i < probes->n; i++) {
        uint32_t id = rs_locate(p, probes->digests[i]);
        if (id != probes->ids[i])
            return property_fail("digest %#llx: node %u, but %u %s",
                                 (unsigned long long)probes->digests[i], probes->ids[i], id, what);
    }
    return NULL;
}
