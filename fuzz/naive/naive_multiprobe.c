/* naive_multiprobe.c - all ways from all probes to all points, and the shortest of them
 *
 * The i-th probe of a key is its i-th draw. A way goes up, over the end to the lowest position, so
 * its length is a difference modulo 2^64. The shortest way of a node ranks it; of equal ways the
 * point that comes first from the lowest position does.
 */
#include "naive_ring.h"

struct naive_way {
    const struct naive_point *point; /* NULL: none yet */
    uint64_t n_steps;
};

static bool naive_multiprobe_nearer(struct naive_way a, struct naive_way b)
{
    if (!b.point || a.n_steps != b.n_steps)
        return !b.point || a.n_steps < b.n_steps;
    return naive_ring_before(a.point, b.point);
}

/* To any point of a node that is not in ids. */
static const struct naive_point *naive_multiprobe_owner(const struct naive *naive, uint64_t digest,
                                                        const uint32_t *ids, size_t n)
{
    const struct naive_ring *ring = naive_ring_of(naive);
    double n_probes = naive_number(naive, "probes", 0);
    struct naive_way best = {NULL, 0};
    for (size_t i = 0; i < ring->n; i++) {
        const struct naive_point *point = &ring->points[i];
        bool skip = false;
        for (size_t at = 0; at < n; at++)
            skip |= ids[at] == point->node->id;
        for (uint64_t probe = 1; !skip && (double)probe <= n_probes; probe++) {
            uint64_t x = rs_mix(digest + probe * 0x9e3779b97f4a7c15u);
            struct naive_way way = {point, point->at - x};
            if (naive_multiprobe_nearer(way, best))
                best = way;
        }
    }
    return best.point;
}

static uint32_t naive_multiprobe_locate(const struct naive *naive, uint64_t digest)
{
    const struct naive_point *owner = naive_multiprobe_owner(naive, digest, NULL, 0);
    return owner ? owner->node->id : RS_NO_NODE;
}

static uint64_t naive_multiprobe_explain(const struct naive *naive, uint64_t digest)
{
    return naive_multiprobe_owner(naive, digest, NULL, 0)->at;
}

static size_t naive_multiprobe_replicas(const struct naive *naive, uint64_t digest, size_t k,
                                        uint32_t *ids)
{
    const struct naive_point *owner;
    size_t n = 0;
    while (n < k && (owner = naive_multiprobe_owner(naive, digest, ids, n)))
        ids[n++] = owner->node->id;
    return n;
}

static void naive_multiprobe_settle(struct naive *naive)
{
    naive_ring_points(naive, "{node}#{i}");
}

const struct naive_row naive_multiprobe = {
    .strategy = "multiprobe",
    .locate = naive_multiprobe_locate,
    .replicas = naive_multiprobe_replicas,
    .state_bytes = sizeof(struct naive_ring),
    .settle = naive_multiprobe_settle,
    .forget = naive_ring_forget,
    .explain = naive_multiprobe_explain,
};
