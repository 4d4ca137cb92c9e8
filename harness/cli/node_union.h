/* node_union.h - two node lists side by side
 *
 * Nodes are the same when their names are; ids are each list's own.
 */
#ifndef RINGSIDE_NODE_UNION_H
#define RINGSIDE_NODE_UNION_H

#include "nodefile.h"
#include "ringside.h"

/* Both lists together, by name: the nodes of `from` first, then those only in `to`. */
struct node_union {
    const struct node_list *from, *to;
    uint32_t *of_to;                      /* union index of to->nodes[i] */
    struct rs_bytes *names;               /* n of them */
    double *target_before, *target_after; /* part of the keys that weight asks for; n + 1 of them:
                                             the last is for no node at all */
    size_t n;
    double minimum; /* part of the keys that must move so that targets are met */
};

/* The lists stay the caller's, for as long as the union. false: out of memory. */
bool node_union_open(struct node_union *all, const struct node_list *from,
                     const struct node_list *to);
void node_union_close(struct node_union *all);

#endif
