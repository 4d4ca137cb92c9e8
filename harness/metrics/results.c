/* results.c - the rows of a run
 */
#include "results.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const results_columns[] = {
#define X(name) #name,
    RESULTS_COLUMNS(X)
#undef X
};
enum { RESULTS_N_COLUMNS = sizeof results_columns / sizeof *results_columns };

bool results_open(struct results *results, FILE *out, enum table_format format)
{
    time_t now = time(NULL);
    struct tm utc;
    *results = (struct results){0};
    strftime(results->run, sizeof results->run, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    if (out)
        results->table = table_open(out, format, results_columns, RESULTS_N_COLUMNS);
    return !out || results->table;
}

bool results_open_part(struct results *results, FILE *out)
{
    results->part = table_open(out, TABLE_CSV, results_columns, RESULTS_N_COLUMNS);
    return results->part;
}

bool results_close_part(struct results *results)
{
    bool good = !results->part || table_close(results->part);
    results->part = NULL;
    return good;
}

static void results_print(const struct results *results, struct table *table,
                          const struct result *row)
{
    table_u64(table, RESULTS_SCHEMA);
    table_string(table, results->run);
    table_string(table, row->spec);
    table_string(table, row->workload);
    table_u64(table, row->n_nodes);
    table_u64(table, row->n_keys);
    table_string(table, row->change);
    table_u64(table, row->seed);
    table_string(table, row->measure->name);
    if (row->has == RESULT_COUNT)
        table_u64(table, row->count);
    else if (row->has == RESULT_REAL)
        table_real(table, row->real);
    else
        table_empty(table);
    table_string(table, row->measure->unit);
    table_string(table, measure_better_text(row->measure));
    table_string(table, measure_kind_text(row->measure));
    if (row->expected.theory >= 0)
        table_real(table, row->expected.theory);
    else
        table_empty(table);
    if (isfinite(row->expected.z))
        table_real(table, row->expected.z);
    else
        table_empty(table);
    table_u64(table, row->rep);
    table_string(table, row->status);
    table_string(table, row->message);
    table_end_row(table);
}

const char *results_keep(struct results *results, const char *text)
{
    if (results->n_kept && !strcmp(results->kept[results->n_kept - 1], text))
        return results->kept[results->n_kept - 1];
    char **kept = realloc(results->kept, (results->n_kept + 1) * sizeof *kept);
    char *copy = kept ? strdup(text) : NULL;
    if (kept)
        results->kept = kept;
    if (!copy) {
        results->failed = true;
        return "";
    }
    kept[results->n_kept++] = copy;
    return copy;
}

static void results_store(struct results *results, const struct result *row)
{
    bool is_error = !strcmp(row->status, "error");
    results->n_errors += is_error;
    if (row->is_passing && !is_error)
        return;
    if (results->n == results->cap) {
        size_t cap = results->cap ? 2 * results->cap : 256;
        struct result *rows = realloc(results->rows, cap * sizeof *rows);
        if (!rows) {
            results->failed = true;
            return;
        }
        results->rows = rows, results->cap = cap;
    }
    results->rows[results->n] = *row;
    results->rows[results->n++].message = *row->message ? results_keep(results, row->message) : "";
}

void results_add(struct results *results, const struct result *row)
{
    if (results->table)
        results_print(results, results->table, row);
    if (results->part)
        results_print(results, results->part, row);
    results_store(results, row);
}

void results_add_again(struct results *results, const struct result *row,
                       const struct rs_bytes *cells, size_t n_cells)
{
    for (size_t i = 0; results->table && i < n_cells; i++)
        table_bytes(results->table, cells[i]);
    if (results->table)
        table_end_row(results->table);
    results_store(results, row);
}

bool results_close(struct results *results)
{
    bool good = (!results->table || table_close(results->table)) && !results->failed;
    results->table = NULL;
    return good;
}

void results_free(struct results *results)
{
    for (size_t i = 0; i < results->n_kept; i++)
        free(results->kept[i]);
    free(results->kept);
    free(results->rows);
    results->rows = NULL, results->kept = NULL, results->n_kept = 0;
}

static int results_compare(const void *a, const void *b)
{
    const double *one = a, *two = b;
    return (*one > *two) - (*one < *two);
}

bool results_median(const struct results *results, const char *spec, const char *workload,
                    uint64_t n_nodes, const char *change, const char *measure, double *median)
{
    enum { MAX_REPS = 1024 };
    double values[MAX_REPS];
    size_t n = 0;
    for (size_t i = 0; i < results->n && n < MAX_REPS; i++) {
        const struct result *row = &results->rows[i];
        if (row->has != RESULT_NONE && row->n_nodes == n_nodes && !strcmp(row->spec, spec) &&
            !strcmp(row->workload, workload) && !strcmp(row->change, change) &&
            !strcmp(row->measure->name, measure))
            values[n++] = row->real;
    }
    if (!n)
        return false;
    qsort(values, n, sizeof *values, results_compare);
    *median = n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
    return true;
}
