/* node_hash.h - a number for each node, from its name
 *
 * What strategies share that know a node by its name and not by a place in a list.
 */
#ifndef RINGSIDE_NODE_HASH_H
#define RINGSIDE_NODE_HASH_H

#include "core/strategy.h"

/* In a parameter table, behind RS_PARAM_HASH. member: a const struct rs_hash *. */
#define NODE_HASH_PARAM(state, member)                                                             \
    {                                                                                              \
        "label_hash", RS_HASH, offsetof(struct state, member), "{hash}", 0, 0, NULL,               \
            "hash of the names; needed with hash=identity"                                         \
    }

/* For init: whether names can be hashed with this hash and the placement's seed. */
enum rs_status node_hash_init(const struct rs_placement *p, const struct rs_hash *hash,
                              struct rs_why *why);

/* The hash of the name of the node in a slot, mixed over 64 bits. Nodes of one name, and with a
 * narrow hash many others, have the same number. Errors: what the hash says. */
enum rs_status node_hash_of(const struct rs_placement *p, const struct rs_hash *hash, uint32_t slot,
                            uint64_t *number);

/* Order by name, then id: total, and the same however the nodes came. Negative, 0 or positive. */
int node_hash_order(const struct rs_placement *p, uint32_t slot_a, uint32_t slot_b);

#endif
