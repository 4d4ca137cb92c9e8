/* weights.c - how well loads follow weights: nodes weigh 1, 2, 3, 4, 1, 2, ... in their order
 *
 * The error of a node is its load - 1, the load being keys, or exact share, over what its weight
 * asks for. An error of keys has the noise of the sample in it; one of shares has none.
 */
#include "tally.h"

#include "reason.h"

#include <stdlib.h>

enum { ERROR_MAX, ERROR_RMS, SHARE_ERROR_MAX, SHARE_ERROR_RMS, N_MEASURES };

static const struct measure weights_measures[] = {
    [ERROR_MAX] = {"weight_error_max", "ratio", BETTER_LOWER, KIND_EXACT},
    [ERROR_RMS] = {"weight_error_rms", "ratio", BETTER_LOWER, KIND_EXACT},
    [SHARE_ERROR_MAX] = {"share_weight_error_max", "ratio", BETTER_LOWER, KIND_EXACT},
    [SHARE_ERROR_RMS] = {"share_weight_error_rms", "ratio", BETTER_LOWER, KIND_EXACT},
    {NULL, NULL, BETTER_NONE, KIND_EXACT},
};

static void weights_emit(const struct tally *tally)
{
    const struct subject *subject = tally->subject;
    struct rs_moments law = rs_theory(tally->p, RS_SHARE_CV);
    double noise, share_cv = law.mean;
    struct spread loads = tally_loads(tally, &noise), shares = tally_share_loads(tally);
    if (tally->has_shares)
        share_cv = spread_cv(&shares);
    double theory = share_cv < 0 ? -1 : sqrt(share_cv * share_cv + noise * noise);
    struct expected expected = {theory, theory < 0 ? NAN : tally_z(tally, share_cv), false};
    emit_real(subject, &weights_measures[ERROR_MAX], "", spread_error(&loads), NO_THEORY);
    emit_real(subject, &weights_measures[ERROR_RMS], "", spread_cv(&loads), expected);
    if (tally->has_shares) {
        emit_real(subject, &weights_measures[SHARE_ERROR_MAX], "", spread_error(&shares),
                  NO_THEORY);
        emit_real(subject, &weights_measures[SHARE_ERROR_RMS], "", share_cv,
                  expect(share_cv, law.mean, law.sd));
        return;
    }
    for (int m = SHARE_ERROR_MAX; m <= SHARE_ERROR_RMS; m++)
        emit_none(subject, &weights_measures[m], "", "unsupported", "it has no exact shares");
}

static bool weights_measure(const struct subject *subject, const struct rs_node *nodes,
                            struct rs_why *why)
{
    struct tally tally;
    enum rs_status status = tally_open(&tally, subject, nodes, why);
    bool good = status == RS_OK && tally_count(&tally, why);
    if (good)
        weights_emit(&tally);
    if (status && status != RS_ENOMEM) {
        for (int m = 0; m < N_MEASURES; m++)
            emit_none(subject, &weights_measures[m], "", "unsupported", why->text);
        good = true;
    }
    tally_close(&tally);
    return good;
}

static bool weights_run(const struct subject *subject, struct rs_why *why)
{
    struct rs_why reason = {""};
    struct rs_node *nodes = calloc(subject->n_nodes, sizeof *nodes);
    if (!nodes)
        return reason_set(why, "out of memory");
    for (size_t i = 0; i < subject->n_nodes; i++) {
        nodes[i] = subject->nodes[i];
        nodes[i].weight = (double)(i % 4 + 1);
    }
    bool good = weights_measure(subject, nodes, &reason);
    free(nodes);
    return good || reason_set(why, "%s", reason.text);
}

const struct metric metric_weights = {
    .name = "weights",
    .summary = "how well loads follow weights of 1, 2, 3 and 4",
    .measures = weights_measures,
    .run = weights_run,
};
