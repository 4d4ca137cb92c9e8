/* skew.c - how evenly the keys fall, sampled and exact
 *
 * The load of a node is its keys over what its weight asks for: 1 is right. Sampled loads vary even
 * under a perfect strategy, by sampling_noise; the share_ rows have no such noise, since they come
 * from the strategy's exact shares. Nodes without a key count, nodes of weight 0 do not.
 */
#include "metric.h"

#include "chi2.h"
#include "reason.h"

#include <math.h>
#include <stdlib.h>

enum {
    MAX_OVER_MEAN,
    MIN_OVER_MEAN,
    CV,
    CHI2_P,
    SAMPLING_NOISE,
    BUSIEST_KEYS,
    SHARE_MAX_OVER_MEAN,
    SHARE_MIN_OVER_MEAN,
    SHARE_CV,
};

static const struct measure skew_measures[] = {
    [MAX_OVER_MEAN] = {"max_over_mean", "ratio", BETTER_LOWER, KIND_EXACT},
    [MIN_OVER_MEAN] = {"min_over_mean", "ratio", BETTER_HIGHER, KIND_EXACT},
    [CV] = {"cv", "ratio", BETTER_LOWER, KIND_EXACT},
    [CHI2_P] = {"chi2_p", "probability", BETTER_NONE, KIND_EXACT},
    [SAMPLING_NOISE] = {"sampling_noise", "ratio", BETTER_NONE, KIND_EXACT},
    [BUSIEST_KEYS] = {"busiest_keys", "keys", BETTER_LOWER, KIND_COUNT},
    [SHARE_MAX_OVER_MEAN] = {"share_max_over_mean", "ratio", BETTER_LOWER, KIND_EXACT},
    [SHARE_MIN_OVER_MEAN] = {"share_min_over_mean", "ratio", BETTER_HIGHER, KIND_EXACT},
    [SHARE_CV] = {"share_cv", "ratio", BETTER_LOWER, KIND_EXACT},
    {NULL, NULL, BETTER_NONE, KIND_EXACT},
};

/* Loads of the nodes that have a weight, in one line. */
struct spread {
    double max, min, sum_squares; /* of load - 1 */
    size_t n;
};

static void spread_add(struct spread *spread, double load)
{
    if (!spread->n || load > spread->max)
        spread->max = load;
    if (!spread->n || load < spread->min)
        spread->min = load;
    spread->sum_squares += (load - 1) * (load - 1);
    spread->n++;
}

static double spread_cv(const struct spread *spread)
{
    return spread->n ? sqrt(spread->sum_squares / (double)spread->n) : 0;
}

/* What one subject is judged by; arrays by position in subject->nodes. */
struct skew {
    const struct subject *subject;
    struct rs_placement *p;
    uint32_t *position_of; /* by slot of p */
    double *targets, *shares;
    bool has_shares; /* exact ones */
    uint64_t *n_keys;
    uint64_t n_all;
};

static bool skew_alloc(struct skew *skew, struct rs_why *why)
{
    size_t n = skew->subject->n_nodes;
    skew->targets = calloc(n, sizeof *skew->targets);
    skew->shares = calloc(n, sizeof *skew->shares);
    skew->n_keys = calloc(n, sizeof *skew->n_keys);
    skew->position_of = calloc(skew->p->n_slots, sizeof *skew->position_of);
    bool good = skew->targets && skew->shares && skew->n_keys && skew->position_of;
    return good || reason_set(why, "out of memory");
}

static bool skew_open(struct skew *skew, const struct subject *subject, struct rs_why *why)
{
    size_t n = subject->n_nodes;
    double sum = 0;
    *skew = (struct skew){.subject = subject};
    if (subject_open(subject, NULL, n, &skew->p, why) || !skew_alloc(skew, why))
        return false;
    for (size_t i = 0; i < n; i++) {
        skew->position_of[rs_slot_of(skew->p, subject->nodes[i].id)] = (uint32_t)i;
        sum += subject->nodes[i].weight;
    }
    for (size_t i = 0; sum > 0 && i < n; i++)
        skew->targets[i] = subject->nodes[i].weight / sum;
    return !subject_shares(skew->p, skew->shares, &skew->has_shares) ||
           reason_set(why, "out of memory");
}

static void skew_close(struct skew *skew)
{
    rs_close(skew->p);
    free(skew->position_of);
    free(skew->targets);
    free(skew->shares);
    free(skew->n_keys);
}

static bool skew_count(struct skew *skew, struct rs_why *why)
{
    static struct key_pass pass;
    static uint32_t ids[WORKLOAD_BLOCK];
    bool good;
    pass.keys = skew->subject->keys;
    while ((good = key_pass_next(&pass, skew->p, why)) && pass.n) {
        rs_locate_many(skew->p, pass.digests, pass.n, ids);
        for (size_t i = 0; i < pass.n; i++) {
            uint32_t slot = rs_slot_of(skew->p, ids[i]);
            if (slot != RS_NO_NODE)
                skew->n_keys[skew->position_of[slot]]++;
        }
        skew->n_all += pass.n;
    }
    return good;
}

/* Loads differ as the shares do, and by chance: the variances add. */
static void skew_emit_sampled(const struct skew *skew, double share_cv)
{
    const struct subject *subject = skew->subject;
    struct spread spread = {0};
    double n_all = (double)skew->n_all, chi2 = 0, noise = 0;
    uint64_t busiest = 0;
    for (size_t i = 0; i < subject->n_nodes; i++) {
        double expected = n_all * skew->targets[i], n_keys = (double)skew->n_keys[i];
        busiest = skew->n_keys[i] > busiest ? skew->n_keys[i] : busiest;
        if (!(expected > 0))
            continue;
        spread_add(&spread, n_keys / expected);
        chi2 += (n_keys - expected) * (n_keys - expected) / expected;
        noise += (1 - skew->targets[i]) / expected;
    }
    double n = (double)spread.n, noise_cv = spread.n ? sqrt(noise / n) : 0;
    double theory = share_cv < 0 ? -1 : sqrt(share_cv * share_cv + noise_cv * noise_cv);
    emit_real(subject, &skew_measures[MAX_OVER_MEAN], "", spread.max, NO_THEORY);
    emit_real(subject, &skew_measures[MIN_OVER_MEAN], "", spread.min, NO_THEORY);
    emit_real(subject, &skew_measures[CV], "", spread_cv(&spread),
              expect(spread_cv(&spread), theory, -1));
    emit_real(subject, &skew_measures[CHI2_P], "", spread.n > 1 ? chi2_p(chi2, n - 1) : 1,
              NO_THEORY);
    emit_real(subject, &skew_measures[SAMPLING_NOISE], "", noise_cv, NO_THEORY);
    emit_count(subject, &skew_measures[BUSIEST_KEYS], "", busiest, NO_THEORY);
}

/* Returns the deviation of the shares: exact, else what theory says, else negative. */
static double skew_emit_shares(const struct skew *skew)
{
    const struct subject *subject = skew->subject;
    struct rs_moments theory = rs_theory(skew->p, RS_SHARE_CV);
    struct spread spread = {0};
    if (!skew->has_shares) {
        for (size_t m = SHARE_MAX_OVER_MEAN; m <= SHARE_CV; m++)
            emit_none(subject, &skew_measures[m], "", "unsupported", "it has no exact shares");
        return theory.mean;
    }
    for (size_t i = 0; i < subject->n_nodes; i++)
        if (skew->targets[i] > 0)
            spread_add(&spread, skew->shares[i] / skew->targets[i]);
    emit_real(subject, &skew_measures[SHARE_MAX_OVER_MEAN], "", spread.max, NO_THEORY);
    emit_real(subject, &skew_measures[SHARE_MIN_OVER_MEAN], "", spread.min, NO_THEORY);
    emit_real(subject, &skew_measures[SHARE_CV], "", spread_cv(&spread),
              expect(spread_cv(&spread), theory.mean, theory.sd));
    return spread_cv(&spread);
}

static bool skew_run(const struct subject *subject, struct rs_why *why)
{
    struct skew skew;
    bool good = skew_open(&skew, subject, why) && skew_count(&skew, why);
    if (good)
        skew_emit_sampled(&skew, skew_emit_shares(&skew));
    skew_close(&skew);
    return good;
}

const struct metric metric_skew = {
    .name = "skew",
    .summary = "how evenly the keys fall, sampled and exact, beside what theory says",
    .measures = skew_measures,
    .run = skew_run,
};
