/* slots.c - a fixed number of slots, each on the node that a planner gave it
 *
 * A digest has a slot, always the same one: slot j of S has the j-th of S equal ranges of digests.
 * A table says which node has the slot. When nodes change, the planner of core/slots_change.c moves
 * as few slots as the new weights ask for, one change after the other in the order given.
 *
 *     table [ id id id ... ]  4 bytes a slot
 *     moves [ slot, id ... ]  8 bytes a move: the way back while nodes only join
 *
 * Cost, with n nodes: locate O(1), one multiplication and one read; a change O(S + n log n) for
 * each node in it: an array of nodes saves no more than the copies of the table; k replicas O(k)
 * for each slot walked; 4 bytes a slot and 24 a node, and up to 8 H_n bytes a slot for the way
 * back, by which a node that was added last leaves as if it had never come.
 * Departures: Redis Cluster takes CRC16 modulo 16384 and moves slots when told to; here a planner
 * tells, and slots are ranges, so that their shares can be counted.
 * Source: Redis Cluster specification; the largest remainder is Hamilton's method.
 */
#include "core/equal_ranges.h"
#include "core/slots_plan.h"

#include <math.h>

static inline uint32_t slots_owner(const struct rs_placement *p, uint64_t digest,
                                   struct rs_steps *steps)
{
    const struct slots *slots = slots_of(p);
    if (!slots->now.n)
        return RS_NO_NODE;
    if (steps)
        steps->probes++;
    return slots->now.table[equal_range_of(p->hash, digest, slots->n_slots)];
}
LOOKUPS(slots)

/* Onwards from the slot, every node once; each has a slot somewhere. */
static size_t slots_replicas(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids)
{
    const struct slots *slots = slots_of(p);
    size_t n = 0;
    if (k > slots->now.n)
        k = slots->now.n;
    uint64_t at = equal_range_of(p->hash, digest, slots->n_slots);
    while (n < k) {
        n = rs_put_distinct(ids, n, slots->now.table[at]);
        at = at + 1 < slots->n_slots ? at + 1 : 0;
    }
    return n;
}

static uint32_t slots_id_at(const struct rs_placement *p, uint64_t j)
{
    return slots_of(p)->now.table[j];
}

static enum rs_status slots_shares(const struct rs_placement *p, double *by_slot)
{
    const struct slots *slots = slots_of(p);
    return slots->now.n ? equal_range_shares(p, slots->n_slots, slots_id_at, by_slot) : RS_OK;
}

/* The targets are known, so is how far they are from the weights. */
static double slots_cv(const struct slots *slots)
{
    const struct slots_plan *plan = &slots->now;
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < plan->n; i++)
        sum += plan->owners[i].weight;
    for (uint32_t i = 0; i < plan->n; i++) {
        double share = (double)plan->owners[i].have / (double)slots->n_slots;
        double off = share * sum / plan->owners[i].weight - 1;
        squares += off * off;
    }
    return sqrt(squares / plan->n);
}

static struct rs_moments slots_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    const struct slots *slots = slots_of(p);
    const struct slots_plan *plan = &slots->now;
    bool even = true;
    if (!plan->n || p->hash->n_bits < 32)
        return RS_NO_MOMENTS;
    for (uint32_t i = 0; i < plan->n; i++)
        even &= plan->owners[i].weight == 1;
    switch (quantity) {
    case RS_SHARE_CV:
        return RS_EXACTLY(slots_cv(slots));
    case RS_DRAWS:
        return RS_EXACTLY(0);
    case RS_PROBES:
        return RS_EXACTLY(1);
    case RS_MOVED_ADD: /* who joins holds nothing yet, so remainders go to the others first */
        if (even && plan->n < slots->n_slots)
            return RS_EXACTLY((double)(slots->n_slots / (plan->n + 1)) / (double)slots->n_slots);
        return RS_NO_MOMENTS;
    default:
        return RS_NO_MOMENTS;
    }
}

static const struct rs_param slots_params[] = {
    RS_PARAM_HASH,
    {"slots", RS_UINT, offsetof(struct slots, n_slots), "16384", 1, 1 << 20, NULL,
     "number of slots, at least that of the nodes"},
    {.name = NULL},
};

const struct rs_strategy rs_strategy_slots = {
    .abi = RS_ABI,
    .name = "slots",
    .summary = "table of slots; a planner moves the fewest that the weights ask for",
    .origin = "Redis Cluster specification, with a planner",
    .lookup_cost = "O(1): one read of a table",
    .memory_cost = "4 bytes a slot; 8 more for each move that can be taken back",
    .choose = "the table is kept and shared anyway, and moves are made slot by slot",
    .avoid = "clients know only the list of nodes, or nodes outnumber the slots",
    .traits = RS_REMOVE_ANY | RS_WEIGHTED | RS_EXACT_SHARE | RS_REPLICAS,
    .weight = {1e-6, 1e4},
    .params = slots_params,
    .state_bytes = sizeof(struct slots),
    .build = slots_build,
    LOOKUP_OPERATIONS(slots),
    .change = slots_change,
    .fini = slots_fini,
    .replicas = slots_replicas,
    .shares = slots_shares,
    .theory = slots_theory,
    .save = slots_save,
    .restore = slots_restore,
};
