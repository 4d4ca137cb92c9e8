/* diff_shards.c - ringside diff --shards N: the same change, for a cluster that moves whole shards
 *
 * Clusters of millions of shards are large: they are planned one after the other, and of each only
 * its row is kept.
 */
#include "diff_shards.h"

#include "cli.h"
#include "diff_plan.h"
#include "legend.h"
#include "wrapped.h"

#include <stdlib.h>

/* ---- summary */

struct shards_row {
    enum rs_status status; /* other than RS_OK: the strategy cannot, why says it */
    struct rs_why why;
    uint64_t n_moves, least, n_keys, n_bytes;
    double moved;
};

/* Part of the copies that there are after the change. */
static double diff_shards_moved(const struct diff_shards *shards, const struct diff_plan *plan)
{
    return (double)plan->plan.n_moves / (double)(shards->n_shards * diff_plan_n_copies(shards));
}

static int diff_shards_fill(const struct diff_shards *shards, const char *spec,
                            struct shards_row *row)
{
    struct diff_plan plan;
    int code = diff_plan_open(&plan, shards, spec);
    for (size_t i = 0; shards->keys && i < plan.plan.n_moves; i++) {
        row->n_keys += plan.load.n_keys[plan.plan.moves[i].shard];
        row->n_bytes += plan.load.n_bytes[plan.plan.moves[i].shard];
    }
    row->status = plan.status;
    row->why = plan.why;
    row->n_moves = plan.plan.n_moves;
    row->least = plan.plan.least;
    row->moved = diff_shards_moved(shards, &plan);
    diff_plan_close(&plan);
    return code;
}

static void diff_shards_held(struct table *table, bool is_counted, uint64_t n)
{
    if (is_counted)
        table_u64(table, n);
    else
        table_empty(table);
}

static void diff_shards_row(const struct diff_shards *shards, const struct shards_row *row,
                            struct table *table)
{
    bool text = shards->format == TABLE_TEXT; /* a reason is longer than a terminal is wide */
    table_u64(table, shards->n_shards);
    if (row->status) {
        for (int i = 0; i < 5; i++)
            table_empty(table);
        table_string(table, text ? "(cannot)" : "unsupported");
    } else {
        table_u64(table, row->n_moves);
        table_real(table, row->moved);
        table_u64(table, row->least);
        diff_shards_held(table, shards->keys, row->n_keys);
        diff_shards_held(table, shards->keys, row->n_bytes);
        table_string(table, "ok");
    }
    if (!text && row->status)
        table_string(table, row->why.text);
    else if (!text)
        table_empty(table);
    table_end_row(table);
}

static void diff_shards_words(const struct diff_shards *shards, const struct shards_row *rows)
{
    const struct spec_list *specs = &shards->diff->specs;
    unsigned long long n_copies = diff_plan_n_copies(shards);
    putchar('\n');
    wrapped_printf(stdout, 0,
                   "moves: copies of shards that must be made on another node; moved_fraction: "
                   "their part of the copies after the change, %llu of each shard; least: the "
                   "fewest moves that "
                   "give each node its part by weight%s.",
                   n_copies, shards->keys ? "; keys, bytes: of the keys in what moves" : "");
    for (size_t i = 0; i < specs->n; i++)
        if (rows[i].status)
            wrapped_printf(stdout, 2, "%s cannot: %s", specs->texts[i], rows[i].why.text);
}

static int diff_shards_print(const struct diff_shards *shards, const struct shards_row *rows)
{
    static const char *const columns[] = {"strategy", "shards", "moves",  "moved_fraction", "least",
                                          "keys",     "bytes",  "status", "message"};
    const struct spec_list *specs = &shards->diff->specs;
    bool text = shards->format == TABLE_TEXT;
    struct legend legend = {0};
    if (text)
        legend = legend_print(stdout, specs->texts, specs->n);
    struct table *table = table_open(stdout, shards->format, columns, text ? 8 : 9);
    if (!table)
        return cli_fail(CLI_ERROR, "out of memory");
    for (size_t i = 0; i < specs->n; i++) {
        if (text)
            legend_cell(&legend, table, i);
        else
            table_string(table, specs->texts[i]);
        diff_shards_row(shards, &rows[i], table);
    }
    if (!table_close(table) && !ferror(stdout))
        return cli_fail(CLI_ERROR, "out of memory");
    if (text)
        diff_shards_words(shards, rows);
    return 0;
}

static int diff_shards_summarize(const struct diff_shards *shards, double *moved)
{
    const struct spec_list *specs = &shards->diff->specs;
    struct shards_row *rows = calloc(specs->n, sizeof *rows);
    int code = rows ? 0 : cli_fail(CLI_ERROR, "out of memory");
    size_t n_planned = 0;
    for (size_t i = 0; !code && i < specs->n; i++) {
        code = diff_shards_fill(shards, specs->texts[i], &rows[i]);
        n_planned += !rows[i].status;
        *moved = rows[i].moved > *moved ? rows[i].moved : *moved;
    }
    if (!code)
        code = diff_shards_print(shards, rows);
    if (!code && !n_planned)
        code = cli_fail(CLI_NOTHING, "nothing to compare: no strategy can make this change");
    free(rows);
    return code;
}

/* ---- moves */

static void diff_shards_name(struct table *table, const struct diff *diff,
                             const struct rs_node *nodes, uint32_t id)
{
    for (size_t i = 0; i < diff->from.n; i++)
        if (diff->from.nodes[i].id == id) {
            table_bytes(table, diff->from.nodes[i].name);
            return;
        }
    for (size_t i = 0; i < diff->to.n; i++)
        if (nodes[i].id == id) {
            table_bytes(table, nodes[i].name);
            return;
        }
    table_empty(table);
}

static int diff_shards_print_moves(const struct diff_shards *shards, const struct diff_plan *plan)
{
    static const char *const columns[] = {"shard", "copy", "from", "to", "keys", "bytes"};
    struct table *table = table_open(stdout, shards->format, columns, 6);
    if (!table)
        return cli_fail(CLI_ERROR, "out of memory");
    for (size_t i = 0; i < plan->plan.n_moves; i++) {
        const struct rc_move *move = &plan->plan.moves[i];
        table_u64(table, move->shard);
        table_string(table, move->rank ? "replica" : "primary");
        diff_shards_name(table, shards->diff, plan->nodes, move->from);
        diff_shards_name(table, shards->diff, plan->nodes, move->to);
        diff_shards_held(table, shards->keys, shards->keys ? plan->load.n_keys[move->shard] : 0);
        diff_shards_held(table, shards->keys, shards->keys ? plan->load.n_bytes[move->shard] : 0);
        table_end_row(table);
    }
    return table_close(table) || ferror(stdout) ? 0 : cli_fail(CLI_ERROR, "out of memory");
}

static int diff_shards_list(const struct diff_shards *shards, double *moved)
{
    struct diff_plan plan;
    int code = diff_plan_open(&plan, shards, shards->diff->specs.texts[0]);
    if (!code && plan.status)
        code = cli_fail(CLI_NOTHING, "nothing to compare: %s", plan.why.text);
    if (!code)
        code = diff_shards_print_moves(shards, &plan);
    *moved = diff_shards_moved(shards, &plan);
    diff_plan_close(&plan);
    return code;
}

int diff_shards_run(const struct diff_shards *shards, double *moved)
{
    int code = diff_plan_check(&shards->diff->from);
    if (!code)
        code = diff_plan_check(&shards->diff->to);
    *moved = 0;
    if (code)
        return code;
    return shards->moves ? diff_shards_list(shards, moved) : diff_shards_summarize(shards, moved);
}
