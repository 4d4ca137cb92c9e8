/* cluster_session.h - any bytes as the life of a cluster, held against a dictionary
 *
 * The bytes choose a strategy, a replication factor, a number of shards and a byte limit, then
 * calls: nodes change, crash and come back, shards are pinned and move a few items at a time, keys
 * are put, read and deleted through any node, and memory runs out in the midst of it. After every
 * call each key is read: what a client was told is there must be there and nothing else, unless the
 * cluster has counted it as lost.
 *
 * Needs narrow_register.
 */
#ifndef RINGSIDE_CLUSTER_SESSION_H
#define RINGSIDE_CLUSTER_SESSION_H

#include "cluster.h"

enum { CLUSTER_SESSION_BYTES = 512 }; /* more say nothing more */

/* NULL, or what was wrong: it lives until the next reason of this thread. *outcome: a fingerprint
 * of the cluster at the end, 0 where it did not open. */
const char *cluster_session_run(const uint8_t *data, size_t n_bytes, uint64_t *outcome);

#endif
