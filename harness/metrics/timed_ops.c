/* timed_ops.c - the operations that throughput times, and the placement that they share
 */
#include "timed_ops.h"

#include "reason.h"

#include <stdlib.h>

const struct timed_op *const timed_ops[N_TIMED_OPS] = {
    [TIMED_LOOKUP] = &timed_lookup,      [TIMED_LOOKUP_DEPENDENT] = &timed_dependent,
    [TIMED_LOOKUP_BATCH] = &timed_batch, [TIMED_END_TO_END] = &timed_end_to_end,
    [TIMED_BUILD] = &timed_build,        [TIMED_ADD] = &timed_add,
    [TIMED_REMOVE] = &timed_remove,      [TIMED_STD_SEARCH] = &timed_std_search,
};

/* The reference of the lookups: key by key, in two steps. */
static enum rs_status timed_reference(struct timed *t, struct rs_why *why)
{
    for (size_t i = 0; i < t->subject->n_digests; i++) {
        uint64_t digest;
        enum rs_status status = rs_digest(t->still, t->subject->sample[i], &digest);
        if (status != RS_OK) {
            reason_set(why, "%s: key %zu has no digest", t->subject->spec, i + 1);
            return status;
        }
        t->sum_lookup += timed_mark(i, rs_locate(t->still, digest));
    }
    return RS_OK;
}

bool timed_open(struct timed *t, const struct subject *subject, struct rs_why *why)
{
    *t = (struct timed){.subject = subject};
    if (subject->n_digests == 0)
        return reason_set(why, "%s: no keys to look up; give some", subject->spec);
    if (subject_open(subject, NULL, subject->n_nodes, &t->still, why) != RS_OK)
        return false;
    if (timed_reference(t, why) == RS_OK)
        return true;
    timed_close(t);
    return false;
}

void timed_close(struct timed *t)
{
    timed_change_close(t);
    rs_close(t->still);
    free(t->points);
}
