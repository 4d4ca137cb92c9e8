/* timed.h - one subject under the clock, and what an operation on it must be able to do
 *
 * Operations are rows, one or more a file, listed in timed_ops.c.
 */
#ifndef RINGSIDE_TIMED_H
#define RINGSIDE_TIMED_H

#include "metric.h"

#define TIMED_HOT 64   /* digests of the hot lookups: they and their paths stay near */
#define TIMED_PROBES 4 /* digests that a changed placement is asked for */

/* One subject while its operations are timed. */
struct timed {
    const struct subject *subject;
    bool is_first;                 /* of its size: measures what does not depend on the strategy */
    uint64_t *digests;             /* those of the subject, shuffled, and */
    const struct rs_bytes **keys;  /* the keys that they are of: a file may be sorted */
    struct rs_placement *still;    /* the subject's nodes; answers the lookups */
    struct rs_placement *moving;   /* the same, and one more node that comes and goes */
    bool extra_is_in;              /* that node, the subject's newcomer, is in `moving` */
    uint64_t probes[TIMED_PROBES]; /* digests, of those that the extra node takes where it can be */
    uint64_t sum_lookup;           /* checksums by the untimed reference: of all digests, */
    uint64_t sum_with, sum_without; /* of the probes with and without the extra node */
    uint64_t *points;               /* of the ring, sorted; for the search by the C++ library */
    size_t n_points;
};

/* What the shim asks of a case; its ctx is a struct timed. */
struct timed_op {
    uint64_t (*run)(void *timed);
    bool (*prepare)(void *timed);
    uint64_t (*check)(void *timed);
    bool once;          /* a call is one operation, not one for each digest */
    unsigned per_cycle; /* more operations a cycle than any processor can do; 0: 1 */
    bool null_is_floor; /* no strategy does less than null here */
    /* The checksum by an untimed reference, which is never the timed path; makes what run needs.
     * Other than RS_OK: the strategy cannot do the operation, or memory was short. */
    enum rs_status (*expect)(struct timed *t, uint64_t *expected, struct rs_why *why);
};

/* timed_lookup.c, timed_change.c, timed_cycle.c, timed_search.c */
extern const struct timed_op timed_lookup, timed_again, timed_hot, timed_dependent;
extern const struct timed_op timed_batch, timed_end_to_end, timed_cycle;
extern const struct timed_op timed_build, timed_add, timed_remove, timed_std_search;

/* Why such a time of an operation cannot be; NULL: it can. cycle_ns: of the machine, as measured;
 * 0: not known. */
const char *timed_invalid(const struct timed_op *op, double ns, double cycle_ns);

/* What the rows of timed_change.c have opened. */
void timed_change_close(struct timed *t);

/* The checksum of many answers is the sum of id * (2 i + 1): it knows their order, costs under a
 * nanosecond, and leaves one lookup independent of the next. */
static inline uint64_t timed_mark(size_t i, uint32_t id)
{
    return (uint64_t)id * (uint32_t)(2 * i + 1);
}

static inline uint64_t timed_sum(const struct rs_placement *p, const uint64_t *digests, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += timed_mark(i, rs_locate(p, digests[i]));
    return sum;
}

#endif
