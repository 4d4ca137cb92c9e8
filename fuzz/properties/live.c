/* live.c - a live placement answers as a plain one after the same calls
 *
 * Every other call is made in two steps, and one that fails comes between: it may change nothing on
 * either side of the two placements.
 */
#include "ringside_live.h"

#include "probes.h"
#include "session.h"

static struct rs_edit live_edit(const struct script_op *op, size_t first, size_t n,
                                uint32_t ids[SCRIPT_MAX_BULK])
{
    static const enum rs_edit_kind kinds[] = {RS_EDIT_ADD, RS_EDIT_REMOVE, RS_EDIT_UPDATE};
    for (size_t i = 0; i < n; i++)
        ids[i] = op->nodes[first + i].id;
    return (struct rs_edit){kinds[op->verb], op->nodes + first, ids, n};
}

static enum rs_status live_step(struct rs_live *live, const struct rs_edit *edit,
                                struct rs_why *why)
{
    if (edit->kind == RS_EDIT_ADD)
        return rs_live_add(live, edit->nodes, edit->n, why);
    return edit->kind == RS_EDIT_REMOVE ? rs_live_remove(live, edit->ids, edit->n, why)
                                        : rs_live_update(live, edit->nodes, edit->n, why);
}

/* Adds of few nodes go in two halves; the rest is one step. */
static enum rs_status live_apply(struct rs_live *live, const struct script_op *op, bool halved,
                                 struct rs_why *why)
{
    uint32_t ids[2][SCRIPT_MAX_BULK];
    size_t half = halved && op->verb == SCRIPT_ADD ? op->n / 2 : 0;
    struct rs_edit edits[] = {live_edit(op, 0, half, ids[0]),
                              live_edit(op, half, op->n - half, ids[1])};
    return half ? rs_live_change(live, edits, 2, why) : live_step(live, &edits[1], why);
}

/* The step succeeds and the next cannot: nobody has this id. */
static const char *live_fail(struct rs_live *live, const struct script_op *op)
{
    static const uint32_t nobody[] = {RS_NO_NODE - 7};
    uint32_t ids[SCRIPT_MAX_BULK];
    struct rs_edit edits[] = {live_edit(op, 0, op->n, ids), {RS_EDIT_REMOVE, NULL, nobody, 1}};
    return rs_live_change(live, edits, 2, NULL) ? NULL : property_fail("nobody could be removed");
}

static const char *live_compare(const struct session *s, struct rs_reader *reader)
{
    struct probes probes;
    probes_take(&probes, s->p, s->script);
    const struct rs_placement *p = rs_live_enter(reader);
    const char *reason = probes_differ(&probes, p, "of a live placement");
    rs_live_leave(reader);
    return reason;
}

static const char *live_run(struct session *s, struct rs_live *live, struct rs_reader *reader)
{
    const char *reason = NULL;
    struct rs_why why;
    for (size_t i = 0; !reason && i < s->script->n_ops; i++) {
        const struct script_op *op = &s->script->ops[i];
        reason = i % 2 ? live_fail(live, op) : NULL;
        if (!reason && live_apply(live, op, i % 2, &why))
            reason = property_fail("a live placement refuses what is legal: %s", why.text);
        reason = reason ? reason : session_apply(s, op);
        reason = reason ? reason : live_compare(s, reader);
    }
    return reason;
}

const char *property_live(const char *spec, const struct script *script)
{
    struct session s;
    struct rs_placement *p = NULL;
    struct rs_live *live = NULL;
    struct rs_reader reader;
    const char *reason = session_open(&s, spec, script);
    /* The session's own allocator is not for threads. */
    const struct rs_config config = {.seed = reason ? 0 : s.p->config.seed};
    if (!reason && rs_open(spec, &config, &p, NULL))
        reason = property_fail("it does not open twice");
    if (!reason && rs_live_open(p, &live, NULL)) {
        rs_close(p);
        if (!(rs_traits(s.p) & RS_LOAD))
            reason = property_fail("it cannot be live");
    }
    if (live) {
        rs_live_join(live, &reader);
        reason = live_run(&s, live, &reader);
        rs_live_part(&reader);
    }
    rs_live_close(live);
    session_close(&s);
    return reason;
}
