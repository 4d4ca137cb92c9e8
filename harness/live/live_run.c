/* live_run.c - a timeline run on real memcached servers, one strategy after the other
 *
 * Each strategy has the machine for itself, and its own stream of the same requests.
 */
#include "live_run.h"

#include "impact.h"
#include "live_rows.h"
#include "live_tier.h"
#include "memcached_server.h"
#include "reason.h"
#include "requests.h"

#include <math.h>
#include <stdlib.h>

struct live {
    const struct simulation_options *options;
    struct requests *requests;
    struct live_tier *tier;
    uint32_t *keys; /* of a second */
    uint64_t n_seconds;
    struct tier_second *seconds;
    struct live_latency *latencies;
    struct rs_why refused; /* the first event that was; "": none */
};

static bool live_run_check(const struct timeline *timeline, struct rs_why *why)
{
    if (timeline->warmup == WARMUP_COPY)
        return reason_set(why, "memcached does not list what it holds, so --live cannot copy; "
                               "choose another warmup");
    if (timeline->balance != BALANCE_NONE)
        return reason_set(why, "--live has no balancer; leave balance out of the timeline");
    if (timeline->value_bytes > MEMCACHED_VALUE_MAX)
        return reason_set(why, "--live takes values of up to %d bytes", MEMCACHED_VALUE_MAX);
    return true;
}

static bool live_run_second(struct live *live, const char *spec, uint64_t second,
                            struct rs_why *why)
{
    size_t n = live->options->timeline->requests_per_s;
    struct rs_why refused;
    requests_begin(live->requests, second);
    requests_fill(live->requests, live->keys, n);
    if (!live_tier_run_second(live->tier, second, live->keys, n, &live->seconds[second],
                              &live->latencies[second], &refused, why))
        return false;
    if (!live->refused.text[0])
        live->refused = refused;
    if (live->options->progress)
        fprintf(live->options->progress, "\r%s: %llu of %llu s  ", spec,
                (unsigned long long)second + 1, (unsigned long long)live->n_seconds);
    return true;
}

static bool live_run_seconds(struct live *live, const char *spec, struct rs_why *why)
{
    bool good = true;
    for (uint64_t second = 0; good && second < live->n_seconds; second++)
        good = live_run_second(live, spec, second, why);
    if (live->options->progress)
        fputs("\r\33[K", live->options->progress);
    return good && live_tier_check(live->tier, why);
}

static bool live_run_spec(struct live *live, const char *spec, struct results *results,
                          struct rs_why *why)
{
    const struct simulation_options *options = live->options;
    struct rs_why reason;
    bool cannot;
    live->tier = NULL;
    live->refused.text[0] = '\0';
    live->requests = requests_open(options->timeline, options->keys_path, options->seed, why);
    if (!live->requests)
        return false;
    struct impact_run run = {.spec = spec,
                             .timeline = options->timeline,
                             .seed = options->seed,
                             .n_keys = requests_n_keys(live->requests),
                             .n_seconds = live->n_seconds};
    bool good = true;
    if (live_tier_open(spec, options->timeline, live->requests, &live->tier, &cannot, &reason)) {
        good = live_run_seconds(live, spec, why);
        run.refusals = live_tier_refusals(live->tier);
        run.seconds = live->seconds;
        run.message = live->refused.text;
        run.is_refused = live->refused.text[0];
    } else {
        good = cannot || reason_set(why, "%s: %s", spec, reason.text);
        run.message = reason.text;
    }
    if (good)
        live_rows_emit(&run, live->latencies, results);
    if (live->tier)
        live_tier_close(live->tier);
    requests_close(live->requests);
    return good;
}

bool live_run(const struct simulation_options *options, struct results *results, struct rs_why *why)
{
    const struct timeline *timeline = options->timeline;
    struct live live = {.options = options, .n_seconds = (uint64_t)ceil(timeline->duration_s)};
    if (!live_run_check(timeline, why))
        return false;
    live.keys = calloc(timeline->requests_per_s, sizeof *live.keys);
    live.seconds = calloc(live.n_seconds, sizeof *live.seconds);
    live.latencies = calloc(live.n_seconds, sizeof *live.latencies);
    bool good = (live.keys && live.seconds && live.latencies) || reason_set(why, "out of memory");
    for (size_t i = 0; good && i < options->n_specs; i++)
        good = live_run_spec(&live, options->specs[i], results, why);
    free(live.keys);
    free(live.seconds);
    free(live.latencies);
    return good;
}
