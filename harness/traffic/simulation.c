/* simulation.c - a timeline run for several strategies side by side
 */
#include "simulation.h"

#include "impact.h"
#include "reason.h"
#include "requests.h"
#include "tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A strategy in the run. */
struct lane {
    const char *spec;
    struct tier *tier; /* NULL: it cannot do what the timeline asks for, for this reason */
    struct rs_why why;
    struct tier_second *seconds;
    bool is_refused; /* an event was; why says which and why */
};

struct simulation {
    const struct simulation_options *options;
    struct requests *requests;
    struct lane *lanes;
    uint64_t n_seconds;
    uint32_t *keys; /* of a second */
};

static bool simulation_open_lane(struct simulation *s, size_t i, struct rs_why *why)
{
    struct lane *lane = &s->lanes[i];
    bool cannot;
    lane->spec = s->options->specs[i];
    lane->seconds = calloc(s->n_seconds, sizeof *lane->seconds);
    if (!lane->seconds)
        return reason_set(why, "out of memory");
    if (tier_open(lane->spec, s->options->timeline, s->requests, &lane->tier, &cannot, &lane->why))
        return true;
    lane->tier = NULL;
    return cannot || reason_set(why, "%s: %s", lane->spec, lane->why.text);
}

static bool simulation_open(struct simulation *s, const struct simulation_options *options,
                            struct rs_why *why)
{
    const struct timeline *timeline = options->timeline;
    *s = (struct simulation){.options = options};
    s->n_seconds = (uint64_t)ceil(timeline->duration_s);
    s->keys = calloc(timeline->requests_per_s + 1, sizeof *s->keys);
    s->lanes = calloc(options->n_specs, sizeof *s->lanes);
    if (!s->keys || !s->lanes)
        return reason_set(why, "out of memory");
    s->requests = requests_open(timeline, options->keys_path, options->seed, why);
    bool good = s->requests;
    for (size_t i = 0; good && i < options->n_specs; i++)
        good = simulation_open_lane(s, i, why);
    return good;
}

static void simulation_close(struct simulation *s)
{
    for (size_t i = 0; s->lanes && i < s->options->n_specs; i++) {
        if (s->lanes[i].tier)
            tier_close(s->lanes[i].tier);
        free(s->lanes[i].seconds);
    }
    requests_close(s->requests);
    free(s->lanes);
    free(s->keys);
}

static bool simulation_second(struct simulation *s, uint64_t second, struct rs_why *why)
{
    size_t n = s->options->timeline->requests_per_s;
    requests_begin(s->requests, second);
    requests_fill(s->requests, s->keys, n);
    for (size_t i = 0; i < s->options->n_specs; i++) {
        struct lane *lane = &s->lanes[i];
        struct rs_why refused;
        if (!lane->tier)
            continue;
        if (!tier_run_second(lane->tier, second, s->keys, n, &lane->seconds[second], &refused))
            return reason_set(why, "out of memory");
        if (refused.text[0] && !lane->is_refused) {
            lane->is_refused = true;
            lane->why = refused;
        }
    }
    if (s->options->progress)
        fprintf(s->options->progress, "\r%llu of %llu s  ", (unsigned long long)second + 1,
                (unsigned long long)s->n_seconds);
    return true;
}

static bool simulation_has_lane(const struct simulation *s)
{
    bool found = false;
    for (size_t i = 0; i < s->options->n_specs; i++)
        found |= s->lanes[i].tier != NULL;
    return found;
}

bool simulation_run(const struct simulation_options *options, struct results *results,
                    struct rs_why *why)
{
    struct simulation s;
    bool good = simulation_open(&s, options, why);
    uint64_t n_seconds = good && simulation_has_lane(&s) ? s.n_seconds : 0;
    for (uint64_t second = 0; good && second < n_seconds; second++)
        good = simulation_second(&s, second, why);
    if (options->progress)
        fputs("\r                    \r", options->progress);
    for (size_t i = 0; good && i < options->n_specs; i++) {
        const struct impact_run run = {.spec = s.lanes[i].spec,
                                       .timeline = options->timeline,
                                       .seed = options->seed,
                                       .n_keys = requests_n_keys(s.requests),
                                       .seconds = s.lanes[i].tier ? s.lanes[i].seconds : NULL,
                                       .n_seconds = s.n_seconds,
                                       .tier = s.lanes[i].tier,
                                       .message = s.lanes[i].why.text,
                                       .is_refused = s.lanes[i].is_refused,
                                       .refusals =
                                           s.lanes[i].tier ? tier_refusals(s.lanes[i].tier) : NULL};
        impact_emit(&run, results);
    }
    simulation_close(&s);
    return good;
}
