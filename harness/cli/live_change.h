/* live_change.h - one node list becomes another on a running placement
 */
#ifndef RINGSIDE_LIVE_CHANGE_H
#define RINGSIDE_LIVE_CHANGE_H

#include "node_union.h"
#include "ringside.h"

/* The nodes of `to` as those who run with `from` know them: who stays keeps its id, newcomers
 * without one of their own get one that is free. nodes: all->to->n of them. */
enum rs_status live_change_nodes(const struct node_union *all, struct rs_node *nodes,
                                 struct rs_why *why);

/* p has the nodes of all->from and gets those of all->to: removals, then new weights, then
 * newcomers. nodes: all->to->n of them, which become those of all->to with the ids that p knows.
 * Other than RS_OK: why says it, and p is for nothing but rs_close. */
enum rs_status live_change(struct rs_placement *p, const struct node_union *all,
                           struct rs_node *nodes, struct rs_why *why);

#endif
