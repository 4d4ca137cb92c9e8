/* impact.c - from the seconds of a run to rows; impact_event.c says what an event did
 */
#include "impact.h"

#include "simulation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    HIT_RATIO,
    DATABASE_READS,
    DUAL_READS,
    STALE_READS,
    UNSERVED,
    LOAD_MAX_OVER_MEAN,
    LOAD_CV,
    MOVED_SHARDS,
    MOVED_KEYS,
    MOVED_BYTES,
    LOST_KEYS,
    BELOW_FACTOR,
    NODES_UP,
    BALANCER_ACTIONS,
    BALANCER_ALARMS,
    N_SECOND_MEASURES,
    NODE_REQUESTS = N_SECOND_MEASURES,
    DATABASE_BEFORE,
    DATABASE_PEAK,
    DATABASE_PEAK_RATIO,
    RECOVERY_S,
    MOVED_FRACTION,
};

const struct measure simulation_measures[] = {
    [HIT_RATIO] = {"hit_ratio", "fraction", BETTER_HIGHER, KIND_EXACT},
    [DATABASE_READS] = {"database_reads", "reads", BETTER_LOWER, KIND_COUNT},
    [DUAL_READS] = {"dual_reads", "reads", BETTER_NONE, KIND_COUNT},
    [STALE_READS] = {"stale_reads", "reads", BETTER_LOWER, KIND_COUNT},
    [UNSERVED] = {"unserved_requests", "requests", BETTER_LOWER, KIND_COUNT},
    [LOAD_MAX_OVER_MEAN] = {"load_max_over_mean", "ratio", BETTER_LOWER, KIND_EXACT},
    [LOAD_CV] = {"load_cv", "ratio", BETTER_LOWER, KIND_EXACT},
    [MOVED_SHARDS] = {"moved_shards", "shards", BETTER_LOWER, KIND_COUNT},
    [MOVED_KEYS] = {"moved_keys", "keys", BETTER_LOWER, KIND_COUNT},
    [MOVED_BYTES] = {"moved_bytes", "bytes", BETTER_LOWER, KIND_COUNT},
    [LOST_KEYS] = {"lost_keys", "keys", BETTER_LOWER, KIND_COUNT},
    [BELOW_FACTOR] = {"below_factor_shards", "shards", BETTER_LOWER, KIND_COUNT},
    [NODES_UP] = {"nodes_up", "nodes", BETTER_NONE, KIND_COUNT},
    /* times that it changed weights or moved shards; skews past its threshold that began */
    [BALANCER_ACTIONS] = {"balancer_actions", "actions", BETTER_LOWER, KIND_COUNT},
    [BALANCER_ALARMS] = {"balancer_alarms", "alarms", BETTER_LOWER, KIND_COUNT},
    [NODE_REQUESTS] = {"node_requests", "requests", BETTER_NONE, KIND_COUNT},
    [DATABASE_BEFORE] = {"database_before", "reads/s", BETTER_LOWER, KIND_EXACT},
    [DATABASE_PEAK] = {"database_peak", "reads/s", BETTER_LOWER, KIND_EXACT},
    [DATABASE_PEAK_RATIO] = {"database_peak_ratio", "ratio", BETTER_LOWER, KIND_EXACT},
    [RECOVERY_S] = {"recovery_s", "s", BETTER_LOWER, KIND_EXACT},
    [MOVED_FRACTION] = {"moved_fraction", "fraction", BETTER_LOWER, KIND_EXACT},
    {NULL, NULL, BETTER_NONE, KIND_EXACT},
};

static struct result impact_row(const struct impact_run *run, int measure, const char *change)
{
    bool is_of_event = strchr(change, ' ');
    return (struct result){.spec = run->spec,
                           .workload = run->timeline->workload,
                           .n_nodes = run->timeline->nodes.n,
                           .n_keys = run->n_keys,
                           .seed = run->seed,
                           .measure = &simulation_measures[measure],
                           .change = change,
                           .expected = NO_THEORY,
                           .status = "ok",
                           .message = run->is_refused && !is_of_event ? run->message : "",
                           .is_passing = *change && !is_of_event};
}

static void impact_emit_real(const struct impact_run *run, struct results *results, int measure,
                             const char *change, double value, struct expected expected)
{
    struct result row = impact_row(run, measure, change);
    row.has = RESULT_REAL, row.real = value, row.expected = expected;
    results_add(results, &row);
}

static void impact_emit_count(const struct impact_run *run, struct results *results, int measure,
                              const char *change, uint64_t value)
{
    struct result row = impact_row(run, measure, change);
    row.has = RESULT_COUNT, row.count = value, row.real = (double)value;
    results_add(results, &row);
}

static void impact_emit_none(const struct impact_run *run, struct results *results, int measure,
                             const char *change, const char *message)
{
    struct result row = impact_row(run, measure, change);
    row.status = "unsupported", row.message = message;
    results_add(results, &row);
}

static void impact_emit_second(const struct impact_run *run, struct results *results,
                               const struct tier_second *second, const char *change)
{
    const uint64_t counts[N_SECOND_MEASURES] = {
        [DATABASE_READS] = second->n_database,   [DUAL_READS] = second->n_dual,
        [STALE_READS] = second->n_stale,         [UNSERVED] = second->n_unserved,
        [MOVED_SHARDS] = second->n_moved_shards, [MOVED_KEYS] = second->n_moved_keys,
        [MOVED_BYTES] = second->n_moved_bytes,   [LOST_KEYS] = second->n_lost_keys,
        [BELOW_FACTOR] = second->n_below_factor, [NODES_UP] = second->n_up,
        [BALANCER_ACTIONS] = second->n_actions,  [BALANCER_ALARMS] = second->n_alarms,
    };
    double hit_ratio = second->n_reads ? (double)second->n_hits / (double)second->n_reads : 0;
    impact_emit_real(run, results, HIT_RATIO, change, hit_ratio, NO_THEORY);
    impact_emit_real(run, results, LOAD_MAX_OVER_MEAN, change, second->max_over_mean, NO_THEORY);
    impact_emit_real(run, results, LOAD_CV, change, second->cv, NO_THEORY);
    for (int m = 0; m < N_SECOND_MEASURES; m++)
        if (simulation_measures[m].kind == KIND_COUNT)
            impact_emit_count(run, results, m, change, counts[m]);
}

const char *impact_change(const struct impact_run *run, size_t event, struct results *results)
{
    char text[TIMELINE_EVENT_MAX], change[TIMELINE_EVENT_MAX + 32];
    timeline_event_print(&run->timeline->events[event], text, sizeof text);
    snprintf(change, sizeof change, "%.15gs %s", run->timeline->events[event].at_s, text);
    return results_keep(results, change);
}

const char *impact_refusal(const struct impact_run *run, size_t event)
{
    if (!run->seconds)
        return run->message;
    return run->refusals && run->refusals[event].text[0] ? run->refusals[event].text : NULL;
}

static void impact_emit_effects(const struct impact_run *run, struct results *results,
                                const struct impact *impact, const char *kept)
{
    impact_emit_real(run, results, DATABASE_PEAK, kept, impact->peak,
                     expect(impact->peak, impact->expected, -1));
    double ratio = impact->peak / impact->before;
    if (impact->before > 0)
        impact_emit_real(run, results, DATABASE_PEAK_RATIO, kept, ratio,
                         expect(ratio, impact->expected / impact->before, -1));
    else
        impact_emit_none(run, results, DATABASE_PEAK_RATIO, kept,
                         "nothing reached the database before");
    if (impact->recovery_s >= 0)
        impact_emit_real(run, results, RECOVERY_S, kept, impact->recovery_s, NO_THEORY);
    else
        impact_emit_none(run, results, RECOVERY_S, kept, "not before the next event or the end");
    impact_emit_real(run, results, MOVED_FRACTION, kept, impact->moved, NO_THEORY);
}

/* What came before an event is true whatever became of it; effects it has only if it was done. */
static void impact_emit_event(const struct impact_run *run, struct results *results, size_t event)
{
    const char *kept = impact_change(run, event, results);
    const char *refusal = impact_refusal(run, event);
    struct impact impact = {0};
    if (run->seconds) {
        impact = impact_of(run, event);
        impact_emit_real(run, results, DATABASE_BEFORE, kept, impact.before, NO_THEORY);
    } else {
        impact_emit_none(run, results, DATABASE_BEFORE, kept, refusal);
    }
    if (!refusal)
        impact_emit_effects(run, results, &impact, kept);
    for (int m = DATABASE_PEAK; refusal && m <= MOVED_FRACTION; m++)
        impact_emit_none(run, results, m, kept, refusal);
}

struct tier_second impact_whole(const struct impact_run *run)
{
    struct tier_second whole = {.n_up = UINT32_MAX};
    for (uint64_t s = 0; s < run->n_seconds; s++) {
        const struct tier_second *second = &run->seconds[s];
        whole.n_reads += second->n_reads, whole.n_hits += second->n_hits;
        whole.n_database += second->n_database, whole.n_dual += second->n_dual;
        whole.n_stale += second->n_stale, whole.n_unserved += second->n_unserved;
        whole.n_moved_shards += second->n_moved_shards, whole.n_moved_keys += second->n_moved_keys;
        whole.n_moved_bytes += second->n_moved_bytes, whole.n_lost_keys += second->n_lost_keys;
        whole.n_actions += second->n_actions, whole.n_alarms += second->n_alarms;
        whole.max_over_mean = fmax(whole.max_over_mean, second->max_over_mean);
        whole.cv = fmax(whole.cv, second->cv);
        if (second->n_below_factor > whole.n_below_factor)
            whole.n_below_factor = second->n_below_factor;
        if (second->n_up < whole.n_up)
            whole.n_up = second->n_up;
    }
    return whole;
}

/* In the whole run; change is the node. */
static void impact_emit_nodes(const struct impact_run *run, struct results *results)
{
    struct rs_bytes name;
    uint64_t n_requests;
    for (size_t i = 0; run->tier && tier_node_load(run->tier, i, &name, &n_requests); i++) {
        char change[RS_NAME_MAX + 1];
        snprintf(change, sizeof change, "%.*s", (int)name.n_bytes, name.at);
        impact_emit_count(run, results, NODE_REQUESTS, results_keep(results, change), n_requests);
    }
}

void impact_emit(const struct impact_run *run, struct results *results)
{
    for (uint64_t s = 0; run->seconds && s < run->n_seconds; s++) {
        char change[32];
        snprintf(change, sizeof change, "%llus", (unsigned long long)s);
        impact_emit_second(run, results, &run->seconds[s], change);
    }
    for (size_t e = 0; e < run->timeline->n_events; e++)
        impact_emit_event(run, results, e);
    if (run->seconds) {
        struct tier_second whole = impact_whole(run);
        impact_emit_second(run, results, &whole, "");
        impact_emit_nodes(run, results);
        return;
    }
    for (int m = 0; m < N_SECOND_MEASURES; m++)
        impact_emit_none(run, results, m, "", run->message);
}
