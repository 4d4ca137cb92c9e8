/* diff_shards.c - ringside diff --shards N: the same change, for a cluster that moves whole shards
 */
#include "diff_shards.h"

#include "cli.h"
#include "cluster.h"
#include "infile.h"
#include "keyfile.h"
#include "live_change.h"

#include <stdlib.h>

/* What the shards hold, by the keys of a file. */
struct shard_load {
    uint64_t *n_keys, *n_bytes; /* by shard */
};

static int diff_shards_count(const struct diff_shards *shards, const struct rc_cluster *cluster,
                             struct shard_load *load)
{
    struct rs_why why;
    const struct rs_bytes *keys;
    size_t n = 1, n_all = 0;
    load->n_keys = calloc(shards->n_shards, sizeof *load->n_keys);
    load->n_bytes = calloc(shards->n_shards, sizeof *load->n_bytes);
    if (!load->n_keys || !load->n_bytes)
        return cli_fail(CLI_ERROR, "out of memory");
    if (!shards->keys)
        return 0;
    struct keyfile *file = keyfile_open(shards->keys, &why);
    bool good = file;
    int code = 0;
    while (good && !code && n) {
        good = keyfile_next(file, &keys, &n, &why);
        n_all += good ? n : 0;
        for (size_t i = 0; good && !code && i < n; i++) {
            uint32_t shard;
            if (rc_shard_of(cluster, keys[i], &shard))
                code = cli_fail(
                    CLI_ERROR, "%s:%llu: its hash has no digest for this key; choose another",
                    infile_name(shards->keys), (unsigned long long)(keyfile_line(file) + i));
            else
                load->n_keys[shard]++, load->n_bytes[shard] += keys[i].n_bytes;
        }
    }
    if (good && !code && !n_all)
        code = cli_fail(CLI_NOTHING, "%s: there are no keys to compare; give a file that has some",
                        infile_name(shards->keys));
    keyfile_close(file);
    return good ? code : cli_fail(CLI_ERROR, "%s", why.text);
}

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

/* One strategy: the cluster as it is, and the plan for what it shall be. */
struct shard_plan {
    struct rc_cluster *cluster;
    struct rs_node *nodes; /* of `to`, with the ids that the cluster knows */
    struct shard_load load;
    struct rc_plan plan;
    enum rs_status status; /* EUNSUPPORTED, EINVAL: the strategy cannot, why says it */
    struct rs_why why;
};

static int diff_shards_plan(const struct diff_shards *shards, const char *spec,
                            struct shard_plan *plan)
{
    const struct diff *diff = shards->diff;
    const struct rc_options options = {
        .spec = spec, .factor = (unsigned)shards->factor, .n_shards = (uint32_t)shards->n_shards};
    *plan = (struct shard_plan){.nodes = calloc(diff->to.n + 1, sizeof *plan->nodes)};
    enum rs_status status = plan->nodes ? rc_open(&options, &plan->cluster, &plan->why) : RS_ENOMEM;
    if (!status)
        status = rc_set_nodes(plan->cluster, diff->from.nodes, diff->from.n, &plan->why);
    if (status)
        return cli_fail(CLI_ERROR, "%s: %s", spec, plan->nodes ? plan->why.text : "out of memory");
    rc_switch(plan->cluster, NULL, NULL);
    int code = diff_shards_count(shards, plan->cluster, &plan->load);
    if (code)
        return code;
    plan->status = live_change_nodes(&diff->all, plan->nodes, &plan->why);
    if (!plan->status)
        plan->status = rc_plan(plan->cluster, plan->nodes, diff->to.n, &plan->plan, &plan->why);
    return plan->status == RS_ENOMEM ? cli_fail(CLI_ERROR, "out of memory") : 0;
}

static void diff_shards_close(struct shard_plan *plan)
{
    if (plan->cluster)
        rc_plan_free(plan->cluster, &plan->plan);
    rc_close(plan->cluster);
    free(plan->nodes);
    free(plan->load.n_keys);
    free(plan->load.n_bytes);
}

static void diff_shards_list(const struct diff_shards *shards, const struct shard_plan *plan,
                             struct table *table)
{
    for (size_t i = 0; i < plan->plan.n_moves; i++) {
        const struct rc_move *move = &plan->plan.moves[i];
        table_u64(table, move->shard);
        table_string(table, move->rank ? "replica" : "primary");
        diff_shards_name(table, shards->diff, plan->nodes, move->from);
        diff_shards_name(table, shards->diff, plan->nodes, move->to);
        table_u64(table, plan->load.n_keys[move->shard]);
        table_u64(table, plan->load.n_bytes[move->shard]);
        table_end_row(table);
    }
}

/* Returns the part of the copies that moves. */
static double diff_shards_row(const struct diff_shards *shards, const char *spec,
                              const struct shard_plan *plan, struct table *table)
{
    uint64_t n_keys = 0, n_bytes = 0, n_copies = shards->n_shards * shards->factor;
    table_string(table, spec);
    table_u64(table, shards->n_shards);
    for (size_t i = 0; i < plan->plan.n_moves; i++) {
        n_keys += plan->load.n_keys[plan->plan.moves[i].shard];
        n_bytes += plan->load.n_bytes[plan->plan.moves[i].shard];
    }
    double moved = (double)plan->plan.n_moves / (double)n_copies;
    if (plan->status) {
        for (int i = 0; i < 5; i++)
            table_empty(table);
    } else {
        table_u64(table, plan->plan.n_moves);
        table_real(table, moved);
        table_u64(table, plan->plan.least);
        table_u64(table, n_keys);
        table_u64(table, n_bytes);
    }
    bool fits = shards->format != TABLE_TEXT; /* a reason is longer than a terminal is wide */
    table_string(table, !plan->status ? "ok" : fits ? plan->why.text : "(cannot)");
    table_end_row(table);
    if (plan->status && !fits)
        cli_fail(CLI_DONE, "%s cannot: %s", spec, plan->why.text);
    return plan->status ? 0 : moved;
}

int diff_shards_run(const struct diff_shards *shards, double *moved)
{
    static const char *const move_columns[] = {"shard", "copy", "from", "to", "keys", "bytes"};
    static const char *const columns[] = {"strategy", "shards", "moves", "moved_fraction",
                                          "least",    "keys",   "bytes", "status"};
    const struct spec_list *specs = &shards->diff->specs;
    struct table *table = shards->moves ? table_open(stdout, shards->format, move_columns, 6)
                                        : table_open(stdout, shards->format, columns, 8);
    int code = table ? 0 : cli_fail(CLI_ERROR, "out of memory");
    size_t n_planned = 0;
    *moved = 0;
    for (size_t i = 0; !code && i < specs->n; i++) {
        struct shard_plan plan;
        code = diff_shards_plan(shards, specs->texts[i], &plan);
        if (!code && shards->moves && plan.status)
            code = cli_fail(CLI_NOTHING, "nothing to compare: %s", plan.why.text);
        else if (!code && shards->moves)
            diff_shards_list(shards, &plan, table);
        else if (!code) {
            double part = diff_shards_row(shards, specs->texts[i], &plan, table);
            *moved = part > *moved ? part : *moved;
        }
        n_planned += !code && !plan.status;
        diff_shards_close(&plan);
    }
    if (table && !table_close(table) && !code && !ferror(stdout))
        code = cli_fail(CLI_ERROR, "out of memory");
    if (!code && !n_planned)
        code = cli_fail(CLI_NOTHING, "nothing to compare: no strategy can make this change");
    return code;
}
