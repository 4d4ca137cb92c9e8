/* timed_ops.h - the operations that throughput times, each with a way to know its right answer
 */
#ifndef RINGSIDE_TIMED_OPS_H
#define RINGSIDE_TIMED_OPS_H

#include "timed.h"

enum timed_op_index {
    TIMED_LOOKUP,
    TIMED_LOOKUP_AGAIN,
    TIMED_LOOKUP_HOT,
    TIMED_LOOKUP_DEPENDENT,
    TIMED_LOOKUP_BATCH,
    TIMED_END_TO_END,
    TIMED_BUILD,
    TIMED_ADD,
    TIMED_REMOVE,
    TIMED_STD_SEARCH,
    TIMED_CYCLE,
    N_TIMED_OPS
};

extern const struct timed_op *const timed_ops[N_TIMED_OPS];

/* false: the placement cannot be opened; there is nothing to close. */
bool timed_open(struct timed *t, const struct subject *subject, struct rs_why *why);
void timed_close(struct timed *t);

#endif
