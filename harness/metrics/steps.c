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
    double n = (double)subject->n_digests;
    if (!counts || !right) {
        for (size_t i = 0; steps_measures[i].name; i++)
            emit_none(subject, &steps_measures[i], "", counts ? "error" : "unsupported",
                      counts ? "count and locate differ" : "it does not count its steps");
    } else {
        emit_real(subject, &steps_measures[DRAWS], "", (double)steps.draws / n,
                  rs_theory(p, RS_DRAWS));
        emit_real(subject, &steps_measures[PROBES], "", (double)steps.probes / n, NO_THEORY);
        emit_real(subject, &steps_measures[INNER], "", (double)steps.inner / n, NO_THEORY);
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
