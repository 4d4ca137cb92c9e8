/* failed.c - a call that is refused changes nothing, and says why
 *
 * At the end of the script: every kind of bad node and bad list of ids, behind a good one, so that
 * there is something to take back.
 */
#include "session.h"
#include "snapshot.h"

#include <math.h>

static const char *failed_call(const struct session *s, const struct script_op *op,
                               enum rs_status expected, const char *what)
{
    struct snapshot before;
    struct rs_why why = {""};
    snapshot_take(&before, s->p, s->script);
    enum rs_status status = script_apply(op, s->p, &why);
    const char *reason = NULL;
    if (status != expected)
        reason = property_fail("%s: the answer is '%s', it should be '%s'", what,
                               rs_status_text(status), rs_status_text(expected));
    else if (!why.text[0])
        reason = property_fail("%s: refused without a reason", what);
    else
        reason = snapshot_differ(&before, s->p, what);
    snapshot_free(&before);
    return reason;
}

/* A node with an id that is not there. */
static struct rs_node failed_new_node(const struct session *s, uint32_t from)
{
    while (model_find(&s->model, from))
        from++;
    return (struct rs_node){.id = from, .weight = 1, .name = RS_TEXT_BYTES("new")};
}

/* The i-th way to spoil a node. Returns how it must be refused; RS_OK: it is no fault here. */
static enum rs_status failed_spoil(const struct rs_placement *p, unsigned i, struct rs_node *node)
{
    static const char long_text[RS_NAME_MAX + 1];
    uint32_t traits = rs_traits(p);
    switch (i) {
    case 0:
        node->weight = (double)NAN;
        return RS_EINVAL;
    case 1:
        node->weight = -1;
        return RS_EINVAL;
    case 2:
        node->weight = (double)INFINITY;
        return RS_EINVAL;
    case 3:
        node->weight = traits & RS_WEIGHTED ? 2 * p->strategy->weight.max : 2;
        return traits & RS_WEIGHTED ? RS_EINVAL : RS_EUNSUPPORTED;
    case 4:
        node->flags |= 4;
        return RS_EINVAL;
    case 5:
        node->flags |= RS_DOWN;
        return traits & RS_HEALTH ? RS_OK : RS_EUNSUPPORTED;
    case 6:
        node->detail = RS_TEXT_BYTES("x");
        return traits & RS_DETAIL ? RS_OK : RS_EUNSUPPORTED;
    default:
        node->name = (struct rs_bytes){long_text, sizeof long_text};
        return RS_EINVAL;
    }
}
enum { FAILED_N_SPOILS = 8 };

static const char *failed_spoiled(const struct session *s, unsigned i)
{
    struct script_op add = {SCRIPT_ADD, 2, {failed_new_node(s, 0), failed_new_node(s, 100)}};
    enum rs_status expected = failed_spoil(s->p, i, &add.nodes[1]);
    if (!expected)
        return NULL;
    if (rs_node_check(s->p, &add.nodes[1], NULL) != expected)
        return property_fail("node_check takes a bad node of kind %u", i);
    const char *reason = failed_call(s, &add, expected, "after a bad node was refused");
    if (reason || s->model.n < 2)
        return reason;
    struct script_op update = {SCRIPT_UPDATE, 2, {s->model.nodes[1], s->model.nodes[0]}};
    if (rs_traits(s->p) & RS_HEALTH)
        update.nodes[0].flags ^= RS_DOWN;
    failed_spoil(s->p, i, &update.nodes[1]);
    return failed_call(s, &update, expected, "after a bad update was refused");
}

static const char *failed_ids(const struct session *s)
{
    struct rs_node one = failed_new_node(s, 0), other = failed_new_node(s, 100), none = other;
    struct script_op op = {SCRIPT_ADD, 2, {one, one}};
    const char *reason = failed_call(s, &op, RS_EEXIST, "after one id was added twice");
    none.id = RS_NO_NODE;
    op.nodes[1] = none;
    if (!reason)
        reason = failed_call(s, &op, RS_EINVAL, "after the reserved id was added");
    if (reason || !s->model.n)
        return reason;
    struct rs_node old = s->model.nodes[0], young = s->model.nodes[s->model.n - 1];
    const struct {
        struct script_op op;
        enum rs_status expected;
        const char *what;
    } cases[] = {
        {{SCRIPT_ADD, 2, {one, old}}, RS_EEXIST, "after an id was added that is there"},
        {{SCRIPT_REMOVE, 2, {young, other}}, RS_ENOENT, "after an unknown id was removed"},
        {{SCRIPT_REMOVE, 2, {young, young}}, RS_ENOENT, "after one id was removed twice"},
        {{SCRIPT_UPDATE, 2, {young, other}}, RS_ENOENT, "after an unknown id was updated"},
        {{SCRIPT_UPDATE, 2, {young, young}}, RS_ENOENT, "after one id was updated twice"},
    };
    for (size_t i = 0; !reason && i < sizeof cases / sizeof *cases; i++)
        reason = failed_call(s, &cases[i].op, cases[i].expected, cases[i].what);
    old.name = old.name.n_bytes == 3 ? RS_TEXT_BYTES("other") : RS_TEXT_BYTES("new");
    op = (struct script_op){SCRIPT_UPDATE, 1, {old}};
    return reason ? reason : failed_call(s, &op, RS_EINVAL, "after a new name was refused");
}

/* Without REMOVE_ANY nobody goes before those who came later. */
static const char *failed_middle(const struct session *s)
{
    if ((rs_traits(s->p) & RS_REMOVE_ANY) || s->model.n < 2)
        return NULL;
    struct script_op op = {SCRIPT_REMOVE, 1, {s->model.nodes[s->model.n - 2]}};
    return failed_call(s, &op, RS_EUNSUPPORTED, "after a removal from the middle was refused");
}

/* The calls that make the most of what is counted beside the nodes: every node becomes a backup, so
 * that all answer again; else one more comes. */
static const char *failed_go_on(struct session *s)
{
    struct script_op op = {SCRIPT_ADD, 1, {failed_new_node(s, 0)}};
    if (!(rs_traits(s->p) & RS_HEALTH))
        return s->model.n < SCRIPT_MAX_NODES ? session_apply(s, &op) : NULL;
    const char *reason = NULL;
    op.verb = SCRIPT_UPDATE;
    for (size_t i = 0; !reason && i < s->model.n; i++) {
        op.nodes[0] = s->model.nodes[i];
        op.nodes[0].flags |= RS_BACKUP;
        reason = session_apply(s, &op);
    }
    return reason;
}

/* What the refused calls left behind may show later only: a clone that saw none of them goes on the
 * same way. */
static const char *failed_later(struct session *s, struct session *clone)
{
    struct snapshot expected;
    const char *reason = failed_go_on(clone);
    if (!reason)
        reason = failed_go_on(s);
    if (reason)
        return NULL; /* a full table; what is refused honestly is another property's matter */
    snapshot_take(&expected, clone->p, s->script);
    reason = snapshot_differ(&expected, s->p, "after changes that follow refused ones");
    snapshot_free(&expected);
    return reason;
}

static const char *failed_calls(const struct session *s)
{
    const char *reason = failed_ids(s);
    for (unsigned i = 0; !reason && i < FAILED_N_SPOILS; i++)
        reason = failed_spoiled(s, i);
    return reason ? reason : failed_middle(s);
}

static const char *failed_check(struct session *s)
{
    struct session clone = {.spec = s->spec, .script = s->script, .model = s->model};
    if (rs_clone(s->p, NULL, &clone.p))
        return property_fail("it cannot be cloned");
    const char *reason = failed_calls(s);
    if (!reason)
        reason = failed_later(s, &clone);
    rs_close(clone.p);
    return reason;
}

const char *property_failed(const char *spec, const struct script *script)
{
    return session_end(spec, script, failed_check);
}
