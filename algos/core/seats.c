/* seats.c - nodes in buckets that can fall vacant
 */
#include "core/seats.h"

#include "core/bytes.h"
#include "core/grow.h"
#include "core/places.h"

#include <string.h>

static enum rs_status seats_resize(const struct seats *seats, uint32_t **array, uint32_t *cap,
                                   uint32_t n, uint32_t new_cap)
{
    uint32_t *moved = rs_alloc(&seats->p, new_cap * sizeof *moved, _Alignof(uint32_t));
    if (!moved)
        return RS_ENOMEM;
    if (n)
        memcpy(moved, *array, n * sizeof *moved);
    rs_free(&seats->p, *array, *cap * sizeof *moved);
    *array = moved, *cap = new_cap;
    return RS_OK;
}

/* Gives back what a change left over; a failure to do so is none of the change's. */
static void seats_shrink(const struct seats *seats, uint32_t **array, uint32_t *cap, uint32_t n)
{
    if (!n) {
        rs_free(&seats->p, *array, *cap * sizeof **array);
        *array = NULL, *cap = 0;
    } else if (*cap / 2 > n) {
        (void)seats_resize(seats, array, cap, n, (uint32_t)grow_cap(n));
    }
}

static void seats_trim(struct seats *seats, const struct seats_index *index)
{
    seats_shrink(seats, &seats->ids, &seats->cap_ids, seats->n);
    seats_shrink(seats, &seats->gone, &seats->cap_gone, seats->n_gone);
    index->trim(seats);
}

static enum rs_status seats_reserve(struct seats *seats, const struct seats_index *index,
                                    uint32_t n, uint32_t n_gone)
{
    enum rs_status status = RS_OK;
    if (n > seats->cap_ids)
        status = seats_resize(seats, &seats->ids, &seats->cap_ids, seats->n, (uint32_t)grow_cap(n));
    if (!status && n_gone > seats->cap_gone)
        status = seats_resize(seats, &seats->gone, &seats->cap_gone, seats->n_gone,
                              (uint32_t)grow_cap(n_gone));
    return status ? status : index->reserve(seats, n, n_gone);
}

static void seats_clear(struct seats *seats, const struct seats_index *index)
{
    seats->n = seats->n_gone = 0;
    index->clear(seats);
}

void seats_fini(struct rs_placement *p, const struct seats_index *index)
{
    struct seats *seats = seats_mut(p);
    seats->n = seats->n_gone = 0;
    seats_trim(seats, index);
}

static uint32_t seats_join(struct seats *seats, const struct seats_index *index, uint32_t id)
{
    uint32_t bucket = seats->n_gone ? seats->gone[--seats->n_gone] : seats->n++;
    seats->ids[bucket] = id;
    index->join(seats, bucket);
    return bucket;
}

static void seats_leave(struct seats *seats, const struct seats_index *index, uint32_t bucket)
{
    seats->ids[bucket] = RS_NO_NODE;
    if (seats_n_live(seats) == 1) {
        seats_clear(seats, index);
        return;
    }
    if (!seats->n_gone && bucket == seats->n - 1)
        seats->n--;
    else
        seats->gone[seats->n_gone++] = bucket;
    index->leave(seats, bucket);
}

static uint32_t seats_find(const struct seats *seats, uint32_t id)
{
    uint32_t bucket = seats->n; /* from the back: nodes mostly come and go there */
    while (bucket-- > 0 && seats->ids[bucket] != id)
        ;
    return bucket;
}

/* A node joins or leaves: there are no weights. */
static void seats_apply(struct seats *seats, const struct seats_index *index,
                        const struct rs_change *change, uint32_t *places)
{
    uint32_t slot = change->slot, id = seats->p.slots[slot].id;
    if (change->to > 0) {
        uint32_t bucket = seats_join(seats, index, id);
        if (places)
            places[slot] = bucket;
    } else {
        seats_leave(seats, index, places ? places[slot] : seats_find(seats, id));
    }
}

enum rs_status seats_change(struct rs_placement *p, const struct rs_change *changes, size_t n,
                            const struct seats_index *index)
{
    struct seats *seats = seats_mut(p);
    uint32_t n_join = 0, *places = NULL;
    for (size_t i = 0; i < n; i++)
        n_join += changes[i].to > 0;
    uint32_t n_leave = (uint32_t)n - n_join;
    if (n_join > seats->capacity - seats_n_live(seats))
        return RS_EFULL;
    uint32_t n_new = n_join > seats->n_gone ? n_join - seats->n_gone : 0;
    enum rs_status status = seats_reserve(seats, index, seats->n + n_new, seats->n_gone + n_leave);
    if (!status && n_leave > 1 && !(places = places_open(p, seats->ids, seats->n)))
        status = RS_ENOMEM;
    for (size_t i = 0; !status && i < n; i++)
        seats_apply(seats, index, &changes[i], places);
    places_close(p, places);
    seats_trim(seats, index);
    return status;
}

size_t seats_save(const struct rs_placement *p, void *buf, size_t buf_bytes)
{
    const struct seats *seats = seats_of(p);
    size_t n_bytes = (size_t)seats->n * 4;
    unsigned char *at = buf;
    if (n_bytes > buf_bytes)
        return n_bytes;
    for (uint32_t i = 0; i < seats->n_gone; i++)
        at = bytes_put(at, seats->gone[i], 4);
    for (uint32_t bucket = 0; bucket < seats->n; bucket++)
        if (seats->ids[bucket] != RS_NO_NODE)
            at = bytes_put(at, seats->ids[bucket], 4);
    return n_bytes;
}

/* Legal are vacant buckets named once, the first of which is not the last bucket (that one would
 * just have gone), and a permutation of the ids. seen: zeros, for the buckets, then the slots. */
static bool seats_is_legal(const struct seats *seats, const unsigned char *at, uint32_t n,
                           bool *seen)
{
    const struct rs_placement *p = &seats->p;
    uint32_t n_gone = n - p->n_nodes;
    if (n_gone && bytes_get(at, 4) == n - 1)
        return false;
    for (uint32_t i = 0; i < n_gone; i++) {
        uint32_t bucket = (uint32_t)bytes_get(at + (size_t)i * 4, 4);
        if (bucket >= n || seen[bucket])
            return false;
        seen[bucket] = true;
    }
    for (uint32_t i = n_gone; i < n; i++) {
        uint32_t slot = rs_slot_of(p, (uint32_t)bytes_get(at + (size_t)i * 4, 4));
        if (slot == RS_NO_NODE || seen[n + (size_t)slot])
            return false;
        seen[n + (size_t)slot] = true;
    }
    return true;
}

static void seats_replay(struct seats *seats, const unsigned char *at, uint32_t n, uint32_t n_gone,
                         const struct seats_index *index)
{
    seats_clear(seats, index);
    for (uint32_t bucket = 0; bucket < n; bucket++)
        seats_join(seats, index, 0);
    for (uint32_t i = 0; i < n_gone; i++)
        seats_leave(seats, index, (uint32_t)bytes_take(&at, 4));
    for (uint32_t bucket = 0; bucket < n; bucket++)
        if (seats->ids[bucket] != RS_NO_NODE)
            seats->ids[bucket] = (uint32_t)bytes_take(&at, 4);
}

enum rs_status seats_restore(struct rs_placement *p, const void *buf, size_t n_bytes,
                             const struct seats_index *index)
{
    struct seats *seats = seats_mut(p);
    size_t n = n_bytes / 4, n_seen = n + p->n_slots;
    if (n_bytes % 4 || n < p->n_nodes || n > seats->capacity || (n && !p->n_nodes))
        return RS_EINVAL;
    if (!n)
        return RS_OK;
    bool *seen = rs_alloc(p, n_seen, 1);
    if (!seen)
        return RS_ENOMEM;
    memset(seen, 0, n_seen);
    uint32_t n_gone = (uint32_t)n - p->n_nodes;
    enum rs_status status = seats_is_legal(seats, buf, (uint32_t)n, seen) ? RS_OK : RS_EINVAL;
    rs_free(p, seen, n_seen);
    if (!status)
        status = seats_reserve(seats, index, (uint32_t)n, n_gone);
    if (!status)
        seats_replay(seats, buf, (uint32_t)n, n_gone, index);
    return status; /* on failure the placement is closed: nothing to put back */
}
