/* session.c - a placement under test
 */
#include "session.h"

const char *session_open(struct session *s, const char *spec, const struct script *script)
{
    *s = (struct session){.spec = spec, .script = script};
    struct rs_config config = session_config(s);
    struct rs_why why;
    enum rs_status status = rs_open(spec, &config, &s->p, &why);
    if (status == RS_EUNSUPPORTED && config.seed) {
        config.seed = 0;
        status = rs_open(spec, &config, &s->p, &why);
    }
    return status ? property_fail("it does not open: %s", why.text) : NULL;
}

struct rs_config session_config(struct session *s)
{
    return (struct rs_config){.allocator = heap_allocator(&s->heap),
                              .seed = s->p ? s->p->config.seed : s->script->seed};
}

void session_close(struct session *s)
{
    rs_close(s->p);
    heap_close(&s->heap);
}

const char *session_apply(struct session *s, const struct script_op *op)
{
    static const char *const verbs[] = {"add", "remove", "update"};
    struct rs_why why;
    if (!op)
        return NULL;
    if (script_apply(op, s->p, &why))
        return property_fail("a legal %s of %zu nodes is refused: %s", verbs[op->verb], op->n,
                             why.text);
    model_apply(&s->model, op);
    return NULL;
}

const char *session_apply_from(struct session *s, size_t i)
{
    const char *reason = NULL;
    for (; !reason && i < s->script->n_ops; i++)
        reason = session_apply(s, &s->script->ops[i]);
    return reason;
}

const char *session_each(const char *spec, const struct script *script,
                         const char *(*step)(struct session *s, const struct script_op *op))
{
    struct session s;
    const char *reason = session_open(&s, spec, script);
    if (!reason)
        reason = step(&s, NULL);
    for (size_t i = 0; !reason && i < script->n_ops; i++)
        reason = step(&s, &script->ops[i]);
    session_close(&s);
    return reason;
}

const char *session_end(const char *spec, const struct script *script,
                        const char *(*check)(struct session *s))
{
    struct session s;
    const char *reason = session_open(&s, spec, script);
    if (!reason)
        reason = session_apply_from(&s, 0);
    if (!reason)
        reason = check(&s);
    session_close(&s);
    return reason;
}
