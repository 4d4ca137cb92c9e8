/* live_rows.c - from the seconds of a live run to rows
 *
 * The names are those of the simulation, and of kind time: what real servers do is never the same.
 */
#include "live_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    LIVE_HIT_RATIO,
    LIVE_DATABASE_READS,
    LIVE_DUAL_READS,
    LIVE_STALE_READS,
    LIVE_UNSERVED,
    LIVE_MOVED_SHARDS,
    LIVE_LOAD_MAX_OVER_MEAN,
    LIVE_LOAD_CV,
    LIVE_NODES_UP,
    LIVE_P50,
    LIVE_P99,
    N_LIVE_SECOND_MEASURES,
    LIVE_DATABASE_BEFORE = N_LIVE_SECOND_MEASURES,
    LIVE_DATABASE_PEAK,
    LIVE_RECOVERY_S,
    LIVE_MOVED_FRACTION,
};

static const struct measure live_rows_measures[] = {
    [LIVE_HIT_RATIO] = {"hit_ratio", "fraction", BETTER_HIGHER, KIND_TIME},
    [LIVE_DATABASE_READS] = {"database_reads", "reads", BETTER_LOWER, KIND_TIME},
    [LIVE_DUAL_READS] = {"dual_reads", "reads", BETTER_NONE, KIND_TIME},
    [LIVE_STALE_READS] = {"stale_reads", "reads", BETTER_LOWER, KIND_TIME},
    [LIVE_UNSERVED] = {"unserved_requests", "requests", BETTER_LOWER, KIND_TIME},
    [LIVE_MOVED_SHARDS] = {"moved_shards", "shards", BETTER_LOWER, KIND_TIME},
    [LIVE_LOAD_MAX_OVER_MEAN] = {"load_max_over_mean", "ratio", BETTER_LOWER, KIND_TIME},
    [LIVE_LOAD_CV] = {"load_cv", "ratio", BETTER_LOWER, KIND_TIME},
    [LIVE_NODES_UP] = {"nodes_up", "nodes", BETTER_NONE, KIND_TIME},
    [LIVE_P50] = {"latency_p50_us", "us", BETTER_LOWER, KIND_TIME},
    [LIVE_P99] = {"latency_p99_us", "us", BETTER_LOWER, KIND_TIME},
    [LIVE_DATABASE_BEFORE] = {"database_before", "reads/s", BETTER_LOWER, KIND_TIME},
    [LIVE_DATABASE_PEAK] = {"database_peak", "reads/s", BETTER_LOWER, KIND_TIME},
    [LIVE_RECOVERY_S] = {"recovery_s", "s", BETTER_LOWER, KIND_TIME},
    [LIVE_MOVED_FRACTION] = {"moved_fraction", "fraction", BETTER_LOWER, KIND_TIME},
};

/* message: NULL: there is a value. */
static void live_rows_add(const struct impact_run *run, struct results *results, int measure,
                          const char *change, double value, const char *message)
{
    bool is_of_event = strchr(change, ' ');
    const struct result row = {.spec = run->spec,
                               .workload = run->timeline->workload,
                               .n_nodes = run->timeline->nodes.n,
                               .n_keys = run->n_keys,
                               .seed = run->seed,
                               .measure = &live_rows_measures[measure],
                               .change = change,
                               .has = message ? RESULT_NONE : RESULT_REAL,
                               .real = value,
                               .expected = NO_THEORY,
                               .status = message ? "unsupported" : "ok",
                               .message = message                           ? message
                                          : run->is_refused && !is_of_event ? run->message
                                                                            : "",
                               .is_passing = *change && !is_of_event};
    results_add(results, &row);
}

static void live_rows_second(const struct impact_run *run, struct results *results,
                             const struct tier_second *second, const struct live_latency *latency,
                             const char *change)
{
    const double values[N_LIVE_SECOND_MEASURES] = {
        [LIVE_HIT_RATIO] = second->n_reads ? (double)second->n_hits / (double)second->n_reads : 0,
        [LIVE_DATABASE_READS] = (double)second->n_database,
        [LIVE_DUAL_READS] = (double)second->n_dual,
        [LIVE_STALE_READS] = (double)second->n_stale,
        [LIVE_UNSERVED] = (double)second->n_unserved,
        [LIVE_MOVED_SHARDS] = (double)second->n_moved_shards,
        [LIVE_LOAD_MAX_OVER_MEAN] = second->max_over_mean,
        [LIVE_LOAD_CV] = second->cv,
        [LIVE_NODES_UP] = second->n_up,
        [LIVE_P50] = latency->p50_us,
        [LIVE_P99] = latency->p99_us,
    };
    for (int m = 0; m < N_LIVE_SECOND_MEASURES; m++)
        live_rows_add(run, results, m, change, values[m], NULL);
}

static void live_rows_event(const struct impact_run *run, struct results *results, size_t event)
{
    const char *kept = impact_change(run, event, results), *refusal = impact_refusal(run, event);
    struct impact impact = run->seconds ? impact_of(run, event) : (struct impact){0};
    live_rows_add(run, results, LIVE_DATABASE_BEFORE, kept, impact.before,
                  run->seconds ? NULL : refusal);
    live_rows_add(run, results, LIVE_DATABASE_PEAK, kept, impact.peak, refusal);
    live_rows_add(run, results, LIVE_RECOVERY_S, kept, impact.recovery_s,
                  refusal                 ? refusal
                  : impact.recovery_s < 0 ? "not before the next event or the end"
                                          : NULL);
    live_rows_add(run, results, LIVE_MOVED_FRACTION, kept, impact.moved, refusal);
}

static void live_rows_whole(const struct impact_run *run, const struct live_latency *latencies,
                            struct results *results)
{
    struct tier_second whole = impact_whole(run);
    struct live_latency latency = {0};
    for (uint64_t s = 0; s < run->n_seconds; s++) {
        latency.p50_us = fmax(latency.p50_us, latencies[s].p50_us);
        latency.p99_us = fmax(latency.p99_us, latencies[s].p99_us);
    }
    live_rows_second(run, results, &whole, &latency, "");
}

void live_rows_emit(const struct impact_run *run, const struct live_latency *latencies,
                    struct results *results)
{
    for (uint64_t s = 0; run->seconds && s < run->n_seconds; s++) {
        char change[32];
        snprintf(change, sizeof change, "%llus", (unsigned long long)s);
        live_rows_second(run, results, &run->seconds[s], &latencies[s], change);
    }
    for (size_t e = 0; e < run->timeline->n_events; e++)
        live_rows_event(run, results, e);
    if (run->seconds)
        live_rows_whole(run, latencies, results);
    for (int m = 0; !run->seconds && m < N_LIVE_SECOND_MEASURES; m++)
        live_rows_add(run, results, m, "", 0, run->message);
}
