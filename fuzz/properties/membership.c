/* membership.c - the nodes are those that were added, and only they own keys
 */
#include "probes.h"
#include "session.h"

#include <string.h>

static const char *membership_node(const struct rs_placement *p, const struct rs_node *expected)
{
    struct rs_node node;
    if (rs_node(p, expected->id, &node))
        return property_fail("node %u was added and is not there", expected->id);
    if (node.id != expected->id || node.flags != expected->flags ||
        node.weight != expected->weight || node.detail.n_bytes != expected->detail.n_bytes ||
        node.name.n_bytes != expected->name.n_bytes ||
        memcmp(node.name.at, expected->name.at, node.name.n_bytes) != 0)
        return property_fail("node %u is not as it was added or updated", expected->id);
    return NULL;
}

static const char *membership_list(const struct session *s)
{
    uint32_t ids[SCRIPT_MAX_NODES];
    size_t n = rs_nodes(s->p, ids, SCRIPT_MAX_NODES);
    if (n != s->model.n)
        return property_fail("%zu nodes are listed, there should be %zu", n, s->model.n);
    for (size_t i = 0; i < n; i++) {
        if (ids[i] != s->model.nodes[i].id)
            return property_fail("node %zu of the list is %u, it should be %u", i, ids[i],
                                 s->model.nodes[i].id);
        const char *reason = membership_node(s->p, &s->model.nodes[i]);
        if (reason)
            return reason;
    }
    return NULL;
}

static const char *membership_step(struct session *s, const struct script_op *op)
{
    struct rs_node node;
    const char *reason = session_apply(s, op);
    if (!reason)
        reason = membership_list(s);
    if (reason)
        return reason;
    struct probes probes;
    probes_take(&probes, s->p, s->script);
    for (size_t i = 0; i < probes.n; i++)
        if (probes.ids[i] != RS_NO_NODE && !model_find(&s->model, probes.ids[i]))
            return property_fail("digest %#llx goes to node %u, which is not there",
                                 (unsigned long long)probes.digests[i], probes.ids[i]);
    for (size_t i = 0; op && op->verb == SCRIPT_REMOVE && i < op->n; i++)
        if (rs_node(s->p, op->nodes[i].id, &node) != RS_ENOENT)
            return property_fail("node %u was removed and is still there", op->nodes[i].id);
    return NULL;
}

const char *property_membership(const char *spec, const struct script *script)
{
    return session_each(spec, script, membership_step);
}
