/* naive_order.c - what twins answer from a table, or from an order of the nodes
 */
#include "naive.h"

#ifdef __SIZEOF_INT128__
uint64_t naive_range(const struct naive *naive, uint64_t digest, uint64_t n)
{
    unsigned n_bits = naive->p->hash->n_bits;
    if (n_bits < 64)
        digest &= (UINT64_C(1) << n_bits) - 1;
    return (uint64_t)((unsigned __int128)digest * n >> n_bits);
}
#else
/* Bit by bit, from the lowest: the high part of digest * n. */
uint64_t naive_range(const struct naive *naive, uint64_t digest, uint64_t n)
{
    uint64_t product = 0; /* n is below 2^63, and so is what it stays below */
    for (unsigned bit = 0; bit < naive->p->hash->n_bits; bit++)
        product = (product + (digest >> bit & 1 ? n : 0)) >> 1;
    return product;
}
#endif

static bool naive_has(const uint32_t *ids, size_t n, uint32_t id)
{
    for (size_t i = 0; i < n; i++)
        if (ids[i] == id)
            return true;
    return false;
}

size_t naive_walk(const struct naive *naive, const uint32_t *table, uint64_t n_entries,
                  uint64_t digest, size_t k, uint32_t *ids)
{
    uint64_t first = naive_range(naive, digest, n_entries);
    size_t n = 0;
    for (uint64_t i = 0; naive->n && i < n_entries && n < k; i++) {
        uint32_t id = table[(first + i) % n_entries];
        if (!naive_has(ids, n, id))
            ids[n++] = id;
    }
    return n;
}

size_t naive_ranked(const struct naive *naive, naive_compare *compare, uint64_t digest, size_t k,
                    uint32_t *ids)
{
    size_t n = 0, n_ids = k < naive->n ? k : naive->n;
    for (bool sure = true; n < n_ids; n++) {
        const struct rs_node *best = NULL;
        for (size_t i = 0; sure && i < naive->n; i++) {
            const struct rs_node *node = naive->nodes[i];
            if (naive_has(ids, n, node->id))
                continue;
            enum naive_order order = best ? compare(naive, node, best, digest) : NAIVE_FIRST;
            sure &= order != NAIVE_EITHER;
            best = order == NAIVE_FIRST ? node : best;
        }
        ids[n] = sure ? best->id : NAIVE_UNSURE;
    }
    return n;
}

uint32_t naive_best(const struct naive *naive, naive_compare *compare, uint64_t digest)
{
    uint32_t id = RS_NO_NODE;
    naive_ranked(naive, compare, digest, 1, &id);
    return id;
}
