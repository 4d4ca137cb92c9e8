/* concurrency.h - the end of a concurrency run, under any clock
 */
#ifndef RINGSIDE_CONCURRENCY_H
#define RINGSIDE_CONCURRENCY_H

#include "throughput.h"

/* What metric_concurrency.finish does: times the cases of all subjects that its run was given, and
 * emits their rows. A time under change is `invalid` where no repetition saw a change, and an
 * `error` where a change failed or an answer was wrong; so is the number of changes. */
bool concurrency_time_all(throughput_clock *clock, const struct timing *timing, struct rs_why *why);

#endif
