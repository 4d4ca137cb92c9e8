/* summary.c - the end of a run in words
 */
#include "summary.h"

#include "legend.h"
#include "noise.h"

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

static bool summary_table(FILE *out, const struct summary *summary)
{
    const char *titles[N_COLUMNS + 1] = {"strategy"};
    for (size_t c = 0; c < N_COLUMNS; c++)
        titles[c + 1] = columns[c].title;
    struct legend legend = legend_print(out, summary->options->specs, summary->options->n_specs);
    struct table *table = table_open(out, TABLE_TEXT, titles, N_COLUMNS + 1);
    for (size_t i = 0; table && i < summary->options->n_specs; i++) {
        legend_cell(&legend, table, i);
        for (size_t c = 0; c < N_COLUMNS; c++) {
            double value;
            if (summary_value(summary, summary->options->specs[i], columns[c].change,
                              columns[c].measure, &value))
                table_real(table, value * columns[c].scale);
            else
                table_empty(table);
        }
        table_end_row(table);
    }
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

static void summary_sentences(FILE *out, const struct summary *summary)
{
    struct noise noise =
        noise_of(summary->options, summary->results, summary->workload, summary->n_nodes);
    double low, high, least;
    const char *fast = summary_extreme(summary, "", "lookup_ns", false, &low);
    const char *slow = summary_extreme(summary, "", "lookup_ns", true, &high);
    if (fast && slow && fast != slow && low > 0 && high / low > noise_factor(&noise))
        fprintf(out, "%s looks up %.1f times as fast as %s.\n", fast, high / low, slow);
    const char *few = summary_extreme(summary, "add", "moved_fraction", false, &low);
    const char *many = summary_extreme(summary, "add", "moved_fraction", true, &high);
    if (few && many && few != many &&
        summary_extreme(summary, "add", "minimum_fraction", false, &least))
        fprintf(out,
                "One node more moves %.4g %% of the keys with %s,\nand %.4g %% with %s; %.4g %% "
                "must.\n",
                high * 100, many, low * 100, few, least * 100);
    const char *even = summary_extreme(summary, "", "max_over_mean", false, &low);
    const char *uneven = summary_extreme(summary, "", "max_over_mean", true, &high);
    if (even && uneven && even != uneven)
        fprintf(out, "The busiest node has %.4g times its part with %s,\nand %.4g times with %s.\n",
                high, uneven, low, even);
    noise_print(out, &noise, summary->results);
}

bool summary_print(FILE *out, const struct bench_options *options, const struct results *results)
{
    struct summary summary = {options, results, options->workloads[0]->name, 0};
    for (size_t i = 0; i < options->n_sizes; i++)
        if (options->sizes[i] > summary.n_nodes)
            summary.n_nodes = options->sizes[i];
    fprintf(out,
            "%llu nodes, workload %s.\n"
            "add %%, remove %%: keys that move when a node is added, when one that was not\n"
            "added last is removed. B: bytes.\n\n",
            (unsigned long long)summary.n_nodes, summary.workload);
    bool whole = summary_table(out, &summary);
    fputc('\n', out);
    summary_sentences(out, &summary);
    return whole || ferror(out);
}
