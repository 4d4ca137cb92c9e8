/* steps.c - the work of a lookup, counted by the counting twin of locate
 */
#include "metric.h"

enum { DRAWS, PROBES, INNER };

static const struct measure steps_measures[] = {
    [DRAWS] = {"draws", "a lookup", BETTER_LOWER, KIND_EXACT},
    [PROBES] = {"probes", "a lookup", BETTER_LOWER, KIND_EXACT},
    [INNER] = {"inner_steps", "a lookup", BETTER_LOWER, KIND_EXACT},
    {NULL, NULL, BETTER_NONE, KIND_EXACT},
};

static void steps_emit(const struct subject *subject, int which, uint64_t n_steps,
                       struct rs_moments theory)
{
    double n = (double)subject->n_digests, mean = (double)n_steps / n;
    double error = theory.sd > 0 ? theory.sd / sqrt(n) : theory.sd;
    emit_real(subject, &steps_measures[which], "", mean, expect(mean, theory.mean, error));
}

static bool steps_run(const struct subject *subject, struct rs_why *why)
{
    struct rs_placement *p;
    struct rs_steps steps = {0, 0, 0};
    uint32_t id = 0;
    bool counts = true, right = true;
    if (subject_open(subject, NULL, subject->n_nodes, &p, why))
        return false;
    for (size_t i = 0; counts && i < subject->n_digests; i++) {
        counts = !rs_count(p, subject->digests[i], &id, &steps);
        right &= id == rs_locate(p, subject->digests[i]);
    }
    if (!counts || !right) {
        for (size_t i = 0; steps_measures[i].name; i++)
            emit_none(subject, &steps_measures[i], "", counts ? "error" : "unsupported",
                      counts ? "count and locate differ" : "it does not count its steps");
    } else {
        steps_emit(subject, DRAWS, steps.draws, rs_theory(p, RS_DRAWS));
        steps_emit(subject, PROBES, steps.probes, rs_theory(p, RS_PROBES));
        steps_emit(subject, INNER, steps.inner, RS_NO_MOMENTS);
    }
    rs_close(p);
    return true;
}

const struct metric metric_steps = {
    .name = "steps",
    .summary = "draws, probes and inner steps of a lookup",
    .measures = steps_measures,
    .run = steps_run,
};
