/* diff_report.c - what ringside diff found, as a table
 *
 * For a program every number and its reason; for a person parts of a hundred, what fits a terminal,
 * and a line of words for the rest.
 */
#include "diff_report.h"

#include "legend.h"
#include "wrapped.h"

#include <string.h>

double diff_moved_fraction(const struct transition *transition, const struct outcome *outcome)
{
    return (double)outcome->n_moved / (double)transition->n_keys;
}

static void diff_report_node(struct table *table, const struct node_union *all, size_t i)
{
    if (i < all->n)
        table_bytes(table, all->names[i]);
    else
        table_empty(table);
}

/* ---- moves */

struct table *diff_open_moves(enum table_format format)
{
    static const char *const columns[] = {"key", "from", "to"};
    return table_open(stdout, format, columns, 3);
}

void diff_print_move(void *ctx, struct rs_bytes key, size_t from, size_t to)
{
    const struct diff *diff = ctx;
    table_bytes(diff->moves, key);
    diff_report_node(diff->moves, &diff->all, from);
    diff_report_node(diff->moves, &diff->all, to);
    table_end_row(diff->moves);
}

/* ---- summary */

struct diff_report {
    const struct diff *diff;
    struct table *table;
    struct legend legend;
};

/* Everything a row has, worked out once for both kinds of table. */
struct diff_row {
    size_t spec;
    const char *how;
    const struct transition *transition;
    const struct outcome *outcome;
    double moved, excess, skew_before, skew_after; /* where there is an outcome->p */
    size_t busiest;                                /* after the change */
};

static struct diff_row diff_report_row(const struct diff *diff, size_t spec, const char *how,
                                       const struct outcome *outcome)
{
    const struct node_union *all = &diff->all;
    const struct transition *transition = &diff->transitions[spec];
    struct diff_row row = {
        .spec = spec, .how = how, .transition = transition, .outcome = outcome, .busiest = all->n};
    if (!outcome->p)
        return row;
    row.moved = diff_moved_fraction(transition, outcome);
    row.excess = row.moved - all->minimum;
    row.skew_before = transition_skew(all, transition->n_before, all->target_before, &row.busiest);
    row.skew_after = transition_skew(all, outcome->n_after, all->target_after, &row.busiest);
    return row;
}

static void diff_report_empty(struct table *table, size_t n)
{
    for (size_t i = 0; i < n; i++)
        table_empty(table);
}

static const char *const diff_data_columns[] = {"strategy",
                                                "how",
                                                "keys",
                                                "moved",
                                                "moved_fraction",
                                                "minimum_fraction",
                                                "excess_fraction",
                                                "survivors_moved",
                                                "skew_before",
                                                "skew_after",
                                                "busiest",
                                                "status",
                                                "message"};
enum { DIFF_N_DATA_COLUMNS = sizeof diff_data_columns / sizeof *diff_data_columns };

static void diff_report_data(const struct diff_report *report, const struct diff_row *row)
{
    struct table *table = report->table;
    table_string(table, report->diff->specs.texts[row->spec]);
    table_string(table, row->how);
    table_u64(table, row->transition->n_keys);
    if (!row->outcome->p) {
        diff_report_empty(table, 8);
        table_string(table, "unsupported");
        table_string(table, row->outcome->why.text);
        return;
    }
    table_u64(table, row->outcome->n_moved);
    table_real(table, row->moved);
    table_real(table, report->diff->all.minimum);
    table_real(table, row->excess);
    table_u64(table, row->outcome->n_between_survivors);
    table_real(table, row->skew_before);
    table_real(table, row->skew_after);
    diff_report_node(table, &report->diff->all, row->busiest);
    table_string(table, "ok");
    table_empty(table);
}

static const char *const diff_text_columns[] = {"strategy", "how",    "moved", "excess",
                                                "between",  "before", "after", "busiest"};
enum { DIFF_N_TEXT_COLUMNS = sizeof diff_text_columns / sizeof *diff_text_columns };

static void diff_report_percent(struct table *table, double fraction)
{
    char text[32];
    snprintf(text, sizeof text, "%.2f%%", fraction * 100);
    table_string(table, text);
}

static void diff_report_text(const struct diff_report *report, const struct diff_row *row)
{
    struct table *table = report->table;
    legend_cell(&report->legend, table, row->spec);
    table_string(table, row->how);
    if (!row->outcome->p) {
        diff_report_empty(table, 5);
        table_string(table, "(cannot)");
        return;
    }
    diff_report_percent(table, row->moved);
    diff_report_percent(table, row->excess);
    table_u64(table, row->outcome->n_between_survivors);
    table_real(table, row->skew_before);
    table_real(table, row->skew_after);
    diff_report_node(table, &report->diff->all, row->busiest);
}

static const char *const diff_report_how[] = {[HOW_LIVE] = "live", [HOW_REBUILD] = "rebuild"};

/* One row says it for both ways: no key tells them apart, or both fail for one reason. */
static bool diff_report_is_same(const struct transition *transition)
{
    const struct outcome *live = &transition->outcomes[HOW_LIVE];
    const struct outcome *rebuild = &transition->outcomes[HOW_REBUILD];
    if (live->p && rebuild->p)
        return !transition->n_differ;
    return live->status && rebuild->status && !strcmp(live->why.text, rebuild->why.text);
}

static void diff_report_rows(const struct diff_report *report,
                             void (*print)(const struct diff_report *, const struct diff_row *))
{
    for (size_t i = 0; i < report->diff->n; i++) {
        const struct transition *transition = &report->diff->transitions[i];
        bool same = diff_report_is_same(transition);
        for (unsigned how = same ? HOW_REBUILD : HOW_LIVE; how < N_HOW; how++) {
            if (!(report->diff->how & 1u << how))
                continue;
            struct diff_row row = diff_report_row(
                report->diff, i, same ? "both" : diff_report_how[how], &transition->outcomes[how]);
            print(report, &row);
            table_end_row(report->table);
        }
    }
}

static void diff_report_reasons(const struct transition *transition)
{
    bool same = diff_report_is_same(transition);
    for (unsigned how = same ? HOW_REBUILD : HOW_LIVE; how < N_HOW; how++)
        if (transition->outcomes[how].status)
            wrapped_printf(stdout, 2, "%s cannot (%s): %s", transition->spec,
                           same ? "both" : diff_report_how[how],
                           transition->outcomes[how].why.text);
}

static void diff_report_words(const struct diff *diff)
{
    printf("\n%llu keys. %zu nodes become %zu, so at least %.2f%% of the keys must move.\n"
           "excess: what moves beyond that; between: keys moved from one node that stays to\n"
           "another; before, after: the load of the busiest node over its part.\n"
           "how: live, the running nodes change; rebuild, all start anew with the new list;\n"
           "both, these two agree on every key.\n",
           (unsigned long long)diff->transitions->n_keys, diff->from.n, diff->to.n,
           diff->all.minimum * 100);
    for (size_t i = 0; i < diff->n; i++)
        diff_report_reasons(&diff->transitions[i]);
}

bool diff_print_summary(const struct diff *diff)
{
    struct diff_report report = {.diff = diff};
    bool text = diff->format == TABLE_TEXT;
    if (text)
        report.legend = legend_print(stdout, diff->specs.texts, diff->n);
    report.table = table_open(stdout, diff->format, text ? diff_text_columns : diff_data_columns,
                              text ? DIFF_N_TEXT_COLUMNS : DIFF_N_DATA_COLUMNS);
    if (!report.table)
        return false;
    diff_report_rows(&report, text ? diff_report_text : diff_report_data);
    bool whole = table_close(report.table);
    if (text)
        diff_report_words(diff);
    return whole || ferror(stdout);
}
