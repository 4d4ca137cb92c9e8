/* undo.c - a change and its opposite leave every key where it was
 *
 * Whoever was added last can go as if he had never come, whatever the strategy. Other changes leave
 * traces (a node that was removed comes back as the youngest) and can be undone only where history
 * does not count.
 */
#include "probes.h"
#include "session.h"

static const char *undo_step(struct session *s, const struct script_op *op)
{
    if (!op)
        return NULL;
    if (op->verb != SCRIPT_ADD && !(rs_traits(s->p) & RS_HISTORY_FREE))
        return session_apply(s, op);
    struct probes before, after;
    struct script_op inverse = model_inverse(&s->model, op);
    probes_take(&before, s->p, s->script);
    const char *reason = session_apply(s, op);
    if (reason)
        return reason;
    probes_take(&after, s->p, s->script);
    reason = session_apply(s, &inverse);
    if (!reason)
        reason = probes_differ(&before, s->p, "after a change and its opposite");
    if (!reason)
        reason = session_apply(s, op);
    return reason ? reason : probes_differ(&after, s->p, "after a change, its opposite and itself");
}

const char *property_undo(const char *spec, const struct script *script)
{
    return session_each(spec, script, undo_step);
}
