/* list.c - ringside list: what there is, what it promises, what it takes
 */
#include "cli.h"
#include "list_choosing.h"

#include "metric.h"
#include "workload.h"
#include "wrapped.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static enum table_format list_format = TABLE_TEXT;

static void list_traits(uint32_t traits, char *text, size_t text_bytes)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } rows[] = {
#define X(name_, bit_, text_) {1u << bit_, #name_},
        RS_TRAIT_MAP(X)
#undef X
    };
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((traits & rows[i].bit) && n < text_bytes)
            n += (size_t)snprintf(text + n, text_bytes - n, "%s%s", n ? " " : "", rows[i].name);
    for (; *text; text++)
        *text = (char)tolower((unsigned char)*text);
}

static const char *list_kind(enum rs_kind kind)
{
    static const char *const names[] = {"uint", "real", "choice", "text", "hash", "spec"};
    return names[kind];
}

static void list_range(const struct rs_param *param, char *text, size_t text_bytes)
{
    if (param->kind == RS_UINT || param->kind == RS_REAL)
        snprintf(text, text_bytes, "%.15g..%.15g", param->min, param->max);
    else
        snprintf(text, text_bytes, "%s", param->choices ? param->choices : "");
}

/* "yes", or why a placement with all defaults cannot be had here. */
static void list_available(const struct rs_strategy *strategy, struct rs_why *why)
{
    struct rs_placement *p;
    if (rs_open(strategy->name, NULL, &p, why))
        return;
    rs_close(p);
    snprintf(why->text, sizeof why->text, "yes");
}

/* Words that a row may lack. */
static void list_words(const char *title, const char *words)
{
    if (words)
        wrapped_printf(stdout, 4, "  %s: %s", title, words);
}

static void list_strategies_text(void)
{
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++) {
        char traits[160], range[64];
        list_traits(strategy->traits, traits, sizeof traits);
        struct rs_why available;
        list_available(strategy, &available);
        printf("%s%s - %s\n", i ? "\n" : "", strategy->name, strategy->summary);
        list_words("promises", *traits ? traits : "nothing");
        list_words("source", strategy->origin);
        list_words("available", available.text);
        list_words("lookup", strategy->lookup_cost);
        list_words("memory", strategy->memory_cost);
        list_words("take it", strategy->choose);
        list_words("not", strategy->avoid);
        for (const struct rs_param *param = rs_params(strategy); param->name; param++) {
            list_range(param, range, sizeof range);
            printf("  %-11s %-7s %-*s%s\n    %s\n", param->name, list_kind(param->kind),
                   *range ? 12 : 0, param->fallback, range, param->help);
        }
    }
}

static bool list_strategies(void)
{
    static const char *const columns[] = {"name",   "summary", "origin", "traits",    "lookup",
                                          "memory", "choose",  "avoid",  "available", "parameter",
                                          "type",   "default", "range",  "help"};
    enum { N_COLUMNS = sizeof columns / sizeof *columns };
    struct table *table = table_open(stdout, list_format, columns, N_COLUMNS);
    const struct rs_strategy *strategy;
    for (size_t i = 0; table && (strategy = rs_strategy_at(i)); i++) {
        char traits[160], range[64];
        struct rs_why available;
        list_traits(strategy->traits, traits, sizeof traits);
        list_available(strategy, &available);
        for (const struct rs_param *param = rs_params(strategy); param->name; param++) {
            list_range(param, range, sizeof range);
            const char *cells[N_COLUMNS] = {strategy->name,
                                            strategy->summary,
                                            strategy->origin,
                                            traits,
                                            strategy->lookup_cost,
                                            strategy->memory_cost,
                                            strategy->choose,
                                            strategy->avoid,
                                            available.text,
                                            param->name,
                                            list_kind(param->kind),
                                            param->fallback,
                                            range,
                                            param->help};
            for (size_t c = 0; c < N_COLUMNS; c++)
                table_string(table, cells[c] ? cells[c] : "");
            table_end_row(table);
        }
    }
    return table && table_close(table);
}

static bool list_hashes(void)
{
    static const char *const columns[] = {"name", "bits", "seeded", "summary", "available"};
    struct table *table = table_open(stdout, list_format, columns, 5);
    const struct rs_hash *hash;
    for (size_t i = 0; table && (hash = rs_hash_at(i)); i++) {
        if (hash->test_only)
            continue;
        const char *reason = hash->unavailable ? hash->unavailable() : NULL;
        table_string(table, hash->name);
        table_u64(table, hash->n_bits);
        table_string(table, hash->seeded ? "yes" : "no");
        table_string(table, hash->summary);
        table_string(table, reason ? reason : "yes");
        table_end_row(table);
    }
    return table && table_close(table);
}

static void list_metrics_text(void)
{
    const struct metric *metric;
    for (size_t i = 0; (metric = metric_at(i)); i++) {
        printf("%s%s - %s\n", i ? "\n" : "", metric->name, metric->summary);
        for (const struct measure *measure = metric->measures; measure->name; measure++)
            printf("  %-22s %-12s %-6s  better: %s\n", measure->name, measure->unit,
                   measure_kind_text(measure), measure_better_text(measure));
    }
}

static bool list_metrics(void)
{
    static const char *const columns[] = {"metric", "summary", "measure", "unit", "better", "kind"};
    struct table *table = table_open(stdout, list_format, columns, 6);
    const struct metric *metric;
    for (size_t i = 0; table && (metric = metric_at(i)); i++)
        for (const struct measure *measure = metric->measures; measure->name; measure++) {
            table_string(table, metric->name);
            table_string(table, metric->summary);
            table_string(table, measure->name);
            table_string(table, measure->unit);
            table_string(table, measure_better_text(measure));
            table_string(table, measure_kind_text(measure));
            table_end_row(table);
        }
    return table && table_close(table);
}

static bool list_workloads(void)
{
    static const char *const columns[] = {"name", "summary"};
    struct table *table = table_open(stdout, list_format, columns, 2);
    const struct workload *workload;
    for (size_t i = 0; table && (workload = workload_at(i)); i++) {
        table_string(table, workload->name);
        table_string(table, workload->summary);
        table_end_row(table);
    }
    return table && table_close(table);
}

static int list_run(int argc, char **argv)
{
    const char *what = argc ? argv[0] : "strategies";
    bool done = true;
    if (argc > 1)
        return cli_fail(CLI_USAGE, "list one thing at a time; see ringside list --help");
    if (!strcmp(what, "strategies") && list_format == TABLE_TEXT)
        list_strategies_text();
    else if (!strcmp(what, "strategies"))
        done = list_strategies();
    else if (!strcmp(what, "choosing") && list_format != TABLE_TEXT)
        return cli_fail(CLI_USAGE, "list choosing is a page of text; leave --format out");
    else if (!strcmp(what, "choosing"))
        list_choosing(stdout);
    else if (!strcmp(what, "hashes"))
        done = list_hashes();
    else if (!strcmp(what, "metrics") && list_format == TABLE_TEXT)
        list_metrics_text();
    else if (!strcmp(what, "metrics"))
        done = list_metrics();
    else if (!strcmp(what, "workloads"))
        done = list_workloads();
    else
        return cli_fail(CLI_USAGE,
                        "list %s: choose strategies, choosing, hashes, metrics or workloads", what);
    if (!done && !ferror(stdout))
        return cli_fail(CLI_ERROR, "out of memory");
    return cli_end_output(CLI_DONE);
}

static const struct cli_option list_options[] = {
    {"format", CLI_FORMAT, &list_format, "text|csv|json", "how to print (text)"},
    {.name = NULL},
};

const struct command command_list = {
    .name = "list",
    .summary = "strategies, hashes, metrics, workloads and what they take",
    .usage = "[strategies|choosing|hashes|metrics|workloads]",
    .options = list_options,
    .run = list_run,
};
