/* diff_shards.h - ringside diff --shards N: the same change, for a cluster that moves whole shards
 */
#ifndef RINGSIDE_DIFF_SHARDS_H
#define RINGSIDE_DIFF_SHARDS_H

#include "diff_report.h"

struct diff_shards {
    const struct diff *diff; /* specs, lists and their union */
    uint64_t n_shards, factor;
    const char *keys; /* file whose keys are counted by shard; NULL: none are */
    bool moves;       /* list them, of one strategy */
    enum table_format format;
};

/* Plans the moves and prints them. Returns the exit code; *moved is the greatest moved part. */
int diff_shards_run(const struct diff_shards *shards, double *moved);

#endif
