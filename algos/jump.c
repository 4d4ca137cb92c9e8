/* jump.c - jump consistent hash
 *
 * Buckets 0 .. n-1 are the nodes in the order in which they were added; core/jump_bucket.h says how
 * a digest finds its bucket. Even to 31 bits and without a table, but it knows only a number: nodes
 * come and go at the end. A removal from the middle is refused; jump_swap shows what it costs.
 * Cost: locate O(ln n), add and remove O(1), 4 bytes a node.
 * Source: Lamping and Veach, arXiv 1406.2294.
 */
#include "core/choose_k.h"
#include "core/jump_bucket.h"
#include "core/roster.h"

ROSTER_LOOKUPS(jump, jump_bucket)
CHOOSE_K_REPLICAS(jump)

static struct rs_moments jump_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    return roster_even_theory(p, quantity, jump_draws);
}

const struct rs_strategy rs_strategy_jump = {
    .abi = RS_ABI,
    .name = "jump",
    .summary = "jump consistent hash; even, no table, nodes come and go at the end only",
    .origin = "Lamping and Veach, arXiv 1406.2294",
    .lookup_cost = "O(ln n): H_n draws",
    .memory_cost = "4 bytes a node",
    .choose = "nodes that are only ever added or taken away at the end: shards by number",
    .avoid = "a node may fail or leave from the middle; weights",
    .traits = RS_MINIMAL | RS_REPLICAS | RS_EXACT_SHARE,
    EVEN_OPERATIONS(jump),
};
