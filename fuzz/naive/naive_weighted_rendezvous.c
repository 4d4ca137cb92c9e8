/* naive_weighted_rendezvous.c - every node's score worked out with the C library's logarithm
 *
 * The score is w / -ln u for u = (2 j + 1) / 2^53, j the top 52 bits of the draw mix(digest ^ the
 * node's number). Two scores too close for two logarithms to agree on are no evidence, and the twin
 * says so. Equal numbers draw alike: the heavier node, then the smaller name, then the smaller id.
 */
#include "naive.h"

#include <math.h>

/* Many times the error of either logarithm, relative; met by chance once in 2^44 pairs. */
#define NAIVE_CLOSE 0x1p-45L

static long double naive_score(const struct rs_node *node, uint64_t number, uint64_t digest)
{
    uint64_t draw = rs_mix(digest ^ number);
    return (long double)node->weight / -logl(ldexpl((long double)(draw / 4096 * 2 + 1), -53));
}

static enum naive_order naive_weighted_order(const struct naive *naive, const struct rs_node *a,
                                             const struct rs_node *b, uint64_t digest)
{
    uint64_t number_a = naive_name_hash(naive, a), number_b = naive_name_hash(naive, b);
    long double score_a = naive_score(a, number_a, digest);
    long double score_b = naive_score(b, number_b, digest);
    bool first = score_a > score_b;
    if (number_a == number_b)
        first = a->weight != b->weight ? a->weight > b->weight : naive_less(a, b);
    else if (fabsl(score_a - score_b) < NAIVE_CLOSE * score_a)
        return NAIVE_EITHER;
    return first ? NAIVE_FIRST : NAIVE_SECOND;
}

static uint32_t naive_weighted_rendezvous_locate(const struct naive *naive, uint64_t digest)
{
    return naive_best(naive, naive_weighted_order, digest);
}

static size_t naive_weighted_rendezvous_replicas(const struct naive *naive, uint64_t digest,
                                                 size_t k, uint32_t *ids)
{
    return naive_ranked(naive, naive_weighted_order, digest, k, ids);
}

const struct naive_row naive_weighted_rendezvous = {
    .strategy = "weighted_rendezvous",
    .locate = naive_weighted_rendezvous_locate,
    .replicas = naive_weighted_rendezvous_replicas,
};
