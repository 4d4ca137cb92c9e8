/* bench.c - ringside bench: the comparison, as CSV and in words
 */
#include "cli.h"

#include "bench_plan.h"
#include "context.h"
#include "outfile.h"
#include "shim.h"
#include "summary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct bench_wish bench_wish = {.n_keys = BENCH_UNSAID, .n_reps = BENCH_UNSAID, .seed = 1};
static const char *bench_out;
static bool bench_force;
static enum table_format bench_format = TABLE_TEXT;

struct bench_command {
    struct bench_plan plan;
    struct results results;
};

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

static bool bench_write_context(const struct bench_command *bench, struct outfile *file)
{
    int n_words;
    char **words = cli_words(&n_words);
    const struct context context = {.run = bench->results.run,
                                    .argc = n_words,
                                    .argv = words,
                                    .seed = bench_wish.seed,
                                    .specs = bench->plan.specs,
                                    .n_specs = bench->plan.options.n_specs,
                                    .benchmark_version = gbench_version()};
    return context_write(&context, file->out);
}

static int bench_measure(struct bench_command *bench, FILE *out, enum table_format format)
{
    struct rs_why why;
    results_open(&bench->results, out, format);
    if (!bench->results.table)
        return cli_fail(CLI_ERROR, "out of memory");
    bool good = bench_run(&bench->plan.options, &bench->results, &why);
    bool whole = results_close(&bench->results);
    if (!good)
        return cli_fail(CLI_ERROR, "%s", why.text);
    if (!whole && !ferror(out))
        return cli_fail(CLI_ERROR, "out of memory");
    if (bench->results.n_errors)
        return cli_fail(CLI_ERROR, "%zu results are wrong: see the rows with status error",
                        bench->results.n_errors);
    return 0;
}

static int bench_to_files(struct bench_command *bench)
{
    struct rs_why why = {"out of memory"};
    struct bench_files files = {0};
    if (!bench_open_file(&files.csv, "results.csv", &why) ||
        !bench_open_file(&files.context, "context.json", &why)) {
        outfile_abandon(&files.csv);
        return cli_fail(CLI_ERROR, "%s", why.text);
    }
    int code = bench_measure(bench, files.csv.out, TABLE_CSV);
    bool whole = bench->results.rows && (code == 0 || bench->results.n_errors > 0);
    if (whole && !(bench_write_context(bench, &files.context) && outfile_commit(&files.csv, &why) &&
                   outfile_commit(&files.context, &why)))
        code = cli_fail(CLI_ERROR, "%s", why.text);
    outfile_abandon(&files.csv);
    outfile_abandon(&files.context);
    if (whole && code == 0) {
        summary_print(stdout, &bench->plan.options, &bench->results);
        printf("\nAll rows: %s/results.csv\n", bench_out);
    }
    return code;
}

static int bench_to_output(struct bench_command *bench)
{
    if (bench_format != TABLE_TEXT)
        return bench_measure(bench, stdout, bench_format);
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        return cli_fail(CLI_ERROR, "/dev/null: %s; give --out DIR", strerror(errno));
    int code = bench_measure(bench, nowhere, TABLE_CSV);
    fclose(nowhere);
    if (!code)
        summary_print(stdout, &bench->plan.options, &bench->results);
    return code;
}

static int bench_command_run(int argc, char **argv)
{
    struct bench_command bench = {0};
    if (argc)
        return cli_fail(CLI_USAGE, "bench: what is %s? see ringside bench --help", argv[0]);
    int code = bench_plan_open(&bench.plan, &bench_wish);
    if (!code)
        code = bench_out ? bench_to_files(&bench) : bench_to_output(&bench);
    results_free(&bench.results);
    bench_plan_close(&bench.plan);
    return cli_end_output(code);
}

static const struct cli_option bench_command_options[] = {
    {"strategies", CLI_TEXT, &bench_wish.strategies, "LIST", "specs, apart by commas"},
    {"sizes", CLI_TEXT, &bench_wish.sizes, "LIST", "numbers of nodes: node-0, node-1, ..."},
    {"nodes", CLI_TEXT, &bench_wish.nodes, "FILE", "or the nodes of a file"},
    {"n-keys", CLI_U64, &bench_wish.n_keys, "N", "keys of a workload (1000000; a file: all)"},
    {"keys", CLI_TEXT, &bench_wish.keys, "FILE", "a key a line: the workload file"},
    {"workload", CLI_TEXT, &bench_wish.workloads, "LIST",
     "see ringside list workloads (sequential)"},
    {"metrics", CLI_TEXT, &bench_wish.metrics, "LIST", "see ringside list metrics (all)"},
    {"seed", CLI_U64, &bench_wish.seed, "N", "of keys and of removals at random (1)"},
    {"reps", CLI_U64, &bench_wish.n_reps, "N", "repetitions of what is timed (5)"},
    {"out", CLI_TEXT, &bench_out, "DIR", "write DIR/results.csv and DIR/context.json"},
    {"force", CLI_FLAG, &bench_force, NULL, "replace results that are there"},
    {"quick", CLI_FLAG, &bench_wish.quick, NULL, "fewer sizes, keys and repetitions"},
    {"smoke", CLI_FLAG, &bench_wish.smoke, NULL, "a second or two: does it run at all?"},
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
