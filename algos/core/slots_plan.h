/* slots_plan.h - which node has which slot, and how that changes
 */
#ifndef RINGSIDE_SLOTS_PLAN_H
#define RINGSIDE_SLOTS_PLAN_H

#include "core/strategy.h"

struct slots_owner {
    double weight;
    uint32_t id, have, target;
    uint32_t n_moves; /* of its joining, on top of the moves */
};

struct slots_move {
    uint32_t at, from; /* slot, and the id of the node that had it */
};

/* Owners in the order in which they joined. The last n_undo joined one after the other with no
 * other change between, and `moves` leads back; the first of all needs no moves. */
struct slots_plan {
    uint32_t *table; /* ids; RS_NO_NODE while there is no owner */
    struct slots_owner *owners;
    struct slots_move *moves;
    uint32_t n, cap, n_undo;
    size_t n_moves, cap_moves;
};

struct slots {
    struct rs_placement p;
    uint64_t n_slots;
    struct slots_plan now;
};

static inline const struct slots *slots_of(const struct rs_placement *p)
{
    return (const struct slots *)p;
}

enum rs_status slots_build(struct rs_placement *p);
/* One by one in the order given, each with the fewest moves: who holds more than its target gives
 * that away, nobody else. Who joins and finds no slot for itself waits until one leaves; of several
 * the first in the order. EFULL: more nodes than slots after all changes, whatever the order. */
enum rs_status slots_change(struct rs_placement *p, const struct rs_change *changes, size_t n);
void slots_fini(struct rs_placement *p);
size_t slots_save(const struct rs_placement *p, void *buf, size_t buf_bytes);
enum rs_status slots_restore(struct rs_placement *p, const void *buf, size_t n_bytes);

/* What the files of the planner share. A plan with room for n owners: a copy of `from`, or empty
 * where that is NULL. */
enum rs_status slots_plan_open(const struct slots *slots, struct slots_plan *plan,
                               const struct slots_plan *from, uint32_t n);
void slots_plan_close(const struct slots *slots, struct slots_plan *plan);
/* n moves at least; more than that stay only while a change runs. */
enum rs_status slots_plan_reserve_moves(const struct slots *slots, struct slots_plan *plan,
                                        size_t n);
enum rs_status slots_plan_trim_moves(const struct slots *slots, struct slots_plan *plan);
/* Targets by largest remainder of the weights, at least one each; n owners, at most n_slots; heap
 * has room for n numbers. */
void slots_targets(struct slots_owner *owners, uint32_t n, uint64_t n_slots, uint32_t *heap);

#endif
