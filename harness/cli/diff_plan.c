/* diff_plan.c - one cluster as it is, and the plan for what it shall be
 */
#include "diff_plan.h"

#include "cli.h"
#include "diff_place.h"
#include "infile.h"
#include "live_change.h"

#include <stdlib.h>

/* ---- the lists */

/* Nodes that can own a shard. */
static size_t diff_plan_n_owning(const struct node_list *list)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        n += list->nodes[i].weight > 0;
    return n;
}

/* Shards without an owner are neither moved nor kept: a plan would count the loss of all as no
 * moves. */
int diff_plan_check(const struct node_list *list)
{
    if (diff_plan_n_owning(list))
        return 0;
    return cli_fail(CLI_NOTHING,
                    "%s: %s, but a plan of shards needs nodes on both sides; give it a node of "
                    "weight above 0",
                    infile_name(list->file), list->n ? "all weights are 0" : "there are no nodes");
}

/* No node holds two copies of a shard. */
uint64_t diff_plan_n_copies(const struct diff_shards *shards)
{
    uint64_t n_owning = diff_plan_n_owning(&shards->diff->to);
    return n_owning < shards->factor ? n_owning : shards->factor;
}

/* ---- the plan */

/* The strategy by itself takes both lists; asked first, since it knows file and line. */
static enum rs_status diff_plan_try(const struct diff *diff, const char *spec, struct rs_why *why)
{
    struct rs_placement *p;
    enum rs_status status = diff_place(spec, &diff->from, &p, why);
    if (status)
        return status;
    status = cli_check_nodes(p, &diff->to, why);
    rs_close(p);
    return status;
}

static enum rs_status diff_plan_change(const struct diff *diff, const char *spec,
                                       struct diff_plan *plan)
{
    struct rs_why *why = &plan->why;
    enum rs_status status = diff_plan_try(diff, spec, why);
    if (!status)
        status = rc_set_nodes(plan->cluster, diff->from.nodes, diff->from.n, why);
    if (status)
        return status;
    rc_switch(plan->cluster, NULL, NULL);
    status = live_change_nodes(&diff->all, plan->nodes, why);
    return status ? status : rc_plan(plan->cluster, plan->nodes, diff->to.n, &plan->plan, why);
}

int diff_plan_open(struct diff_plan *plan, const struct diff_shards *shards, const char *spec)
{
    const struct rc_options options = {
        .spec = spec, .factor = (unsigned)shards->factor, .n_shards = (uint32_t)shards->n_shards};
    int code = 0;
    *plan = (struct diff_plan){.nodes = calloc(shards->diff->to.n + 1, sizeof *plan->nodes)};
    plan->status = plan->nodes ? rc_open(&options, &plan->cluster, &plan->why) : RS_ENOMEM;
    if (!plan->status && shards->keys)
        code = diff_load_open(&plan->load, plan->cluster, shards->n_shards, shards->keys);
    if (!code && !plan->status)
        plan->status = diff_plan_change(shards->diff, spec, plan);
    return plan->status == RS_ENOMEM ? cli_fail(CLI_ERROR, "out of memory") : code;
}

void diff_plan_close(struct diff_plan *plan)
{
    if (plan->cluster)
        rc_plan_free(plan->cluster, &plan->plan);
    rc_close(plan->cluster);
    free(plan->nodes);
    diff_load_close(&plan->load);
}
