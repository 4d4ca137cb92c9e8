/* self_check.c - the small runs that checks look at, and the list of checks
 *
 * Three strategies whose values are known: null gives everything to one node, modulo moves nearly
 * all keys, a ring moves none when a node comes back.
 */
#include "self_check.h"

#include "reason.h"

#include <string.h>

enum { SELF_CHECK_TIMED_KEYS = 2048, SELF_CHECK_REPS = 5 };

static char self_check_null[] = "null", self_check_modulo[] = "modulo", self_check_ring[] = "ring",
            self_check_small[] = "maglev:table=251", self_check_large[] = "maglev:table=65537",
            self_check_down[] = "rendezvous";

struct self_check_tools self_check_tools(const struct bench_options *plan)
{
    return (struct self_check_tools){bench_run, gbench_run, heap_allocator, plan};
}

double self_check_value(const struct results *results, const char *spec, const char *measure,
                        const char *change)
{
    double median;
    bool is_there = results_median(results, spec, workload_sequential.name, SELF_CHECK_NODES,
                                   change, measure, &median);
    return is_there ? median : NAN;
}

/* ---- the runs */

bool self_check_bench(const struct self_check_tools *tools, struct bench_options options,
                      struct results *results, struct rs_why *why)
{
    const struct workload *workloads[] = {&workload_sequential};
    uint64_t sizes[] = {SELF_CHECK_NODES};
    if (!options.workloads)
        options.workloads = workloads, options.n_workloads = 1;
    options.sizes = sizes, options.n_sizes = 1;
    if (!results_open(results, NULL, TABLE_CSV))
        return reason_set(why, "out of memory");
    return tools->bench(&options, results, why) && results_close(results);
}

static bool self_check_bench_seed(const struct self_check_tools *tools, uint64_t seed,
                                  struct results *results, struct rs_why *why)
{
    char *specs[] = {self_check_null, self_check_modulo, self_check_ring};
    const struct metric *metrics[] = {&metric_skew, &metric_migration};
    const struct bench_options options = {.specs = specs,
                                          .n_specs = 3,
                                          .metrics = metrics,
                                          .n_metrics = 2,
                                          .n_keys = SELF_CHECK_KEYS,
                                          .seed = seed};
    return self_check_bench(tools, options, results, why);
}

static bool self_check_bench_down(const struct self_check_tools *tools, struct results *results,
                                  struct rs_why *why)
{
    static const char names[] = "abcdefghij";
    char *specs[] = {self_check_down};
    const struct metric *metrics[] = {&metric_skew};
    struct rs_node nodes[SELF_CHECK_NODES];
    for (uint32_t i = 0; i < SELF_CHECK_NODES; i++)
        nodes[i] = (struct rs_node){.id = i, .weight = 1, .name = {names + i, 1}};
    nodes[SELF_CHECK_NODES / 2].flags = RS_DOWN;
    const struct bench_options options = {.specs = specs,
                                          .n_specs = 1,
                                          .metrics = metrics,
                                          .n_metrics = 1,
                                          .nodes = nodes,
                                          .n_keys = SELF_CHECK_KEYS,
                                          .seed = 1};
    return self_check_bench(tools, options, results, why);
}

static bool self_check_bench_bytes(const struct self_check_tools *tools, struct results *results,
                                   struct rs_why *why)
{
    char *specs[] = {self_check_small, self_check_large};
    const struct metric *metrics[] = {&metric_memory};
    const struct bench_options options = {
        .specs = specs, .n_specs = 2, .metrics = metrics, .n_metrics = 1, .n_keys = 1, .seed = 1};
    return self_check_bench(tools, options, results, why);
}

static bool self_check_bench_times(const struct self_check_tools *tools, struct results *results,
                                   struct rs_why *why)
{
    char *specs[] = {self_check_null, self_check_ring};
    const struct metric *metrics[] = {&metric_throughput};
    const struct bench_options options = {.specs = specs,
                                          .n_specs = 2,
                                          .metrics = metrics,
                                          .n_metrics = 1,
                                          .n_keys = SELF_CHECK_TIMED_KEYS,
                                          .seed = 1,
                                          .timing = {SELF_CHECK_REPS, 0.0002}};
    return self_check_bench(tools, options, results, why);
}

/* ---- the checks */

struct self_check_entry {
    const char *name;
    self_check_fn *run;
};
static const struct self_check_entry self_check_list[N_SELF_CHECKS] = {
#define SELF_CHECK(name) {#name, self_check_##name},
#include "self_check.def"
#undef SELF_CHECK
};

size_t self_check_run(const struct self_check_tools *tools, struct self_check checks[N_SELF_CHECKS])
{
    struct self_check_runs runs = {.tools = tools};
    struct rs_why why = {"memory was short"};
    bool good = self_check_bench_seed(tools, 1, &runs.first, &why) &&
                self_check_bench_seed(tools, 1, &runs.again, &why) &&
                self_check_bench_seed(tools, 2, &runs.other, &why) &&
                self_check_draw(tools, &runs.drawn, &why) &&
                self_check_bench_down(tools, &runs.down, &why) &&
                self_check_bench_bytes(tools, &runs.bytes, &why) &&
                self_check_bench_times(tools, &runs.times, &why);
    size_t n_failed = 0;
    for (size_t i = 0; i < N_SELF_CHECKS; i++) {
        const struct self_check_entry *entry = &self_check_list[i];
        checks[i] = (struct self_check){.name = entry->name};
        if (good) {
            checks[i].outcome = entry->run(&runs, &checks[i]);
        } else {
            snprintf(checks[i].expected, sizeof checks[i].expected, "a small run");
            snprintf(checks[i].found, sizeof checks[i].found, "%.90s", why.text);
        }
        n_failed += checks[i].outcome == SELF_CHECK_FAILED;
    }
    results_free(&runs.first);
    results_free(&runs.again);
    results_free(&runs.other);
    results_free(&runs.down);
    results_free(&runs.bytes);
    results_free(&runs.times);
    return n_failed;
}

const char *self_check_outcome_text(enum self_check_outcome outcome)
{
    return outcome == SELF_CHECK_PASSED   ? "ok"
           : outcome == SELF_CHECK_FAILED ? "FAILED"
                                          : "left out";
}

void self_check_print(FILE *out, const struct self_check checks[N_SELF_CHECKS])
{
    fprintf(out, "The harness checks itself:\n");
    for (size_t i = 0; i < N_SELF_CHECKS; i++) {
        fprintf(out, "  %-10s  %-8s  %s\n", checks[i].name,
                self_check_outcome_text(checks[i].outcome), checks[i].found);
        if (checks[i].outcome == SELF_CHECK_FAILED)
            fprintf(out, "    expected: %s\n", checks[i].expected);
    }
    fputc('\n', out);
    fflush(out); /* what follows may take hours */
}
