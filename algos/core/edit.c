/* edit.c - what edited rows mean for the strategy
 */
#include "core/edit.h"

static bool edit_answers(const struct rs_slot *row)
{
    return row->text && !(row->flags & (RS_DOWN | SLOT_LEAVING)) && row->weight > 0;
}

bool edit_is_regular(const struct rs_slot *row)
{
    return edit_answers(row) && !(row->flags & RS_BACKUP);
}

enum rs_status edit_begin(struct edit *edit, struct rs_placement *p, size_t cap)
{
    *edit = (struct edit){.p = p, .cap = cap ? cap : 1, .n_regular = p->n_regular};
    edit->slots = rs_alloc(p, edit->cap * sizeof *edit->slots, _Alignof(uint32_t));
    return edit->slots ? RS_OK : RS_ENOMEM;
}

void edit_end(struct edit *edit)
{
    rs_free(edit->p, edit->slots, edit->cap * sizeof *edit->slots);
}

/* Writes the changes of effective weight, which may concern every backup: they answer only while no
 * regular node does. changes NULL: only counts. */
static size_t edit_changes(const struct edit *edit, struct rs_change *changes)
{
    struct rs_placement *p = edit->p;
    /* Without flags only the rows in hand, in the order given. */
    bool all = (p->traits & RS_HEALTH) && (edit->n_regular == 0) != (p->n_regular == 0);
    size_t n_rows = all ? p->n_nodes : edit->n, n = 0;
    uint32_t next = p->oldest; /* by age: a clone has other slots, and the same state */
    for (size_t i = 0; i < n_rows; i++) {
        uint32_t slot = all ? next : edit->slots[i];
        next = all ? p->slots[slot].younger : next;
        struct rs_slot *row = &p->slots[slot];
        bool answers = edit_answers(row) && (edit_is_regular(row) || p->n_regular == 0);
        double to = answers ? row->weight : 0;
        if (to == row->effective && !(row->text && (p->traits & RS_DETAIL)))
            continue;
        if (changes) {
            changes[n] = (struct rs_change){slot, row->effective, to};
            row->effective = to;
        }
        n++;
    }
    return n;
}

enum rs_status edit_apply(const struct edit *edit, const struct rs_bytes *restored)
{
    struct rs_placement *p = edit->p;
    size_t n = edit_changes(edit, NULL);
    if (!n && !restored)
        return RS_OK;
    struct rs_change *changes = rs_alloc(p, (n + 1) * sizeof *changes, _Alignof(struct rs_change));
    if (!changes)
        return RS_ENOMEM;
    edit_changes(edit, changes);
    enum rs_status status;
    if (restored)
        status = p->strategy->restore(p, restored->at, restored->n_bytes);
    else if (p->strategy->change)
        status = p->strategy->change(p, changes, n);
    else
        status = p->strategy->build(p);
    for (size_t i = 0; status && i < n; i++)
        p->slots[changes[i].slot].effective = changes[i].from;
    rs_free(p, changes, (n + 1) * sizeof *changes);
    return status;
}
