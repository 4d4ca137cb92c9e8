/* timed_cycle.c - a cycle of the processor's clock, measured
 *
 * Each addition waits for the one before, and an addition takes a cycle. What a machine says of its
 * own clock is not asked: it changes with load and heat, and virtual machines make it up. The same
 * shim times this among the lookups, so that both see the same clock.
 */
#include "timed.h"

#include "reason.h"

enum { TIMED_UNROLLED = 8 };

/* Keeps the compiler from adding up ahead; emits nothing. */
#define TIMED_STEP(sum, step)                                                                      \
    do {                                                                                           \
        (sum) += (step);                                                                           \
        __asm__ volatile("" : "+r"(sum));                                                          \
    } while (0)

static size_t timed_n_additions(const struct timed *t)
{
    return t->subject->n_digests;
}

static uint64_t timed_run_cycle(void *ctx)
{
    const struct timed *t = ctx;
    size_t n = timed_n_additions(t), i = 0;
    /* Not known to the compiler: some processors skip additions of small constants. One register,
     * for a processor of 32 bits adds 64 in two steps. */
    size_t step = (size_t)t->digests[0] | 1, sum = 0;
    __asm__ volatile("" : "+r"(step));
    for (; i + TIMED_UNROLLED <= n; i += TIMED_UNROLLED) {
        TIMED_STEP(sum, step);
        TIMED_STEP(sum, step);
        TIMED_STEP(sum, step);
        TIMED_STEP(sum, step);
        TIMED_STEP(sum, step);
        TIMED_STEP(sum, step);
        TIMED_STEP(sum, step);
        TIMED_STEP(sum, step);
    }
    for (; i < n; i++)
        TIMED_STEP(sum, step);
    return sum;
}

static enum rs_status timed_expect_cycle(struct timed *t, uint64_t *expected, struct rs_why *why)
{
    if (!t->is_first) {
        reason_set(why, "it is the machine's: see the first strategy of this size");
        return RS_EUNSUPPORTED;
    }
    *expected = (size_t)(timed_n_additions(t) * ((size_t)t->digests[0] | 1));
    return RS_OK;
}

const struct timed_op timed_cycle = {.run = timed_run_cycle, .expect = timed_expect_cycle};
