/* oom.c - running out of memory changes nothing
 *
 * A call is made again and again: its first allocation fails, its second, and so on until it
 * succeeds; once with that one alone failing, once with all after it, so that nobody needs memory
 * to clean up. A call may also do without what it did not get. Only the last calls of a script take
 * part, since its beginning is a script too.
 */
#include "session.h"
#include "snapshot.h"

enum { OOM_CALLS = 4 };

struct oom_case {
    struct session *s;
    const struct script_op *op;
};

/* The calls under test. What they make is closed again. */
static enum rs_status oom_open(const struct oom_case *c)
{
    struct rs_config config = session_config(c->s);
    struct rs_placement *p = NULL;
    enum rs_status status = rs_open(c->s->spec, &config, &p, NULL);
    rs_close(p);
    return status;
}

static enum rs_status oom_clone(const struct oom_case *c)
{
    struct rs_placement *p = NULL;
    enum rs_status status = rs_clone(c->s->p, NULL, &p);
    rs_close(p);
    return status;
}

static enum rs_status oom_shares(const struct oom_case *c)
{
    double shares[SCRIPT_MAX_NODES];
    return rs_shares(c->s->p, shares);
}

static enum rs_status oom_change(const struct oom_case *c)
{
    return script_apply(c->op, c->s->p, NULL);
}

/* Until the call succeeds. fail_on: all allocations from the failing one on. */
static const char *oom_until_done(const struct oom_case *c, bool fail_on,
                                  enum rs_status (*call)(const struct oom_case *c))
{
    struct heap *heap = &c->s->heap;
    struct snapshot before;
    enum rs_status status = RS_ENOMEM;
    const char *reason = NULL;
    snapshot_take(&before, c->s->p, c->s->script);
    for (uint64_t n = 1; !reason && status; n++) {
        uint64_t n_failed = heap->n_failed;
        heap->fail_on = fail_on, heap->fail_in = n;
        status = call(c);
        heap->fail_on = false, heap->fail_in = 0;
        if (status && (status != RS_ENOMEM || heap->n_failed == n_failed))
            reason = property_fail("'%s' although %s", rs_status_text(status),
                                   heap->n_failed == n_failed ? "no allocation failed"
                                                              : "memory ran out");
        else if (status)
            reason = snapshot_differ(&before, c->s->p, "after memory ran out");
    }
    snapshot_free(&before);
    return reason;
}

/* The script's call, one way on the placement and the other way on a clone: both arrive. */
static const char *oom_step(struct session *s, const struct script_op *op)
{
    struct rs_placement *original = s->p, *clone;
    const struct oom_case c = {s, op};
    struct snapshot after;
    if (rs_clone(original, NULL, &clone))
        return property_fail("it cannot be cloned");
    s->p = clone;
    const char *reason = oom_until_done(&c, false, oom_change);
    s->p = original;
    if (!reason)
        reason = oom_until_done(&c, true, oom_change);
    if (!reason) {
        model_apply(&s->model, op);
        snapshot_take(&after, clone, s->script);
        reason = snapshot_differ(&after, original, "after the same change with too little memory");
        snapshot_free(&after);
    }
    rs_close(clone);
    return reason;
}

/* The calls that make something of what is there. */
static const char *oom_queries(struct session *s)
{
    static enum rs_status (*const calls[])(const struct oom_case *) = {oom_open, oom_clone,
                                                                       oom_shares};
    const struct oom_case c = {s, NULL};
    size_t n = sizeof calls / sizeof *calls - !(rs_traits(s->p) & RS_EXACT_SHARE);
    const char *reason = NULL;
    for (size_t i = 0; !reason && i < 2 * n; i++)
        reason = oom_until_done(&c, i % 2, calls[i / 2]);
    return reason;
}

const char *property_oom(const char *spec, const struct script *script)
{
    struct session s;
    const char *reason = session_open(&s, spec, script);
    for (size_t i = 0; !reason && i < script->n_ops; i++)
        reason = i + OOM_CALLS < script->n_ops ? session_apply(&s, &script->ops[i])
                                               : oom_step(&s, &script->ops[i]);
    if (!reason)
        reason = oom_queries(&s);
    rs_close(s.p);
    s.p = NULL;
    if (!reason && s.heap.now_bytes)
        reason = property_fail("%zu bytes are left behind where memory ran out", s.heap.now_bytes);
    if (!reason && s.heap.fault)
        reason = property_fail("%s", s.heap.fault);
    session_close(&s);
    return reason;
}
