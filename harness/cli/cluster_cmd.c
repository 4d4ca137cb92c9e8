/* cluster_cmd.c - ringside cluster: a timeline of changes, run for several strategies
 */
#include "cli.h"

#include "infile.h"
#include "live_run.h"
#include "reason.h"
#include "report.h"
#include "simulation.h"

#include <string.h>
#include <unistd.h>

static const char *cluster_strategies = "modulo,ring,jump", *cluster_keys, *cluster_out;
static uint64_t cluster_seed = 1;
static bool cluster_force, cluster_live;
static enum table_format cluster_format = TABLE_TEXT;

/* Why there is no value at all: the first strategy's reason. NULL: there is one. */
static const char *cluster_why_nothing(const struct results *results)
{
    const char *reason = NULL;
    for (size_t i = 0; i < results->n; i++) {
        if (results->rows[i].has != RESULT_NONE)
            return NULL;
        if (!reason)
            reason = results->rows[i].message;
    }
    return reason;
}

static int cluster_run(void *ctx, struct results *results, struct rs_why *why)
{
    if (!(cluster_live ? live_run : simulation_run)(ctx, results, why))
        return CLI_ERROR;
    const char *nothing = cluster_why_nothing(results);
    if (!nothing)
        return 0;
    reason_set(why, "nothing was run: %s", nothing);
    return CLI_NOTHING;
}

static bool cluster_print(void *ctx, const struct results *results)
{
    return simulation_print(stdout, ctx, results);
}

/* 0, or the exit code after an error. */
static int cluster_read(const char *path, struct timeline *timeline)
{
    struct rs_why why;
    if (!timeline_read(path, timeline, &why))
        return cli_fail(CLI_ERROR, "%s", why.text);
    if (!strcmp(timeline->workload, "file") && !cluster_keys)
        return cli_fail(CLI_USAGE, "%s: workload file needs --keys FILE", infile_name(path));
    return 0;
}

static int cluster_command_run(int argc, char **argv)
{
    struct timeline timeline = {0};
    struct spec_list specs = {0};
    if (argc != 1)
        return cli_fail(CLI_USAGE, "cluster needs one timeline file; see ringside cluster --help");
    const struct cli_input inputs[] = {{"TIMELINE", argv[0]}, {"--keys", cluster_keys}};
    int code = cli_check_inputs(inputs, sizeof inputs / sizeof *inputs);
    if (!code)
        code = spec_list_open(&specs, "--strategies", cluster_strategies, NULL);
    if (!code)
        code = spec_list_check(&specs);
    if (!code)
        code = cluster_read(argv[0], &timeline);
    struct simulation_options options = {.specs = specs.texts,
                                         .n_specs = specs.n,
                                         .timeline = &timeline,
                                         .keys_path = cluster_keys,
                                         .seed = cluster_seed,
                                         .progress = isatty(STDERR_FILENO) ? stderr : NULL};
    const struct report report = {.dir = cluster_out,
                                  .force = cluster_force,
                                  .format = cluster_format,
                                  .seed = cluster_seed,
                                  .specs = &specs,
                                  .run = cluster_run,
                                  .print = cluster_print,
                                  .ctx = &options};
    if (!code)
        code = report_check(&report);
    if (!code)
        code = report_run(&report);
    spec_list_close(&specs);
    timeline_free(&timeline);
    return cli_end_output(code);
}

static const struct cli_option cluster_command_options[] = {
    {"strategies", CLI_TEXT, &cluster_strategies, "LIST",
     "specs, apart by commas (modulo,ring,jump)"},
    {"keys", CLI_TEXT, &cluster_keys, "FILE", "a trace: a key a line, in request order"},
    {"live", CLI_FLAG, &cluster_live, NULL, "on memcached servers of its own, not in simulation"},
    {"seed", CLI_U64, &cluster_seed, "N", "of the requests (1)"},
    {"out", CLI_TEXT, &cluster_out, "DIR", "write DIR/results.csv and DIR/context.json"},
    {"force", CLI_FLAG, &cluster_force, NULL, "replace results that are there"},
    {"format", CLI_FORMAT, &cluster_format, "text|csv|json",
     "without --out: the run in words, or all rows (text)"},
    {.name = NULL},
};

const struct command command_cluster = {
    .name = "cluster",
    .summary = "what a change does to caches and the database behind them",
    .usage = "TIMELINE [--strategies LIST] [--keys FILE] [--out DIR] ...",
    .options = cluster_command_options,
    .run = cluster_command_run,
};
