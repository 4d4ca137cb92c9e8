/* change_theory.h - the part of the keys that a change should move
 */
#ifndef RINGSIDE_CHANGE_THEORY_H
#define RINGSIDE_CHANGE_THEORY_H

#include "changes.h"

/* A change that was made. */
struct change_between {
    const struct subject *subject;
    const struct change *change;
    const struct change_nodes *nodes;
    const struct rs_placement *before, *after;
    double minimum; /* of change_minimum */
};

/* What theory expects to move; -1: there is no formula. Fails with RS_ENOMEM only. */
enum rs_status change_expect(const struct change_between *what, double *theory);

#endif
