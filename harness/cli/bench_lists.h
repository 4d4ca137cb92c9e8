/* bench_lists.h - the lists of a bench's command line, read into its options
 */
#ifndef RINGSIDE_BENCH_LISTS_H
#define RINGSIDE_BENCH_LISTS_H

#include "bench_plan.h"

/* Each returns 0, or the exit code after an error that names the option and the word. What is in
 * options then, also after an error, is bench_plan_close's to free. */
int bench_lists_metrics(struct bench_options *options, const char *text); /* NULL: all */
int bench_lists_workloads(struct bench_options *options, const struct bench_wish *wish);
int bench_lists_sizes(struct bench_options *options, const char *text);

#endif
