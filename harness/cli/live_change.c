/* live_change.c - one node list becomes another on a running placement
 *
 * Clients go on with the ids they know: those that stay keep theirs, and a newcomer gets none that
 * another node has or had.
 */
#include "live_change.h"

#include "reason.h"

#include <stdlib.h>

static bool live_change_is_same(const struct rs_node *a, const struct rs_node *b)
{
    return a->weight == b->weight && a->flags == b->flags;
}

/* Newcomers without an id of their own get the smallest that no other node has or had. */
static bool live_change_name_newcomers(const struct node_union *all, struct rs_node *nodes)
{
    size_t n_max = all->from->n + all->to->n + 1;
    bool *is_taken = calloc(n_max, sizeof *is_taken);
    uint32_t next = 0;
    for (size_t i = 0; is_taken && i < all->from->n; i++)
        if (all->from->nodes[i].id < n_max)
            is_taken[all->from->nodes[i].id] = true;
    for (size_t i = 0; is_taken && i < all->to->n; i++)
        if (all->to->has_id[i] && nodes[i].id < n_max)
            is_taken[nodes[i].id] = true;
    for (size_t i = 0; is_taken && i < all->to->n; i++) {
        if (all->of_to[i] < all->from->n || all->to->has_id[i])
            continue;
        while (is_taken[next])
            next++;
        nodes[i].id = next++;
    }
    free(is_taken);
    return is_taken != NULL;
}

enum rs_status live_change_nodes(const struct node_union *all, struct rs_node *nodes,
                                 struct rs_why *why)
{
    for (size_t i = 0; i < all->to->n; i++) {
        nodes[i] = all->to->nodes[i];
        if (all->of_to[i] >= all->from->n)
            continue;
        uint32_t old_id = all->from->nodes[all->of_to[i]].id;
        if (all->to->has_id[i] && nodes[i].id != old_id) {
            reason_at(why, all->to->file, all->to->lines[i],
                      "a running node keeps its id %u; use --how rebuild", old_id);
            return RS_EINVAL;
        }
        nodes[i].id = old_id;
    }
    return live_change_name_newcomers(all, nodes) ? RS_OK : RS_ENOMEM;
}

/* The three steps of a change, each an array for one call. */
struct live_change_steps {
    uint32_t *gone;
    struct rs_node *changed, *joining;
    size_t n_gone, n_changed, n_joining;
};

static enum rs_status live_change_sort(struct live_change_steps *steps,
                                       const struct node_union *all, const struct rs_node *nodes)
{
    bool *stays = calloc(all->from->n + 1, sizeof *stays);
    steps->gone = calloc(all->from->n + 1, sizeof *steps->gone);
    steps->changed = calloc(all->to->n + 1, sizeof *steps->changed);
    steps->joining = calloc(all->to->n + 1, sizeof *steps->joining);
    bool done = stays && steps->gone && steps->changed && steps->joining;
    for (size_t i = 0; done && i < all->to->n; i++) {
        if (all->of_to[i] >= all->from->n) {
            steps->joining[steps->n_joining++] = nodes[i];
            continue;
        }
        stays[all->of_to[i]] = true;
        if (!live_change_is_same(&nodes[i], &all->from->nodes[all->of_to[i]]))
            steps->changed[steps->n_changed++] = nodes[i];
    }
    for (size_t i = 0; done && i < all->from->n; i++)
        if (!stays[i])
            steps->gone[steps->n_gone++] = all->from->nodes[i].id;
    free(stays);
    return done ? RS_OK : RS_ENOMEM;
}

enum rs_status live_change(struct rs_placement *p, const struct node_union *all,
                           struct rs_node *nodes, struct rs_why *why)
{
    struct live_change_steps steps = {0};
    struct rs_why reason = {""};
    enum rs_status status = live_change_nodes(all, nodes, why);
    if (!status)
        status = live_change_sort(&steps, all, nodes);
    if (!status)
        status = rs_remove(p, steps.gone, steps.n_gone, why);
    if (!status)
        status = rs_update(p, steps.changed, steps.n_changed, why);
    if (!status) {
        status = rs_add(p, steps.joining, steps.n_joining, &reason);
        if (status)
            reason_at(why, all->to->file, 0, "%s", reason.text);
    }
    free(steps.gone);
    free(steps.changed);
    free(steps.joining);
    return status;
}
