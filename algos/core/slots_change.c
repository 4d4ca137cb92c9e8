/* slots_change.c - the planner: who joins, leaves or weighs differently, and the slots that follow
 *
 * A change is made on a copy, which takes the place of the old plan when nothing can fail any more.
 */
#include "core/slots_plan.h"

#include <string.h>

static struct slots *slots_mut(struct rs_placement *p)
{
    return (struct slots *)p;
}

/* A change under way: the plan it makes, the place of each node among the owners, by slot of the
 * node table, and room for a heap. */
struct slots_work {
    struct slots *slots;
    struct slots_plan plan;
    uint32_t *places, *heap;
    size_t n_past; /* of the changes: none that joins is waiting among these */
};

static uint32_t *slots_place(const struct slots_work *work, uint32_t id)
{
    return &work->places[rs_slot_of(&work->slots->p, id)];
}

/* One pass: every slot whose owner holds too many, or has left, goes to the next who lacks one. */
static enum rs_status slots_move_over(struct slots_work *work, bool logged)
{
    struct slots_plan *plan = &work->plan;
    uint32_t to = 0, n_moves = 0;
    for (uint32_t i = 0; i < plan->n; i++)
        if (plan->owners[i].target > plan->owners[i].have)
            n_moves += plan->owners[i].target - plan->owners[i].have;
    if (logged && slots_plan_reserve_moves(work->slots, plan, plan->n_moves + n_moves))
        return RS_ENOMEM;
    if (logged)
        plan->owners[plan->n - 1].n_moves = n_moves;
    for (uint32_t at = 0; n_moves; at++) {
        uint32_t from = plan->table[at];
        uint32_t place = from == RS_NO_NODE ? RS_NO_NODE : *slots_place(work, from);
        struct slots_owner *owner = place == RS_NO_NODE ? NULL : &plan->owners[place];
        if (owner && owner->have <= owner->target)
            continue;
        if (owner)
            owner->have--;
        while (plan->owners[to].have >= plan->owners[to].target)
            to++;
        plan->table[at] = plan->owners[to].id;
        plan->owners[to].have++;
        if (logged)
            plan->moves[plan->n_moves++] = (struct slots_move){at, from};
        n_moves--;
    }
    return RS_OK;
}

static enum rs_status slots_settle(struct slots_work *work, bool logged)
{
    struct slots_plan *plan = &work->plan;
    slots_targets(plan->owners, plan->n, work->slots->n_slots, work->heap);
    return slots_move_over(work, logged);
}

static void slots_forget_moves(struct slots_plan *plan)
{
    plan->n_moves = plan->n_undo = 0;
}

static enum rs_status slots_join(struct slots_work *work, uint32_t slot, double weight)
{
    struct slots_plan *plan = &work->plan;
    work->places[slot] = plan->n;
    plan->owners[plan->n++] =
        (struct slots_owner){.weight = weight, .id = work->slots->p.slots[slot].id};
    plan->n_undo++;
    return slots_settle(work, plan->n > 1);
}

/* Who joined last gives back what it got, and all others what they got then. */
static void slots_undo(struct slots_work *work)
{
    struct slots_plan *plan = &work->plan;
    for (uint32_t n = plan->owners[--plan->n].n_moves; n > 0; n--) {
        struct slots_move move = plan->moves[--plan->n_moves];
        uint32_t place = *slots_place(work, plan->table[move.at]);
        if (place < plan->n)
            plan->owners[place].have--;
        plan->owners[*slots_place(work, move.from)].have++;
        plan->table[move.at] = move.from;
    }
    plan->n_undo--;
}

static enum rs_status slots_leave(struct slots_work *work, uint32_t slot)
{
    struct slots_plan *plan = &work->plan;
    uint32_t place = work->places[slot];
    if (plan->n == 1) {
        memset(plan->table, 0xff, (size_t)work->slots->n_slots * sizeof *plan->table);
        work->places[slot] = RS_NO_NODE;
        plan->n = 0;
        slots_forget_moves(plan);
        return RS_OK;
    }
    if (place == plan->n - 1 && plan->n_undo) {
        slots_undo(work);
        work->places[slot] = RS_NO_NODE;
        return RS_OK;
    }
    work->places[slot] = RS_NO_NODE;
    slots_forget_moves(plan);
    plan->n--;
    memmove(&plan->owners[place], &plan->owners[place + 1],
            (plan->n - place) * sizeof *plan->owners);
    for (uint32_t i = place; i < plan->n; i++)
        *slots_place(work, plan->owners[i].id) = i;
    return slots_settle(work, false);
}

static bool slots_is_full(const struct slots_work *work)
{
    return work->plan.n == work->slots->n_slots;
}

/* Of the first n changes, those that join and found no room, until there is none left. */
static enum rs_status slots_let_in(struct slots_work *work, const struct rs_change *changes,
                                   size_t n)
{
    enum rs_status status = RS_OK;
    for (; !status && work->n_past < n && !slots_is_full(work); work->n_past++) {
        const struct rs_change *change = &changes[work->n_past];
        if (!(change->from > 0) && work->places[change->slot] == RS_NO_NODE)
            status = slots_join(work, change->slot, change->to);
    }
    return status;
}

static enum rs_status slots_one(struct slots_work *work, const struct rs_change *changes, size_t i)
{
    const struct rs_change *change = &changes[i];
    if (!(change->from > 0))
        return slots_let_in(work, changes, i + 1);
    if (!(change->to > 0)) {
        enum rs_status status = slots_leave(work, change->slot);
        return status ? status : slots_let_in(work, changes, i);
    }
    slots_forget_moves(&work->plan);
    work->plan.owners[work->places[change->slot]].weight = change->to;
    return slots_settle(work, false);
}

static enum rs_status slots_begin(struct slots_work *work, struct rs_placement *p, size_t n_more)
{
    struct slots *slots = slots_mut(p);
    uint32_t cap = slots->now.n + (uint32_t)n_more + 1;
    *work = (struct slots_work){.slots = slots};
    work->places = rs_alloc(p, ((size_t)p->n_slots + 1) * sizeof(uint32_t), _Alignof(uint32_t));
    work->heap = rs_alloc(p, cap * sizeof(uint32_t), _Alignof(uint32_t));
    if (!work->places || !work->heap || slots_plan_open(slots, &work->plan, &slots->now, cap))
        return RS_ENOMEM;
    memset(work->places, 0xff, ((size_t)p->n_slots + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < work->plan.n; i++)
        *slots_place(work, work->plan.owners[i].id) = i;
    return RS_OK;
}

static enum rs_status slots_end(struct slots_work *work, size_t n_more, enum rs_status status)
{
    struct slots *slots = work->slots;
    if (!status)
        status = slots_plan_trim_moves(slots, &work->plan);
    struct slots_plan stale = work->plan;
    size_t cap = (size_t)slots->now.n + n_more + 1;
    rs_free(&slots->p, work->heap, cap * sizeof(uint32_t));
    rs_free(&slots->p, work->places, ((size_t)slots->p.n_slots + 1) * sizeof(uint32_t));
    if (!status) {
        stale = slots->now;
        slots->now = work->plan;
    }
    slots_plan_close(slots, &stale);
    if (!status && !slots->now.n)
        slots_fini(&slots->p);
    return status;
}

enum rs_status slots_change(struct rs_placement *p, const struct rs_change *changes, size_t n)
{
    struct slots_work work;
    uint64_t n_join = 0, n_leave = 0;
    for (size_t i = 0; i < n; i++) {
        n_join += !(changes[i].from > 0);
        n_leave += !(changes[i].to > 0);
    }
    /* Told before the work. Else all who join get in, at the latest when all who leave have. */
    if (slots_of(p)->now.n + n_join > slots_of(p)->n_slots + n_leave)
        return RS_EFULL;
    enum rs_status status = slots_begin(&work, p, n);
    for (size_t i = 0; !status && i < n; i++)
        status = slots_one(&work, changes, i);
    return slots_end(&work, n, status);
}

/* Only of an empty placement: changes go another way. */
enum rs_status slots_build(struct rs_placement *p)
{
    (void)p;
    return RS_OK;
}
