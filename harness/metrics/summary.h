/* summary.h - the end of a run in words
 */
#ifndef RINGSIDE_SUMMARY_H
#define RINGSIDE_SUMMARY_H

#include "driver.h"

/* A table of the largest size under the first workload, and the sentences that it proves. */
bool summary_print(FILE *out, const struct bench_options *options, const struct results *results);

#endif
