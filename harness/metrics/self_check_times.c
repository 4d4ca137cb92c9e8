/* self_check_times.c - checks on what is timed
 *
 * A machine that others use makes any single time too long, never too short: where two times are
 * compared, the shortest repetitions are.
 */
#include "self_check.h"

#include "timed_ops.h"

#include <string.h>

enum { SELF_CHECK_PAIRS = 2 };
static const char *const self_check_timed[SELF_CHECK_PAIRS] = {"null", "ring"};

/* NAN: there is none. */
static double self_check_least(const struct results *results, const char *spec, const char *measure)
{
    double least = NAN;
    for (size_t i = 0; i < results->n; i++) {
        const struct result *row = &results->rows[i];
        if (row->has != RESULT_NONE && !strcmp(row->spec, spec) &&
            !strcmp(row->measure->name, measure))
            least = fmin(least, row->real);
    }
    return least;
}

/* Cases that a filter leaves out have no row at all; those that went wrong have one. */
static bool self_check_is_timed(const struct results *results, const char *spec,
                                const char *measure)
{
    for (size_t i = 0; i < results->n; i++)
        if (!strcmp(results->rows[i].spec, spec) &&
            !strcmp(results->rows[i].measure->name, measure))
            return true;
    return false;
}

static enum self_check_outcome self_check_left_out(struct self_check *check)
{
    SAY(check->found, "--benchmark_filter leaves its cases out");
    return SELF_CHECK_LEFT_OUT;
}

static bool self_check_has_null(const struct bench_options *plan)
{
    for (size_t i = 0; plan && i < plan->n_specs; i++)
        if (!strcmp(plan->specs[i], "null"))
            return true;
    return !plan;
}

enum self_check_outcome self_check_floor(const struct self_check_runs *runs,
                                         struct self_check *check)
{
    bool is_there = self_check_has_null(runs->tools->plan);
    SAY(check->expected, "null among the strategies, and faster than a ring");
    if (is_there && !(self_check_is_timed(&runs->times, "null", "lookup_ns") &&
                      self_check_is_timed(&runs->times, "ring", "lookup_ns")))
        return self_check_left_out(check);
    double null = fmin(fmin(self_check_least(&runs->times, "null", "lookup_ns"),
                            self_check_least(&runs->times, "null", "lookup_again_ns")),
                       self_check_least(&runs->times, "null", "lookup_hot_ns"));
    double ring = self_check_least(&runs->times, "ring", "lookup_ns");
    SAY(check->found, "null %s; %.2f ns a lookup, a ring %.2f ns", is_there ? "is there" : "IS NOT",
        null, ring);
    return self_check_if(is_there && null > 0 && null < ring);
}

/* One lookup, timed twice, takes one time. Under load the shortest of five repetitions may still be
 * twice another such (docs/metrics.md): what is beyond this is no load. */
#define SELF_CHECK_NOISE 10.0

static bool self_check_is_noise(double ratio)
{
    return ratio >= 1 / SELF_CHECK_NOISE && ratio <= SELF_CHECK_NOISE; /* false for NAN */
}

enum self_check_outcome self_check_noise(const struct self_check_runs *runs,
                                         struct self_check *check)
{
    double ratio[SELF_CHECK_PAIRS];
    for (size_t i = 0; i < SELF_CHECK_PAIRS; i++) {
        const char *spec = self_check_timed[i];
        if (!self_check_is_timed(&runs->times, spec, "lookup_ns") ||
            !self_check_is_timed(&runs->times, spec, "lookup_again_ns"))
            return self_check_left_out(check);
        ratio[i] = self_check_least(&runs->times, spec, "lookup_again_ns") /
                   self_check_least(&runs->times, spec, "lookup_ns");
    }
    SAY(check->expected, "shortest times that differ by a factor of %g at most", SELF_CHECK_NOISE);
    SAY(check->found, "shortest again over once: null %.3f, ring %.3f", ratio[0], ratio[1]);
    return self_check_if(self_check_is_noise(ratio[0]) && self_check_is_noise(ratio[1]));
}

enum self_check_outcome self_check_cycle(const struct self_check_runs *runs,
                                         struct self_check *check)
{
    SAY(check->expected, "a cycle above 0, and no dependent lookup below it");
    if (!self_check_is_timed(&runs->times, "null", "cycle_ns") ||
        !self_check_is_timed(&runs->times, "ring", "lookup_dependent_ns"))
        return self_check_left_out(check);
    double cycle = self_check_least(&runs->times, "null", "cycle_ns");
    double lookup = self_check_least(&runs->times, "ring", "lookup_dependent_ns");
    SAY(check->found, "a cycle %.3f ns, a dependent lookup %.2f ns", cycle, lookup);
    return self_check_if(cycle > 0 && lookup >= cycle);
}

/* ---- loops that do nothing */

static uint64_t self_check_do_nothing(void *ctx)
{
    return *(const uint64_t *)ctx;
}

/* A clock that is set in the middle of a repetition makes it an error: one that is well says all
 * that there is to say, none may have a time. */
enum { SELF_CHECK_EMPTY, SELF_CHECK_WRONG, N_SELF_CHECK_LOOPS, SELF_CHECK_LOOP_REPS = 3 };

struct self_check_seen {
    const struct gbench_case *cases; /* the empty loop, and the wrong sum */
    bool is_seen[N_SELF_CHECK_LOOPS], has_time[N_SELF_CHECK_LOOPS], is_caught[N_SELF_CHECK_LOOPS];
};

static void self_check_see(void *ctx, const struct gbench_result *result)
{
    struct self_check_seen *seen = ctx;
    size_t i = (size_t)(result->of - seen->cases);
    /* A cycle of 10 GHz: no clock is faster. */
    bool is_invalid = !result->error && timed_invalid(&timed_dependent, result->ns, 0.1);
    seen->is_seen[i] = true;
    seen->has_time[i] |= !result->error && (i == SELF_CHECK_WRONG || !is_invalid);
    seen->is_caught[i] |= i == SELF_CHECK_WRONG ? result->error != NULL : is_invalid;
}

static const char *self_check_caught_text(const struct self_check_seen *seen, size_t i,
                                          const char *caught)
{
    return seen->has_time[i] ? "HAS A TIME" : seen->is_caught[i] ? caught : "HAS NO CLOCK";
}

enum self_check_outcome self_check_removed(const struct self_check_runs *runs,
                                           struct self_check *check)
{
    uint64_t sum = 1;
    const struct gbench_case cases[N_SELF_CHECK_LOOPS] = {
        [SELF_CHECK_EMPTY] = {.name = "self_check/empty",
                              .run = self_check_do_nothing,
                              .ctx = &sum,
                              .n_operations = 1 << 30,
                              .expected = 1},
        [SELF_CHECK_WRONG] = {.name = "self_check/wrong",
                              .run = self_check_do_nothing,
                              .ctx = &sum,
                              .n_operations = 1,
                              .expected = 2},
    };
    const struct gbench_options options = {0.0001, SELF_CHECK_LOOP_REPS};
    struct self_check_seen seen = {.cases = cases};
    bool good = true;
    runs->tools->clock(cases, N_SELF_CHECK_LOOPS, &options, self_check_see, &seen);
    SAY(check->expected, "an empty loop invalid, a wrong sum an error");
    if (!seen.is_seen[SELF_CHECK_EMPTY] && !seen.is_seen[SELF_CHECK_WRONG])
        return self_check_left_out(check);
    SAY(check->found, "an empty loop %s, a wrong sum %s",
        self_check_caught_text(&seen, SELF_CHECK_EMPTY, "invalid"),
        self_check_caught_text(&seen, SELF_CHECK_WRONG, "an error"));
    for (size_t i = 0; i < N_SELF_CHECK_LOOPS; i++)
        good = good && seen.is_caught[i] && !seen.has_time[i];
    return self_check_if(good);
}
