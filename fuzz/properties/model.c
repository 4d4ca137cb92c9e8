/* model.c - the nodes that ought to be there
 */
#include "model.h"

#include <string.h>

static size_t model_index(const struct model *model, uint32_t id)
{
    size_t i = 0;
    while (i < model->n && model->nodes[i].id != id)
        i++;
    return i;
}

void model_apply(struct model *model, const struct script_op *op)
{
    for (size_t i = 0; i < op->n; i++) {
        size_t at = model_index(model, op->nodes[i].id);
        if (op->verb == SCRIPT_REMOVE) {
            model->n--;
            memmove(&model->nodes[at], &model->nodes[at + 1],
                    (model->n - at) * sizeof *model->nodes);
        } else {
            model->nodes[at] = op->nodes[i];
            model->n += op->verb == SCRIPT_ADD;
        }
    }
}

const struct rs_node *model_find(const struct model *model, uint32_t id)
{
    size_t at = model_index(model, id);
    return at < model->n ? &model->nodes[at] : NULL;
}

static bool model_is_up(const struct rs_node *node)
{
    return node->weight > 0 && !(node->flags & RS_DOWN);
}

bool model_answers(const struct model *model, const struct rs_node *node)
{
    bool any_regular = false;
    for (size_t i = 0; i < model->n; i++)
        any_regular |= model_is_up(&model->nodes[i]) && !(model->nodes[i].flags & RS_BACKUP);
    return model_is_up(node) && !(any_regular && (node->flags & RS_BACKUP));
}

size_t model_n_answering(const struct model *model)
{
    size_t n = 0;
    for (size_t i = 0; i < model->n; i++)
        n += model_answers(model, &model->nodes[i]);
    return n;
}

struct script_op model_inverse(const struct model *model, const struct script_op *op)
{
    struct script_op inverse = {.n = op->n};
    for (size_t i = 0; i < op->n; i++) {
        const struct rs_node *node = &op->nodes[op->n - 1 - i];
        inverse.nodes[i] = op->verb == SCRIPT_UPDATE ? *model_find(model, node->id) : *node;
    }
    inverse.verb = op->verb == SCRIPT_ADD      ? SCRIPT_REMOVE
                   : op->verb == SCRIPT_REMOVE ? SCRIPT_ADD
                                               : SCRIPT_UPDATE;
    return inverse;
}
