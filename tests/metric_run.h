/* metric_run.h - one metric on one strategy by the driver, and the same keys looked up from here
 */
#ifndef RINGSIDE_METRIC_RUN_H
#define RINGSIDE_METRIC_RUN_H

#include "driver.h"
#include "support.h"

enum { N_KEYS = 20000 };

struct metric_run {
    const char *spec, *metric;
    uint64_t n_nodes, seed;
    const struct rs_node *nodes; /* NULL: node-0, node-1, ... */
    uint64_t n_keys;             /* 0: N_KEYS */
};

/* Rows of one strategy at one size, of a metric that need not be in the list. */
static inline void metric_run_this(struct results *results, const struct metric_run *run,
                                   const struct metric *metric)
{
    char spec[64];
    snprintf(spec, sizeof spec, "%s", run->spec);
    char *specs[] = {spec};
    uint64_t sizes[] = {run->n_nodes};
    const struct metric *metrics[] = {metric};
    const struct workload *workloads[] = {workload_find("sequential")};
    const struct bench_options options = {.specs = specs,
                                          .n_specs = 1,
                                          .metrics = metrics,
                                          .n_metrics = 1,
                                          .workloads = workloads,
                                          .n_workloads = 1,
                                          .sizes = sizes,
                                          .n_sizes = 1,
                                          .nodes = run->nodes,
                                          .n_keys = run->n_keys ? run->n_keys : N_KEYS,
                                          .seed = run->seed,
                                          .timing = {1, 0.001}};
    struct rs_why why = {""};
    assert_true(results_open(results, NULL, TABLE_CSV));
    if (!bench_run(&options, results, &why))
        fail_msg("%s %s: %s", run->spec, metric->name, why.text);
    assert_true(results_close(results));
}

static inline void metric_run_all(struct results *results, const struct metric_run *run)
{
    metric_run_this(results, run, metric_find(run->metric));
}

/* With the nodes that the driver makes, and seed 1. */
static inline void metric_run_plain(struct results *results, const char *spec, uint64_t n_nodes,
                                    const char *metric)
{
    const struct metric_run run = {.spec = spec, .metric = metric, .n_nodes = n_nodes, .seed = 1};
    metric_run_all(results, &run);
}

static inline const struct result *metric_run_row(const struct results *results,
                                                  const char *measure, const char *change)
{
    for (size_t i = 0; i < results->n; i++)
        if (!strcmp(results->rows[i].measure->name, measure) &&
            !strcmp(results->rows[i].change, change))
            return &results->rows[i];
    fail_msg("there is no row %s %s", measure, change);
    return NULL;
}

/* The same nodes as the driver's, one call each. */
static inline struct rs_placement *metric_run_place(const char *spec, uint32_t n)
{
    struct rs_placement *p = test_open(spec);
    test_add_numbered(p, 0, n);
    return p;
}

/* Of the i-th key of the workload. */
static inline uint32_t metric_run_owner(const struct rs_placement *p, size_t i)
{
    char key[40];
    snprintf(key, sizeof key, "key:1:%zu", i);
    return test_locate(p, key);
}

#endif
