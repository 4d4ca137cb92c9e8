/* summary.c - the end of a run in words
 */
#include "summary.h"

#include "legend.h"
#include "noise.h"
#include "wrapped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct column {
    const char *title, *measure, *change;
    double scale;
};

static const struct column columns[] = {
    {"lookup ns", "lookup_ns", "", 1},
    {"build ms", "build_ms", "", 1},
    {"add us", "add_us", "", 1},
    {"B/node", "bytes_per_node", "", 1},
    {"max/mean", "max_over_mean", "", 1},
    {"add %", "moved_fraction", "add", 100},
    {"remove %", "moved_fraction", "remove_random", 100},
};
#define N_COLUMNS (sizeof columns / sizeof *columns)

struct summary {
    const struct bench_options *options;
    const struct results *results;
    const char *workload;
    uint64_t n_nodes;
};

static bool summary_value(const struct summary *summary, const char *spec, const char *change,
                          const char *measure, double *value)
{
    return results_median(summary->results, spec, summary->workload, summary->n_nodes, change,
                          measure, value);
}

static bool summary_has_value(const struct summary *summary, const char *spec)
{
    double value;
    for (size_t c = 0; c < N_COLUMNS; c++)
        if (summary_value(summary, spec, columns[c].change, columns[c].measure, &value))
            return true;
    return false;
}

/* Why a strategy has no value in any column; NULL: it has one, or nobody said why. */
static const char *summary_left_out(const struct summary *summary, const char *spec)
{
    const struct results *results = summary->results;
    if (summary_has_value(summary, spec))
        return NULL;
    for (size_t i = 0; i < results->n; i++) {
        const struct result *row = &results->rows[i];
        if (!strcmp(row->spec, spec) && !strcmp(row->workload, summary->workload) &&
            row->n_nodes == summary->n_nodes && !strcmp(row->status, "unsupported") &&
            !*row->change && *row->message)
            return row->message;
    }
    return NULL;
}

static void summary_row(const struct summary *summary, const char *spec, struct table *table)
{
    for (size_t c = 0; c < N_COLUMNS; c++) {
        double value;
        if (summary_value(summary, spec, columns[c].change, columns[c].measure, &value))
            table_real(table, value * columns[c].scale);
        else
            table_empty(table);
    }
    table_end_row(table);
}

/* Of the rows the text shows the columns above alone. */
static bool summary_has_table(const struct summary *summary)
{
    bool found = false;
    for (size_t i = 0; i < summary->options->n_specs; i++)
        found |= summary_has_value(summary, summary->options->specs[i]);
    return found;
}

static bool summary_table(FILE *out, const struct summary *summary)
{
    const char *titles[N_COLUMNS + 1] = {"strategy"};
    for (size_t c = 0; c < N_COLUMNS; c++)
        titles[c + 1] = columns[c].title;
    const struct bench_options *options = summary->options;
    char **shown = calloc(options->n_specs + 1, sizeof *shown);
    size_t n = 0;
    for (size_t i = 0; shown && i < options->n_specs; i++)
        if (!summary_left_out(summary, options->specs[i]))
            shown[n++] = options->specs[i];
    struct legend legend = legend_print(out, shown, n);
    struct table *table = shown ? table_open(out, TABLE_TEXT, titles, N_COLUMNS + 1) : NULL;
    for (size_t i = 0; table && i < n; i++) {
        legend_cell(&legend, table, i);
        summary_row(summary, shown[i], table);
    }
    free(shown);
    return table && table_close(table);
}

/* The spec with the least or the greatest value among all but null; NULL: none has one. */
static const char *summary_extreme(const struct summary *summary, const char *change,
                                   const char *measure, bool greatest, double *best)
{
    const char *found = NULL;
    for (size_t i = 0; i < summary->options->n_specs; i++) {
        const char *spec = summary->options->specs[i];
        double value;
        if (!strcmp(spec, "null") || !summary_value(summary, spec, change, measure, &value))
            continue;
        if (!found || (greatest ? value > *best : value < *best))
            found = spec, *best = value;
    }
    return found;
}

/* Reasons are much alike ("jump takes no weights"): one stands for the rest. null is no choice. */
static void summary_reasons(FILE *out, const struct summary *summary)
{
    const struct bench_options *options = summary->options;
    const char *first = NULL, *why = NULL, *reason;
    size_t n_specs = 0, n_left_out = 0, n_bytes;
    char *names = NULL;
    FILE *list = open_memstream(&names, &n_bytes);
    for (size_t i = 0; list && i < options->n_specs; i++) {
        if (!strcmp(options->specs[i], "null"))
            continue;
        n_specs++;
        if (!(reason = summary_left_out(summary, options->specs[i])))
            continue;
        fprintf(list, "%s%s", n_left_out++ ? ", " : "", options->specs[i]);
        if (!why)
            first = options->specs[i], why = reason;
    }
    if (list && !fclose(list) && why)
        wrapped_printf(out, 2, "\nLeft out, %zu of %zu: %s. Why, for %s: %s.%s", n_left_out,
                       n_specs, names, first, why,
                       n_left_out > 1 ? " The rows of the others say theirs." : "");
    free(names);
}

/* To two digits, or a hundredth: two times of one thing seldom share more. ratio is 1 or more. */
static double summary_rounded(double ratio)
{
    double unit = ratio < 2 ? 0.01 : pow(10, floor(log10(ratio)) - 1);
    return round(ratio / unit) * unit;
}

static void summary_sentences(FILE *out, const struct summary *summary)
{
    struct noise noise =
        noise_of(summary->options, summary->results, summary->workload, summary->n_nodes);
    double low, high, least = 0;
    const char *fast = summary_extreme(summary, "", "lookup_ns", false, &low);
    const char *slow = summary_extreme(summary, "", "lookup_ns", true, &high);
    if (noise.n && fast && slow && fast != slow && high / low > noise_factor(&noise))
        fprintf(out, "%s looks up %g times as fast as %s.\n", fast, summary_rounded(high / low),
                slow);
    const char *few = summary_extreme(summary, "add", "moved_fraction", false, &low);
    const char *many = summary_extreme(summary, "add", "moved_fraction", true, &high);
    if (few && many && few != many &&
        summary_extreme(summary, "add", "minimum_fraction", false, &least))
        fprintf(out,
                "One node more moves %.4g %% of the keys with %s,\nand %.4g %% with %s; %.4g %% "
                "must.\n",
                high * 100, many, low * 100, few, least * 100);
    if (few && low < least)
        fputs("Less than must is no merit: the new node got less than its share there.\n", out);
    const char *even = summary_extreme(summary, "", "max_over_mean", false, &low);
    const char *uneven = summary_extreme(summary, "", "max_over_mean", true, &high);
    if (even && uneven && even != uneven)
        fprintf(out, "The busiest node has %.4g times its part with %s,\nand %.4g times with %s.\n",
                high, uneven, low, even);
    noise_print(out, &noise, summary->results);
}

/* What the table does not show, but every row does. */
static void summary_rest(FILE *out, const struct summary *summary)
{
    const struct bench_options *options = summary->options;
    char *text = NULL;
    size_t n_bytes, n_others = 0;
    FILE *list = open_memstream(&text, &n_bytes);
    for (size_t i = 0; list && i < options->n_sizes; i++)
        if (options->sizes[i] != summary->n_nodes)
            fprintf(list, "%s%llu",
                    n_others++ ? ", " : " nodes: ", (unsigned long long)options->sizes[i]);
    for (size_t i = 1; list && i < options->n_workloads; i++)
        fprintf(list, "%s%s",
                i > 1      ? ", "
                : n_others ? "; workload: "
                           : " workload: ",
                options->workloads[i]->name);
    if (list && !fclose(list) && *text)
        wrapped_printf(out, 2, "Not shown here (--out DIR or --format csv),%s.", text);
    free(text);
}

static bool summary_has_null(const struct summary *summary)
{
    for (size_t i = 0; i < summary->options->n_specs; i++)
        if (!strcmp(summary->options->specs[i], "null"))
            return !summary_left_out(summary, "null");
    return false;
}

bool summary_print(FILE *out, const struct bench_options *options, const struct results *results)
{
    struct summary summary = {options, results, options->workloads[0]->name, 0};
    for (size_t i = 0; i < options->n_sizes; i++)
        if (options->sizes[i] > summary.n_nodes)
            summary.n_nodes = options->sizes[i];
    if (!summary_has_table(&summary)) {
        fputs("What was measured has no column in this summary: see --out DIR or --format csv.\n",
              out);
        return true;
    }
    fprintf(out,
            "%llu node%s, workload %s.\n"
            "add %%, remove %%: keys that move when a node is added, when one that was not\n"
            "added last is removed. B: bytes.\n",
            (unsigned long long)summary.n_nodes, summary.n_nodes == 1 ? "" : "s", summary.workload);
    if (summary_has_null(&summary))
        fputs("null gives all keys to one node: what it takes is the harness itself.\n", out);
    summary_rest(out, &summary);
    fputc('\n', out);
    bool whole = summary_table(out, &summary);
    summary_reasons(out, &summary);
    fputc('\n', out);
    summary_sentences(out, &summary);
    return whole || ferror(out);
}
