/* naive_maglev.c - the table filled by turns, by nodes in the order of name and id
 *
 * Entry j of a node's permutation is (offset + j * skip) mod M. In round r = 1, 2, ... a node of
 * weight w has its turn when r * w has reached as many times the greatest weight as it had turns,
 * and takes the first free entry of its permutation, from the beginning each time.
 */
#include "naive.h"

#include <stdlib.h>

struct naive_maglev {
    uint32_t *owners; /* ids; RS_NO_NODE: free */
    uint64_t n_entries;
};

static void naive_maglev_sort(const struct naive *naive, const struct rs_node **nodes)
{
    for (size_t i = 0; i < naive->n; i++) {
        size_t at = i;
        for (; at > 0 && naive_less(naive->nodes[i], nodes[at - 1]); at--)
            nodes[at] = nodes[at - 1];
        nodes[at] = naive->nodes[i];
    }
}

/* j_next: where the node's permutation was left; all before it is taken. */
static void naive_maglev_take(const struct naive *naive, struct naive_maglev *maglev,
                              const struct rs_node *node, uint64_t *j_next)
{
    uint64_t m = maglev->n_entries, number = naive_name_hash(naive, node);
    uint64_t skip = rs_mix(number + 0x9e3779b97f4a7c15u) % (m - 1) + 1;
    for (;; ++*j_next) {
        uint64_t at = (number % m + *j_next * skip) % m;
        if (maglev->owners[at] == RS_NO_NODE) {
            maglev->owners[at] = node->id;
            return;
        }
    }
}

static void naive_maglev_fill(const struct naive *naive, struct naive_maglev *maglev)
{
    const struct rs_node *nodes[NAIVE_MAX];
    uint64_t j_next[NAIVE_MAX] = {0}, n_turns[NAIVE_MAX] = {0}, n_free = maglev->n_entries;
    double greatest = 0;
    naive_maglev_sort(naive, nodes);
    for (size_t i = 0; i < naive->n; i++)
        greatest = nodes[i]->weight > greatest ? nodes[i]->weight : greatest;
    for (uint64_t round = 1; n_free && naive->n; round++)
        for (size_t i = 0; i < naive->n && n_free; i++)
            if ((double)round * nodes[i]->weight >= (double)n_turns[i] * greatest) {
                naive_maglev_take(naive, maglev, nodes[i], &j_next[i]);
                n_turns[i]++, n_free--;
            }
}

static void naive_maglev_settle(struct naive *naive)
{
    struct naive_maglev *maglev = naive->state;
    maglev->n_entries = (uint64_t)naive_number(naive, "table", 0);
    if (!maglev->owners)
        maglev->owners = calloc(maglev->n_entries, sizeof *maglev->owners);
    if (!maglev->owners)
        abort();
    for (uint64_t i = 0; i < maglev->n_entries; i++)
        maglev->owners[i] = RS_NO_NODE;
    naive_maglev_fill(naive, maglev);
}

static void naive_maglev_forget(struct naive *naive)
{
    free(((struct naive_maglev *)naive->state)->owners);
}

static uint32_t naive_maglev_locate(const struct naive *naive, uint64_t digest)
{
    const struct naive_maglev *maglev = naive->state;
    return maglev->owners[naive_range(naive, digest, maglev->n_entries)];
}

static size_t naive_maglev_replicas(const struct naive *naive, uint64_t digest, size_t k,
                                    uint32_t *ids)
{
    const struct naive_maglev *maglev = naive->state;
    return naive_walk(naive, maglev->owners, maglev->n_entries, digest, k, ids);
}

const struct naive_row naive_maglev = {
    .strategy = "maglev",
    .locate = naive_maglev_locate,
    .replicas = naive_maglev_replicas,
    .state_bytes = sizeof(struct naive_maglev),
    .settle = naive_maglev_settle,
    .forget = naive_maglev_forget,
};
