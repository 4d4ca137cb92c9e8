/* diff_shards.h - ringside diff --shards N: the same change, for a cluster that moves whole shards
 */
#ifndef RINGSIDE_DIFF_SHARDS_H
#define RINGSIDE_DIFF_SHARDS_H

#include "diff_report.h"

struct diff_shards {
    const struct diff *diff; /* specs that open, lists and their union */
    uint64_t n_shards, factor;
    const char *keys; /* file whose keys are counted by shard; NULL: none are */
    bool moves;       /* list them, of one strategy */
    enum table_format format;
};

/* Plans the moves and prints them: nothing before the last plan is made, so an error has no table
 * before it. Returns the exit code, CLI_NOTHING when a list has no node that can own a shard, or no
 * strategy can make the change.
 *
 * *moved is the greatest moved part: moves over the copies that there are after the change, each
 * shard on `factor` nodes, or on all that can own one where these are fewer. */
int diff_shards_run(const struct diff_shards *shards, double *moved);

#endif
