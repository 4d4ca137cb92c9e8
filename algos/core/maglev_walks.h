/* maglev_walks.h - offset and skip of each node, from the hash of its name
 */
#ifndef RINGSIDE_MAGLEV_WALKS_H
#define RINGSIDE_MAGLEV_WALKS_H

#include "core/maglev_fill.h"
#include "core/node_hash.h"

/* The walks of all nodes that answer over a table of m entries, in the order of their turns: by
 * name, then id. Errors: what the hash says. */
enum rs_status maglev_walks(const struct rs_placement *p, const struct rs_hash *hash, uint32_t m,
                            struct maglev_walk *walks);

#endif
