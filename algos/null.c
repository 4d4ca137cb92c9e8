/* null.c - one node gets everything: the floor of the harness
 *
 * Not a way to place keys. What it costs is what measuring costs, so it is a row in every table and
 * the zero of bytes_over_null. The owner is the answering node with the smallest id.
 * Cost: locate O(1), a change O(n), no memory beyond the node table.
 */
#include "core/strategy.h"

struct null {
    struct rs_placement p;
    uint32_t owner;
};

static enum rs_status null_build(struct rs_placement *p)
{
    struct null *null = (struct null *)p;
    null->owner = RS_NO_NODE;
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        if (rs_effective(p, slot) > 0 && p->slots[slot].id < null->owner)
            null->owner = p->slots[slot].id;
    return RS_OK;
}

static uint32_t null_locate(const struct rs_placement *p, uint64_t digest)
{
    (void)digest;
    return ((const struct null *)p)->owner;
}

static void null_locate_many(const struct rs_placement *p, const uint64_t *digests, size_t n,
                             uint32_t *ids)
{
    for (size_t i = 0; i < n; i++)
        ids[i] = null_locate(p, digests[i]);
}

const struct rs_strategy rs_strategy_null = {
    .abi = RS_ABI,
    .name = "null",
    .summary = "one node gets everything: the floor of the harness",
    .origin = "ringside",
    .lookup_cost = "O(1)",
    .memory_cost = "none",
    .choose = "never: it shows what measuring costs",
    .avoid = "keys are to be spread",
    .traits = RS_REMOVE_ANY | RS_MINIMAL | RS_HISTORY_FREE | RS_HEALTH,
    .state_bytes = sizeof(struct null),
    .build = null_build,
    .locate = null_locate,
    .locate_many = null_locate_many,
};
