/* naive_modulo.c - the nodes by age, the remainder picks one; replicas are those after it
 */
#include "naive.h"

static uint32_t naive_modulo_locate(const struct naive *naive, uint64_t digest)
{
    return naive->n ? naive->nodes[digest % naive->n]->id : RS_NO_NODE;
}

static size_t naive_modulo_replicas(const struct naive *naive, uint64_t digest, size_t k,
                                    uint32_t *ids)
{
    size_t n = k < naive->n ? k : naive->n;
    for (size_t i = 0; i < n; i++)
        ids[i] = naive->nodes[(digest % naive->n + i) % naive->n]->id;
    return n;
}

const struct naive_row naive_modulo = {
    .strategy = "modulo",
    .locate = naive_modulo_locate,
    .replicas = naive_modulo_replicas,
};
