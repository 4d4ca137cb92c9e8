/* key_visit.h - all keys of a stream by all processors, in no order
 */
#ifndef RINGSIDE_KEY_VISIT_H
#define RINGSIDE_KEY_VISIT_H

#include "workload.h"

struct key_visit {
    unsigned n_workers; /* as parallel_workers gives it, or key_visit_workers */
    uint64_t limit;     /* the first so many keys; 0: all */
    /* At most WORKLOAD_BLOCK digests. Calls with one worker's number follow each other, others run
     * at the same time; what is added up by worker, in whole numbers, is the same on every run. */
    void (*block)(void *ctx, const uint64_t *digests, size_t n, unsigned worker);
    void *ctx;
};

/* How many workers a pass has that keep n_counters numbers each: as parallel_workers says, but with
 * no more than 2^25 numbers in all where one worker alone keeps to that. At least 1. */
unsigned key_visit_workers(unsigned n_threads, size_t n_counters);

/* One pass over the stream from where it stands; digests by the hash of p. Holds some 65,536 keys
 * at a time, however many there are. n_visited: how many; may be NULL. false: why says it (the
 * stream failed, a key has no digest, memory). */
bool key_visit_all(const struct key_visit *visit, struct key_stream *keys,
                   const struct rs_placement *p, uint64_t *n_visited, struct rs_why *why);

#endif
