/* throughput.h - the end of a throughput run, under any clock
 */
#ifndef RINGSIDE_THROUGHPUT_H
#define RINGSIDE_THROUGHPUT_H

#include "metric.h"
#include "shim.h"

/* gbench_run, or what a test puts in its place. */
typedef void throughput_clock(const struct gbench_case *cases, size_t n,
                              const struct gbench_options *options,
                              void (*on_result)(void *ctx, const struct gbench_result *),
                              void *ctx);

/* What metric_throughput.finish does: times the cases of all subjects that its run was given, and
 * emits their rows. A time that cannot be gets a row with status `invalid` and no value. false: why
 * says it. */
bool throughput_time_all(throughput_clock *clock, const struct timing *timing, struct rs_why *why);

#endif
