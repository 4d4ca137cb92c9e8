/* impact.h - from the seconds of a run to rows: each second, each event, the whole
 */
#ifndef RINGSIDE_IMPACT_H
#define RINGSIDE_IMPACT_H

#include "results.h"
#include "tier.h"

struct impact_run {
    const char *spec;
    const struct timeline *timeline;
    uint64_t seed;
    uint64_t n_keys;                   /* different ones */
    const struct tier_second *seconds; /* NULL: the strategy cannot, message says why */
    uint64_t n_seconds;
    const struct tier *tier; /* for the load of each node; NULL: not asked for */
    const char *message;
    bool is_refused;               /* some event was; message says why */
    const struct rs_why *refusals; /* by event: why it was left undone, or ""; NULL: none was */
};

/* Counts add up; of loads and levels the worst stands for the run. */
struct tier_second impact_whole(const struct impact_run *run);
/* What the rows of an event have as `change`: when, and its words. */
const char *impact_change(const struct impact_run *run, size_t event, struct results *results);
/* Why the strategy has not done what the event asks for; NULL: it has. */
const char *impact_refusal(const struct impact_run *run, size_t event);

void impact_emit(const struct impact_run *run, struct results *results);

/* What an event did to the database. */
struct impact {
    double before;   /* reads a second: mean of up to 5 s before */
    double peak;     /* the most in a second, until the next event */
    double expected; /* the peak if each key that was hit in the second before and has moved misses
                          once; negative: the event is gradual, a crash or a shift */
    double recovery_s; /* until three seconds together are within a tenth of before again; 0: all
                          were; negative: not before the next event */
    double moved;      /* part of the shards' copies */
};
struct impact impact_of(const struct impact_run *run, size_t event);

#endif
