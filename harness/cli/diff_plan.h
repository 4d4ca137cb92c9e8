/* diff_plan.h - one cluster as it is, and the plan for what it shall be
 */
#ifndef RINGSIDE_DIFF_PLAN_H
#define RINGSIDE_DIFF_PLAN_H

#include "cluster.h"
#include "diff_load.h"
#include "diff_shards.h"

struct diff_plan {
    struct rc_cluster *cluster;
    struct rs_node *nodes; /* of `to`, with the ids that the cluster knows */
    struct diff_load load; /* of --keys */
    struct rc_plan plan;
    enum rs_status status; /* other than RS_OK: the strategy cannot, why says it */
    struct rs_why why;
};

/* The list has a node that can own a shard. 0, or CLI_NOTHING after an error that names the file.
 */
int diff_plan_check(const struct node_list *list);

/* Copies of each shard that there are after the change: `factor`, or one on each node that can own
 * shards where these are fewer. */
uint64_t diff_plan_n_copies(const struct diff_shards *shards);

/* 0, or the exit code after an error; close all the same. That the strategy cannot is none. */
int diff_plan_open(struct diff_plan *plan, const struct diff_shards *shards, const char *spec);
void diff_plan_close(struct diff_plan *plan);

#endif
