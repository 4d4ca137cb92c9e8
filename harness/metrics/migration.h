/* migration.h - a placement after its change, beside the one before
 */
#ifndef RINGSIDE_MIGRATION_H
#define RINGSIDE_MIGRATION_H

#include "moved.h"

#include "changes.h"

/* A placement after its change. */
struct migration {
    const struct change *change;
    struct rs_placement *p;     /* NULL: the change cannot be made, for this reason */
    struct rs_placement *fresh; /* the same nodes without a past; NULL: it was asked already */
    struct rs_why why;
    double minimum, theory; /* parts of the keys; theory negative: none */
    struct moved moved;
};

/* Makes the change m->change to a placement of the subject's nodes, as `before` is. false: memory
 * was short, or the subject cannot be opened; why says it. Close all the same. */
bool migration_open(struct migration *m, const struct rs_placement *before,
                    const struct subject *subject, struct rs_why *why);
void migration_close(struct migration *m);

#endif
