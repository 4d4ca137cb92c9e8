/* change.c - nodes come, go and change: wholly or not at all
 *
 * Every change has one shape: edit the rows of the node table, work out whose effective weight is
 * another one now, let the strategy follow, and put the rows back when it cannot. A strategy knows
 * nothing of flags, backups and rollback: it sees weights that come and go.
 */
#include "core/edit.h"

#include <string.h>

static enum rs_status change_insert(struct edit *edit, const struct rs_node *node,
                                    struct rs_why *why)
{
    struct rs_placement *p = edit->p;
    enum rs_status status = rs_node_check(p, node, why);
    if (status)
        return status;
    if (rs_slot_of(p, node->id) != RS_NO_NODE)
        return core_fail(why, RS_EEXIST,
                         "node %s: there is a node with id %u already; remove it first or use "
                         "another id",
                         core_show(node->name).text, node->id);
    status = node_table_insert(p, node, &edit->slots[edit->n]);
    if (status)
        return core_fail(why, status, "%s", rs_status_text(status));
    p->n_regular += edit_is_regular(&p->slots[edit->slots[edit->n++]]);
    return RS_OK;
}

static enum rs_status change_add(struct rs_placement *p, const struct rs_node *nodes, size_t n,
                                 const struct rs_bytes *restored, struct rs_why *why)
{
    if (!n && !restored)
        return RS_OK;
    struct edit edit;
    enum rs_status status = node_table_reserve(p, n);
    if (!status)
        status = edit_begin(&edit, p, n);
    if (status) {
        node_table_trim(p);
        return core_fail(why, status, "%s", rs_status_text(status));
    }
    uint64_t next_age = p->next_age;
    for (size_t i = 0; !status && i < n; i++)
        status = change_insert(&edit, &nodes[i], why);
    if (!status && (status = edit_apply(&edit, restored)))
        core_fail(why, status, "%s: %s", p->strategy->name, rs_status_text(status));
    if (status) {
        while (edit.n)
            node_table_delete(p, edit.slots[--edit.n]);
        node_table_trim(p);
        p->next_age = next_age;
        p->n_regular = edit.n_regular;
    }
    edit_end(&edit);
    return status;
}

enum rs_status rs_add(struct rs_placement *p, const struct rs_node *nodes, size_t n,
                      struct rs_why *why)
{
    return change_add(p, nodes, n, NULL, why);
}

enum rs_status core_add_restored(struct rs_placement *p, const struct rs_node *nodes, size_t n,
                                 struct rs_bytes state, struct rs_why *why)
{
    return change_add(p, nodes, n, &state, why);
}

static enum rs_status change_mark(struct edit *edit, uint32_t id, struct rs_why *why)
{
    struct rs_placement *p = edit->p;
    uint32_t slot = rs_slot_of(p, id);
    if (slot == RS_NO_NODE)
        return core_fail(why, RS_ENOENT, "there is no node with id %u", id);
    if (p->slots[slot].flags & SLOT_LEAVING)
        return core_fail(why, RS_ENOENT, "id %u is named twice; name each node once", id);
    p->n_regular -= edit_is_regular(&p->slots[slot]);
    p->slots[slot].flags |= SLOT_LEAVING;
    edit->slots[edit->n++] = slot;
    return RS_OK;
}

/* Without REMOVE_ANY only the youngest can go. */
static enum rs_status change_check_tail(const struct edit *edit, struct rs_why *why)
{
    const struct rs_placement *p = edit->p;
    if (p->traits & RS_REMOVE_ANY)
        return RS_OK;
    uint32_t slot = p->youngest;
    for (size_t i = 0; i < edit->n; i++, slot = p->slots[slot].older)
        if (!(p->slots[slot].flags & SLOT_LEAVING))
            return core_fail(why, RS_EUNSUPPORTED,
                             "%s can only remove the node added last (%s, id %u); remove that one, "
                             "or choose a strategy that removes any",
                             p->strategy->name, core_show(rs_name(p, slot)).text,
                             p->slots[slot].id);
    return RS_OK;
}

enum rs_status rs_remove(struct rs_placement *p, const uint32_t *ids, size_t n, struct rs_why *why)
{
    if (!n)
        return RS_OK;
    struct edit edit;
    /* Room for every node is enough: one more is unknown or named twice. */
    enum rs_status status = edit_begin(&edit, p, n < p->n_nodes ? n : p->n_nodes);
    if (status)
        return core_fail(why, status, "%s", rs_status_text(status));
    for (size_t i = 0; !status && i < n; i++)
        status = change_mark(&edit, ids[i], why);
    if (!status)
        status = change_check_tail(&edit, why);
    if (!status && (status = edit_apply(&edit, NULL)))
        core_fail(why, status, "%s: %s", p->strategy->name, rs_status_text(status));
    for (size_t i = 0; i < edit.n; i++) {
        if (status)
            p->slots[edit.slots[i]].flags &= ~SLOT_LEAVING;
        else
            node_table_delete(p, edit.slots[i]);
    }
    if (status)
        p->n_regular = edit.n_regular;
    node_table_trim(p);
    edit_end(&edit);
    return status;
}

/* Set in rs_slot.flags of the rows that an update has seen. */
#define SLOT_UPDATED 0x40000000u

/* Gives a row its new values; *before keeps the old ones, and the old text while it is another. */
static enum rs_status change_update_row(struct edit *edit, const struct rs_node *to,
                                        struct rs_slot *before, struct rs_why *why)
{
    struct rs_placement *p = edit->p;
    enum rs_status status = rs_node_check(p, to, why);
    if (status)
        return status;
    uint32_t slot = rs_slot_of(p, to->id);
    if (slot == RS_NO_NODE)
        return core_fail(why, RS_ENOENT, "there is no node with id %u", to->id);
    struct rs_slot *row = &p->slots[slot];
    struct core_shown name = core_show(rs_name(p, slot));
    if (row->flags & SLOT_UPDATED)
        return core_fail(why, RS_ENOENT, "node %s is named twice; name each node once", name.text);
    if (to->name.n_bytes != row->name_bytes ||
        (row->name_bytes && memcmp(to->name.at, row->text, row->name_bytes)))
        return core_fail(why, RS_EINVAL,
                         "node %s: an update keeps the name; remove it and add %s instead",
                         name.text, core_show(to->name).text);
    char *text = node_table_text(p, to);
    if (!text)
        return core_fail(why, RS_ENOMEM, "out of memory");
    *before = *row;
    p->n_regular -= edit_is_regular(row);
    row->text = text;
    row->detail_bytes = (uint32_t)to->detail.n_bytes;
    row->weight = to->weight;
    row->flags = to->flags | SLOT_UPDATED;
    p->n_regular += edit_is_regular(row);
    edit->slots[edit->n++] = slot;
    return RS_OK;
}

enum rs_status rs_update(struct rs_placement *p, const struct rs_node *nodes, size_t n,
                         struct rs_why *why)
{
    if (!n)
        return RS_OK;
    struct edit edit;
    enum rs_status status = edit_begin(&edit, p, n < p->n_nodes ? n : p->n_nodes);
    if (status)
        return core_fail(why, status, "%s", rs_status_text(status));
    struct rs_slot *before = rs_alloc(p, edit.cap * sizeof *before, _Alignof(struct rs_slot));
    if (!before)
        status = core_fail(why, RS_ENOMEM, "out of memory");
    for (size_t i = 0; !status && i < n; i++)
        status = change_update_row(&edit, &nodes[i], &before[i], why);
    if (!status && (status = edit_apply(&edit, NULL)))
        core_fail(why, status, "%s: %s", p->strategy->name, rs_status_text(status));
    for (size_t i = 0; i < edit.n; i++) {
        struct rs_slot *row = &p->slots[edit.slots[i]], *stale = status ? row : &before[i];
        node_table_free_text(p, stale->text, (size_t)stale->name_bytes + stale->detail_bytes);
        if (status)
            *row = before[i];
        row->flags &= ~SLOT_UPDATED;
    }
    if (status)
        p->n_regular = edit.n_regular;
    rs_free(p, before, edit.cap * sizeof *before);
    edit_end(&edit);
    return status;
}
