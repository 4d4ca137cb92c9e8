/* bench_plan.h - a run of the bench, made from the words of the command line
 */
#ifndef RINGSIDE_BENCH_PLAN_H
#define RINGSIDE_BENCH_PLAN_H

#include "driver.h"
#include "nodefile.h"
#include "spec_list.h"

#define BENCH_UNSAID UINT64_MAX /* a number that the command line does not give */

/* As typed; what is not said is NULL, false or BENCH_UNSAID. */
struct bench_wish {
    const char *strategies, *sizes, *nodes, *keys, *workloads, *metrics, *preset;
    uint64_t n_keys, n_reps, seed;
    bool quick, smoke;
};

/* The options of the run, and all that they point to. */
struct bench_plan {
    struct bench_options options;
    struct spec_list specs;
    uint64_t *max_nodes; /* of each spec */
    struct node_list nodes;
};

/* 0, or the exit code after an error that names the option; close all the same. */
int bench_plan_open(struct bench_plan *plan, const struct bench_wish *wish);
void bench_plan_close(struct bench_plan *plan);

#endif
