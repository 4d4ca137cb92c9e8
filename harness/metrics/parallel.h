/* parallel.h - a loop spread over the processors
 */
#ifndef RINGSIDE_PARALLEL_H
#define RINGSIDE_PARALLEL_H

#include <stddef.h>

/* How many workers a loop has: n_threads, or one for each processor that is online where that is
 * 0. At least 1. */
unsigned parallel_workers(unsigned n_threads);

/* Items begin to end - 1, by worker number `worker`. */
typedef void parallel_fn(void *ctx, size_t begin, size_t end, unsigned worker);

/* Calls fn at most once for each worker below n_workers, together for every item once, and returns
 * when all have. The parts of the workers are the same on every run, so sums kept by worker are.
 * Where a thread is not to be had, the caller's does its part. */
void parallel_for(unsigned n_workers, size_t n_items, parallel_fn *fn, void *ctx);

#endif
