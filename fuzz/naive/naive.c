/* naive.c - the list of naive twins, and what they share
 */
#include "naive.h"

#include <stdlib.h>
#include <string.h>

static const struct naive_row *const naive_rows[] = {
#define NAIVE(name) &naive_##name,
#include "naive.def"
#undef NAIVE
};
enum { NAIVE_N_ROWS = sizeof naive_rows / sizeof *naive_rows };

/* A liar is the row of an honest strategy, with another name and summary. Strategies may share the
 * word on when to choose them, or where they come from, but not both. */
static bool naive_is_of(const struct rs_strategy *strategy, const struct rs_strategy *honest)
{
    return strategy->choose && strategy->origin && !strcmp(strategy->choose, honest->choose) &&
           !strcmp(strategy->origin, honest->origin);
}

static const struct naive_row *naive_find(const struct rs_strategy *strategy)
{
    for (size_t i = 0; i < NAIVE_N_ROWS; i++)
        if (naive_is_of(strategy, rs_strategy_find(naive_rows[i]->strategy)))
            return naive_rows[i];
    return NULL;
}

/* Who answers, oldest first. */
static void naive_settle(struct naive *naive)
{
    naive->n = 0;
    for (size_t i = 0; i < naive->model.n; i++)
        if (model_answers(&naive->model, &naive->model.nodes[i]))
            naive->nodes[naive->n++] = &naive->model.nodes[i];
    if (naive->row->settle)
        naive->row->settle(naive);
}

bool naive_open(struct naive *naive, const struct rs_placement *p)
{
    *naive = (struct naive){.row = naive_find(p->strategy), .p = p};
    if (!naive->row)
        return false;
    naive->label_hash = rs_hash_find(naive_value(naive, "label_hash", ""));
    if (naive->row->state_bytes && !(naive->state = calloc(1, naive->row->state_bytes)))
        abort();
    if (naive->row->begin && !naive->row->begin(naive)) {
        free(naive->state);
        *naive = (struct naive){.row = NULL};
        return false;
    }
    naive_settle(naive);
    return true;
}

void naive_close(struct naive *naive)
{
    if (naive->row && naive->row->forget)
        naive->row->forget(naive);
    free(naive->state);
}

static double naive_weight(const struct model *model, uint32_t id)
{
    const struct rs_node *node = model_find(model, id);
    return node && model_answers(model, node) ? node->weight : 0;
}

static void naive_note(struct naive *naive, const struct model *before, const struct rs_node *node)
{
    double from = naive_weight(before, node->id), to = naive_weight(&naive->model, node->id);
    if (from != to)
        naive->row->note(naive, node, from, to);
}

static bool naive_any_regular(const struct model *model)
{
    bool any = false;
    for (size_t i = 0; i < model->n; i++)
        any |= model_answers(model, &model->nodes[i]) && !(model->nodes[i].flags & RS_BACKUP);
    return any;
}

/* The nodes of the call, in its order; where backups come or go with it, all nodes by age. */
static void naive_notes(struct naive *naive, const struct model *before, const struct script_op *op)
{
    bool all = (rs_traits(naive->p) & RS_HEALTH) &&
               naive_any_regular(before) != naive_any_regular(&naive->model);
    for (size_t i = 0; !all && i < op->n; i++)
        naive_note(naive, before, &op->nodes[i]);
    for (size_t i = 0; all && i < before->n; i++)
        naive_note(naive, before, &before->nodes[i]);
    for (size_t i = 0; all && i < naive->model.n; i++)
        if (!model_find(before, naive->model.nodes[i].id))
            naive_note(naive, before, &naive->model.nodes[i]);
}

void naive_apply(struct naive *naive, const struct script_op *op)
{
    struct model before = naive->model;
    model_apply(&naive->model, op);
    if (naive->row->note)
        naive_notes(naive, &before, op);
    naive_settle(naive);
}

const char *naive_value(const struct naive *naive, const char *name, const char *fallback)
{
    const struct rs_param *params = rs_params(naive->p->strategy);
    for (size_t i = 0; params[i].name; i++)
        if (!strcmp(params[i].name, name))
            return naive->p->spec->values[i];
    return fallback;
}

double naive_number(const struct naive *naive, const char *name, double fallback)
{
    const char *value = naive_value(naive, name, NULL);
    return value ? strtod(value, NULL) : fallback;
}

uint64_t naive_name_hash(const struct naive *naive, const struct rs_node *node)
{
    uint64_t digest;
    if (naive->label_hash->digest(node->name, naive->p->config.seed, &digest))
        abort();
    return rs_mix(digest + 0x9e3779b97f4a7c15u);
}

bool naive_less(const struct rs_node *a, const struct rs_node *b)
{
    size_t i = 0;
    while (i < a->name.n_bytes && i < b->name.n_bytes && a->name.at[i] == b->name.at[i])
        i++;
    if (i < a->name.n_bytes && i < b->name.n_bytes)
        return (unsigned char)a->name.at[i] < (unsigned char)b->name.at[i];
    if (a->name.n_bytes != b->name.n_bytes)
        return a->name.n_bytes < b->name.n_bytes;
    return a->id < b->id;
}
