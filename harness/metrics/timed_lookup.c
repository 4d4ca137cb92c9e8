/* timed_lookup.c - lookups of several kinds, and building what they ask
 */
#include "timed.h"

/* Digests of one rs_locate_many: the answers stay in the nearest cache. */
#define TIMED_BLOCK 4096

static uint64_t timed_run_lookup(void *ctx)
{
    const struct timed *t = ctx;
    return timed_sum(t->still, t->subject->digests, t->subject->n_digests);
}

static uint64_t timed_run_batch(void *ctx)
{
    const struct timed *t = ctx;
    const struct subject *s = t->subject;
    uint32_t ids[TIMED_BLOCK];
    uint64_t sum = 0;
    for (size_t first = 0, n; first < s->n_digests; first += n) {
        n = s->n_digests - first < TIMED_BLOCK ? s->n_digests - first : TIMED_BLOCK;
        rs_locate_many(t->still, s->digests + first, n, ids);
        for (size_t i = 0; i < n; i++)
            sum += timed_mark(first + i, ids[i]);
    }
    return sum;
}

static uint64_t timed_run_end_to_end(void *ctx)
{
    const struct timed *t = ctx;
    uint64_t sum = 0;
    for (size_t i = 0; i < t->subject->n_digests; i++) {
        uint32_t id = RS_NO_NODE; /* a failure spoils the sum */
        rs_locate_key(t->still, t->subject->sample[i], &id);
        sum += timed_mark(i, id);
    }
    return sum;
}

static enum rs_status timed_expect_lookup(struct timed *t, uint64_t *expected, struct rs_why *why)
{
    (void)why;
    *expected = t->sum_lookup;
    return RS_OK;
}

/* Each digest waits for the answer before. */
static uint64_t timed_run_dependent(void *ctx)
{
    const struct timed *t = ctx;
    const struct rs_placement *p = t->still;
    const uint64_t *digests = t->subject->digests;
    uint64_t sum = 0;
    uint32_t id = 0;
    for (size_t i = 0; i < t->subject->n_digests; i++) {
        id = rs_locate(p, digests[i] + id);
        sum += timed_mark(i, id);
    }
    return sum;
}

static enum rs_status timed_expect_dependent(struct timed *t, uint64_t *expected,
                                             struct rs_why *why)
{
    uint32_t id = 0;
    (void)why;
    *expected = 0;
    for (size_t i = 0; i < t->subject->n_digests; i++) {
        uint64_t digest = t->subject->digests[i] + id;
        rs_locate_many(t->still, &digest, 1, &id);
        *expected += timed_mark(i, id);
    }
    return RS_OK;
}

static size_t timed_n_build_probes(const struct timed *t)
{
    return t->subject->n_digests < TIMED_PROBES ? t->subject->n_digests : TIMED_PROBES;
}

static uint64_t timed_run_build(void *ctx)
{
    const struct timed *t = ctx;
    struct rs_placement *p;
    if (subject_open(t->subject, NULL, t->subject->n_nodes, &p, NULL) != RS_OK)
        return UINT64_MAX;
    uint64_t sum = timed_sum(p, t->subject->digests, timed_n_build_probes(t));
    rs_close(p);
    return sum;
}

static enum rs_status timed_expect_build(struct timed *t, uint64_t *expected, struct rs_why *why)
{
    (void)why;
    *expected = timed_sum(t->still, t->subject->digests, timed_n_build_probes(t));
    return RS_OK;
}

const struct timed_op timed_lookup = {.run = timed_run_lookup, .expect = timed_expect_lookup};
const struct timed_op timed_batch = {.run = timed_run_batch, .expect = timed_expect_lookup};
const struct timed_op timed_end_to_end = {.run = timed_run_end_to_end,
                                          .expect = timed_expect_lookup};
const struct timed_op timed_dependent = {.run = timed_run_dependent,
                                         .expect = timed_expect_dependent};
const struct timed_op timed_build = {
    .run = timed_run_build, .once = true, .expect = timed_expect_build};
