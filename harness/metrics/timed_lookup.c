/* timed_lookup.c - lookups of several kinds, and building what they ask
 *
 * Digests are made before the clock runs, and shuffled. Most lookups ask all of them, and so walk
 * over all of an index; hot ones ask the same few again and again.
 */
#include "timed.h"

/* Digests of one rs_locate_many: the answers stay in the nearest cache. */
#define TIMED_BLOCK 4096

static uint64_t timed_run_lookup(void *ctx)
{
    const struct timed *t = ctx;
    return timed_sum(t->still, t->digests, t->subject->n_digests);
}

static uint64_t timed_run_batch(void *ctx)
{
    const struct timed *t = ctx;
    const struct subject *s = t->subject;
    uint32_t ids[TIMED_BLOCK];
    uint64_t sum = 0;
    for (size_t first = 0, n; first < s->n_digests; first += n) {
        n = s->n_digests - first < TIMED_BLOCK ? s->n_digests - first : TIMED_BLOCK;
        rs_locate_many(t->still, t->digests + first, n, ids);
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
        rs_locate_key(t->still, *t->keys[i], &id);
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

/* A power of two, that the loop need not divide. */
static size_t timed_n_hot(const struct timed *t)
{
    size_t n = 1;
    while (n < TIMED_HOT && 2 * n <= t->subject->n_digests)
        n *= 2;
    return n;
}

static uint64_t timed_run_hot(void *ctx)
{
    const struct timed *t = ctx;
    size_t mask = timed_n_hot(t) - 1;
    uint64_t sum = 0;
    for (size_t i = 0; i < t->subject->n_digests; i++)
        sum += timed_mark(i, rs_locate(t->still, t->digests[i & mask]));
    return sum;
}

static enum rs_status timed_expect_hot(struct timed *t, uint64_t *expected, struct rs_why *why)
{
    uint32_t ids[TIMED_HOT];
    size_t n = timed_n_hot(t);
    (void)why;
    rs_locate_many(t->still, t->digests, n, ids);
    *expected = 0;
    for (size_t i = 0; i < t->subject->n_digests; i++)
        *expected += timed_mark(i, ids[i % n]);
    return RS_OK;
}

/* A digest that the answer before has a say in, all over its bits: with a few bits less of it the
 * owner would mostly stay what it is without, and nobody would see that the wait was lost. */
static inline uint64_t timed_next(uint64_t digest, uint32_t id, uint64_t mask)
{
    return (digest ^ id * 0x9e3779b97f4a7c15u) & mask;
}

static uint64_t timed_mask(const struct rs_placement *p)
{
    return UINT64_MAX >> (64 - p->hash->n_bits);
}

/* Each digest waits for the answer before. */
static uint64_t timed_run_dependent(void *ctx)
{
    const struct timed *t = ctx;
    const struct rs_placement *p = t->still;
    const uint64_t *digests = t->digests;
    uint64_t sum = 0, mask = timed_mask(p);
    uint32_t id = 0;
    for (size_t i = 0; i < t->subject->n_digests; i++) {
        id = rs_locate(p, timed_next(digests[i], id, mask));
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
        uint64_t digest = timed_next(t->digests[i], id, timed_mask(t->still));
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
    uint64_t sum = timed_sum(p, t->digests, timed_n_build_probes(t));
    rs_close(p);
    return sum;
}

static enum rs_status timed_expect_build(struct timed *t, uint64_t *expected, struct rs_why *why)
{
    (void)why;
    *expected = timed_sum(t->still, t->digests, timed_n_build_probes(t));
    return RS_OK;
}

const struct timed_op timed_lookup = {
    .run = timed_run_lookup, .null_is_floor = true, .expect = timed_expect_lookup};
/* Nothing differs but the name: what these two differ by is noise. */
const struct timed_op timed_again = {
    .run = timed_run_lookup, .null_is_floor = true, .expect = timed_expect_lookup};
const struct timed_op timed_hot = {
    .run = timed_run_hot, .null_is_floor = true, .expect = timed_expect_hot};
/* Answers of null come all at once, and may be added up by many lanes. */
const struct timed_op timed_batch = {
    .run = timed_run_batch, .per_cycle = 16, .null_is_floor = true, .expect = timed_expect_lookup};
const struct timed_op timed_end_to_end = {.run = timed_run_end_to_end,
                                          .expect = timed_expect_lookup};
const struct timed_op timed_dependent = {
    .run = timed_run_dependent, .null_is_floor = true, .expect = timed_expect_dependent};
const struct timed_op timed_build = {
    .run = timed_run_build, .once = true, .expect = timed_expect_build};
