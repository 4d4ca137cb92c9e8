/* cluster_model.h - what a cluster ought to say: a dictionary, and nothing clever
 */
#ifndef RINGSIDE_CLUSTER_MODEL_H
#define RINGSIDE_CLUSTER_MODEL_H

#include "cluster.h"

enum {
    CLUSTER_KEYS = 24,
    CLUSTER_NODES = 8,
    CLUSTER_SHARDS = 32, /* at most */
    CLUSTER_KEY_MAX = 48,
    CLUSTER_VALUE_MAX = 64
};

struct cluster_model {
    uint64_t numbers[CLUSTER_KEYS]; /* what was put last; 0: nothing is there */
    bool lost[CLUSTER_KEYS];        /* counted by the cluster as lost since */
    bool lossy; /* keys may go without being counted: a byte limit, or a switch without copies */
    uint64_t last_number;
    uint32_t pins[CLUSTER_SHARDS]; /* ids; RS_NO_NODE: not pinned */
};

void cluster_model_open(struct cluster_model *model);

/* Keys of all lengths that a store treats differently. */
struct rs_bytes cluster_model_key(unsigned i, char text[CLUSTER_KEY_MAX]);
/* A value that tells its number and the key. */
struct rs_bytes cluster_model_value(unsigned i, uint64_t number, char text[CLUSTER_VALUE_MAX]);
uint32_t cluster_model_id(unsigned i); /* of a node */

/* A node that can be asked; RS_NO_NODE: there is none. */
uint32_t cluster_model_via(const struct rc_cluster *cluster, unsigned first);

/* Reads every key. NULL, or what is wrong; n_missing: keys that are gone since, now marked as lost.
 */
const char *cluster_model_check_keys(struct cluster_model *model, struct rc_cluster *cluster,
                                     unsigned *n_missing);
/* Sums over nodes and shards agree. */
const char *cluster_model_check_stats(const struct rc_cluster *cluster, unsigned factor);
/* A node that is not up any more has lost its pins; all others will be the primary, if not now. */
const char *cluster_model_check_pins(struct cluster_model *model, const struct rc_cluster *cluster);
/* All moves are done: every shard is whole wherever it shall be and nowhere else. */
const char *cluster_model_check_settled(const struct cluster_model *model,
                                        const struct rc_cluster *cluster, unsigned factor);
/* A number that another state hardly has; reads no key. */
uint64_t cluster_model_fingerprint(const struct rc_cluster *cluster);

#endif
