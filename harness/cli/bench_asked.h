/* bench_asked.h - what the rows of a bench depend on, as text
 *
 * So that --resume goes on only with the same. Where and how results are written is not part of it:
 * a folder may be copied elsewhere and finished there.
 */
#ifndef RINGSIDE_BENCH_ASKED_H
#define RINGSIDE_BENCH_ASKED_H

#include "bench_plan.h"

/* A thing a line, the caller's to free: the program and the processor, each option that was given,
 * and of files what is in them. NULL: why says it. */
char *bench_asked(const struct bench_wish *wish, struct rs_why *why);

#endif
