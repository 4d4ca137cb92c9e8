/* claim_lab.h - placements to measure, and means with their standard errors
 */
#ifndef RINGSIDE_CLAIM_LAB_H
#define RINGSIDE_CLAIM_LAB_H

#include "claims.h"

#include <math.h>
#include <string.h>

#define LAB_N_OF(array) (sizeof(array) / sizeof *(array))

/* A row of a table of claims; kind_: EXACT, FORM or STAT. */
#define LAB_CLAIM(kind_, name_, source_, spec_, parameters_, run_, statement_, caveat_)            \
    {                                                                                              \
        .name = name_, .source = source_, .parameters = parameters_, .kind = CLAIM_##kind_,        \
        .statement = statement_, .caveat = caveat_, .run = run_, .spec = spec_                     \
    }
#define LAB_EARLIER "numbers of an earlier simulation, not of the paper"
#define LAB_ONE_TRIAL "the published number is one trial"

/* A sample by its sums, taken around the first value so that nothing cancels. */
struct lab_mean {
    double n, first, sum, squares;
};
static inline void lab_take(struct lab_mean *mean, double x)
{
    if (!mean->n++)
        mean->first = x;
    x -= mean->first;
    mean->sum += x, mean->squares += x * x;
}
static inline double lab_mean_of(const struct lab_mean *mean)
{
    return mean->first + mean->sum / mean->n;
}
static inline double lab_sd(const struct lab_mean *mean)
{
    double centred = mean->squares - mean->sum * mean->sum / mean->n;
    return mean->n > 1 ? sqrt(fmax(centred, 0) / (mean->n - 1)) : 0;
}
static inline double lab_error(const struct lab_mean *mean)
{
    return lab_sd(mean) / sqrt(mean->n);
}

/* A placement of n nodes "t<trial>-0", ... with ids 0 .. n-1 (trial < 0: none). NULL: the claim has
 * been refused with the reason, such as a strategy that this build lacks. */
struct rs_placement *lab_open(struct claim_run *run, const char *spec, int trial, uint32_t n);
/* The same with printf's words for the spec. */
struct rs_placement *lab_openf(struct claim_run *run, int trial, uint32_t n, const char *format,
                               ...) __attribute__((format(printf, 4, 5)));
/* Nodes first .. first + n - 1 more, as lab_open names them; false: refused. */
bool lab_add(struct claim_run *run, struct rs_placement *p, int trial, uint32_t first, uint32_t n);
/* One node by name; false: refused. */
bool lab_add_named(struct claim_run *run, struct rs_placement *p, uint32_t id, const char *name,
                   double weight);
bool lab_remove(struct claim_run *run, struct rs_placement *p, uint32_t id);
struct rs_placement *lab_clone(struct claim_run *run, const struct rs_placement *p);

/* The i-th random key of a trial. */
static inline uint64_t lab_key(int trial, uint64_t i)
{
    return rs_draw(rs_mix((uint64_t)trial + 0x5eed), i + 1);
}

/* Draws, probes and inner steps of n_keys random keys; false: refused. */
struct lab_steps {
    struct lab_mean draws, probes, inner;
};
bool lab_count(struct claim_run *run, const struct rs_placement *p, int trial, uint64_t n_keys,
               struct lab_steps *steps);

/* n times the share of each node, in the order of age; NULL: refused. The caller frees. */
double *lab_loads(struct claim_run *run, const struct rs_placement *p, size_t *n);
/* Root mean square of load - 1, and the greatest load, from exact shares; false: refused. */
bool lab_spread(struct claim_run *run, const struct rs_placement *p, double *cv, double *max);
/* The same from n_keys random keys. Ids must be below n. */
bool lab_sampled(struct claim_run *run, const struct rs_placement *p, int trial, uint64_t n_keys,
                 uint32_t n, double *cv, double *max);
/* Part of n_keys random keys that two placements put apart. */
double lab_moved(const struct rs_placement *a, const struct rs_placement *b, int trial,
                 uint64_t n_keys);

/* 1/1 + ... + 1/n */
double lab_harmonic(uint64_t n);
/* The smallest power of two that is not below n. */
uint64_t lab_enclosing(uint64_t n);
/* ids = a random order of 0 .. n-1. */
void lab_shuffle(uint32_t *ids, uint32_t n, int trial);

#endif
