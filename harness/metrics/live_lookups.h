/* live_lookups.h - one subject whose nodes may change while it is asked
 */
#ifndef RINGSIDE_LIVE_LOOKUPS_H
#define RINGSIDE_LIVE_LOOKUPS_H

#include "metric.h"
#include "ringside_live.h"

#include <pthread.h>

#define LIVE_LOOKUPS_BLOCK 64     /* digests between enter and leave */
#define LIVE_LOOKUPS_N_BLOCKS 256 /* at most: a run is short, and the default run of all is too */

struct live_lookups {
    struct rs_reader reader;
    const struct subject *subject;
    struct rs_placement *plain; /* the subject's nodes */
    struct rs_live *live;       /* the same, and the newcomer that comes and goes */
    uint64_t *without, *with;   /* checksums of the blocks, the newcomer not there and there */
    size_t n_blocks;
    pthread_t writer;
    size_t n_changes, n_failed; /* of the writer, which counts pairs; atomic */
    bool stops;                 /* atomic */
    /* Of all runs under change: what the writer did from start to check, and how long that was. */
    size_t n_before, n_during;
    double begun_s, during_s;
};

/* Close it also where open failed. EUNSUPPORTED: the strategy, or too few keys. */
enum rs_status live_lookups_open(struct live_lookups *c, const struct subject *s,
                                 struct rs_why *why);
void live_lookups_close(struct live_lookups *c);

/* What the shim asks of a case: ctx is a struct live_lookups. The runs return how many blocks had
 * right answers: all n_blocks of them. From start on a thread adds the newcomer and takes it out
 * without a pause, until stop or the start of another: repetitions are interleaved, and no hook
 * says that one is over. check ends a run: it returns 0, or, when a change failed, more than any
 * run does. */
uint64_t live_lookups_run_plain(void *ctx);
uint64_t live_lookups_run_quiet(void *ctx);
uint64_t live_lookups_run_changing(void *ctx);
bool live_lookups_start(void *ctx);
bool live_lookups_stop(void *ctx); /* of whichever is at work */
uint64_t live_lookups_check(void *ctx);

#endif
