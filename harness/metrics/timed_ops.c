/* timed_ops.c - the operations that throughput times, and the placement that they share
 */
#include "timed_ops.h"

#include "reason.h"

#include <stdlib.h>

const struct timed_op *const timed_ops[N_TIMED_OPS] = {
    [TIMED_LOOKUP] = &timed_lookup,      [TIMED_LOOKUP_AGAIN] = &timed_again,
    [TIMED_LOOKUP_HOT] = &timed_hot,     [TIMED_LOOKUP_DEPENDENT] = &timed_dependent,
    [TIMED_LOOKUP_BATCH] = &timed_batch, [TIMED_END_TO_END] = &timed_end_to_end,
    [TIMED_BUILD] = &timed_build,        [TIMED_ADD] = &timed_add,
    [TIMED_REMOVE] = &timed_remove,      [TIMED_STD_SEARCH] = &timed_std_search,
    [TIMED_CYCLE] = &timed_cycle,
};

/* The same order for every subject, and on every run: keys of a file may be sorted, and a hash may
 * leave them so, which branch prediction would thank for. */
static bool timed_shuffle(struct timed *t)
{
    const struct subject *s = t->subject;
    t->digests = malloc(s->n_digests * sizeof *t->digests);
    t->keys = malloc(s->n_digests * sizeof *t->keys);
    if (!t->digests || !t->keys)
        return false;
    for (size_t i = 0; i < s->n_digests; i++) {
        size_t j = rs_draw(0, i + 1) % (i + 1); /* inside out: the i-th goes where the j-th was */
        t->digests[i] = t->digests[j], t->keys[i] = t->keys[j];
        t->digests[j] = s->digests[i], t->keys[j] = &s->sample[i];
    }
    return true;
}

/* The reference of the lookups: key by key, in two steps. */
static enum rs_status timed_reference(struct timed *t, struct rs_why *why)
{
    for (size_t i = 0; i < t->subject->n_digests; i++) {
        uint64_t digest;
        enum rs_status status = rs_digest(t->still, *t->keys[i], &digest);
        if (status != RS_OK) {
            reason_set(why, "%s: key %zu has no digest", t->subject->spec,
                       (size_t)(t->keys[i] - t->subject->sample) + 1);
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
    if (!timed_shuffle(t))
        reason_set(why, "%s: out of memory", subject->spec);
    else if (timed_reference(t, why) == RS_OK)
        return true;
    timed_close(t);
    return false;
}

void timed_close(struct timed *t)
{
    timed_change_close(t);
    rs_close(t->still);
    free(t->points);
    free(t->digests);
    free(t->keys);
}

const char *timed_invalid(const struct timed_op *op, double ns, double cycle_ns)
{
    if (!(ns > 0))
        return "no time passed: the clock stands, or nothing was done";
    if (ns * (op->per_cycle ? op->per_cycle : 1) < cycle_ns)
        return "faster than this processor can be (cycle_ns): nothing was done";
    return NULL;
}
