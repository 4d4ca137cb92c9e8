/* multiprobe.c - few points on a circle, many probes: the key looks in several places
 *
 * A ring on which a node has one point for each unit of weight. A key draws `probes` positions;
 * from each it goes to the first point at or after it, and the shortest way wins. So every point is
 * judged by its distance from the nearest probe before it, whatever other points there are: answers
 * change only towards a node that joins and away from one that leaves.
 *
 *     points, owners, starts   as in ring.c, with 1 point where a ring has 160
 *
 * Of two probes with ways of one length the point that comes first in the order of the ring wins.
 * Replicas are the nodes by their nearest points: all probes walk on, the shortest way first.
 * Cost, with P points in all: locate O(probes) expected; add and remove as ring.c; k replicas
 * O(probes) for each point walked; shares O(P log P), 16 bytes a point meanwhile; 12 to 13 bytes a
 * point, at most a fifth more.
 * Departures: the probes are draws from the digest; a second replica is not in the source.
 * Source: Appleton and O'Reilly, Multi-probe consistent hashing, arXiv 1505.00062.
 */
#include "core/probe_shares.h"
#include "core/ring_labels.h"
#include "core/ring_search.h"

#include <math.h>

#define MULTIPROBE_MAX 255
#define MULTIPROBE_MANY 32 /* nodes, for the theory of many */

struct multiprobe {
    struct ring ring;
    uint64_t n_probes;
};

static inline const struct multiprobe *multiprobe_of(const struct rs_placement *p)
{
    return (const struct multiprobe *)p;
}

/* A point on the way of a probe, and the length of the way. */
struct multiprobe_way {
    uint64_t distance;
    size_t at;
};

static inline bool multiprobe_before(struct multiprobe_way a, struct multiprobe_way b)
{
    return a.distance < b.distance || (a.distance == b.distance && a.at < b.at);
}

/* The way of the i-th probe, i >= 1, to its first point. There is at least one. */
static inline struct multiprobe_way multiprobe_way(const struct ring *ring, uint64_t digest,
                                                   uint64_t i, struct rs_steps *steps)
{
    uint64_t x = rs_draw(digest, i);
    size_t at = ring_lower_bound(ring, x, steps);
    if (at == ring->n)
        at = 0;
    return (struct multiprobe_way){ring->points[at] - x, at}; /* around the circle as well */
}

static inline size_t multiprobe_index(const struct multiprobe *multi, uint64_t digest,
                                      struct rs_steps *steps)
{
    struct multiprobe_way best = multiprobe_way(&multi->ring, digest, 1, steps);
    for (uint64_t i = 2; i <= multi->n_probes; i++) {
        struct multiprobe_way way = multiprobe_way(&multi->ring, digest, i, steps);
        if (multiprobe_before(way, best))
            best = way;
    }
    if (steps)
        steps->draws += multi->n_probes;
    return best.at;
}

static inline uint32_t multiprobe_owner(const struct rs_placement *p, uint64_t digest,
                                        struct rs_steps *steps)
{
    const struct multiprobe *multi = multiprobe_of(p);
    if (!multi->ring.n)
        return RS_NO_NODE;
    return multi->ring.owners[multiprobe_index(multi, digest, steps)];
}
LOOKUPS(multiprobe)

/* The next point of the shortest way, which goes on to the one behind it. */
static size_t multiprobe_next(const struct ring *ring, struct multiprobe_way *ways, size_t n_ways)
{
    struct multiprobe_way *best = ways;
    for (size_t i = 1; i < n_ways; i++)
        if (multiprobe_before(ways[i], *best))
            best = &ways[i];
    size_t at = best->at;
    best->at = at + 1 < ring->n ? at + 1 : 0;
    best->distance += ring->points[best->at] - ring->points[at];
    return at;
}

/* No way goes round more than once: before that it alone has seen every node. */
static size_t multiprobe_replicas(const struct rs_placement *p, uint64_t digest, size_t k,
                                  uint32_t *ids)
{
    const struct multiprobe *multi = multiprobe_of(p);
    const struct ring *ring = &multi->ring;
    struct multiprobe_way ways[MULTIPROBE_MAX];
    size_t n = 0;
    if (k > ring->n_owners)
        k = ring->n_owners;
    for (size_t i = 0; k > 0 && i < multi->n_probes; i++)
        ways[i] = multiprobe_way(ring, digest, i + 1, NULL);
    while (n < k) {
        n = rs_put_distinct(ids, n,
                            ring->owners[multiprobe_next(ring, ways, (size_t)multi->n_probes)]);
    }
    return n;
}

static enum rs_status multiprobe_shares(const struct rs_placement *p, double *by_slot)
{
    return probe_shares(ring_of(p), multiprobe_of(p)->n_probes, by_slot);
}

static enum rs_status multiprobe_explain(const struct rs_placement *p, uint64_t digest,
                                         uint64_t *point, char *label, size_t label_bytes)
{
    const struct ring *ring = ring_of(p);
    if (!ring->n)
        return RS_ENOENT;
    size_t i = multiprobe_index(multiprobe_of(p), digest, NULL);
    enum rs_status status = RS_OK;
    if (label)
        status = ring_label_of(ring, rs_slot_of(p, ring->owners[i]), ring->points[i], label,
                               label_bytes);
    if (!status)
        *point = ring->points[i];
    return status;
}

static enum rs_status multiprobe_init(struct rs_placement *p, struct rs_why *why)
{
    struct multiprobe *multi = (struct multiprobe *)p;
    multi->ring.label = "{node}#{i}";
    if (p->hash->n_bits < 64)
        p->traits &= ~(uint32_t)RS_EXACT_SHARE; /* the law is that of random digests of 64 bits */
    return ring_init(p, why);
}

/* Gaps are exponential, for many nodes: the load of a point is k / (k - 1) (1 - U^(k-1)) of the
 * mean, U uniform, whose variance is 1 / (2k - 1). One circle of n nodes shows the root of a sample
 * of that. By the first variation of the sum of squares, the sum of the gaps and S of
 * probe_shares.c with it, n times the variance of the square is 4 k^2 / ((4k - 3) (2k - 1)^2), and
 * for V points of a node 2 (V - 1) / (2k - 1)^2 more, for their pairs, all over V^3. The root of it
 * is low by half its relative variance. */
static struct rs_moments multiprobe_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    const struct ring *ring = ring_of(p);
    double k = (double)multiprobe_of(p)->n_probes;
    if (quantity == RS_DRAWS)
        return RS_EXACTLY(ring->n ? k : 0);
    if (quantity != RS_SHARE_CV || ring->n_owners < MULTIPROBE_MANY || p->hash->n_bits < 64 ||
        ring->label_hash->n_bits < 32)
        return RS_NO_MOMENTS; /* what moves is the minimum */
    double n = (double)ring->n_owners, v = (double)ring->n / n;
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        if (rs_effective(p, slot) > 0 && (double)ring_n_points(ring, rs_effective(p, slot)) != v)
            return RS_NO_MOMENTS;
    double cv = 1 / sqrt(v * (2 * k - 1));
    double variance = ((v - 1) / 2 + k * k / (4 * k - 3)) / (v * n); /* of one cv, relative */
    if (variance > 1 / 16.0)
        return RS_NO_MOMENTS; /* too few nodes for so many probes */
    return (struct rs_moments){cv * (1 - variance / 2), cv * sqrt(variance)};
}

static const struct rs_param multiprobe_params[] = {
    RS_PARAM_HASH,
    {"label_hash", RS_HASH, offsetof(struct multiprobe, ring.label_hash), "{hash}", 0, 0, NULL,
     "hash of the labels; needed with hash=identity"},
    {"probes", RS_UINT, offsetof(struct multiprobe, n_probes), "21", 1, MULTIPROBE_MAX, NULL,
     "positions a key looks from; the fullest node has 1 + 1/(probes-1)"},
    {"vnodes", RS_UINT, offsetof(struct multiprobe, ring.vnodes), "1", 1, 1000000, NULL,
     "points for each unit of weight"},
    {.name = NULL},
};

const struct rs_strategy rs_strategy_multiprobe = {
    .abi = RS_ABI,
    .name = "multiprobe",
    .summary = "a ring of one point a node; the nearest of several probes",
    .origin = "Appleton and O'Reilly, arXiv 1505.00062",
    .lookup_cost = "O(probes): a draw and a search for each",
    .memory_cost = "12 to 13 bytes a point, one point a node",
    .choose = "a ring's promises in a fraction of its memory, and no node far above the mean",
    .avoid = "lookups must be fast, or nodes far below the mean are a waste",
    .traits = RS_REMOVE_ANY | RS_MINIMAL | RS_HISTORY_FREE | RS_WEIGHTED | RS_HEALTH | RS_REPLICAS |
              RS_EXACT_SHARE,
    .weight = {1e-6, 1e4},
    .params = multiprobe_params,
    .state_bytes = sizeof(struct multiprobe),
    .build = ring_build,
    LOOKUP_OPERATIONS(multiprobe),
    .change = ring_change,
    .init = multiprobe_init,
    .fini = ring_fini,
    .replicas = multiprobe_replicas,
    .shares = multiprobe_shares,
    .explain = multiprobe_explain,
    .theory = multiprobe_theory,
};
