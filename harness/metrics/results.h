/* results.h - the rows of a run: one value a row, one list of columns for header and rows
 */
#ifndef RINGSIDE_RESULTS_H
#define RINGSIDE_RESULTS_H

#include "metric.h"
#include "table.h"

#define RESULTS_SCHEMA 2

/* X(column) in the order of the file. */
#define RESULTS_COLUMNS(X)                                                                         \
    X(schema)                                                                                      \
    X(run)                                                                                         \
    X(strategy)                                                                                    \
    X(workload)                                                                                    \
    X(nodes)                                                                                       \
    X(keys)                                                                                        \
    X(change)                                                                                      \
    X(seed)                                                                                        \
    X(metric)                                                                                      \
    X(value)                                                                                       \
    X(unit)                                                                                        \
    X(better)                                                                                      \
    X(kind)                                                                                        \
    X(theory)                                                                                      \
    X(z)                                                                                           \
    X(rep)                                                                                         \
    X(status)                                                                                      \
    X(message)

struct result {
    const char *spec, *workload; /* live as long as the options of the run */
    uint64_t n_nodes, n_keys, seed;
    const struct measure *measure;
    const char *change; /* static */
    enum { RESULT_NONE, RESULT_REAL, RESULT_COUNT } has;
    double real; /* of a count: the nearest double */
    uint64_t count;
    struct expected expected;
    unsigned rep;
    const char *status;  /* static: ok, unsupported, invalid, error */
    const char *message; /* for the call only; results keeps a copy */
    bool is_passing;     /* written and not kept */
};

/* Rows are written as they come and kept for the summary. */
struct results {
    struct table *table; /* NULL: they are kept only */
    struct table *part;  /* where rows go as well; NULL: nowhere */
    char run[32];
    struct result *rows;
    size_t n, cap;
    size_t n_errors;
    char **kept; /* texts of results_keep */
    size_t n_kept;
    bool failed; /* memory was short */
};

/* Prints the header. run: when the run began, UTC. out NULL: rows are not printed. false: out of
 * memory. */
bool results_open(struct results *results, FILE *out, enum table_format format);
void results_add(struct results *results, const struct result *row);
/* A row that was read back: printed as its cells stand, kept as row. */
void results_add_again(struct results *results, const struct result *row,
                       const struct rs_bytes *cells, size_t n_cells);
/* From now on rows go to out as well, as CSV with its header, until results_close_part. false: out
 * of memory, or the output failed. */
bool results_open_part(struct results *results, FILE *out);
bool results_close_part(struct results *results);
/* A copy of a text that lives as long as the rows: for changes and specs that are not static. */
const char *results_keep(struct results *results, const char *text);
/* Ends the table; rows stay until results_free. false: memory was short or the output failed. */
bool results_close(struct results *results);
void results_free(struct results *results);

/* Median over repetitions of the rows with a value that match; change "" for none. false: there is
 * none. */
bool results_median(const struct results *results, const char *spec, const char *workload,
                    uint64_t n_nodes, const char *change, const char *measure, double *median);

#endif
