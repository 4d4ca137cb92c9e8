/* driver.cmd.c - ringside bench: the comparison, as CSV and in words
 */
#include "cli.h"

#include "driver.h"
#include "context.h"
#include "outfile.h"
#include "shim.h"
#include "summary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *bench_strategies, *bench_sizes, *bench_nodes, *bench_keys, *bench_workloads;
static const char *bench_metrics, *bench_out;
static uint64_t bench_keys_wanted = 0, bench_seed = 1, bench_reps = 0;
static bool bench_quick, bench_smoke, bench_force;
static enum table_format bench_format = TABLE_TEXT;

/* What a run of each length is, where the command line does not say. */
struct bench_length {
    const char *strategies, *sizes;
    uint64_t n_keys, n_reps;
    double min_seconds;
};
static const struct bench_length bench_full_length = {
    "modulo,ring,ring:hash=md5,jump,jump_swap", "10,100,1000", 1000000, 5, 0.02};
static const struct bench_length bench_quick_length = {
    "modulo,ring,ring:hash=md5,jump,jump_swap", "10,100", 200000, 3, 0.01};
static const struct bench_length bench_smoke_length = {
    "modulo,ring,ring:hash=md5,jump,jump_swap", "4", 10000, 1, 0.001};

/* A run as the command line asks for it, and all that it holds. */
struct bench_run {
    struct bench_options options;
    struct rs_spec *specs;
    char (*texts)[RS_SPEC_MAX];
    struct node_list nodes;
    struct results results;
};

/* ---- what to run */

/* The specs, canonical, each once, with null before all others: the floor is in every table. */
static int bench_take_specs(struct bench_run *run, const char *list)
{
    struct rs_why why;
    size_t n_items;
    char **items = cli_split(list, &n_items);
    run->specs = calloc(n_items + 1, sizeof *run->specs);
    run->texts = calloc(n_items + 1, sizeof *run->texts);
    run->options.specs = calloc(n_items + 1, sizeof *run->options.specs);
    int code = items && run->specs && run->texts && run->options.specs
                   ? 0
                   : cli_fail(CLI_ERROR, "out of memory");
    if (!code && !n_items)
        code = cli_fail(CLI_NOTHING, "there is no strategy to run");
    for (size_t i = 0; !code && i <= n_items; i++) {
        size_t n = run->options.n_specs;
        const char *item = i ? items[i - 1] : "null";
        if (rs_spec_parse(item, &run->specs[n], &why)) {
            code = cli_fail(CLI_USAGE, "--strategies: %s", why.text);
            break;
        }
        rs_spec_print(&run->specs[n], false, run->texts[n], sizeof run->texts[n]);
        bool is_new = true;
        for (size_t k = 0; k < n; k++)
            is_new &= strcmp(run->texts[k], run->texts[n]) != 0;
        run->options.specs[n] = run->texts[n];
        run->options.n_specs += is_new;
    }
    free(items);
    return code;
}

/* Metrics and workloads: names of a registry, all of it when the list is NULL. */
static int bench_take_metrics(struct bench_run *run)
{
    size_t n_items = 0, n_all = 0;
    while (metric_at(n_all))
        n_all++;
    char **items = bench_metrics ? cli_split(bench_metrics, &n_items) : NULL;
    size_t n = bench_metrics ? n_items : n_all;
    run->options.metrics = calloc(n + 1, sizeof *run->options.metrics);
    int code = run->options.metrics && (items || !bench_metrics)
                   ? 0
                   : cli_fail(CLI_ERROR, "out of memory");
    for (size_t i = 0; !code && i < n; i++) {
        run->options.metrics[i] = items ? metric_find(items[i]) : metric_at(i);
        if (!run->options.metrics[i])
            code = cli_fail(CLI_USAGE, "--metrics: there is no metric %s; see ringside list metrics",
                            items[i]);
    }
    if (!code && !n)
        code = cli_fail(CLI_NOTHING, "there is no metric to run");
    run->options.n_metrics = n;
    free(items);
    return code;
}

static int bench_take_workloads(struct bench_run *run)
{
    size_t n = 0;
    const char *list = bench_workloads ? bench_workloads : bench_keys ? "file" : "sequential";
    char **items = cli_split(list, &n);
    run->options.workloads = calloc(n + 1, sizeof *run->options.workloads);
    int code = items && run->options.workloads ? 0 : cli_fail(CLI_ERROR, "out of memory");
    for (size_t i = 0; !code && i < n; i++) {
        run->options.workloads[i] = workload_find(items[i]);
        if (!run->options.workloads[i])
            code = cli_fail(CLI_USAGE,
                            "--workload: there is no workload %s; see ringside list workloads",
                            items[i]);
        else if (!strcmp(items[i], "file") && !bench_keys)
            code = cli_fail(CLI_USAGE, "the workload file needs --keys FILE");
    }
    if (!code && !n)
        code = cli_fail(CLI_NOTHING, "there is no workload to run");
    run->options.n_workloads = n;
    free(items);
    return code;
}

enum { BENCH_MAX_NODES = 100000000 };

static int bench_take_sizes(struct bench_run *run, const char *list)
{
    size_t n = 0;
    char **items = cli_split(list, &n);
    run->options.sizes = calloc(n + 1, sizeof *run->options.sizes);
    int code = items && run->options.sizes ? 0 : cli_fail(CLI_ERROR, "out of memory");
    for (size_t i = 0; !code && i < n; i++) {
        char *end;
        errno = 0;
        run->options.sizes[i] = strtoull(items[i], &end, 10);
        if (*items[i] < '0' || *items[i] > '9' || *end || errno || run->options.sizes[i] < 1 ||
            run->options.sizes[i] > BENCH_MAX_NODES)
            code = cli_fail(CLI_USAGE, "--sizes: '%s' is no number of nodes from 1 to %d", items[i],
                            BENCH_MAX_NODES);
    }
    if (!code && !n)
        code = cli_fail(CLI_NOTHING, "there is no size to run");
    run->options.n_sizes = n;
    free(items);
    return code;
}

static int bench_take_nodes(struct bench_run *run)
{
    struct rs_why why;
    if (bench_sizes)
        return cli_fail(CLI_USAGE, "give --sizes or --nodes, not both");
    if (!nodefile_read(bench_nodes, &run->nodes, &why))
        return cli_fail(CLI_ERROR, "%s", why.text);
    if (!run->nodes.n)
        return cli_fail(CLI_NOTHING, "%s names no node", bench_nodes);
    run->options.sizes = calloc(1, sizeof *run->options.sizes);
    if (!run->options.sizes)
        return cli_fail(CLI_ERROR, "out of memory");
    run->options.sizes[0] = run->nodes.n;
    run->options.n_sizes = 1;
    run->options.nodes = run->nodes.nodes;
    return 0;
}

static int bench_take_options(struct bench_run *run)
{
    const struct bench_length *length = bench_smoke   ? &bench_smoke_length
                                        : bench_quick ? &bench_quick_length
                                                      : &bench_full_length;
    run->options.keys_path = bench_keys;
    run->options.n_keys = bench_keys_wanted ? bench_keys_wanted : length->n_keys;
    run->options.seed = bench_seed;
    run->options.n_reps = (unsigned)(bench_reps ? bench_reps : length->n_reps);
    run->options.min_seconds = length->min_seconds;
    run->options.progress = isatty(STDERR_FILENO) ? stderr : NULL;
    if (bench_reps > 1000)
        return cli_fail(CLI_USAGE, "--reps: at most 1000");
    int code = bench_take_specs(run, bench_strategies ? bench_strategies : length->strategies);
    if (!code)
        code = bench_take_metrics(run);
    if (!code)
        code = bench_take_workloads(run);
    if (!code)
        code = bench_nodes ? bench_take_nodes(run)
                           : bench_take_sizes(run, bench_sizes ? bench_sizes : length->sizes);
    return code;
}

/* ---- where to */

struct bench_files {
    struct outfile csv, context;
};

static bool bench_open_file(struct outfile *file, const char *name, struct rs_why *why)
{
    char *path;
    if (asprintf(&path, "%s/%s", bench_out, name) < 0)
        return false;
    bool good = outfile_open(file, path, bench_force, why);
    free(path);
    return good;
}

static bool bench_write_context(const struct bench_run *run, struct outfile *file)
{
    int n_words;
    char **words = cli_words(&n_words);
    const struct context context = {.run = run->results.run,
                                    .argc = n_words,
                                    .argv = words,
                                    .seed = bench_seed,
                                    .specs = run->specs,
                                    .n_specs = run->options.n_specs,
                                    .benchmark_version = gbench_version()};
    return context_write(&context, file->out);
}

static int bench_measure(struct bench_run *run, FILE *out, enum table_format format)
{
    struct rs_why why;
    results_open(&run->results, out, format);
    if (!run->results.table)
        return cli_fail(CLI_ERROR, "out of memory");
    bool good = bench_run(&run->options, &run->results, &why);
    bool whole = results_close(&run->results);
    if (!good)
        return cli_fail(CLI_ERROR, "%s", why.text);
    if (!whole && !ferror(out))
        return cli_fail(CLI_ERROR, "out of memory");
    if (run->results.n_errors)
        return cli_fail(CLI_ERROR, "%zu results are wrong: see the rows with status error",
                        run->results.n_errors);
    return 0;
}

static int bench_to_files(struct bench_run *run)
{
    struct rs_why why = {"out of memory"};
    struct bench_files files = {0};
    if (!bench_open_file(&files.csv, "results.csv", &why) ||
        !bench_open_file(&files.context, "context.json", &why)) {
        outfile_abandon(&files.csv);
        return cli_fail(CLI_ERROR, "%s", why.text);
    }
    int code = bench_measure(run, files.csv.out, TABLE_CSV);
    bool whole = run->results.rows && (code == 0 || run->results.n_errors > 0);
    if (whole && !(bench_write_context(run, &files.context) && outfile_commit(&files.csv, &why) &&
                   outfile_commit(&files.context, &why)))
        code = cli_fail(CLI_ERROR, "%s", why.text);
    outfile_abandon(&files.csv);
    outfile_abandon(&files.context);
    if (whole && code == 0) {
        summary_print(stdout, &run->options, &run->results);
        printf("\nAll rows: %s/results.csv\n", bench_out);
    }
    return code;
}

static int bench_to_output(struct bench_run *run)
{
    if (bench_format != TABLE_TEXT)
        return bench_measure(run, stdout, bench_format);
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        return cli_fail(CLI_ERROR, "/dev/null: %s; give --out DIR", strerror(errno));
    int code = bench_measure(run, nowhere, TABLE_CSV);
    fclose(nowhere);
    if (!code)
        summary_print(stdout, &run->options, &run->results);
    return code;
}

static int bench_command_run(int argc, char **argv)
{
    struct bench_run run = {0};
    if (argc)
        return cli_fail(CLI_USAGE, "bench: what is %s? see ringside bench --help", argv[0]);
    int code = bench_take_options(&run);
    if (!code)
        code = bench_out ? bench_to_files(&run) : bench_to_output(&run);
    results_free(&run.results);
    node_list_free(&run.nodes);
    free(run.specs);
    free(run.texts);
    free(run.options.specs);
    free(run.options.metrics);
    free(run.options.workloads);
    free(run.options.sizes);
    return cli_end_output(code);
}

static const struct cli_option bench_command_options[] = {
    {"strategies", CLI_TEXT, &bench_strategies, "LIST", "specs, apart by commas"},
    {"sizes", CLI_TEXT, &bench_sizes, "LIST", "numbers of nodes: node-0, node-1, ..."},
    {"nodes", CLI_TEXT, &bench_nodes, "FILE", "or the nodes of a file"},
    {"n-keys", CLI_U64, &bench_keys_wanted, "N", "keys of a workload (1000000)"},
    {"keys", CLI_TEXT, &bench_keys, "FILE", "a key a line: the workload file"},
    {"workload", CLI_TEXT, &bench_workloads, "LIST", "see ringside list workloads (sequential)"},
    {"metrics", CLI_TEXT, &bench_metrics, "LIST", "see ringside list metrics (all)"},
    {"seed", CLI_U64, &bench_seed, "N", "of keys and of removals at random (1)"},
    {"reps", CLI_U64, &bench_reps, "N", "repetitions of what is timed (5)"},
    {"out", CLI_TEXT, &bench_out, "DIR", "write DIR/results.csv and DIR/context.json"},
    {"force", CLI_FLAG, &bench_force, NULL, "replace results that are there"},
    {"quick", CLI_FLAG, &bench_quick, NULL, "fewer sizes, keys and repetitions"},
    {"smoke", CLI_FLAG, &bench_smoke, NULL, "a second or two: does it run at all?"},
    {"format", CLI_FORMAT, &bench_format, "text|csv|json",
     "without --out: a summary, or all rows (text)"},
    {.name = NULL},
};

const struct command command_bench = {
    .name = "bench",
    .summary = "compare strategies: time, memory, skew, migration",
    .usage = "[--strategies LIST] [--sizes LIST | --nodes FILE] [--out DIR] ...\n"
             "Flags --benchmark_... go through to Google Benchmark.",
    .options = bench_command_options,
    .run = bench_command_run,
};
