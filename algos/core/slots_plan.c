/* slots_plan.c - memory of a plan: the table, its owners, and the moves that lead back
 */
#include "core/slots_plan.h"

#include <string.h>

void slots_plan_close(const struct slots *slots, struct slots_plan *plan)
{
    rs_free(&slots->p, plan->table, (size_t)slots->n_slots * sizeof *plan->table);
    rs_free(&slots->p, plan->owners, plan->cap * sizeof *plan->owners);
    rs_free(&slots->p, plan->moves, plan->cap_moves * sizeof *plan->moves);
    *plan = (struct slots_plan){.table = NULL};
}

/* Room for exactly n moves, which are all that there are or more. */
static enum rs_status slots_plan_resize_moves(const struct slots *slots, struct slots_plan *plan,
                                              size_t n)
{
    struct slots_move *moves = NULL;
    if (n && !(moves = rs_alloc(&slots->p, n * sizeof *moves, _Alignof(struct slots_move))))
        return RS_ENOMEM;
    if (plan->n_moves)
        memcpy(moves, plan->moves, plan->n_moves * sizeof *moves);
    rs_free(&slots->p, plan->moves, plan->cap_moves * sizeof *moves);
    plan->moves = moves, plan->cap_moves = n;
    return RS_OK;
}

/* By half again, so that the joins of one call do not each copy the moves of all before. */
enum rs_status slots_plan_reserve_moves(const struct slots *slots, struct slots_plan *plan,
                                        size_t n)
{
    size_t more = plan->cap_moves + plan->cap_moves / 2;
    return n > plan->cap_moves ? slots_plan_resize_moves(slots, plan, n > more ? n : more) : RS_OK;
}

enum rs_status slots_plan_trim_moves(const struct slots *slots, struct slots_plan *plan)
{
    return plan->n_moves < plan->cap_moves ? slots_plan_resize_moves(slots, plan, plan->n_moves)
                                           : RS_OK;
}

enum rs_status slots_plan_open(const struct slots *slots, struct slots_plan *plan,
                               const struct slots_plan *from, uint32_t n)
{
    const struct rs_placement *p = &slots->p;
    size_t n_bytes = (size_t)slots->n_slots * sizeof *plan->table;
    *plan = (struct slots_plan){.cap = n};
    plan->table = rs_alloc(p, n_bytes, _Alignof(uint32_t));
    plan->owners = rs_alloc(p, n * sizeof *plan->owners, _Alignof(struct slots_owner));
    if (!plan->table || !plan->owners ||
        slots_plan_reserve_moves(slots, plan, from ? from->n_moves : 0)) {
        slots_plan_close(slots, plan);
        return RS_ENOMEM;
    }
    memset(plan->table, 0xff, n_bytes);
    if (!from || !from->n)
        return RS_OK;
    memcpy(plan->table, from->table, n_bytes);
    memcpy(plan->owners, from->owners, from->n * sizeof *plan->owners);
    if (from->n_moves)
        memcpy(plan->moves, from->moves, from->n_moves * sizeof *plan->moves);
    plan->n = from->n, plan->n_undo = from->n_undo, plan->n_moves = from->n_moves;
    return RS_OK;
}

void slots_fini(struct rs_placement *p)
{
    slots_plan_close(slots_of(p), &((struct slots *)p)->now);
}
