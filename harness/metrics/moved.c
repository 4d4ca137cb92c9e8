/* moved.c - the keys that move between two placements, and where they go
 */
#include "moved.h"

#include "chi2_cells.h"
#include "workload.h"

#include <stdlib.h>

bool moved_open(struct moved *moved, const struct rs_placement *before,
                const struct rs_placement *after)
{
    *moved = (struct moved){.before = before, .after = after, .touched = RS_NO_NODE};
    moved->n_slots = after->n_slots;
    moved->n_to = calloc(moved->n_slots + 1, sizeof *moved->n_to);
    return moved->n_to != NULL;
}

void moved_close(struct moved *moved)
{
    free(moved->n_to);
    moved->n_to = NULL;
}

bool moved_fork(const struct moved *moved, struct moved *fork)
{
    bool good = moved_open(fork, moved->before, moved->after);
    fork->fresh = moved->fresh;
    fork->touched = moved->touched;
    return good;
}

void moved_join(struct moved *moved, struct moved *fork)
{
    moved->n_moved += fork->n_moved;
    moved->n_between_survivors += fork->n_between_survivors;
    moved->n_off_path += fork->n_off_path;
    moved->n_left += fork->n_left;
    for (size_t i = 0; fork->n_to && i < moved->n_slots; i++)
        moved->n_to[i] += fork->n_to[i];
    moved_close(fork);
}

static void moved_one(struct moved *moved, uint32_t old, uint32_t new)
{
    uint32_t to = rs_slot_of(moved->after, new);
    bool was_there = rs_slot_of(moved->before, new) != RS_NO_NODE;
    bool old_stays = rs_slot_of(moved->after, old) != RS_NO_NODE;
    moved->n_moved++;
    moved->n_between_survivors +=
        old_stays && was_there && old != moved->touched && new != moved->touched;
    if (old_stays || old == RS_NO_NODE || !was_there)
        return;
    moved->n_left++;
    moved->n_to[to]++;
}

void moved_count(struct moved *moved, const uint64_t *digests, const uint32_t *old, size_t n)
{
    uint32_t new[WORKLOAD_BLOCK], fresh[WORKLOAD_BLOCK];
    rs_locate_many(moved->after, digests, n, new);
    for (size_t i = 0; i < n; i++)
        if (old[i] != new[i])
            moved_one(moved, old[i], new[i]);
    if (!moved->fresh)
        return;
    rs_locate_many(moved->fresh, digests, n, fresh);
    for (size_t i = 0; i < n; i++)
        moved->n_off_path += new[i] != fresh[i];
}

uint64_t moved_n_different(const struct rs_placement *a, const struct rs_placement *b,
                           const uint64_t *digests, size_t n)
{
    uint64_t n_different = 0;
    for (size_t i = 0; i < n; i++)
        n_different += rs_locate(a, digests[i]) != rs_locate(b, digests[i]);
    return n_different;
}

/* What a slot's node asks for, if it is a survivor: a newcomer takes of the leaver's keys more than
 * its part, since it may win where the leaver would have won, too. */
static double moved_weight(const struct moved *moved, uint32_t slot)
{
    uint32_t id = moved->after->slots[slot].id;
    double weight = rs_effective(moved->after, slot);
    return weight > 0 && rs_slot_of(moved->before, id) != RS_NO_NODE ? weight : 0;
}

double moved_destination_p(const struct moved *moved)
{
    double whole = 0;
    struct chi2_cells cells = {0};
    for (uint32_t slot = 0; slot < moved->n_slots; slot++)
        whole += moved_weight(moved, slot);
    for (uint32_t slot = 0; slot < moved->n_slots; slot++) {
        double part = moved_weight(moved, slot);
        double expected = whole > 0 ? (double)moved->n_left * part / whole : 0;
        chi2_cells_add(&cells, (double)moved->n_to[slot], expected);
    }
    return chi2_cells_p(&cells);
}
