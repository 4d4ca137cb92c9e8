/* clone.c - a clone answers alike, now and later, and stands alone
 *
 * Half of the script, a clone with memory of its own, then the other half on the clone alone: the
 * original must not notice. It goes the same way afterwards and must arrive at the same answers.
 * Then it is closed, and the clone must not notice.
 */
#include "session.h"
#include "snapshot.h"

static const char *clone_diverge(struct session *s, struct session *clone, size_t half)
{
    struct snapshot before, after;
    snapshot_take(&before, s->p, s->script);
    const char *reason = snapshot_differ(&before, clone->p, "of a clone");
    if (!reason)
        reason = session_apply_from(clone, half);
    if (!reason)
        reason = snapshot_differ(&before, s->p, "after its clone changed");
    snapshot_free(&before);
    if (!reason)
        reason = session_apply_from(s, half);
    if (reason)
        return reason;
    snapshot_take(&after, s->p, s->script);
    rs_close(s->p);
    s->p = NULL;
    reason = snapshot_differ(&after, clone->p, "of a clone that went the same way");
    snapshot_free(&after);
    return reason;
}

const char *property_clone(const char *spec, const struct script *script)
{
    struct script first = *script;
    first.n_ops = script->n_ops / 2;
    struct session s, clone = {.spec = spec, .script = script};
    const char *reason = session_open(&s, spec, &first);
    if (!reason)
        reason = session_apply_from(&s, 0);
    if (!reason) {
        struct rs_config config = {.allocator = heap_allocator(&clone.heap)};
        s.script = script;
        clone.model = s.model;
        if (rs_clone(s.p, &config, &clone.p))
            reason = property_fail("it cannot be cloned");
        else
            reason = clone_diverge(&s, &clone, first.n_ops);
    }
    session_close(&clone);
    session_close(&s);
    return reason;
}
