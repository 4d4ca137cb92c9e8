/* timed_change.c - one more node comes, and goes again
 *
 * One placement serves both operations: before a node is added it is taken out, untimed, if it is
 * in, and the other way round. After each call a few digests are asked for, untimed too, and held
 * against a placement that got all nodes at once: the contract says that an array gives the mapping
 * of one by one. With the extra node gone the answers are those from before it came, or, for a
 * strategy that has a history, those of the other placement after the same removal.
 */
#include "timed.h"

/* The subject's newcomer. */
static const struct rs_node *timed_extra(const struct timed *t)
{
    return &t->subject->nodes[t->subject->n_nodes];
}

static enum rs_status timed_toggle(struct timed *t, bool in, struct rs_why *why)
{
    if (t->extra_is_in == in)
        return RS_OK;
    enum rs_status status = in ? rs_add(t->moving, timed_extra(t), 1, why)
                               : rs_remove(t->moving, &timed_extra(t)->id, 1, why);
    if (status == RS_OK)
        t->extra_is_in = in;
    return status;
}

/* Digests that the extra node takes, so that a change that does nothing is found out. */
static void timed_choose_probes(struct timed *t, const struct rs_placement *with)
{
    const struct subject *s = t->subject;
    size_t n = 0;
    for (size_t i = 0; i < s->n_digests && n < TIMED_PROBES; i++)
        if (rs_locate(with, s->digests[i]) == timed_extra(t)->id)
            t->probes[n++] = s->digests[i];
    for (size_t i = 0; n < TIMED_PROBES; i++)
        t->probes[n++] = s->digests[i % s->n_digests];
}

static enum rs_status timed_change_sums(struct timed *t, struct rs_why *why)
{
    struct rs_placement *p;
    enum rs_status status = subject_open(t->subject, NULL, t->subject->n_nodes + 1, &p, why);
    if (status != RS_OK)
        return status;
    timed_choose_probes(t, p);
    t->sum_with = timed_sum(p, t->probes, TIMED_PROBES);
    if (rs_traits(p) & RS_HISTORY_FREE)
        t->sum_without = timed_sum(t->still, t->probes, TIMED_PROBES);
    else if ((status = rs_remove(p, &timed_extra(t)->id, 1, why)) == RS_OK)
        t->sum_without = timed_sum(p, t->probes, TIMED_PROBES);
    rs_close(p);
    return status;
}

/* Both operations need both: each undoes the other. */
static enum rs_status timed_change_open(struct timed *t, struct rs_why *why)
{
    if (t->moving)
        return RS_OK;
    enum rs_status status = subject_open(t->subject, NULL, t->subject->n_nodes, &t->moving, why);
    if (status == RS_OK)
        status = timed_toggle(t, true, why);
    if (status == RS_OK)
        status = timed_toggle(t, false, why);
    if (status == RS_OK)
        status = timed_change_sums(t, why);
    if (status != RS_OK)
        timed_change_close(t);
    return status;
}

void timed_change_close(struct timed *t)
{
    rs_close(t->moving);
    t->moving = NULL;
    t->extra_is_in = false;
}

static bool timed_prepare_add(void *ctx)
{
    return timed_toggle(ctx, false, NULL) == RS_OK;
}

static bool timed_prepare_remove(void *ctx)
{
    return timed_toggle(ctx, true, NULL) == RS_OK;
}

/* The status goes into the checksum, which RS_OK leaves as it is. */
static uint64_t timed_run_add(void *ctx)
{
    return timed_toggle(ctx, true, NULL);
}

static uint64_t timed_run_remove(void *ctx)
{
    return timed_toggle(ctx, false, NULL);
}

static uint64_t timed_check(void *ctx)
{
    const struct timed *t = ctx;
    return timed_sum(t->moving, t->probes, TIMED_PROBES);
}

static enum rs_status timed_expect_add(struct timed *t, uint64_t *expected, struct rs_why *why)
{
    enum rs_status status = timed_change_open(t, why);
    *expected = t->sum_with;
    return status;
}

static enum rs_status timed_expect_remove(struct timed *t, uint64_t *expected, struct rs_why *why)
{
    enum rs_status status = timed_change_open(t, why);
    *expected = t->sum_without;
    return status;
}

const struct timed_op timed_add = {
    .run = timed_run_add,
    .prepare = timed_prepare_add,
    .check = timed_check,
    .once = true,
    .expect = timed_expect_add,
};

const struct timed_op timed_remove = {
    .run = timed_run_remove,
    .prepare = timed_prepare_remove,
    .check = timed_check,
    .once = true,
    .expect = timed_expect_remove,
};
