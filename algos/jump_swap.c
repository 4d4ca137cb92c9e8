/* jump_swap.c - jump consistent hash in which any node may go: the last node takes the gap
 *
 *     before   a b c d e        c leaves:   a b e d
 *
 * What people do to remove a node from the middle of a jump hash. The keys of the node that leaves
 * go to the last node, and the last node's own keys spread over all: about 2/n of the keys move
 * where 1/n would do. The order of the buckets is history, so it is saved with the placement.
 * Cost: locate O(ln n), add O(1), remove O(n) to find the gap, 4 bytes a node.
 * Source: the usual way round the limit of arXiv 1406.2294.
 */
#include "core/choose_k.h"
#include "core/jump_bucket.h"
#include "core/roster.h"

ROSTER_LOOKUPS(jump_swap, jump_bucket)
CHOOSE_K_REPLICAS(jump_swap)

/* Once a node has left from the middle, the last of the roster may be older than others. */
static bool jump_swap_youngest_is_last(const struct rs_placement *p)
{
    const struct roster *roster = roster_of(p);
    return roster->n && roster->ids[roster->n - 1] == p->slots[p->youngest].id;
}

static struct rs_moments jump_swap_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    double n = roster_of(p)->n;
    bool is_known = jump_swap_youngest_is_last(p);
    switch (quantity) {
    case RS_SHARE_CV:
        return RS_EXACTLY(0);
    case RS_DRAWS:
        return jump_draws(roster_of(p)->n);
    case RS_MOVED_ADD:
        return RS_EXACTLY(1 / (n + 1));
    case RS_MOVED_LAST:
        return is_known ? RS_EXACTLY(1 / n) : RS_NO_MOMENTS;
    case RS_MOVED_MIDDLE:
        /* 1/n from the gap; of the last node's 1/n, one part in n - 1 lands on it again. */
        return is_known && n > 1 ? RS_EXACTLY((2 - 1 / (n - 1)) / n) : RS_NO_MOMENTS;
    default:
        return RS_NO_MOMENTS;
    }
}

const struct rs_strategy rs_strategy_jump_swap = {
    .abi = RS_ABI,
    .name = "jump_swap",
    .summary = "jump consistent hash; the last node takes the gap of one that leaves",
    .origin = "a usual way round the limit of jump",
    .lookup_cost = "O(ln n): H_n draws",
    .memory_cost = "4 bytes a node",
    .choose = "even shares without a table to keep, and a removal from the middle is rare",
    .avoid = "moves must be the least: a removal from the middle moves twice that",
    .traits = RS_REMOVE_ANY | RS_REPLICAS | RS_EXACT_SHARE,
    .state_bytes = sizeof(struct roster),
    .build = roster_build,
    .change = roster_swap_out,
    .init = roster_init,
    .fini = roster_fini,
    LOOKUP_OPERATIONS(jump_swap),
    .replicas = jump_swap_replicas,
    .shares = roster_shares,
    .theory = jump_swap_theory,
    .save = roster_save,
    .restore = roster_restore,
};
