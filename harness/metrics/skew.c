/* skew.c - how evenly the keys fall, sampled and exact
 *
 * The load of a node is its keys over what its weight asks for: 1 is right. Sampled loads vary even
 * under a perfect strategy, by sampling_noise; the share_ rows have no such noise, since they come
 * from the strategy's exact shares. Nodes without a key count, nodes of weight 0 do not.
 */
#include "chi2.h"
#include "chi2_cells.h"
#include "tally.h"

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

/* Loads differ as the shares do, and by chance: the variances add. */
static void skew_emit_sampled(const struct tally *tally, double share_cv)
{
    const struct subject *subject = tally->subject;
    struct chi2_cells cells = {0};
    double noise;
    uint64_t busiest = 0;
    struct spread spread = tally_loads(tally, &noise);
    for (size_t i = 0; i < subject->n_nodes; i++) {
        busiest = tally->n_keys[i] > busiest ? tally->n_keys[i] : busiest;
        chi2_cells_add(&cells, (double)tally->n_keys[i], (double)tally->n_all * tally->targets[i]);
    }
    double theory = share_cv < 0 ? -1 : sqrt(share_cv * share_cv + noise * noise);
    struct expected expected = {theory, theory < 0 ? NAN : tally_z(tally, share_cv), false};
    emit_real(subject, &skew_measures[MAX_OVER_MEAN], "", spread.max, NO_THEORY);
    emit_real(subject, &skew_measures[MIN_OVER_MEAN], "", spread.min, NO_THEORY);
    emit_real(subject, &skew_measures[CV], "", spread_cv(&spread), expected);
    double p = chi2_cells_p(&cells);
    if (p >= 0)
        emit_real(subject, &skew_measures[CHI2_P], "", p, NO_THEORY);
    else
        emit_none(subject, &skew_measures[CHI2_P], "", "unsupported", CHI2_CELLS_TOO_FEW);
    emit_real(subject, &skew_measures[SAMPLING_NOISE], "", noise, NO_THEORY);
    emit_count(subject, &skew_measures[BUSIEST_KEYS], "", busiest, NO_THEORY);
}

/* The square of a CV is spread as chi-square is, with a longer tail above than below: a distance in
 * standard deviations would call large what chance does often. As many degrees of freedom as give
 * the deviation that theory says. */
static struct expected skew_expect_cv(double cv, struct rs_moments theory)
{
    if (!(theory.mean > 0 && theory.sd > 0))
        return expect(cv, theory.mean, theory.sd);
    double ratio = theory.mean / theory.sd, df = ratio * ratio / 2;
    double part = cv / theory.mean;
    return (struct expected){theory.mean, chi2_z(part * part * df, df), false};
}

/* Returns the deviation of the shares: exact, else what theory says, else negative. */
static double skew_emit_shares(const struct tally *tally)
{
    const struct subject *subject = tally->subject;
    struct rs_moments theory = rs_theory(tally->p, RS_SHARE_CV);
    if (!tally->has_shares) {
        for (size_t m = SHARE_MAX_OVER_MEAN; m <= SHARE_CV; m++)
            emit_none(subject, &skew_measures[m], "", "unsupported", "it has no exact shares");
        return theory.mean;
    }
    struct spread spread = tally_share_loads(tally);
    emit_real(subject, &skew_measures[SHARE_MAX_OVER_MEAN], "", spread.max, NO_THEORY);
    emit_real(subject, &skew_measures[SHARE_MIN_OVER_MEAN], "", spread.min, NO_THEORY);
    emit_real(subject, &skew_measures[SHARE_CV], "", spread_cv(&spread),
              skew_expect_cv(spread_cv(&spread), theory));
    return spread_cv(&spread);
}

static bool skew_run(const struct subject *subject, struct rs_why *why)
{
    struct tally tally;
    bool good = !tally_open(&tally, subject, subject->nodes, why) && tally_count(&tally, why);
    if (good)
        skew_emit_sampled(&tally, skew_emit_shares(&tally));
    tally_close(&tally);
    return good;
}

const struct metric metric_skew = {
    .name = "skew",
    .summary = "how evenly the keys fall, sampled and exact, beside what theory says",
    .measures = skew_measures,
    .run = skew_run,
};
