/* noise.h - what a difference of two times must be to be one
 */
#ifndef RINGSIDE_NOISE_H
#define RINGSIDE_NOISE_H

#include "driver.h"

/* Medians of lookup_again_ns over those of lookup_ns: the same code under two names. */
struct noise {
    double least, greatest;
    size_t n; /* strategies that have both */
};

struct noise noise_of(const struct bench_options *options, const struct results *results,
                      const char *workload, uint64_t n_nodes);

/* How many times as long one of two equal things may seem to take: 1 or more. */
double noise_factor(const struct noise *noise);

/* What the ratios are, how to read a difference, and how many times are invalid. */
void noise_print(FILE *out, const struct noise *noise, const struct results *results);

#endif
