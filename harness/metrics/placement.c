/* placement.c - the owners of all keys as one number: a change of any answer changes it
 *
 * What regression runs compare. Not a measure of quality.
 */
#include "metric.h"

static const struct measure placement_measures[] = {
    {"placement_digest", "digest", BETTER_NONE, KIND_COUNT},
    {NULL, NULL, BETTER_NONE, KIND_COUNT},
};

static bool placement_run(const struct subject *subject, struct rs_why *why)
{
    static struct key_pass pass;
    static uint32_t ids[WORKLOAD_BLOCK];
    struct rs_placement *p;
    if (subject_open(subject, NULL, subject->n_nodes, &p, why))
        return false;
    uint64_t digest = 0;
    bool good;
    pass.keys = subject->keys;
    while ((good = key_pass_next(&pass, p, why)) && pass.n) {
        rs_locate_many(p, pass.digests, pass.n, ids);
        for (size_t i = 0; i < pass.n; i++)
            digest = rs_mix(digest ^ ids[i]);
    }
    if (good)
        emit_count(subject, &placement_measures[0], "", digest, NO_THEORY);
    rs_close(p);
    return good;
}

const struct metric metric_placement = {
    .name = "placement",
    .summary = "the owners of all keys as one number",
    .measures = placement_measures,
    .run = placement_run,
};
