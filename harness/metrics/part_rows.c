/* part_rows.c - the rows of a part, read back
 */
#include "part_rows.h"

#include "csv.h"
#include "reason.h"
#include "whole.h"

#include <string.h>

static const char *part_rows_spec(const struct bench_options *options, const char *text)
{
    for (size_t i = 0; i < options->n_specs; i++)
        if (!strcmp(options->specs[i], text))
            return options->specs[i];
    return NULL;
}

static const struct measure *part_rows_measure(const char *name)
{
    const struct metric *metric;
    for (size_t i = 0; (metric = metric_at(i)); i++)
        for (const struct measure *measure = metric->measures; measure->name; measure++)
            if (!strcmp(measure->name, name))
                return measure;
    return NULL;
}

static const char *part_rows_status(const char *text)
{
    static const char *const statuses[] = {"ok", "unsupported", "invalid", "error"};
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (!strcmp(statuses[i], text))
            return statuses[i];
    return NULL;
}

/* One record, cut up in place. false: it is none of this run. */
static bool part_rows_line(char *line, size_t n_bytes, const struct bench_options *options,
                           const char *workload, uint64_t n_nodes, struct results *results)
{
    enum {
#define X(name) AT_##name,
        RESULTS_COLUMNS(X)
#undef X
            N_COLUMNS
    };
    struct rs_bytes cells[N_COLUMNS + 1];
    const char *bad = NULL;
    if (csv_split(line, n_bytes, cells, N_COLUMNS + 1, &bad) != N_COLUMNS || bad)
        return false;
    const char *text[N_COLUMNS];
    for (size_t i = 0; i < N_COLUMNS; i++) {
        text[i] = cells[i].at;
        line[cells[i].at - line + (ptrdiff_t)cells[i].n_bytes] = '\0'; /* of the comma behind it */
    }
    struct result row = {.spec = part_rows_spec(options, text[AT_strategy]),
                         .workload = workload,
                         .n_nodes = n_nodes,
                         .measure = part_rows_measure(text[AT_metric]),
                         .change = results_keep(results, text[AT_change]),
                         .expected = NO_THEORY,
                         .status = part_rows_status(text[AT_status]),
                         .message = text[AT_message]};
    uint64_t n_read;
    if (!row.spec || !row.measure || !row.status || strcmp(text[AT_run], results->run) ||
        strcmp(text[AT_workload], workload) || !whole_parse(cells[AT_nodes], UINT64_MAX, &n_read) ||
        n_read != n_nodes)
        return false;
    row.has = *text[AT_value] && real_parse(cells[AT_value], &row.real) ? RESULT_REAL : RESULT_NONE;
    results_add_again(results, &row, cells, N_COLUMNS);
    return true;
}

bool part_rows_take(const char *path, char *text, size_t n_bytes,
                    const struct bench_options *options, const char *workload, uint64_t n_nodes,
                    struct results *results, struct rs_why *why)
{
    const char *end = text + n_bytes;
    uint64_t n_line = 0;
    for (char *line = text, *next; line < end; line = next) {
        char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t n = newline ? (size_t)(newline - line) : (size_t)(end - line);
        next = line + n + 1;
        if (n_line++ && !part_rows_line(line, n, options, workload, n_nodes, results))
            return reason_at(why, path, n_line, "this is no row of this run; remove the file");
    }
    return true;
}
