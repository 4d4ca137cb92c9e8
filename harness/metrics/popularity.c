/* popularity.c - what the busiest node serves when few keys are asked for often
 *
 * The i-th key of the sample is asked for in proportion to 1 / i. No strategy that gives a key to
 * one node can spread its requests: the hottest key alone is a part of 1 / H_n, and that a node.
 */
#include "tally.h"

#include "reason.h"

#include <stdlib.h>

static const struct measure popularity_measures[] = {
    {"requests_max_over_mean", "ratio", BETTER_LOWER, KIND_EXACT},
    {NULL, NULL, BETTER_NONE, KIND_EXACT},
};

static double popularity_max(const struct tally *tally, double *requests)
{
    const struct subject *subject = tally->subject;
    double all = 0, max = 0;
    for (size_t i = 0; i < subject->n_digests; i++) {
        uint32_t slot = rs_slot_of(tally->p, rs_locate(tally->p, subject->digests[i]));
        double part = 1 / (double)(i + 1);
        all += part;
        if (slot != RS_NO_NODE)
            requests[tally->position_of[slot]] += part;
    }
    for (size_t i = 0; i < subject->n_nodes; i++)
        if (tally->targets[i] > 0)
            max = fmax(max, requests[i] / (all * tally->targets[i]));
    return max;
}

static bool popularity_run(const struct subject *subject, struct rs_why *why)
{
    struct tally tally;
    double *requests = calloc(subject->n_nodes, sizeof *requests);
    bool good = !tally_open(&tally, subject, subject->nodes, why);
    if (good && !requests)
        good = reason_set(why, "out of memory");
    if (good)
        emit_real(subject, &popularity_measures[0], "", popularity_max(&tally, requests),
                  NO_THEORY);
    tally_close(&tally);
    free(requests);
    return good;
}

const struct metric metric_popularity = {
    .name = "popularity",
    .summary = "load of the busiest node when key i is asked for as 1/i",
    .measures = popularity_measures,
    .run = popularity_run,
};
