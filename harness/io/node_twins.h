/* node_twins.h - nodes that cannot be told apart
 */
#ifndef RINGSIDE_NODE_TWINS_H
#define RINGSIDE_NODE_TWINS_H

#include "nodefile.h"

/* true when all names differ and all ids differ; otherwise false, and why says "FILE:LINE: ..." of
 * the first node that is like an earlier one, and names the line of that too. */
bool node_twins_refuse(const struct node_list *list, struct rs_why *why);

#endif
