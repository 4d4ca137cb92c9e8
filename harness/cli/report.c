/* report.c - the rows of a run, to where the command line wants them
 */
#include "report.h"

#include "cli.h"
#include "context.h"
#include "outfile.h"
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

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
    struct context_check checks[N_SELF_CHECKS];
    for (size_t i = 0; report->checks && i < N_SELF_CHECKS; i++)
        checks[i] = (struct context_check){report->checks[i].name,
                                           self_check_outcome_text(report->checks[i].outcome),
                                           report->checks[i].expected, report->checks[i].found};
    const struct context context = {.run = results->run,
                                    .argc = n_words,
                                    .argv = words,
                                    .seed = report->seed,
                                    .specs = report->specs->specs,
                                    .n_specs = report->specs->n,
                                    .labels = report->specs->texts,
                                    .benchmark_version = gbench_version(),
                                    .checks = checks,
                                    .n_checks = report->checks ? N_SELF_CHECKS : 0};
    return context_write(&context, file->out);
}

/* 0, or the exit code after an error. *whole: every row is there, though some may be wrong. */
static int report_measure(const struct report *report, struct results *results, FILE *out,
                          bool *whole)
{
    struct rs_why why;
    *whole = false;
    if (!results_open(results, out, report->dir ? TABLE_CSV : report->format))
        return cli_fail(CLI_ERROR, "out of memory");
    int code = report->run(report->ctx, results, &why);
    bool closed = results_close(results);
    if (code)
        return cli_fail(code, "%s", why.text);
    if (!closed && !(out && ferror(out)))
        return cli_fail(CLI_ERROR, "out of memory");
    *whole = true;
    if (results->n_errors)
        return cli_fail(CLI_ERROR, "%zu results are wrong: see the rows with status error",
                        results->n_errors);
    return 0;
}

static int report_print(const struct report *report, const struct results *results)
{
    return report->print(report->ctx, results) ? 0 : cli_fail(CLI_ERROR, "out of memory");
}

/* One run a folder at a time: two would mix their files. The lock goes with the descriptor, so with
 * a killed run too; what that one left half written goes now. */
static int report_lock(const struct report *report, int *lock)
{
    outfile_make_folder(report->dir);
    *lock = open(report->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0)
        return 0;
    if (!flock(*lock, LOCK_EX | LOCK_NB)) {
        outfile_sweep(report->dir, "results.csv");
        outfile_sweep(report->dir, "context.json");
        return 0;
    }
    if (errno != EWOULDBLOCK)
        return 0; /* where it cannot be locked, files are still renamed when they are whole */
    return cli_fail(CLI_ERROR,
                    "%s: another run is writing there; wait for it, or give another --out",
                    report->dir);
}

/* Abandon both all the same. */
static bool report_open_files(const struct report *report, struct report_files *files,
                              struct rs_why *why)
{
    return report_open_file(report, &files->csv, "results.csv", why) &&
           report_open_file(report, &files->context, "context.json", why);
}

static int report_write_locked(const struct report *report, struct results *results)
{
    struct rs_why why = {"out of memory"};
    struct report_files files = {0};
    bool whole;
    if (!report_open_files(report, &files, &why)) {
        outfile_abandon(&files.csv);
        return cli_fail(CLI_ERROR, "%s", why.text);
    }
    int code = report_measure(report, results, files.csv.out, &whole);
    if (whole && !(report_write_context(report, results, &files.context) &&
                   outfile_commit_both(&files.csv, &files.context, &why)))
        code = cli_fail(CLI_ERROR, "%s", why.text);
    else if (whole && report->written)
        report->written(report->ctx);
    outfile_abandon(&files.csv);
    outfile_abandon(&files.context);
    return code;
}

static int report_write(const struct report *report, struct results *results)
{
    int lock, code = report_lock(report, &lock);
    if (!code)
        code = report_write_locked(report, results);
    if (lock >= 0)
        close(lock);
    return code;
}

static int report_to_files(const struct report *report, struct results *results)
{
    int code = report_write(report, results);
    if (!code)
        code = report_print(report, results);
    if (!code)
        printf("\nAll rows: %s/results.csv\n", report->dir);
    return code;
}

/* What cannot be looked up in a file. false: out of memory. */
static bool report_print_wrong(const struct results *results)
{
    static const char *const columns[] = {"strategy", "workload", "nodes",  "change",
                                          "metric",   "status",   "message"};
    struct table *table = table_open(stdout, TABLE_TEXT, columns, 7);
    for (size_t i = 0; table && i < results->n; i++) {
        const struct result *row = &results->rows[i];
        if (strcmp(row->status, "error"))
            continue;
        table_string(table, row->spec);
        table_string(table, row->workload);
        table_u64(table, row->n_nodes);
        table_string(table, row->change);
        table_string(table, row->measure->name);
        table_string(table, row->status);
        table_string(table, row->message);
        table_end_row(table);
    }
    return (table && table_close(table)) || ferror(stdout);
}

static int report_to_output(const struct report *report, struct results *results)
{
    bool is_text = report->format == TABLE_TEXT, whole;
    int code = report_measure(report, results, is_text ? NULL : stdout, &whole);
    if (is_text && !code)
        code = report_print(report, results);
    else if (is_text && whole && !report_print_wrong(results))
        code = cli_fail(CLI_ERROR, "out of memory");
    return code;
}

int report_check(const struct report *report)
{
    struct rs_why why = {"out of memory"};
    struct report_files files = {0};
    if (!report->dir)
        return 0;
    if (!*report->dir)
        return cli_fail(CLI_USAGE, "--out: the folder has no name; give one, such as results/mine");
    bool good = report_open_files(report, &files, &why);
    outfile_abandon(&files.csv);
    outfile_abandon(&files.context);
    return good ? 0 : cli_fail(CLI_ERROR, "%s", why.text);
}

int report_run(const struct report *report)
{
    struct results results = {0};
    int code = report->dir ? report_to_files(report, &results) : report_to_output(report, &results);
    results_free(&results);
    return code;
}
