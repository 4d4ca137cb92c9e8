/* load.c - assign keeps every node within its cap, locate previews it
 *
 * After each call of the script some keys come and a few go. What each node carries is counted
 * beside it.
 */
#include "session.h"

enum { LOAD_KEYS = 24 };

/* Keys that this thread has put on each node, in the order of rs_nodes. */
struct load_model {
    uint32_t ids[SCRIPT_MAX_NODES];
    uint64_t loads[SCRIPT_MAX_NODES];
    size_t n;
};

static void load_take(struct load_model *model, const struct rs_placement *p)
{
    uint64_t cap;
    model->n = rs_nodes(p, model->ids, SCRIPT_MAX_NODES);
    for (size_t i = 0; i < model->n; i++)
        if (rs_load(p, model->ids[i], &model->loads[i], &cap))
            model->loads[i] = UINT64_MAX;
}

/* Every load is as counted. */
static const char *load_differ(const struct load_model *model, const struct rs_placement *p,
                               const char *what)
{
    for (size_t i = 0; i < model->n; i++) {
        uint64_t load, cap;
        if (rs_load(p, model->ids[i], &load, &cap) || load != model->loads[i])
            return property_fail("node %u does not carry the %llu keys that it should %s",
                                 model->ids[i], (unsigned long long)model->loads[i], what);
    }
    return NULL;
}

static const char *load_assign(struct session *s, struct load_model *model, uint64_t digest)
{
    uint32_t preview = rs_locate(s->p, digest), id = RS_NO_NODE;
    uint64_t load, cap;
    const struct rs_node *node = model_find(&s->model, preview);
    if (node && rs_load(s->p, preview, &load, &cap))
        return property_fail("node %u has no load", preview);
    enum rs_status status = rs_assign(s->p, digest, &id);
    if (status != (node ? RS_OK : RS_EFULL) || id != preview)
        return property_fail("digest %#llx: locate says node %u, assign %u (%s)",
                             (unsigned long long)digest, preview, id, rs_status_text(status));
    if (node && load >= cap)
        return property_fail("node %u gets a key above its cap of %llu", id,
                             (unsigned long long)cap);
    for (size_t i = 0; i < model->n; i++)
        model->loads[i] += node && model->ids[i] == id;
    return NULL;
}

/* A key of the i-th node goes, if it has one. */
static const char *load_release(struct session *s, struct load_model *model, size_t i)
{
    enum rs_status expected = model->loads[i] ? RS_OK : RS_EINVAL;
    enum rs_status status = rs_release(s->p, model->ids[i]);
    if (status != expected)
        return property_fail("release from node %u, which carries %llu, says '%s'", model->ids[i],
                             (unsigned long long)model->loads[i], rs_status_text(status));
    model->loads[i] -= model->loads[i] > 0;
    return NULL;
}

/* Who stays carries what it did, who is new nothing. */
static const char *load_kept(const struct load_model *before, const struct load_model *after,
                             const struct script_op *op)
{
    for (size_t i = 0; i < after->n; i++) {
        uint64_t expected = 0;
        for (size_t j = 0; j < before->n; j++)
            if (before->ids[j] == after->ids[i])
                expected = before->loads[j];
        for (size_t j = 0; op && op->verb == SCRIPT_ADD && j < op->n; j++)
            if (op->nodes[j].id == after->ids[i])
                expected = 0;
        if (after->loads[i] != expected)
            return property_fail("node %u carries %llu keys after a change, it carried %llu",
                                 after->ids[i], (unsigned long long)after->loads[i],
                                 (unsigned long long)expected);
    }
    return NULL;
}

static const char *load_step(struct session *s, const struct script_op *op)
{
    struct load_model before, model;
    load_take(&before, s->p);
    const char *reason = session_apply(s, op);
    if (reason)
        return reason;
    load_take(&model, s->p);
    reason = load_kept(&before, &model, op);
    for (uint64_t i = 0; !reason && i < LOAD_KEYS; i++) {
        uint64_t digest = i < s->script->n_digests ? s->script->digests[i] : rs_draw(i / 2, 1);
        reason = load_assign(s, &model, digest);
        if (!reason && i % 3 == 2 && model.n)
            reason = load_release(s, &model, i % model.n);
    }
    if (!reason && rs_release(s->p, RS_NO_NODE) != RS_ENOENT)
        reason = property_fail("a key is released from a node that is not there");
    return reason ? reason : load_differ(&model, s->p, "after keys came and went");
}

const char *property_load(const char *spec, const struct script *script)
{
    return session_each(spec, script, load_step);
}
