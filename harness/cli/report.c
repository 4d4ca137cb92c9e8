/* report.c - the rows of a run, to where the command line wants them
 */
#include "report.h"

#include "cli.h"
#include "context.h"
#include "outfile.h"
#include "shim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct report_files {
    struct outfile csv, context;
};

static bool report_open_file(const struct report *report, struct outfile *file, const char *name,
                             struct rs_why *why)
{
    char *path;
    if (asprintf(&path, "%s/%s", report->dir, name) < 0)
        return false;
    bool good = outfile_open(file, path, report->force, why);
    free(path);
    return good;
}

static bool report_write_context(const struct report *report, const struct results *results,
                                 struct outfile *file)
{
    int n_words;
    char **words = cli_words(&n_words);
    const struct context context = {.run = results->run,
                                    .argc = n_words,
                                    .argv = words,
                                    .seed = report->seed,
                                    .specs = report->specs->specs,
                                    .n_specs = report->specs->n,
                                    .benchmark_version = gbench_version()};
    return context_write(&context, file->out);
}

static int report_measure(const struct report *report, struct results *results, FILE *out,
                          enum table_format format)
{
    struct rs_why why;
    results_open(results, out, format);
    if (!results->table)
        return cli_fail(CLI_ERROR, "out of memory");
    bool good = report->run(report->ctx, results, &why);
    bool whole = results_close(results);
    if (!good)
        return cli_fail(CLI_ERROR, "%s", why.text);
    if (!whole && !ferror(out))
        return cli_fail(CLI_ERROR, "out of memory");
    if (results->n_errors)
        return cli_fail(CLI_ERROR, "%zu results are wrong: see the rows with status error",
                        results->n_errors);
    return 0;
}

static int report_to_files(const struct report *report, struct results *results)
{
    struct rs_why why = {"out of memory"};
    struct report_files files = {0};
    if (!report_open_file(report, &files.csv, "results.csv", &why) ||
        !report_open_file(report, &files.context, "context.json", &why)) {
        outfile_abandon(&files.csv);
        return cli_fail(CLI_ERROR, "%s", why.text);
    }
    int code = report_measure(report, results, files.csv.out, TABLE_CSV);
    bool whole = results->rows && (code == 0 || results->n_errors > 0);
    if (whole && !(report_write_context(report, results, &files.context) &&
                   outfile_commit(&files.csv, &why) && outfile_commit(&files.context, &why)))
        code = cli_fail(CLI_ERROR, "%s", why.text);
    outfile_abandon(&files.csv);
    outfile_abandon(&files.context);
    if (whole && code == 0) {
        report->print(report->ctx, results);
        printf("\nAll rows: %s/results.csv\n", report->dir);
    }
    return code;
}

static int report_to_output(const struct report *report, struct results *results)
{
    if (report->format != TABLE_TEXT)
        return report_measure(report, results, stdout, report->format);
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        return cli_fail(CLI_ERROR, "/dev/null: %s; give --out DIR", strerror(errno));
    int code = report_measure(report, results, nowhere, TABLE_CSV);
    fclose(nowhere);
    if (!code)
        report->print(report->ctx, results);
    return code;
}

int report_run(const struct report *report)
{
    struct results results = {0};
    int code = report->dir ? report_to_files(report, &results) : report_to_output(report, &results);
    results_free(&results);
    return code;
}
