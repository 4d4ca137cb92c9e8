/* diff.c - ringside diff: what moves when one node list becomes another
 */
#include "cli.h"

#include "keyfile.h"
#include "transition.h"
#include "workload.h"

#include <stdlib.h>
#include <string.h>

static const char *diff_strategy, *diff_strategies, *diff_to_strategy, *diff_from, *diff_to;
static const char *diff_keys, *diff_how;
static bool diff_moves;
static double diff_max_moved = -1;
static enum table_format diff_format = TABLE_TEXT;

enum { DIFF_SYNTHETIC_KEYS = 1000000 };

struct diff {
    struct node_list from, to;
    struct node_union all;
    struct transition *transitions;
    size_t n; /* of them */
    unsigned how;
    struct table *table;
    bool limit_passed;
};

/* ---- moves */

static void diff_print_node(struct table *table, const struct node_union *all, size_t i)
{
    if (i < all->n)
        table_bytes(table, all->names[i]);
    else
        table_empty(table);
}

static void diff_print_move(void *ctx, struct rs_bytes key, size_t from, size_t to)
{
    struct diff *diff = ctx;
    table_bytes(diff->table, key);
    diff_print_node(diff->table, &diff->all, from);
    diff_print_node(diff->table, &diff->all, to);
    table_end_row(diff->table);
}

/* ---- summary */

static const char *const diff_columns[] = {
    "strategy",          "how",         "keys",       "moved",   "moved_fraction",
    "minimum_fraction",  "excess_fraction", "survivors_moved", "skew_before", "skew_after",
    "busiest",           "status",      "message"};
static const char *const diff_text_columns[] = {"strategy", "how",    "moved",  "least", "excess",
                                                "between",  "before", "after", "busiest"};

static double diff_moved_fraction(const struct transition *transition, const struct outcome *outcome)
{
    return transition->n_keys ? (double)outcome->n_moved / (double)transition->n_keys : 0;
}

static void diff_percent(struct table *table, double fraction)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g%%", fraction * 100);
    table_string(table, text);
}

/* For a person: parts of a hundred, and only what fits a terminal. */
static void diff_print_text(struct diff *diff, const struct transition *transition, const char *how,
                            const struct outcome *outcome)
{
    struct table *table = diff->table;
    const struct node_union *all = &diff->all;
    size_t busiest;
    double moved = diff_moved_fraction(transition, outcome);
    table_string(table, transition->spec);
    table_string(table, how);
    if (!outcome->p) {
        for (int i = 0; i < 6; i++)
            table_empty(table);
        table_string(table, "(cannot)");
        return;
    }
    diff_percent(table, moved);
    diff_percent(table, all->minimum);
    diff_percent(table, moved - all->minimum);
    table_u64(table, outcome->n_between_survivors);
    table_real(table, transition_skew(all, transition->n_before, all->target_before, &busiest));
    table_real(table, transition_skew(all, outcome->n_after, all->target_after, &busiest));
    diff_print_node(table, all, busiest);
}

static void diff_print_data(struct diff *diff, const struct transition *transition, const char *how,
                            const struct outcome *outcome)
{
    struct table *table = diff->table;
    const struct node_union *all = &diff->all;
    size_t busiest;
    double moved = diff_moved_fraction(transition, outcome);
    table_string(table, transition->spec);
    table_string(table, how);
    table_u64(table, transition->n_keys);
    if (!outcome->p) {
        for (int i = 0; i < 8; i++)
            table_empty(table);
        table_string(table, "unsupported");
        table_string(table, outcome->why.text);
        return;
    }
    table_u64(table, outcome->n_moved);
    table_real(table, moved);
    table_real(table, all->minimum);
    table_real(table, moved - all->minimum);
    table_u64(table, outcome->n_between_survivors);
    table_real(table, transition_skew(all, transition->n_before, all->target_before, &busiest));
    table_real(table, transition_skew(all, outcome->n_after, all->target_after, &busiest));
    diff_print_node(table, all, busiest);
    table_string(table, "ok");
    table_empty(table);
}

static void diff_print_outcome(struct diff *diff, const struct transition *transition,
                               const char *how, const struct outcome *outcome)
{
    if (diff_format == TABLE_TEXT)
        diff_print_text(diff, transition, how, outcome);
    else
        diff_print_data(diff, transition, how, outcome);
    table_end_row(diff->table);
    if (diff_max_moved >= 0 && outcome->p &&
        diff_moved_fraction(transition, outcome) > diff_max_moved)
        diff->limit_passed = true;
}

/* Both ways in one row where no key tells them apart. */
static void diff_print_summary(struct diff *diff)
{
    static const char *const names[] = {"live", "rebuild"};
    for (size_t i = 0; i < diff->n; i++) {
        const struct transition *transition = &diff->transitions[i];
        const struct outcome *live = &transition->outcomes[HOW_LIVE];
        if (live->p && transition->outcomes[HOW_REBUILD].p && !transition->n_differ) {
            diff_print_outcome(diff, transition, "both", live);
            continue;
        }
        for (unsigned how = 0; how < N_HOW; how++)
            if (diff->how & 1u << how)
                diff_print_outcome(diff, transition, names[how], &transition->outcomes[how]);
    }
}

static void diff_print_words(const struct diff *diff)
{
    const struct transition *first = &diff->transitions[0];
    printf("\n%llu keys, %zu nodes become %zu. least: what must move so that each node has its part;\n"
           "between: keys moved from one node that stays to another; before, after: the load of the\n"
           "busiest node over its part.\n",
           (unsigned long long)first->n_keys, diff->from.n, diff->to.n);
    for (size_t i = 0; i < diff->n; i++)
        for (unsigned how = 0; how < N_HOW; how++)
            if (diff->transitions[i].outcomes[how].status)
                printf("cannot: %s\n", diff->transitions[i].outcomes[how].why.text);
}

/* ---- the run */

static int diff_count_block(struct diff *diff, const struct rs_bytes *keys, size_t n, uint64_t line)
{
    for (size_t i = 0; i < diff->n; i++) {
        struct transition *transition = &diff->transitions[i];
        enum transition_how how = transition->outcomes[HOW_LIVE].p ? HOW_LIVE : HOW_REBUILD;
        size_t n_done = transition_count(transition, keys, n, how,
                                         diff_moves ? diff_print_move : NULL, diff);
        if (n_done < n)
            return cli_key_refused(transition->before, diff_keys ? diff_keys : "generated keys",
                                   line + n_done);
    }
    return 0;
}

static int diff_count_file(struct diff *diff)
{
    struct rs_why why;
    const struct rs_bytes *keys;
    size_t n = 1;
    int code = 0;
    struct keyfile *file = keyfile_open(diff_keys, &why);
    bool good = file;
    while (good && !code && n) {
        good = keyfile_next(file, &keys, &n, &why);
        if (good && n)
            code = diff_count_block(diff, keys, n, keyfile_line(file));
    }
    keyfile_close(file);
    return good ? code : cli_fail(CLI_ERROR, "%s", why.text);
}

static int diff_count_generated(struct diff *diff)
{
    struct rs_why why;
    struct key_stream stream;
    const struct rs_bytes *keys;
    const struct workload_args args = {DIFF_SYNTHETIC_KEYS, 1, NULL};
    size_t n = 1;
    uint64_t line = 1;
    int code = 0;
    if (!key_stream_open(&stream, workload_find("uniform"), &args, &why))
        return cli_fail(CLI_ERROR, "%s", why.text);
    bool good = true;
    while (good && !code && n) {
        good = key_stream_next(&stream, &keys, &n, &why);
        if (good && n)
            code = diff_count_block(diff, keys, n, line);
        line += n;
    }
    key_stream_close(&stream);
    return good ? code : cli_fail(CLI_ERROR, "%s", why.text);
}

static int diff_report(struct diff *diff)
{
    static const char *const move_columns[] = {"key", "from", "to"};
    bool text = diff_format == TABLE_TEXT;
    const char *const *columns = diff_moves ? move_columns : text ? diff_text_columns : diff_columns;
    size_t n_columns = diff_moves ? 3 : text ? 9 : 13;
    diff->table = table_open(stdout, diff_format, columns, n_columns);
    if (!diff->table)
        return cli_fail(CLI_ERROR, "out of memory");
    int code = diff_keys ? diff_count_file(diff) : diff_count_generated(diff);
    if (!code && !diff_moves)
        diff_print_summary(diff);
    table_close(diff->table);
    if (!code && !diff_moves && text)
        diff_print_words(diff);
    if (!code && diff_moves && diff_max_moved >= 0)
        for (unsigned how = 0; how < N_HOW; how++)
            diff->limit_passed |= diff->transitions->outcomes[how].p &&
                                  diff_moved_fraction(diff->transitions,
                                                      &diff->transitions->outcomes[how]) >
                                      diff_max_moved;
    if (!code && diff->limit_passed) {
        cli_end_output(0);
        return cli_fail(CLI_LIMIT, "more than %g of the keys move", diff_max_moved);
    }
    return code;
}

static int diff_open_all(struct diff *diff, char **specs, size_t n)
{
    struct rs_why why;
    diff->transitions = calloc(n, sizeof *diff->transitions);
    if (!diff->transitions || !node_union_open(&diff->all, &diff->from, &diff->to))
        return cli_fail(CLI_ERROR, "out of memory");
    for (; diff->n < n; diff->n++) {
        const char *spec = specs[diff->n];
        const char *to_spec = diff_to_strategy ? diff_to_strategy : spec;
        struct rs_placement *p;
        int code = cli_place(spec, &diff->from, &p);
        if (!code) {
            rs_close(p);
            code = cli_place(to_spec, &diff->to, &p);
        }
        if (code)
            return code;
        rs_close(p);
        if (!transition_open(&diff->transitions[diff->n], spec, diff_to_strategy, &diff->all,
                             diff->how, &why)) {
            diff->n++;
            return cli_fail(CLI_ERROR, "%s: %s", spec, why.text);
        }
    }
    return 0;
}

static int diff_usage(unsigned *how)
{
    if (!diff_from || !diff_to || (!diff_strategy && !diff_strategies))
        return cli_fail(CLI_USAGE, "diff needs --strategy SPEC, --from FILE and --to FILE");
    if (diff_strategy && diff_strategies)
        return cli_fail(CLI_USAGE, "give --strategy or --strategies, not both");
    if (diff_strategies && diff_moves)
        return cli_fail(CLI_USAGE, "--moves lists the keys of one --strategy");
    *how = 1u << HOW_LIVE | 1u << HOW_REBUILD;
    if (diff_how && !strcmp(diff_how, "live"))
        *how = 1u << HOW_LIVE;
    else if (diff_how && !strcmp(diff_how, "rebuild"))
        *how = 1u << HOW_REBUILD;
    else if (diff_how)
        return cli_fail(CLI_USAGE, "--how %s: give live or rebuild", diff_how);
    if (diff_to_strategy && diff_how && *how == 1u << HOW_LIVE)
        return cli_fail(CLI_USAGE, "another strategy cannot take over live; use --how rebuild");
    if (diff_to_strategy)
        *how = 1u << HOW_REBUILD;
    return 0;
}

static int diff_run(int argc, char **argv)
{
    struct diff diff = {0};
    struct rs_why why;
    size_t n = 0;
    int code = argc ? cli_fail(CLI_USAGE, "diff: what is %s? see ringside diff --help", argv[0])
                    : diff_usage(&diff.how);
    if (code)
        return code;
    char **specs = cli_split(diff_strategies ? diff_strategies : diff_strategy, &n);
    if (!nodefile_read(diff_from, &diff.from, &why) || !nodefile_read(diff_to, &diff.to, &why))
        code = cli_fail(CLI_ERROR, "%s", why.text);
    else
        code = specs && n ? diff_open_all(&diff, specs, n)
                          : cli_fail(CLI_NOTHING, "there is no strategy to compare");
    if (!code)
        code = diff_report(&diff);
    for (size_t i = 0; i < diff.n; i++)
        transition_close(&diff.transitions[i]);
    node_union_close(&diff.all);
    free(diff.transitions);
    node_list_free(&diff.from);
    node_list_free(&diff.to);
    free(specs);
    return cli_end_output(code);
}

static const struct cli_option diff_options[] = {
    {"strategy", CLI_TEXT, &diff_strategy, "SPEC", "the strategy that places the keys"},
    {"strategies", CLI_TEXT, &diff_strategies, "LIST", "several, a row each"},
    {"from", CLI_TEXT, &diff_from, "FILE", "the nodes as they are"},
    {"to", CLI_TEXT, &diff_to, "FILE", "the nodes as they shall be"},
    {"to-strategy", CLI_TEXT, &diff_to_strategy, "SPEC", "another strategy takes over as well"},
    {"keys", CLI_TEXT, &diff_keys, "FILE", "a key a line, - is standard input (a million made up)"},
    {"how", CLI_TEXT, &diff_how, "live|rebuild",
     "change a running placement, or restart with the new list (both)"},
    {"moves", CLI_FLAG, &diff_moves, NULL, "list the keys that move: key,from,to"},
    {"max-moved", CLI_REAL, &diff_max_moved, "X", "exit 3 when more than this part moves"},
    {"format", CLI_FORMAT, &diff_format, "text|csv|json", "how to print (text)"},
    {.name = NULL},
};

const struct command command_diff = {
    .name = "diff",
    .summary = "what moves when one node list becomes another",
    .usage = "--strategy SPEC --from FILE --to FILE [--keys FILE] [--moves] ...",
    .options = diff_options,
    .run = diff_run,
};
