/* naive_rendezvous.c - every node's draw for the key worked out, the highest first
 *
 * The draw of a node is mix(digest ^ its number). Equal numbers: the smaller name, then the
 * smaller id.
 */
#include "naive.h"

static enum naive_order naive_rendezvous_order(const struct naive *naive, const struct rs_node *a,
                                               const struct rs_node *b, uint64_t digest)
{
    uint64_t draw_a = rs_mix(digest ^ naive_name_hash(naive, a));
    uint64_t draw_b = rs_mix(digest ^ naive_name_hash(naive, b));
    bool first = draw_a == draw_b ? naive_less(a, b) : draw_a > draw_b;
    return first ? NAIVE_FIRST : NAIVE_SECOND;
}

static uint32_t naive_rendezvous_locate(const struct naive *naive, uint64_t digest)
{
    return naive_best(naive, naive_rendezvous_order, digest);
}

static size_t naive_rendezvous_replicas(const struct naive *naive, uint64_t digest, size_t k,
                                        uint32_t *ids)
{
    return naive_ranked(naive, naive_rendezvous_order, digest, k, ids);
}

const struct naive_row naive_rendezvous = {
    .strategy = "rendezvous",
    .locate = naive_rendezvous_locate,
    .replicas = naive_rendezvous_replicas,
};
