/* cluster_state.h - what the files of cluster/ share
 *
 *     aim        the placement, the nodes and, by its word, where each shard shall be (targets)
 *     owners     where each shard is
 *     pending    the shards that need a copy to get from owners to targets
 *
 * A change makes a whole new aim beside the old one, so that it can fail without a trace, and then
 * puts it in its place. Nodes are rows of members; owners and targets hold rows, `factor` a shard,
 * the first NO_ROW ends a list.
 *
 * The rule that keeps data right: whatever node is in owners or targets of a shard gets every write
 * of it, and what such a node has of the shard is newest. A node enters targets with nothing.
 */
#ifndef RINGSIDE_CLUSTER_STATE_H
#define RINGSIDE_CLUSTER_STATE_H

#include "cluster.h"
#include "cluster_fail.h"
#include "rows.h"

struct member {
    uint32_t id; /* RS_NO_NODE: the row is free */
    enum rc_health health;
    double weight; /* 0: it gets no shards */
    bool is_named; /* in the last rc_set_nodes */
    bool is_new;   /* its store was opened for this aim, or will be */
    void *store;   /* NULL: down, or a plan that is never carried out */
    uint32_t n_primary, n_replica, n_coming, n_going;
    uint64_t n_served, n_forwarded;
};

struct aim {
    struct rs_placement *placement;
    struct member *members; /* the first row is nobody */
    uint32_t n_members;     /* rows */
    struct row_index by_id;
    uint32_t *answering; /* rows that can be targets, oldest first */
    uint32_t n_answering;
    uint32_t *targets;
    uint32_t
        *pins; /* by shard: the row of who shall be its primary; NO_ROW: who the strategy says */
};

/* source NO_ROW: copying has not begun. */
struct pending {
    uint32_t shard, source;
};

struct rc_cluster {
    struct rs_allocator allocator;
    const struct rc_store_type *type;
    unsigned factor;
    uint32_t n_shards;
    uint64_t node_bytes;
    uint32_t step_items;
    struct aim aim;
    uint32_t *owners, *previous; /* previous: ids */
    struct pending *pending;     /* done up to first_pending */
    size_t first_pending, n_pending, cap_pending;
    size_t n_moves; /* copies that the pending shards need */
    struct rc_stats sums;
    uint64_t version; /* of the last write */
};

/* ------------------------------------------------------------------- aim.c: the nodes */

uint32_t aim_row(const struct aim *aim, uint32_t id); /* NO_ROW: there is none */

/* The present aim with other nodes, to be freed or committed. With `open` new nodes have their
 * store, without it is good for a plan only. */
enum rs_status aim_nodes(const struct rc_cluster *cluster, const struct rs_node *nodes, size_t n,
                         bool open, struct aim *aim, struct rs_why *why);
/* The present aim without a node that crashed; its store is there still. */
enum rs_status aim_crash(const struct rc_cluster *cluster, uint32_t row, struct aim *aim,
                         struct rs_why *why);
/* The present aim, with rows for n_more members, and not placed. After a failure to be freed. */
enum rs_status aim_copy(const struct rc_cluster *cluster, size_t n_more, struct aim *aim);
/* Members, placement and pins are as they shall be: computes the targets. */
void aim_place(const struct rc_cluster *cluster, struct aim *aim);
/* Closes the stores of new members. */
void aim_free(const struct rc_cluster *cluster, struct aim *aim);

/* ------------------------------------------------------------------- shards.c: lists of rows */

/* Computes the targets of all shards. */
void shards_place(const struct rc_cluster *cluster, struct aim *aim);

static inline uint32_t *shards_owners(const struct rc_cluster *cluster, uint32_t shard)
{
    return cluster->owners + (size_t)shard * cluster->factor;
}
static inline uint32_t *shards_targets(const struct rc_cluster *cluster, const struct aim *aim,
                                       uint32_t shard)
{
    return aim->targets + (size_t)shard * cluster->factor;
}

static inline unsigned shards_n(const struct rc_cluster *cluster, const uint32_t *list)
{
    unsigned n = 0;
    while (n < cluster->factor && list[n] != NO_ROW)
        n++;
    return n;
}
static inline bool shards_has(const struct rc_cluster *cluster, const uint32_t *list, uint32_t row)
{
    for (unsigned i = 0; i < cluster->factor && list[i] != NO_ROW; i++)
        if (list[i] == row)
            return true;
    return false;
}
void shards_remove(const struct rc_cluster *cluster, uint32_t *list, uint32_t row);

/* The rows of `list` that are not in `without`; returns how many. */
unsigned shards_minus(const struct rc_cluster *cluster, const uint32_t *list,
                      const uint32_t *without, uint32_t rows[RC_MAX_FACTOR]);
/* The row that has most of a shard, of equals one that is not in `kept`, then the first. */
uint32_t shards_fullest(const struct rc_cluster *cluster, uint32_t shard, const uint32_t *list,
                        const uint32_t *kept);

/* Adds what a shard means to the counts of its nodes and of the cluster, or takes it off (-1). */
void shards_count(struct rc_cluster *cluster, uint32_t shard, int sign);
void shards_count_all(struct rc_cluster *cluster);

/* ------------------------------------------------------------------- moves.c, commit.c */

void moves_clear(const struct rc_cluster *cluster, const uint32_t *rows, unsigned n,
                 uint32_t shard);
/* The owners are now who shall be. Nodes that are none any more forget the shard, or `keep` it. */
void moves_settle(struct rc_cluster *cluster, uint32_t shard, bool keep);
/* Nobody's previous primary is this node any more. */
void moves_forget(struct rc_cluster *cluster, uint32_t id);
/* A draining node that has nothing left to give goes. */
void moves_leave(struct rc_cluster *cluster, uint32_t row);

/* Puts an aim in the place of the present one, which is freed; lost: the node that crashed. A
 * failure frees the new one. */
enum rs_status commit_aim(struct rc_cluster *cluster, struct aim *aim, uint32_t lost,
                          struct rs_why *why);

/* ------------------------------------------------------------------- plan.c */

/* The copies that a shard needs towards an aim; returns how many. */
unsigned plan_moves(const struct rc_cluster *cluster, const struct aim *aim, uint32_t shard,
                    struct rc_move moves[RC_MAX_FACTOR]);

#endif
