/* bench_plan.c - a run of the bench, made from the words of the command line
 *
 * Every list is taken apart and looked up before anything is measured: a wrong word ends the run
 * at once and not after a minute.
 */
#include "bench_plan.h"

#include "cli.h"
#include "keyfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BENCH_MAX_NODES = 100000000, BENCH_MAX_REPS = 1000 };

/* What a run of each length is, where the command line does not say. */
struct bench_length {
    const char *strategies, *sizes;
    uint64_t n_keys, n_reps;
    double min_seconds;
};
static const struct bench_length bench_plan_full = {"modulo,ring,ring:hash=md5,jump,jump_swap",
                                                    "10,100,1000", 1000000, 5, 0.02};
static const struct bench_length bench_plan_quick = {"modulo,ring,ring:hash=md5,jump,jump_swap",
                                                     "10,100", 200000, 3, 0.01};
static const struct bench_length bench_plan_smoke = {"modulo,ring,ring:hash=md5,jump,jump_swap",
                                                     "4", 10000, 1, 0.001};

/* null stands before all others: the floor is in every table. */
static int bench_plan_specs(struct bench_plan *plan, const char *text)
{
    int code = spec_list_open(&plan->specs, text, "null");
    plan->options.specs = plan->specs.texts;
    plan->options.n_specs = plan->specs.n;
    return code;
}

/* Metrics and workloads: names of a registry, all of it when the list is NULL. */
static int bench_plan_metrics(struct bench_plan *plan, const char *list)
{
    size_t n_items = 0, n_all = 0;
    while (metric_at(n_all))
        n_all++;
    char **items = list ? cli_split(list, &n_items) : NULL;
    size_t n = list ? n_items : n_all;
    plan->options.metrics = calloc(n + 1, sizeof *plan->options.metrics);
    int code = plan->options.metrics && (items || !list) ? 0 : cli_fail(CLI_ERROR, "out of memory");
    for (size_t i = 0; !code && i < n; i++) {
        plan->options.metrics[i] = items ? metric_find(items[i]) : metric_at(i);
        if (!plan->options.metrics[i])
            code = cli_fail(
                CLI_USAGE, "--metrics: there is no metric %s; see ringside list metrics", items[i]);
    }
    if (!code && !n)
        code = cli_fail(CLI_NOTHING, "there is no metric to run");
    plan->options.n_metrics = n;
    free(items);
    return code;
}

static int bench_plan_workloads(struct bench_plan *plan, const struct bench_wish *wish)
{
    size_t n = 0;
    const char *list = wish->workloads ? wish->workloads : wish->keys ? "file" : "sequential";
    char **items = cli_split(list, &n);
    plan->options.workloads = calloc(n + 1, sizeof *plan->options.workloads);
    int code = items && plan->options.workloads ? 0 : cli_fail(CLI_ERROR, "out of memory");
    for (size_t i = 0; !code && i < n; i++) {
        plan->options.workloads[i] = workload_find(items[i]);
        if (!plan->options.workloads[i])
            code = cli_fail(CLI_USAGE,
                            "--workload: there is no workload %s; see ringside list workloads",
                            items[i]);
        else if (!strcmp(items[i], "file") && !wish->keys)
            code = cli_fail(CLI_USAGE, "the workload file needs --keys FILE");
    }
    if (!code && !n)
        code = cli_fail(CLI_NOTHING, "there is no workload to run");
    plan->options.n_workloads = n;
    free(items);
    return code;
}

static int bench_plan_sizes(struct bench_plan *plan, const char *list)
{
    size_t n = 0;
    char **items = cli_split(list, &n);
    plan->options.sizes = calloc(n + 1, sizeof *plan->options.sizes);
    int code = items && plan->options.sizes ? 0 : cli_fail(CLI_ERROR, "out of memory");
    for (size_t i = 0; !code && i < n; i++) {
        char *end;
        errno = 0;
        plan->options.sizes[i] = strtoull(items[i], &end, 10);
        if (*items[i] < '0' || *items[i] > '9' || *end || errno || plan->options.sizes[i] < 1 ||
            plan->options.sizes[i] > BENCH_MAX_NODES)
            code = cli_fail(CLI_USAGE, "--sizes: '%s' is no number of nodes from 1 to %d", items[i],
                            BENCH_MAX_NODES);
    }
    if (!code && !n)
        code = cli_fail(CLI_NOTHING, "there is no size to run");
    plan->options.n_sizes = n;
    free(items);
    return code;
}

static int bench_plan_nodes(struct bench_plan *plan, const char *path)
{
    struct rs_why why;
    if (!nodefile_read(path, &plan->nodes, &why))
        return cli_fail(CLI_ERROR, "%s", why.text);
    if (!plan->nodes.n)
        return cli_fail(CLI_NOTHING, "%s names no node", path);
    plan->options.sizes = calloc(1, sizeof *plan->options.sizes);
    if (!plan->options.sizes)
        return cli_fail(CLI_ERROR, "out of memory");
    plan->options.sizes[0] = plan->nodes.n;
    plan->options.n_sizes = 1;
    plan->options.nodes = plan->nodes.nodes;
    return 0;
}

/* A file of keys without a key is found out before the run. */
static int bench_plan_keys(const char *path)
{
    struct rs_why why;
    const struct rs_bytes *keys;
    size_t n = 0;
    struct keyfile *file = keyfile_open(path, &why);
    bool good = file && keyfile_next(file, &keys, &n, &why) && keyfile_rewind(file, &why);
    keyfile_close(file);
    if (!good)
        return cli_fail(CLI_ERROR, "%s", why.text);
    return n ? 0 : cli_fail(CLI_NOTHING, "%s: there are no keys; give a file that has some", path);
}

static int bench_plan_numbers(struct bench_plan *plan, const struct bench_wish *wish,
                              const struct bench_length *length)
{
    struct bench_options *options = &plan->options;
    uint64_t n_reps = wish->n_reps == BENCH_UNSAID ? length->n_reps : wish->n_reps;
    bool is_said = wish->n_keys != BENCH_UNSAID;
    options->n_keys = is_said ? wish->n_keys : length->n_keys;
    options->n_keys_of_file = is_said ? wish->n_keys : 0;
    options->keys_path = wish->keys;
    options->seed = wish->seed;
    options->n_reps = (unsigned)n_reps;
    options->min_seconds = length->min_seconds;
    options->progress = isatty(STDERR_FILENO) ? stderr : NULL;
    if (n_reps < 1 || n_reps > BENCH_MAX_REPS)
        return cli_fail(CLI_USAGE, "--reps: give 1 to %d", BENCH_MAX_REPS);
    if (!options->n_keys)
        return cli_fail(CLI_USAGE, "--n-keys: give 1 or more");
    if (wish->seed > INT64_MAX) /* JSON knows no greater whole number */
        return cli_fail(CLI_USAGE, "--seed: give at most %lld", (long long)INT64_MAX);
    return 0;
}

int bench_plan_open(struct bench_plan *plan, const struct bench_wish *wish)
{
    const struct bench_length *length = wish->smoke   ? &bench_plan_smoke
                                        : wish->quick ? &bench_plan_quick
                                                      : &bench_plan_full;
    *plan = (struct bench_plan){0};
    int code = bench_plan_numbers(plan, wish, length);
    if (!code)
        code = bench_plan_specs(plan, wish->strategies ? wish->strategies : length->strategies);
    if (!code)
        code = bench_plan_metrics(plan, wish->metrics);
    if (!code)
        code = bench_plan_workloads(plan, wish);
    if (!code && wish->keys)
        code = bench_plan_keys(wish->keys);
    if (!code && wish->nodes && wish->sizes)
        code = cli_fail(CLI_USAGE, "give --sizes or --nodes, not both");
    if (!code)
        code = wish->nodes ? bench_plan_nodes(plan, wish->nodes)
                           : bench_plan_sizes(plan, wish->sizes ? wish->sizes : length->sizes);
    return code;
}

void bench_plan_close(struct bench_plan *plan)
{
    node_list_free(&plan->nodes);
    spec_list_close(&plan->specs);
    free(plan->options.metrics);
    free(plan->options.workloads);
    free(plan->options.sizes);
}
