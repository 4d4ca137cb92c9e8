/* model.h - the nodes that ought to be there: an array, and nothing clever
 */
#ifndef RINGSIDE_MODEL_H
#define RINGSIDE_MODEL_H

#include "script.h"

struct model {
    struct rs_node nodes[SCRIPT_MAX_NODES]; /* oldest first */
    size_t n;
};

void model_apply(struct model *model, const struct script_op *op);

/* The call that takes op back, for the nodes as op finds them. */
struct script_op model_inverse(const struct model *model, const struct script_op *op);

/* NULL: no such node. */
const struct rs_node *model_find(const struct model *model, uint32_t id);

/* Whether keys may go to this node of the model: it is up, it weighs something, and it is no backup
 * unless nothing else answers. */
bool model_answers(const struct model *model, const struct rs_node *node);
size_t model_n_answering(const struct model *model);

#endif
