/* cluster.h - shards on nodes, through any strategy
 *
 * A cluster cuts the keys into shards, places every shard on `factor` nodes by a strategy, keeps
 * each node's data, and moves shards when the nodes change.
 *
 *     key -> digest -> shard -> owners: the primary first, then the replicas
 *
 *     rc_open(&options, &c, NULL);
 *     rc_set_nodes(c, nodes, 3, NULL);           the first nodes: nothing has to move
 *     rc_put(c, via, key, value);                from any node: forwarded to all owners
 *     rc_set_nodes(c, nodes, 4, NULL);           a fourth: moves are planned, nothing has moved yet
 *     while (rc_step(c, 8, NULL, NULL) > 0) ;    eight shards at a time; requests go on between
 *     rc_close(c);
 *
 * A shard is served by its old owners until its copy is whole. Until then every write goes to the
 * old and to the coming owners. So each of them has of every key the newest version or none,
 * whatever was written, deleted or evicted meanwhile, and a copy can only bring the newest. What
 * needs no copy happens at once: a shard that nobody has begins empty, a replica becomes the
 * primary.
 *
 * Threads: a cluster belongs to one thread at a time. Status, why and failed calls are as in
 * ringside.h. Data may come from the caller's stores (store.h); by default each node has a cache in
 * this process.
 */
#ifndef RINGSIDE_CLUSTER_H
#define RINGSIDE_CLUSTER_H

#include "ringside.h"
#include "store.h"

#define RC_MAX_FACTOR 16

struct rc_cluster;

struct rc_options {
    const char *spec;        /* of the strategy */
    unsigned factor;         /* nodes that hold a shard, 1 to RC_MAX_FACTOR */
    uint32_t n_shards;       /* 1 to 2^24; fixed */
    struct rs_config config; /* of the placement; all other memory comes from its allocator too */
    uint64_t node_bytes;     /* what a node's cache may hold; 0: no limit */
    uint32_t step_items;     /* what a step copies of a shard; 0: RC_STEP_ITEMS */
    const struct rc_store_type *store; /* outlives the cluster; NULL: rc_cache */
};

/* Errors: as rs_open; EINVAL: factor or n_shards. Closing NULL is fine. */
enum rs_status rc_open(const struct rc_options *options, struct rc_cluster **out,
                       struct rs_why *why);
void rc_close(struct rc_cluster *cluster);

/* ------------------------------------------------------------------- who has what */

/* The shard of a key, and of a digest by the cluster's hash. EINVAL: as rs_digest. */
enum rs_status rc_shard_of(const struct rc_cluster *cluster, struct rs_bytes key, uint32_t *shard);
uint32_t rc_shard_of_digest(const struct rc_cluster *cluster, uint64_t digest);

/* Who serves a shard now, the primary first; returns how many (less than factor when nodes are few
 * or copies are being restored). ids holds RC_MAX_FACTOR. */
size_t rc_owners(const struct rc_cluster *cluster, uint32_t shard, uint32_t *ids);
/* The primary alone; RS_NO_NODE: nobody serves it. O(1). */
uint32_t rc_primary(const struct rc_cluster *cluster, uint32_t shard);
/* Who gets copies of a shard now, and every write of it; returns how many. ids holds RC_MAX_FACTOR.
 */
size_t rc_coming(const struct rc_cluster *cluster, uint32_t shard, uint32_t *ids);
/* The primary before the last change of it; RS_NO_NODE: none, or gone. For reads during warm-up:
 * after rc_switch it still has what it had then, stale by now where keys were written since. */
uint32_t rc_previous(const struct rc_cluster *cluster, uint32_t shard);
/* The warm-up is over: no shard has a previous primary until it gets another. */
void rc_forget_previous(struct rc_cluster *cluster);

enum rc_role { RC_NONE, RC_PRIMARY, RC_REPLICA };
enum rc_role rc_role_of(const struct rc_cluster *cluster, uint32_t id, uint32_t shard);

enum rc_health { RC_UP, RC_DRAINING, RC_DOWN };

struct rc_node_stats {
    uint32_t id;
    enum rc_health health;
    double weight;                 /* that shares go by now; 0: it gets no shards */
    uint32_t n_primary, n_replica; /* shards */
    uint32_t n_coming, n_going;    /* shards that it will have, and that it has and will not have */
    uint64_t n_keys, n_bytes;      /* held, copies for replicas included */
    uint64_t n_served, n_forwarded; /* requests answered; requests passed on to another node */
};
/* false: there is no such node. */
bool rc_node_stats(const struct rc_cluster *cluster, uint32_t id, struct rc_node_stats *stats);

struct rc_stats {
    uint32_t n_nodes; /* up, draining and down */
    uint32_t n_up, n_shards;
    uint32_t n_below_factor; /* shards with fewer owners than factor, or than nodes that answer */
    uint32_t n_unserved;     /* shards that nobody serves */
    uint64_t n_moved_shards, n_moved_keys, n_moved_bytes; /* since the beginning */
    uint64_t n_lost_keys, n_lost_bytes; /* data whose last copy was on a node that crashed */
};
void rc_stats(const struct rc_cluster *cluster, struct rc_stats *stats);

/* ------------------------------------------------------------------- the nodes change */

/* A copy of a shard on its way. */
struct rc_move {
    uint32_t shard, to;
    uint32_t from; /* the owner that has most of it; of equals one that will not keep it */
    unsigned rank; /* 0: to becomes the primary */
    uint64_t n_keys, n_bytes; /* of the source now */
};

struct rc_plan {
    struct rc_move *moves; /* rc_plan_free gives them back */
    size_t n_moves;
    uint32_t n_shards; /* shards that at least one move concerns */
    uint64_t least;    /* the fewest moves that give each node its part (largest remainders) */
    uint64_t n_keys, n_bytes;
};

/* What rc_set_nodes with these nodes would move; changes nothing. */
enum rs_status rc_plan(const struct rc_cluster *cluster, const struct rs_node *nodes, size_t n,
                       struct rc_plan *plan, struct rs_why *why);
void rc_plan_free(const struct rc_cluster *cluster, struct rc_plan *plan);

/* The nodes that shall be: those not there yet join, in this order; those missing are drained and
 * leave when their last shard has gone (never while nobody else could take it); others get their
 * new weight and flags. Moves under way towards an older aim are given up. Removals are made before
 * additions. A node keeps its id as long as it is there. A node that crashed stays down when it is
 * named with RS_DOWN, and as it is in the strategy, which is told only if it has RS_HEALTH; named
 * without, it rejoins, empty. Errors: those of rs_remove, rs_update and rs_add. */
enum rs_status rc_set_nodes(struct rc_cluster *cluster, const struct rs_node *nodes, size_t n,
                            struct rs_why *why);

/* From now on the node is the primary of the shard, whatever the strategy says; further owners come
 * from the strategy as before. RS_NO_NODE: the strategy decides again. */
struct rc_pin {
    uint32_t shard, id;
};

/* Pins shards, all or none; moves are planned as by rc_set_nodes. Pins rest while the weight of the
 * node is 0, and end when it leaves or crashes. Errors: ENOENT (no such node is up), EINVAL (no
 * such shard), ENOMEM. */
enum rs_status rc_pin(struct rc_cluster *cluster, const struct rc_pin *pins, size_t n,
                      struct rs_why *why);

/* Called when a shard has its new owner; it may read the cluster, not change it. */
typedef void rc_moved(void *ctx, const struct rc_move *move);

/* Carries moves on: n_in_flight shards at a time, step_items items of each. Returns the moves that
 * are left; 0: all is where it shall be. A store that fails leaves its move for the next step. */
#define RC_STEP_ITEMS 64
size_t rc_step(struct rc_cluster *cluster, size_t n_in_flight, rc_moved *moved, void *ctx);
/* Ends all moves at once without copying further, as caches do: the coming owners have what was
 * written since and no more, and nothing counts that as lost. */
void rc_switch(struct rc_cluster *cluster, rc_moved *moved, void *ctx);

/* A node is gone, at once and with its data. Replicas take over; what has no other copy is lost and
 * counted; moves to restore the factor are planned. It stays known as RC_DOWN until rc_set_nodes.
 * To the strategy it is down (RS_HEALTH) or removed; where neither can be, it keeps its place
 * there, and its shards go where further draws from them lead. ENOENT: no such node, or down
 * already; ENOMEM. */
enum rs_status rc_crash(struct rc_cluster *cluster, uint32_t id, struct rs_why *why);

/* ------------------------------------------------------------------- data */

struct rc_answer {
    bool found;
    struct rs_bytes value; /* lives until the next call on the cluster; to put it, copy it first */
    uint64_t version;
    uint32_t served_by; /* RS_NO_NODE: nobody could */
    unsigned n_hops;    /* 0: the node that was asked served it itself */
};

/* via: the node that the client asks, up or draining; ENOENT otherwise. EINVAL: the key, as
 * rs_digest. The primary answers a get. put and delete reach every owner, coming ones too. A key
 * that nobody serves: EFULL for put and delete, not found for get. A put that a node refuses
 * (ENOMEM; EFULL: too large) changes nothing, if the stores can reserve as rc_cache does; otherwise
 * nobody keeps the key. */
enum rs_status rc_get(struct rc_cluster *cluster, uint32_t via, struct rs_bytes key,
                      struct rc_answer *answer);
enum rs_status rc_put(struct rc_cluster *cluster, uint32_t via, struct rs_bytes key,
                      struct rs_bytes value);
enum rs_status rc_delete(struct rc_cluster *cluster, uint32_t via, struct rs_bytes key, bool *was);

/* A node's store; NULL: there is none of that id, or it is down. Who writes there himself writes to
 * all owners and all coming ones. */
void *rc_store_of(const struct rc_cluster *cluster, uint32_t id);

#endif
