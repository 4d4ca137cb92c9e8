/* steps.c - the work of a lookup, counted by the counting twin of locate
 *
 * As the placement was made, and after many nodes went: a strategy that leaves gaps has to step
 * over them.
 */
#include "metric.h"

#include "changes.h"
#include "reason.h"

enum { DRAWS, PROBES, INNER };

static const struct measure steps_measures[] = {
    [DRAWS] = {"draws", "a lookup", BETTER_LOWER, KIND_EXACT},
    [PROBES] = {"probes", "a lookup", BETTER_LOWER, KIND_EXACT},
    [INNER] = {"inner_steps", "a lookup", BETTER_LOWER, KIND_EXACT},
    {NULL, NULL, BETTER_NONE, KIND_EXACT},
};

static const int steps_changes[] = {CHANGE_shrink_50_random, CHANGE_shrink_90_random,
                                    CHANGE_shrink_90_adversarial};
#define N_STEPS_CHANGES (sizeof steps_changes / sizeof *steps_changes)

static void steps_emit(const struct subject *subject, int which, const char *change,
                       uint64_t n_steps, struct rs_moments theory)
{
    double n = (double)subject->n_digests, mean = (double)n_steps / n;
    double error = theory.sd > 0 ? theory.sd / sqrt(n) : theory.sd;
    if (error > 0 && !change_keys_are_distinct(subject))
        error = -1;
    emit_real(subject, &steps_measures[which], change, mean, expect(mean, theory.mean, error));
}

static void steps_emit_none(const struct subject *subject, const char *change, const char *status,
                            const char *message)
{
    for (size_t i = 0; steps_measures[i].name; i++)
        emit_none(subject, &steps_measures[i], change, status, message);
}

static void steps_count(const struct subject *subject, const struct rs_placement *p,
                        const char *change)
{
    struct rs_steps steps = {0, 0, 0};
    uint32_t id = 0;
    bool counts = true, right = true;
    for (size_t i = 0; counts && i < subject->n_digests; i++) {
        counts = !rs_count(p, subject->digests[i], &id, &steps);
        right &= id == rs_locate(p, subject->digests[i]);
    }
    if (!counts) {
        steps_emit_none(subject, change, "unsupported", "it does not count its steps");
    } else if (!right) {
        steps_emit_none(subject, change, "error", "count and locate differ");
    } else {
        steps_emit(subject, DRAWS, change, steps.draws, rs_theory(p, RS_DRAWS));
        steps_emit(subject, PROBES, change, steps.probes, rs_theory(p, RS_PROBES));
        steps_emit(subject, INNER, change, steps.inner, RS_NO_MOMENTS);
    }
}

/* change NULL: none. */
static bool steps_run_one(const struct subject *subject, const struct change *change,
                          struct rs_why *why)
{
    struct rs_placement *p;
    struct change_nodes nodes = {0};
    struct rs_why refusal = {""};
    enum rs_status status = subject_open(subject, NULL, subject->n_nodes, &p, why);
    if (status)
        return false;
    if (change)
        status = change_choose(&nodes, subject, change)
                     ? change_make(p, subject, change, &nodes, &refusal)
                     : RS_ENOMEM;
    if (!status)
        steps_count(subject, p, change ? change->name : "");
    else
        steps_emit_none(subject, change->name, "unsupported", refusal.text);
    change_nodes_free(&nodes);
    rs_close(p);
    return status != RS_ENOMEM || reason_set(why, "out of memory");
}

static bool steps_run(const struct subject *subject, struct rs_why *why)
{
    bool good = steps_run_one(subject, NULL, why);
    for (size_t i = 0; good && i < N_STEPS_CHANGES; i++)
        good = steps_run_one(subject, &changes[steps_changes[i]], why);
    return good;
}

const struct metric metric_steps = {
    .name = "steps",
    .summary = "draws, probes and inner steps of a lookup, also after many nodes went",
    .measures = steps_measures,
    .run = steps_run,
};
