/* timed_search.c - std::lower_bound over the points of a ring: what its own lookup is held against
 *
 * The points are read off the placement from outside: the point that owns digest 0, the one that
 * owns the digest behind that, and so on round the circle. That they are all, and that the owner is
 * the first point not less than the digest, is proved by the answers to all digests being the same.
 */
#include "timed.h"

#include "reason.h"
#include "shim.h"

#include <stdlib.h>

#define TIMED_MAX_POINTS ((size_t)1 << 24)

static enum rs_status timed_no_search(struct rs_why *why, const char *reason)
{
    reason_set(why, "%s", reason);
    return RS_EUNSUPPORTED;
}

static bool timed_keep_point(struct timed *t, uint64_t point)
{
    if ((t->n_points & (t->n_points - 1)) == 0) { /* full at each power of two */
        size_t cap = t->n_points ? 2 * t->n_points : 1;
        uint64_t *points = realloc(t->points, cap * sizeof *points);
        if (!points)
            return false;
        t->points = points;
    }
    t->points[t->n_points++] = point;
    return true;
}

static enum rs_status timed_walk(struct timed *t, struct rs_why *why)
{
    uint64_t digest = 0, point;
    do {
        if (rs_explain(t->still, digest, &point, NULL, 0) != RS_OK)
            return timed_no_search(why, "the strategy has no points");
        if (point < digest) /* round the circle */
            return RS_OK;
        if (t->n_points == TIMED_MAX_POINTS)
            return timed_no_search(why, "more than 2^24 points");
        if (!timed_keep_point(t, point))
            return RS_ENOMEM;
        digest = point + 1;
    } while (digest != 0);
    return RS_OK;
}

static enum rs_status timed_expect_search(struct timed *t, uint64_t *expected, struct rs_why *why)
{
    static const char OTHER[] = "the owner is not the first 64-bit point from the digest on";
    const uint64_t *digests = t->digests;
    uint64_t point, sum = 0;
    enum rs_status status = timed_walk(t, why);
    if (status != RS_OK)
        return status;
    /* Where the first point after the digest owns, this differs and hardly anything else does. */
    if (rs_explain(t->still, t->points[0], &point, NULL, 0) != RS_OK || point != t->points[0])
        return timed_no_search(why, OTHER);
    for (size_t i = 0; i < t->subject->n_digests; i++) {
        if (rs_explain(t->still, digests[i], &point, NULL, 0) != RS_OK ||
            point != gbench_std_search(t->points, t->n_points, &digests[i], 1))
            return timed_no_search(why, OTHER);
        sum += point;
    }
    *expected = sum;
    return RS_OK;
}

static uint64_t timed_run_search(void *ctx)
{
    const struct timed *t = ctx;
    return gbench_std_search(t->points, t->n_points, t->digests, t->subject->n_digests);
}

const struct timed_op timed_std_search = {.run = timed_run_search, .expect = timed_expect_search};
