/* bench_nodes.h - the nodes of one size: given or made, and the one that comes
 */
#ifndef RINGSIDE_BENCH_NODES_H
#define RINGSIDE_BENCH_NODES_H

#include "ringside.h"

struct bench_nodes {
    struct rs_node *nodes; /* of this size, and the newcomer */
    char (*names)[32];     /* of those that are made */
};

/* given: n nodes, which stay the caller's; NULL: node-0, node-1, ... are made. The newcomer has
 * weight 1, the first name node-<k>, k from n on, and the smallest id that no other node has.
 * false: out of memory. Free all the same. */
bool bench_nodes_make(struct bench_nodes *nodes, const struct rs_node *given, size_t n);
void bench_nodes_free(struct bench_nodes *nodes);

#endif
