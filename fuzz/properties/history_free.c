/* history_free.c - the way to a set of nodes does not show
 *
 * The nodes at the end of the script, added to a fresh placement: all at once with the youngest
 * first, and one by one in an order of chance.
 */
#include "probes.h"
#include "session.h"

static const char *history_free_at_once(struct session *fresh, const struct model *model)
{
    struct rs_node nodes[SCRIPT_MAX_NODES];
    struct rs_why why;
    for (size_t i = 0; i < model->n; i++)
        nodes[i] = model->nodes[model->n - 1 - i];
    if (rs_add(fresh->p, nodes, model->n, &why))
        return property_fail("the same nodes are refused by a fresh placement: %s", why.text);
    return NULL;
}

/* Along a stride without a common factor with the number of nodes. */
static const char *history_free_one_by_one(struct session *fresh, const struct model *model)
{
    static const size_t primes[] = {37, 41, 43, 47};
    size_t stride = primes[(model->n ? model->nodes[0].id : 0) % 4];
    const char *reason = NULL;
    for (size_t i = 0; !reason && i < model->n; i++) {
        struct script_op op = {SCRIPT_ADD, 1, {model->nodes[(i + 1) * stride % model->n]}};
        reason = session_apply(fresh, &op);
    }
    return reason;
}

static const char *history_free_check(struct session *s)
{
    static const char *(*const ways[])(struct session *, const struct model *) = {
        history_free_at_once, history_free_one_by_one};
    struct probes probes;
    const char *reason = NULL;
    probes_take(&probes, s->p, s->script);
    for (size_t i = 0; !reason && i < sizeof ways / sizeof *ways; i++) {
        struct session fresh;
        reason = session_open(&fresh, s->spec, s->script);
        if (!reason)
            reason = ways[i](&fresh, &s->model);
        if (!reason)
            reason = probes_differ(&probes, fresh.p, "of the same nodes in another order");
        session_close(&fresh);
    }
    return reason;
}

const char *property_history_free(const char *spec, const struct script *script)
{
    return session_end(spec, script, history_free_check);
}
