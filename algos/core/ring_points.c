/* ring_points.c - the points of a ring: made from labels, sorted, merged, taken out again
 *
 * A change makes the points of the nodes that join, sorts them, and only then touches the arrays:
 * it drops the points of those that leave in one pass and merges the fresh ones in from the back.
 * All memory is had before the first write, so a change that fails has changed nothing.
 */
#include "core/ring_points.h"

#include "core/node_hash.h"
#include "core/ring_arrays.h"
#include "core/ring_labels.h"

#include <string.h>

struct ring_point {
    uint64_t point;
    uint32_t id;
};

/* The order of points, total between nodes: position, then name, then id. */
static bool ring_before(const struct ring *ring, struct ring_point a, struct ring_point b)
{
    if (a.point != b.point)
        return a.point < b.point;
    if (a.id == b.id)
        return false;
    return node_hash_order(&ring->p, rs_slot_of(&ring->p, a.id), rs_slot_of(&ring->p, b.id)) < 0;
}

/* Two sorted runs, from[0..middle) and from[middle..n), into one. */
static void ring_merge_runs(const struct ring *ring, const struct ring_point *from, size_t middle,
                            size_t n, struct ring_point *to)
{
    size_t a = 0, b = middle;
    for (size_t i = 0; i < n; i++)
        to[i] =
            b == n || (a < middle && !ring_before(ring, from[b], from[a])) ? from[a++] : from[b++];
}

/* Merge sort, bottom up: no allocation but the spare array of n. The sorted points may end up in
 * either; returns which. */
static struct ring_point *ring_sort(const struct ring *ring, struct ring_point *points,
                                    struct ring_point *spare, size_t n)
{
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t at = 0; at < n; at += 2 * width) {
            size_t rest = n - at, middle = width < rest ? width : rest;
            ring_merge_runs(ring, points + at, middle, 2 * width < rest ? 2 * width : rest,
                            spare + at);
        }
        struct ring_point *swap = points;
        points = spare, spare = swap;
    }
    return points;
}

/* Beyond it the bytes of fresh points, two arrays of them, are no size_t of 32 bits. The ring's own
 * arrays are smaller. */
#define RING_MAX_FRESH (SIZE_MAX / 2 / (2 * sizeof(struct ring_point)))

/* Fresh points, sorted, and the spare array that sorting them took. */
struct ring_fresh {
    struct ring_point *sorted, *memory;
    size_t n;
};

static void ring_fresh_free(const struct rs_placement *p, struct ring_fresh *fresh)
{
    rs_free(p, fresh->memory, 2 * fresh->n * sizeof *fresh->memory);
}

static enum rs_status ring_fresh_open(const struct ring *ring, const struct rs_change *changes,
                                      size_t n, struct ring_fresh *fresh)
{
    const struct rs_placement *p = &ring->p;
    size_t n_made = 0;
    if (!fresh->n)
        return RS_OK;
    fresh->memory = rs_alloc(p, 2 * fresh->n * sizeof *fresh->memory, _Alignof(struct ring_point));
    if (!fresh->memory)
        return RS_ENOMEM;
    for (size_t c = 0; c < n; c++) {
        uint32_t slot = changes[c].slot;
        uint64_t n_points = ring_n_points(ring, changes[c].to);
        for (uint64_t i = 0; i < n_points; i++) {
            struct ring_point *made = &fresh->memory[n_made++];
            made->id = p->slots[slot].id;
            enum rs_status status = ring_point_at(ring, rs_name(p, slot), i, &made->point);
            if (status) {
                ring_fresh_free(p, fresh);
                return status;
            }
        }
    }
    fresh->sorted = ring_sort(ring, fresh->memory, fresh->memory + fresh->n, fresh->n);
    return RS_OK;
}

/* Which slots lose their points: one byte a slot when there are several. */
struct ring_gone {
    const struct rs_change *changes;
    size_t n;
    bool *marks; /* by slot; NULL: at most one change */
};

static enum rs_status ring_gone_open(const struct rs_placement *p, const struct rs_change *changes,
                                     size_t n, struct ring_gone *gone)
{
    *gone = (struct ring_gone){changes, n, NULL};
    if (n < 2)
        return RS_OK;
    gone->marks = rs_alloc(p, p->n_slots, 1);
    if (!gone->marks)
        return RS_ENOMEM;
    memset(gone->marks, 0, p->n_slots);
    for (size_t i = 0; i < n; i++)
        gone->marks[changes[i].slot] = changes[i].from > 0;
    return RS_OK;
}

/* Copies what stays, in order; to may be the ring's own arrays. Returns how many stay. */
static size_t ring_keep(const struct ring *ring, const struct ring_gone *gone,
                        struct ring_arrays *to)
{
    const struct rs_placement *p = &ring->p;
    uint32_t only = gone->n ? p->slots[gone->changes->slot].id : RS_NO_NODE;
    size_t n = 0;
    for (size_t i = 0; i < ring->n; i++) {
        uint32_t id = ring->owners[i];
        if (gone->marks ? gone->marks[rs_slot_of(p, id)] : id == only)
            continue;
        to->points[n] = ring->points[i];
        to->owners[n++] = id;
    }
    return n;
}

/* From the back, so that everything moves once, in place: the stretch of old points behind each
 * fresh one moves as a whole. */
static void ring_merge(const struct ring *ring, struct ring_arrays *arrays, size_t n,
                       const struct ring_fresh *fresh)
{
    for (size_t left = fresh->n; left > 0; left--) {
        struct ring_point point = fresh->sorted[left - 1];
        size_t low = 0, high = n;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            struct ring_point old = {arrays->points[middle], arrays->owners[middle]};
            if (ring_before(ring, point, old))
                high = middle;
            else
                low = middle + 1;
        }
        memmove(&arrays->points[low + left], &arrays->points[low], (n - low) * sizeof(uint64_t));
        memmove(&arrays->owners[low + left], &arrays->owners[low], (n - low) * sizeof(uint32_t));
        arrays->points[low + left - 1] = point.point;
        arrays->owners[low + left - 1] = point.id;
        n = low;
    }
}

enum rs_status ring_change(struct rs_placement *p, const struct rs_change *changes, size_t n)
{
    struct ring *ring = (struct ring *)p;
    struct ring_fresh fresh = {NULL, NULL, 0};
    uint64_t n_fresh = 0, n_gone = 0;
    size_t n_owners = ring->n_owners;
    for (size_t i = 0; i < n; i++) {
        n_fresh += ring_n_points(ring, changes[i].to);
        if (n_fresh > UINT32_MAX)
            return RS_EFULL; /* before the sum could wrap */
        n_gone += ring_n_points(ring, changes[i].from);
        n_owners += (size_t)(changes[i].to > 0) - (size_t)(changes[i].from > 0);
    }
    uint64_t n_most = ring->n - n_gone + n_fresh;
    if (n_most > UINT32_MAX)
        return RS_EFULL;
    if (n_fresh > RING_MAX_FRESH || n_most > RING_MAX_FRESH)
        return RS_ENOMEM;
    fresh.n = (size_t)n_fresh;
    size_t n_after = (size_t)n_most;
    struct ring_gone gone;
    struct ring_arrays arrays, old = ring_arrays_of(ring);
    enum rs_status status = ring_fresh_open(ring, changes, n, &fresh);
    if (status)
        return status;
    status = ring_gone_open(p, changes, n_gone ? n : 0, &gone);
    if (!status && !(status = ring_arrays_fit(ring, n_after, &arrays))) {
        size_t n_kept = ring->n;
        if (n_gone || arrays.points != old.points)
            n_kept = ring_keep(ring, &gone, &arrays);
        ring_merge(ring, &arrays, n_kept, &fresh);
        if (arrays.points != old.points)
            ring_arrays_free(p, &old);
        ring_arrays_take(ring, &arrays, n_after);
        ring->n_owners = n_owners;
    }
    rs_free(p, gone.marks, p->n_slots);
    ring_fresh_free(p, &fresh);
    return status;
}

/* From nothing: everyone who answers joins an empty ring, which then takes the old one's place. */
enum rs_status ring_build(struct rs_placement *p)
{
    struct ring *ring = (struct ring *)p, old = *ring;
    size_t n_bytes = ((size_t)p->n_slots + 1) * sizeof(struct rs_change), n = 0;
    struct rs_change *changes = rs_alloc(p, n_bytes, _Alignof(struct rs_change));
    if (!changes)
        return RS_ENOMEM;
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        if (rs_effective(p, slot) > 0)
            changes[n++] = (struct rs_change){slot, 0, rs_effective(p, slot)};
    ring->points = NULL, ring->owners = ring->starts = NULL;
    ring->n = ring->cap = ring->n_owners = 0;
    enum rs_status status = ring_change(p, changes, n);
    if (status)
        *ring = old;
    else
        ring_fini(&old.p);
    rs_free(p, changes, n_bytes);
    return status;
}

void ring_fini(struct rs_placement *p)
{
    struct ring *ring = (struct ring *)p;
    struct ring_arrays arrays = ring_arrays_of(ring);
    ring_arrays_free(p, &arrays);
}
