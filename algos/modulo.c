/* modulo.c - digest mod n: what people write first
 *
 * The nodes stand in the order in which they were added; the remainder picks one. Perfectly even,
 * one division, no table, and nearly every key moves when n changes: a key stays only where both
 * remainders name the same node, which happens to 1 key in n + 1 when n grows by one.
 * Cost: locate O(1), a change O(n) copies of 4 bytes, 4 bytes a node.
 * Source: folklore; the `modula` distribution of memcached clients.
 */
#include "core/roster.h"

static inline uint32_t modulo_bucket(uint64_t digest, uint32_t n, struct rs_steps *steps)
{
    (void)steps; /* no draw, no probe */
    return (uint32_t)(digest % n);
}
ROSTER_LOOKUPS(modulo, modulo_bucket)

/* The owner and those after it in the order of age. */
static size_t modulo_replicas(const struct rs_placement *p, uint64_t digest, size_t k,
                              uint32_t *ids)
{
    const struct roster *roster = roster_of(p);
    if (k > roster->n)
        k = roster->n;
    size_t at = k ? modulo_bucket(digest, roster->n, NULL) : 0;
    for (size_t i = 0; i < k; i++) {
        ids[i] = roster->ids[at];
        at = at + 1 < roster->n ? at + 1 : 0;
    }
    return k;
}

/* Of n and n + 1 consecutive remainders each pair meets once in n * (n + 1) digests, so exactly n
 * of those digests keep their node. Removal is the same pair the other way round, wherever the gap.
 */
static struct rs_moments modulo_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    double n = roster_of(p)->n;
    switch (quantity) {
    case RS_SHARE_CV:
    case RS_DRAWS:
        return RS_EXACTLY(0);
    case RS_MOVED_ADD:
        return RS_EXACTLY(n / (n + 1));
    case RS_MOVED_LAST:
    case RS_MOVED_MIDDLE:
        return n > 1 ? RS_EXACTLY((n - 1) / n) : RS_NO_MOMENTS;
    default:
        return RS_NO_MOMENTS;
    }
}

const struct rs_strategy rs_strategy_modulo = {
    .abi = RS_ABI,
    .name = "modulo",
    .summary = "digest mod n; moves nearly every key when n changes",
    .origin = "folklore; memcached clients' modula",
    .lookup_cost = "O(1): one division",
    .memory_cost = "4 bytes a node",
    .choose = "the set of nodes never changes, or all keys may move when it does",
    .avoid = "moved keys cost anything: n of n + 1 move when a node is added",
    .traits = RS_REMOVE_ANY | RS_HEALTH | RS_REPLICAS,
    .state_bytes = sizeof(struct roster),
    .build = roster_build,
    .change = roster_change,
    .fini = roster_fini,
    LOOKUP_OPERATIONS(modulo),
    .replicas = modulo_replicas,
    .theory = modulo_theory,
};
