/* bench.c - ringside bench: the comparison, as CSV and in words
 */
#include "cli.h"

#include "bench_asked.h"
#include "parts.h"
#include "reason.h"
#include "report.h"
#include "self_check.h"
#include "summary.h"

#include <stdlib.h>
#include <string.h>

static struct bench_wish bench_wish = {.n_keys = BENCH_UNSAID, .n_reps = BENCH_UNSAID, .seed = 1};
static const char *bench_out;
static bool bench_force, bench_resume, bench_self_check;
static enum table_format bench_format = TABLE_TEXT;

static bool bench_is_filtered(void)
{
    int n;
    char **words = cli_words(&n);
    bool found = false;
    for (int i = 1; i < n; i++)
        found |= !strncmp(words[i], "--benchmark_filter", 18);
    return found;
}

static bool bench_asks_times(const struct bench_options *options)
{
    bool found = false;
    for (size_t m = 0; m < options->n_metrics; m++)
        for (const struct measure *measure = options->metrics[m]->measures; measure->name;
             measure++)
            found |= measure->kind == KIND_TIME;
    return found;
}

static bool bench_has_times(const struct results *results)
{
    bool found = false;
    for (size_t i = 0; i < results->n; i++)
        found |= results->rows[i].measure->kind == KIND_TIME &&
                 strcmp(results->rows[i].status, "unsupported") != 0;
    return found;
}

/* Why nobody has a value; NULL: somebody has. null stands in every run, and counts when it is the
 * only one. */
static const char *bench_why_nothing(const struct bench_plan *plan, const struct results *results)
{
    const char *reason = NULL, *reason_of_null = "see ringside list metrics";
    for (size_t i = 0; i < results->n; i++) {
        const struct result *row = &results->rows[i];
        bool counts = plan->specs.n == 1 || strcmp(row->spec, "null") != 0;
        if (row->has != RESULT_NONE && counts)
            return NULL;
        if (*row->message && !strcmp(row->spec, "null"))
            reason_of_null = row->message;
        else if (*row->message && !reason)
            reason = row->message;
    }
    return reason ? reason : reason_of_null;
}

static int bench_measure(void *ctx, struct results *results, struct rs_why *why)
{
    const struct bench_plan *plan = ctx;
    if (!bench_run(&plan->options, results, why))
        return CLI_ERROR;
    if (results->n_errors)
        return 0; /* the rows say it */
    const char *nothing = bench_why_nothing(plan, results);
    if (bench_is_filtered() && bench_asks_times(&plan->options) && !bench_has_times(results))
        reason_set(why, "--benchmark_filter leaves out all that is timed");
    else if (nothing)
        reason_set(why, "nothing was measured: %s", nothing);
    else
        return 0;
    return CLI_NOTHING;
}

static bool bench_print(void *ctx, const struct results *results)
{
    const struct bench_plan *plan = ctx;
    return summary_print(stdout, &plan->options, results);
}

static void bench_written(void *ctx)
{
    const struct bench_plan *plan = ctx;
    parts_discard(bench_out, &plan->options);
}

/* 0, or the exit code after an error. */
static int bench_plan_parts(struct bench_plan *plan, char **asked)
{
    struct rs_why why;
    *asked = NULL;
    if (!bench_resume)
        return 0;
    if (!bench_out)
        return cli_fail(CLI_USAGE, "--resume: give the folder to go on in with --out");
    *asked = bench_asked(&bench_wish, &why);
    if (!*asked)
        return cli_fail(CLI_ERROR, "%s", why.text);
    plan->options.parts_dir = bench_out;
    plan->options.asked = *asked;
    return 0;
}

/* A harness that is wrong measures nothing. The words go where they do not mix with rows. */
static int bench_check_self(const struct bench_plan *plan, struct self_check *checks)
{
    const struct self_check_tools tools = self_check_tools(&plan->options);
    size_t n_failed = self_check_run(&tools, checks), i = 0;
    bool is_words = bench_out || bench_format == TABLE_TEXT;
    if (is_words || n_failed)
        self_check_print(is_words ? stdout : stderr, checks);
    if (!n_failed)
        return 0;
    while (checks[i].outcome != SELF_CHECK_FAILED)
        i++;
    return cli_fail(CLI_ERROR,
                    "self-check %s: expected %s; found %s. Nothing was measured: memory is short, "
                    "or the program, its build or the clock is wrong",
                    checks[i].name, checks[i].expected, checks[i].found);
}

/* Nothing that was asked for may be passed over in silence. */
static int bench_check_words(int argc, char **argv)
{
    if (argc)
        return cli_fail(CLI_USAGE, "bench: what is %s? see ringside bench --help", argv[0]);
    if (bench_self_check && (bench_out || bench_resume || bench_format != TABLE_TEXT))
        return cli_fail(CLI_USAGE, "--self-check measures nothing that could be written; leave "
                                   "--out, --resume and --format out");
    if (bench_out && bench_format != TABLE_TEXT)
        return cli_fail(CLI_USAGE, "--format is for rows that are printed; with --out they are "
                                   "written as CSV; leave one of the two out");
    if (bench_force && !bench_out)
        return cli_fail(CLI_USAGE, "--force: there is no --out whose files it could replace");
    return 0;
}

static int bench_command_run(int argc, char **argv)
{
    struct bench_plan plan = {0};
    struct self_check checks[N_SELF_CHECKS];
    char *asked = NULL;
    int code = bench_check_words(argc, argv);
    if (!code)
        code = bench_plan_open(&plan, &bench_wish);
    const struct report report = {.dir = bench_out,
                                  .force = bench_force,
                                  .format = bench_format,
                                  .seed = bench_wish.seed,
                                  .specs = &plan.specs,
                                  .run = bench_measure,
                                  .print = bench_print,
                                  .written = bench_resume ? bench_written : NULL,
                                  .checks = checks,
                                  .ctx = &plan};
    if (!code)
        code = bench_plan_parts(&plan, &asked);
    if (!code)
        code = report_check(&report);
    if (!code)
        code = bench_check_self(&plan, checks);
    if (!code && !bench_self_check)
        code = report_run(&report);
    free(asked);
    bench_plan_close(&plan);
    return cli_end_output(code);
}

static const struct cli_option bench_command_options[] = {
    {"strategies", CLI_TEXT, &bench_wish.strategies, "LIST", "specs, apart by commas"},
    {"preset", CLI_TEXT, &bench_wish.preset, "NAME",
     "default, full (hours: see --resume) or supsi"},
    {"sizes", CLI_TEXT, &bench_wish.sizes, "LIST", "numbers of nodes: node-0, node-1, ..."},
    {"nodes", CLI_TEXT, &bench_wish.nodes, "FILE", "or the nodes of a file"},
    {"n-keys", CLI_U64, &bench_wish.n_keys, "N", "keys of a workload (500000; a file: all)"},
    {"keys", CLI_TEXT, &bench_wish.keys, "FILE", "a key a line: the workload file"},
    {"workload", CLI_TEXT, &bench_wish.workloads, "LIST",
     "see ringside list workloads (sequential)"},
    {"metrics", CLI_TEXT, &bench_wish.metrics, "LIST", "see ringside list metrics (all)"},
    {"seed", CLI_U64, &bench_wish.seed, "N", "of keys and of removals at random (1)"},
    {"reps", CLI_U64, &bench_wish.n_reps, "N", "repetitions of what is timed (5)"},
    {"out", CLI_TEXT, &bench_out, "DIR", "write DIR/results.csv and DIR/context.json"},
    {"force", CLI_FLAG, &bench_force, NULL, "replace results that are there"},
    {"resume", CLI_FLAG, &bench_resume, NULL, "keep what is done in DIR/parts; go on from it"},
    {"quick", CLI_FLAG, &bench_wish.quick, NULL, "fewer sizes, keys and repetitions"},
    {"smoke", CLI_FLAG, &bench_wish.smoke, NULL, "a second or two: does it run at all?"},
    {"self-check", CLI_FLAG, &bench_self_check, NULL,
     "only what each run does first: check the harness"},
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
