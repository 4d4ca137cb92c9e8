/* rendezvous.c - highest random weight: every node draws for every key, the highest draw owns it
 *
 * The draw of a node is mix(digest ^ number), its number the hash of its name. No index and no
 * virtual nodes: the shares are equal, a node that leaves spreads its keys over all others, and the
 * next best draws are the replicas. The price is a scan of all nodes.
 *
 * mix is a bijection, so draws are equal only where numbers are: two nodes of one name, or a weak
 * label_hash. Then the smaller name answers, then the smaller id, and the other has nothing.
 * Cost: locate O(n), n draws; k replicas O(n) for each 16 of k; add and remove O(n), a copy without
 * new draws; build O(n log n); 12 bytes a node, at most an eighth more.
 * Departures: the original combines by a linear congruence; xor alone would compare top bits only,
 * which orders the nodes alike for most keys, so what it gives is mixed.
 * Shares are 1 / D each for D distinct numbers, as draws are independent; a digest of few bits has
 * too few of them for that to be exact, and the promise is taken back.
 * Source: Thaler and Ravishankar, IEEE/ACM Transactions on Networking 6(1), 1998.
 */
#include "core/named.h"

static inline uint32_t rendezvous_owner(const struct rs_placement *p, uint64_t digest,
                                        struct rs_steps *steps)
{
    const struct named *named = named_of(p);
    const uint64_t *numbers = named->numbers;
    uint32_t n = named->n, owner = 0;
    if (!n)
        return RS_NO_NODE;
    uint64_t best = rs_mix(digest ^ numbers[0]);
    for (uint32_t i = 1; i < n; i++) {
        uint64_t score = rs_mix(digest ^ numbers[i]);
        owner = score > best ? i : owner;
        best = score > best ? score : best;
    }
    if (steps)
        steps->draws += n;
    return named->ids[owner];
}
LOOKUPS(rendezvous)

static uint64_t rendezvous_score(const struct named *named, uint32_t i, uint64_t digest)
{
    return rs_mix(digest ^ named->numbers[i]);
}

static size_t rendezvous_replicas(const struct rs_placement *p, uint64_t digest, size_t k,
                                  uint32_t *ids)
{
    return named_best(p, digest, k, ids, rendezvous_score);
}

const struct rs_strategy rs_strategy_rendezvous = {
    .abi = RS_ABI,
    .name = "rendezvous",
    .summary = "highest random weight; even, any may leave, scans all nodes",
    .origin = "Thaler and Ravishankar, ToN 1998",
    .lookup_cost = "O(n): one draw for each node",
    .memory_cost = "12 bytes a node",
    .choose = "up to some tens of nodes: even, minimal moves, replicas by rank, nothing to tune",
    .avoid = "hundreds of nodes on a hot path: every lookup draws once for each of them",
    .traits =
        RS_REMOVE_ANY | RS_MINIMAL | RS_HISTORY_FREE | RS_HEALTH | RS_REPLICAS | RS_EXACT_SHARE,
    NAMED_OPERATIONS,
    LOOKUP_OPERATIONS(rendezvous),
    .replicas = rendezvous_replicas,
};
