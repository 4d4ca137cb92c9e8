/* diff_load.h - what the shards of a cluster hold, by the keys of a file
 */
#ifndef RINGSIDE_DIFF_LOAD_H
#define RINGSIDE_DIFF_LOAD_H

#include "cluster.h"

struct diff_load {
    uint64_t *n_keys, *n_bytes; /* by shard; NULL: nothing was counted */
};

/* Counts the keys of a file. 0, or the exit code after an error: CLI_NOTHING when there is no key;
 * close all the same. */
int diff_load_open(struct diff_load *load, const struct rc_cluster *cluster, uint64_t n_shards,
                   const char *path);
void diff_load_close(struct diff_load *load);

#endif
