/* throughput_judge.h - all times of a size, and what they say of each other
 */
#ifndef RINGSIDE_THROUGHPUT_JUDGE_H
#define RINGSIDE_THROUGHPUT_JUDGE_H

#include "metric.h"
#include "shim.h"

struct judged_time {
    const struct subject *subject;
    size_t op; /* of timed_ops */
    struct gbench_result result;
    char *error; /* of the result */
};

/* Zeros at first. */
struct judged_times {
    struct judged_time *times;
    size_t n;
    unsigned n_cycles;
    bool failed; /* memory was short: there are no rows */
};

void throughput_judge_keep(struct judged_times *all, const struct subject *subject, size_t op,
                           const struct gbench_result *result);
/* A row for each time; a time that cannot be has no value. measures[op] is that of an operation. */
void throughput_judge_emit(const struct judged_times *all, const struct measure *measures);
void throughput_judge_free(struct judged_times *all);

#endif
