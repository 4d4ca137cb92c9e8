/* weighted_rendezvous.c - rendezvous hashing in which a node of weight w has the part w / W
 *
 * A node's draw u, uniform in (0, 1), becomes the score w / -ln u; the highest owns the key. -ln u
 * / w is exponential of rate w, and the least of exponentials is each one's with the probability of
 * its rate. A weight that changes alters no score but its own, so keys move only to that node or
 * only from it.
 *
 * A logarithm costs as much as many draws, and few are needed: -ln u >= 1 - u, so a node that loses
 * with 1 - u in its place has lost. The comparison leaves a margin of 2^-48, several times what
 * rounding can do: no answer depends on it. The logarithm is our own, the same bits everywhere.
 *
 * With equal weights the highest draw wins: the answers of rendezvous, all but one in 2^52.
 * Equal numbers (one name, a weak label_hash) draw the same u: the heaviest of them wins, then the
 * smaller name, then the smaller id. Scores of others are equal once in 2^52: the smaller number.
 * Cost: locate O(n), n draws and about ln n + 1 logarithms (`count`: inner); k replicas O(n) with n
 * logarithms for each 16 of k; add, remove and reweigh O(n), a copy; build O(n log n); 20 bytes a
 * node, at most an eighth more.
 * Source: Schindelhauer and Schomaker, SPAA 2005 (the logarithmic method).
 */
#include "core/named.h"
#include "core/portable_log.h"

/* u: an odd multiple of 2^-53, so that neither it nor 1 - u is rounded, or 0, or 1. */
static inline double weighted_rendezvous_draw(const struct named *named, uint32_t i,
                                              uint64_t digest)
{
    return (double)(rs_mix(digest ^ named->numbers[i]) >> 11 | 1) * 0x1p-53;
}

static inline uint32_t weighted_rendezvous_owner(const struct rs_placement *p, uint64_t digest,
                                                 struct rs_steps *steps)
{
    const struct named *named = named_of(p);
    const double *weights = named->weights;
    uint32_t n = named->n, owner = 0;
    double best = 0, bound = 0;
    if (!n)
        return RS_NO_NODE;
    for (uint32_t i = 0; i < n; i++) {
        double draw = weighted_rendezvous_draw(named, i, digest);
        if (weights[i] <= bound * (1 - draw))
            continue;
        double score = weights[i] / -portable_log(draw);
        if (steps)
            steps->inner++;
        if (score > best)
            owner = i, best = score, bound = score * (1 - 0x1p-48);
    }
    if (steps)
        steps->draws += n;
    return named->ids[owner];
}
LOOKUPS(weighted_rendezvous)

/* The bits of a positive double are ordered as it is. */
static uint64_t weighted_rendezvous_score(const struct named *named, uint32_t i, uint64_t digest)
{
    double draw = weighted_rendezvous_draw(named, i, digest);
    double score = named->weights[i] / -portable_log(draw);
    uint64_t bits;
    memcpy(&bits, &score, sizeof bits);
    return bits;
}

static size_t weighted_rendezvous_replicas(const struct rs_placement *p, uint64_t digest, size_t k,
                                           uint32_t *ids)
{
    return named_best(p, digest, k, ids, weighted_rendezvous_score);
}

const struct rs_strategy rs_strategy_weighted_rendezvous = {
    .abi = RS_ABI,
    .name = "weighted_rendezvous",
    .summary = "highest w / -ln u; shares as the weights, scans all",
    .origin = "Schindelhauer and Schomaker, SPAA 2005",
    .lookup_cost = "O(n): one draw for each node, about ln n + 1 logarithms",
    .memory_cost = "20 bytes a node",
    .choose = "weights must hold exactly and may change often; up to some tens of nodes",
    .avoid = "hundreds of nodes on a hot path; equal weights, where rendezvous is the faster",
    .traits = RS_REMOVE_ANY | RS_MINIMAL | RS_HISTORY_FREE | RS_WEIGHTED | RS_HEALTH | RS_REPLICAS |
              RS_EXACT_SHARE,
    .weight = {1e-6, 1e6},
    NAMED_OPERATIONS,
    LOOKUP_OPERATIONS(weighted_rendezvous),
    .replicas = weighted_rendezvous_replicas,
};
