/* naive_jump_swap.c - jump over a list: who joins comes last, and the last takes the gap of who
 * leaves
 */
#include "naive_bucket.h"

struct naive_jump_swap {
    uint32_t ids[NAIVE_MAX];
    size_t n;
};

static void naive_jump_swap_note(struct naive *naive, const struct rs_node *node, double from,
                                 double to)
{
    struct naive_jump_swap *list = naive->state;
    if (!(from > 0))
        list->ids[list->n++] = node->id;
    if (to > 0)
        return;
    uint32_t last = list->ids[--list->n];
    for (size_t i = 0; i < list->n; i++)
        if (list->ids[i] == node->id)
            list->ids[i] = last;
}

static uint32_t naive_jump_swap_locate(const struct naive *naive, uint64_t digest)
{
    const struct naive_jump_swap *list = naive->state;
    return list->n ? list->ids[naive_jump_bucket(naive, digest, (uint32_t)list->n)] : RS_NO_NODE;
}

static size_t naive_jump_swap_replicas(const struct naive *naive, uint64_t digest, size_t k,
                                       uint32_t *ids)
{
    const struct naive_jump_swap *list = naive->state;
    return naive_choose(naive, naive_jump_bucket, list->ids, list->n, digest, k, ids);
}

const struct naive_row naive_jump_swap = {
    .strategy = "jump_swap",
    .locate = naive_jump_swap_locate,
    .replicas = naive_jump_swap_replicas,
    .state_bytes = sizeof(struct naive_jump_swap),
    .note = naive_jump_swap_note,
};
