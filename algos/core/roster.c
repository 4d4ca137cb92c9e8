/* roster.c - the ids that answer, as an array
 */
#include "core/roster.h"

#include "core/bytes.h"
#include "core/grow.h"
#include "core/places.h"

#include <string.h>

static struct roster *roster_mut(struct rs_placement *p)
{
    return (struct roster *)p;
}

static enum rs_status roster_resize(struct roster *roster, uint32_t cap)
{
    uint32_t *ids = rs_alloc(&roster->p, cap * sizeof *ids, _Alignof(uint32_t));
    if (!ids)
        return RS_ENOMEM;
    if (roster->n)
        memcpy(ids, roster->ids, roster->n * sizeof *ids);
    rs_free(&roster->p, roster->ids, roster->cap * sizeof *ids);
    roster->ids = ids, roster->cap = cap;
    return RS_OK;
}

static enum rs_status roster_reserve(struct roster *roster, uint32_t n)
{
    return n > roster->cap ? roster_resize(roster, (uint32_t)grow_cap(n)) : RS_OK;
}

void roster_fini(struct rs_placement *p)
{
    struct roster *roster = roster_mut(p);
    rs_free(p, roster->ids, roster->cap * sizeof *roster->ids);
    roster->ids = NULL, roster->n = roster->cap = 0;
}

/* Gives back what a removal left over; a failure to do so is none of the removal's. */
static void roster_trim(struct roster *roster)
{
    if (!roster->n)
        roster_fini(&roster->p);
    else if (roster->cap / 2 > roster->n)
        (void)roster_resize(roster, (uint32_t)grow_cap(roster->n));
}

enum rs_status roster_build(struct rs_placement *p)
{
    struct roster *roster = roster_mut(p);
    uint32_t n = rs_n_answering(p);
    if (roster_reserve(roster, n))
        return RS_ENOMEM;
    roster->n = 0;
    for (uint32_t slot = p->oldest; slot != RS_NO_NODE; slot = p->slots[slot].younger)
        if (rs_effective(p, slot) > 0)
            roster->ids[roster->n++] = p->slots[slot].id;
    roster_trim(roster);
    return RS_OK;
}

static uint32_t roster_find(const struct roster *roster, uint32_t id)
{
    uint32_t i = roster->n; /* from the back: nodes mostly come and go there */
    while (i-- > 0 && roster->ids[i] != id)
        ;
    return i;
}

/* How many of the roster are older than the node of a slot. */
static uint32_t roster_rank(const struct roster *roster, uint32_t slot)
{
    const struct rs_placement *p = &roster->p;
    if (slot == p->youngest)
        return roster->n;
    uint32_t low = 0, high = roster->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (p->slots[rs_slot_of(p, roster->ids[middle])].age < p->slots[slot].age)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static enum rs_status roster_insert(struct roster *roster, uint32_t rank, uint32_t id)
{
    if (roster_reserve(roster, roster->n + 1))
        return RS_ENOMEM;
    uint32_t *at = &roster->ids[rank];
    memmove(at + 1, at, (roster->n++ - rank) * sizeof *at);
    *at = id;
    return RS_OK;
}

/* One weight instead of another is neither. */
static bool roster_joins(const struct rs_change *change)
{
    return change->to > 0 && !(change->from > 0);
}

static bool roster_leaves(const struct rs_change *change)
{
    return change->from > 0 && !(change->to > 0);
}

enum rs_status roster_change(struct rs_placement *p, const struct rs_change *changes, size_t n)
{
    struct roster *roster = roster_mut(p);
    if (n > 1)
        return roster_build(p);
    uint32_t slot = changes->slot, id = p->slots[slot].id;
    if (roster_joins(changes))
        return roster_insert(roster, roster_rank(roster, slot), id);
    if (roster_leaves(changes)) {
        uint32_t at = roster_find(roster, id);
        memmove(&roster->ids[at], &roster->ids[at + 1], (--roster->n - at) * sizeof *roster->ids);
        roster_trim(roster);
    }
    return RS_OK;
}

static void roster_swap(struct roster *roster, uint32_t *places, uint32_t slot)
{
    uint32_t gap = places ? places[slot] : roster_find(roster, roster->p.slots[slot].id);
    uint32_t last = roster->ids[--roster->n];
    roster->ids[gap] = last;
    if (places)
        places[rs_slot_of(&roster->p, last)] = gap;
}

enum rs_status roster_swap_out(struct rs_placement *p, const struct rs_change *changes, size_t n)
{
    struct roster *roster = roster_mut(p);
    uint32_t n_join = 0;
    size_t n_leave = 0;
    for (size_t i = 0; i < n; i++) {
        n_join += roster_joins(&changes[i]);
        n_leave += roster_leaves(&changes[i]);
    }
    uint32_t *places = n_leave > 1 ? places_open(p, roster->ids, roster->n) : NULL;
    enum rs_status status =
        n_leave > 1 && !places ? RS_ENOMEM : roster_reserve(roster, roster->n + n_join);
    for (size_t i = 0; !status && i < n; i++) {
        if (roster_joins(&changes[i]))
            roster->ids[roster->n++] = p->slots[changes[i].slot].id;
        if (roster_leaves(&changes[i]))
            roster_swap(roster, places, changes[i].slot);
    }
    places_close(p, places);
    if (!status)
        roster_trim(roster);
    return status;
}

size_t roster_save(const struct rs_placement *p, void *buf, size_t buf_bytes)
{
    const struct roster *roster = roster_of(p);
    size_t n_bytes = (size_t)roster->n * 4;
    if (n_bytes > buf_bytes)
        return n_bytes;
    unsigned char *at = buf;
    for (uint32_t i = 0; i < roster->n; i++)
        at = bytes_put(at, roster->ids[i], 4);
    return n_bytes;
}

/* Legal is a permutation of the ids, all of which answer where this order is needed. */
enum rs_status roster_restore(struct rs_placement *p, const void *buf, size_t n_bytes)
{
    struct roster *roster = roster_mut(p);
    const unsigned char *at = buf;
    if (n_bytes != (size_t)p->n_nodes * 4)
        return RS_EINVAL;
    bool *seen = rs_alloc(p, (size_t)p->n_slots + 1, 1);
    enum rs_status status = seen ? roster_reserve(roster, p->n_nodes) : RS_ENOMEM;
    if (!status)
        memset(seen, 0, (size_t)p->n_slots + 1);
    for (roster->n = 0; !status && roster->n < p->n_nodes;) {
        uint32_t slot = rs_slot_of(p, (uint32_t)bytes_take(&at, 4));
        if (slot == RS_NO_NODE || seen[slot])
            status = RS_EINVAL;
        else
            roster->ids[roster->n++] = p->slots[slot].id, seen[slot] = true;
    }
    rs_free(p, seen, (size_t)p->n_slots + 1);
    return status; /* on failure the placement is closed: nothing to put back */
}

enum rs_status roster_shares(const struct rs_placement *p, double *by_slot)
{
    const struct roster *roster = roster_of(p);
    for (uint32_t i = 0; i < roster->n; i++)
        by_slot[rs_slot_of(p, roster->ids[i])] = 1.0 / roster->n;
    return RS_OK;
}

struct rs_moments roster_even_theory(const struct rs_placement *p, enum rs_quantity quantity,
                                     struct rs_moments (*draws)(uint32_t n))
{
    uint32_t n = roster_of(p)->n;
    if (quantity == RS_DRAWS && n)
        return draws(n);
    return quantity == RS_SHARE_CV || quantity == RS_DRAWS ? RS_EXACTLY(0) : RS_NO_MOMENTS;
}

enum rs_status roster_init(struct rs_placement *p, struct rs_why *why)
{
    (void)why;
    if (p->hash->n_bits < 64)
        p->traits &= ~(uint32_t)RS_EXACT_SHARE;
    return RS_OK;
}
