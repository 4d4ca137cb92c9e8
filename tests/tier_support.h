/* tier_support.h - a timeline run by one strategy, second by second
 */
#ifndef RINGSIDE_TIER_SUPPORT_H
#define RINGSIDE_TIER_SUPPORT_H

#include "impact.h"
#include "tier.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { TIER_MAX_S = 1100, TIER_MAX_EVENTS = 16 };

/* All that is needed to look at a run when it is over. */
struct tier_run {
    struct timeline timeline;
    struct tier_second seconds[TIER_MAX_S];
    size_t n_seconds;
    bool cannot;
    struct rs_why why;     /* of cannot */
    struct rs_why refused; /* the last */
    struct rs_why refusals[TIER_MAX_EVENTS];
};

static inline void run_seconds(struct tier_run *run, struct tier *tier, struct requests *requests)
{
    size_t n = run->timeline.requests_per_s;
    uint32_t *keys = test_calloc(n, sizeof *keys);
    for (size_t s = 0; s < run->n_seconds; s++) {
        struct rs_why refused;
        requests_begin(requests, s);
        requests_fill(requests, keys, n);
        assert_true(tier_run_second(tier, s, keys, n, &run->seconds[s], &refused));
        if (refused.text[0])
            run->refused = refused;
    }
    test_free(keys);
}

/* To be ended with run_close. The timeline is three parts, one behind the other. */
static inline void run_open(struct tier_run *run, const char *spec, const char *base,
                            const char *more, const char *events, uint64_t seed)
{
    char text[2048];
    struct tier *tier;
    int n = snprintf(text, sizeof text, "%s%s%s", base, more, events);
    *run = (struct tier_run){.n_seconds = 0};
    if (!timeline_parse("test", text, (size_t)n, &run->timeline, &run->why))
        fail_msg("%s", run->why.text);
    run->n_seconds = (size_t)run->timeline.duration_s;
    assert_true(run->n_seconds <= TIER_MAX_S && run->timeline.n_events <= TIER_MAX_EVENTS);
    struct requests *requests = requests_open(&run->timeline, NULL, seed, &run->why);
    assert_non_null(requests);
    if (tier_open(spec, &run->timeline, requests, &tier, &run->cannot, &run->why)) {
        run_seconds(run, tier, requests);
        memcpy(run->refusals, tier_refusals(tier), run->timeline.n_events * sizeof *run->refusals);
        tier_close(tier);
    }
    requests_close(requests);
}

static inline void run_close(struct tier_run *run)
{
    timeline_free(&run->timeline);
}

static inline struct impact impact_at(const struct tier_run *run, size_t event)
{
    const struct impact_run seconds = {
        .timeline = &run->timeline, .seconds = run->seconds, .n_seconds = run->n_seconds};
    return impact_of(&seconds, event);
}

/* Of a field, a count, over the seconds from..to-1. */
#define sum_of(run, field, from, to) sum_at(&(run)->seconds[0].field, from, to)
static inline uint64_t sum_at(const uint64_t *first, size_t from, size_t to)
{
    uint64_t sum = 0;
    for (size_t s = from; s < to; s++)
        sum += first[s * (sizeof(struct tier_second) / sizeof *first)];
    return sum;
}

static inline double hit_ratio(const struct tier_run *run, size_t second)
{
    return (double)run->seconds[second].n_hits / (double)run->seconds[second].n_reads;
}

#endif
