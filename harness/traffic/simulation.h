/* simulation.h - a timeline run for several strategies side by side, in simulated time
 *
 * All see the same requests, second by second. Rows (results.h): for every second, with `change`
 * its number ("12s"); for every event, with its words ("10s add node-d"); and for the run as a
 * whole, with an empty one.
 */
#ifndef RINGSIDE_SIMULATION_H
#define RINGSIDE_SIMULATION_H

#include "results.h"
#include "timeline.h"

struct simulation_options {
    char **specs; /* canonical */
    size_t n_specs;
    const struct timeline *timeline;
    const char *keys_path; /* a trace, or NULL */
    uint64_t seed;
    FILE *progress; /* NULL: none */
};

/* false: why says it; there is no whole result. */
bool simulation_run(const struct simulation_options *options, struct results *results,
                    struct rs_why *why);

/* The run in words: a table of events and strategies. */
bool simulation_print(FILE *out, const struct simulation_options *options,
                      const struct results *results);

/* What it measures, for `ringside list metrics`; ends with a NULL name. */
extern const struct measure simulation_measures[];

#endif
