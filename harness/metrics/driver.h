/* driver.h - a run: every metric on every strategy, at every size, under every workload
 */
#ifndef RINGSIDE_DRIVER_H
#define RINGSIDE_DRIVER_H

#include "metric.h"
#include "results.h"

#include <stdio.h>

struct bench_options {
    char **specs; /* canonical, or such as scale (spec_scale.h); null is among them */
    size_t n_specs;
    const uint64_t *max_nodes; /* of each spec; 0: no limit; NULL: none has one */
    const struct metric **metrics;
    size_t n_metrics;
    const struct workload **workloads;
    size_t n_workloads;
    uint64_t *sizes; /* node counts; with nodes: one, theirs */
    size_t n_sizes;
    const struct rs_node *nodes; /* NULL: node-0, node-1, ... are made */
    const char *keys_path;
    uint64_t n_keys;        /* of a generated workload */
    uint64_t n_keys_a_node; /* more where there are many nodes, but no more than max_keys; or 0 */
    uint64_t max_keys;
    uint64_t n_keys_of_file; /* at most; 0: all */
    uint64_t seed;
    struct timing timing;
    const char *parts_dir; /* where parts are kept, to go on from; NULL: nowhere */
    const char *asked;     /* with parts_dir: all that rows depend on, as text */
    FILE *progress;        /* NULL: none */
};

/* Runs all of it; rows go to results as they come. false: why says it, and there is no whole
 * result. Wrong answers are rows with status `error` and do not stop the run. */
bool bench_run(const struct bench_options *options, struct results *results, struct rs_why *why);

#endif
