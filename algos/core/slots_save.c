/* slots_save.c - the table as bytes: n n_undo n_moves {id n_moves}... table {at from}...
 *
 * All numbers have 4 bytes, little-endian; without owners there are no bytes. What is read is gone
 * back to its beginning once: every move must lead to an earlier owner, and leave nothing to the
 * one that it takes back.
 */
#include "core/bytes.h"
#include "core/slots_plan.h"

#include <string.h>

enum { SLOTS_HEAD = 3 };

static size_t slots_n_numbers(const struct slots *slots, uint64_t n, uint64_t n_moves)
{
    return (size_t)(SLOTS_HEAD + 2 * n + slots->n_slots + 2 * n_moves);
}

static void slots_put(unsigned char **at, uint64_t number)
{
    *at = bytes_put(*at, number, 4);
}

static uint32_t slots_take(const unsigned char **at)
{
    return (uint32_t)bytes_take(at, 4);
}

size_t slots_save(const struct rs_placement *p, void *buf, size_t buf_bytes)
{
    const struct slots *slots = slots_of(p);
    const struct slots_plan *plan = &slots->now;
    size_t n_bytes = plan->n ? 4 * slots_n_numbers(slots, plan->n, plan->n_moves) : 0;
    if (!n_bytes || !buf || n_bytes > buf_bytes)
        return n_bytes;
    unsigned char *at = buf;
    slots_put(&at, plan->n), slots_put(&at, plan->n_undo), slots_put(&at, plan->n_moves);
    for (uint32_t i = 0; i < plan->n; i++)
        slots_put(&at, plan->owners[i].id), slots_put(&at, plan->owners[i].n_moves);
    for (uint64_t i = 0; i < slots->n_slots; i++)
        slots_put(&at, plan->table[i]);
    for (size_t i = 0; i < plan->n_moves; i++)
        slots_put(&at, plan->moves[i].at), slots_put(&at, plan->moves[i].from);
    return n_bytes;
}

/* The place of an id among the owners; RS_NO_NODE: none. */
static uint32_t slots_place_of(const struct slots *slots, const uint32_t *places, uint32_t id)
{
    uint32_t slot = rs_slot_of(&slots->p, id);
    return slot == RS_NO_NODE ? RS_NO_NODE : places[slot];
}

static bool slots_read(const struct slots *slots, struct slots_plan *plan, uint32_t *places,
                       const unsigned char *at)
{
    for (uint32_t i = 0; i < plan->n; i++) {
        uint32_t id = slots_take(&at), slot = rs_slot_of(&slots->p, id);
        if (slot == RS_NO_NODE || places[slot] != RS_NO_NODE ||
            !(rs_effective(&slots->p, slot) > 0))
            return false;
        places[slot] = i;
        plan->owners[i] = (struct slots_owner){.weight = rs_effective(&slots->p, slot), .id = id};
        plan->owners[i].n_moves = slots_take(&at);
    }
    for (uint64_t i = 0; i < slots->n_slots; i++) {
        plan->table[i] = slots_take(&at);
        uint32_t place = slots_place_of(slots, places, plan->table[i]);
        if (place == RS_NO_NODE)
            return false;
        plan->owners[place].have++;
    }
    for (size_t i = 0; i < plan->n_moves; i++) {
        plan->moves[i].at = slots_take(&at), plan->moves[i].from = slots_take(&at);
        if (plan->moves[i].at >= slots->n_slots)
            return false;
    }
    for (uint32_t i = 0; i < plan->n; i++)
        if (!plan->owners[i].have)
            return false;
    return true;
}

/* Goes all the way back, on the table itself; target counts what is held on the way. */
static bool slots_goes_back(const struct slots *slots, struct slots_plan *plan,
                            const uint32_t *places)
{
    size_t n_moves = plan->n_moves;
    for (uint32_t i = 0; i < plan->n; i++)
        plan->owners[i].target = plan->owners[i].have;
    for (uint32_t n = plan->n; n > 1 && plan->n - n < plan->n_undo; n--) {
        for (uint32_t left = plan->owners[n - 1].n_moves; left > 0; left--) {
            if (!n_moves--)
                return false;
            const struct slots_move *move = &plan->moves[n_moves];
            uint32_t from = slots_place_of(slots, places, move->from);
            if (from >= n - 1)
                return false;
            plan->owners[places[rs_slot_of(&slots->p, plan->table[move->at])]].target--;
            plan->owners[from].target++;
            plan->table[move->at] = move->from;
        }
        if (plan->owners[n - 1].target)
            return false;
    }
    return n_moves == 0;
}

enum rs_status slots_restore(struct rs_placement *p, const void *buf, size_t n_bytes)
{
    struct slots *slots = (struct slots *)p;
    const unsigned char *at = buf;
    uint32_t n = rs_n_answering(p);
    if (!n || n_bytes < 4 * SLOTS_HEAD || n_bytes % 4)
        return n || n_bytes ? RS_EINVAL : RS_OK;
    uint32_t n_saved = slots_take(&at), n_undo = slots_take(&at), n_moves = slots_take(&at);
    if (n_saved != n || n > slots->n_slots || n_undo > n ||
        n_bytes / 4 != slots_n_numbers(slots, n, n_moves))
        return RS_EINVAL;
    struct slots_plan plan;
    if (slots_plan_open(slots, &plan, NULL, n))
        return RS_ENOMEM;
    size_t places_bytes = (size_t)p->n_slots * sizeof(uint32_t);
    uint32_t *places = rs_alloc(p, places_bytes, _Alignof(uint32_t));
    enum rs_status status = places ? slots_plan_reserve_moves(slots, &plan, n_moves) : RS_ENOMEM;
    if (!status) {
        memset(places, 0xff, places_bytes);
        plan.n = n, plan.n_undo = n_undo, plan.n_moves = n_moves;
        if (!slots_read(slots, &plan, places, at) || !slots_goes_back(slots, &plan, places))
            status = RS_EINVAL;
    }
    for (uint64_t i = 0; !status && i < slots->n_slots; i++) {
        plan.table[i] = (uint32_t)bytes_get(at + 4 * (2 * n + i), 4);
    }
    rs_free(p, places, places_bytes);
    if (status)
        slots_plan_close(slots, &plan);
    else
        slots_fini(p), slots->now = plan;
    return status;
}
