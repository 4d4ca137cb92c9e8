/* self_check_theory.c - samples are as far from theory as chance puts them
 *
 * Over many seeds and three workloads, each of which is a sample of its own. The strategies are
 * cheap, answer apart from each other, and are two at least for each measure and change. What
 * theory says of a ring's shares is left out: nodes have the same names under each seed, so that it
 * is one value (tests/test_zscores.c gives them others).
 */
#include "self_check.h"

#include "changes.h"
#include "reason.h"

#include <string.h>

enum { SELF_CHECK_DRAWN_KEYS = 300 };

/* Strategies, and the metrics of which theory knows more about them than that they are exact. */
struct self_check_sample {
    char *specs[3];
    size_t n_specs;
    const struct metric *metrics[3];
};
enum { N_SELF_CHECK_SAMPLES = 2 };

static char self_check_modulo[] = "modulo", self_check_dx[] = "dx:capacity=20",
            self_check_memento[] = "memento", self_check_ring[] = "ring:vnodes=16",
            self_check_probes[] = "multiprobe:probes=3";

/* What must have been drawn. Changes: all but rejoin, of which theory is certain, and replace, of
 * which it says nothing; without one, as made, is one of the four of the draws. */
static const struct {
    const char *measure;
    size_t n_changes;
} self_check_measures[] = {
    {"cv", 1}, {"weight_error_rms", 1}, {"draws", 4}, {"moved_fraction", N_CHANGES - 2}};
enum { N_SELF_CHECK_MEASURES = sizeof self_check_measures / sizeof *self_check_measures };

static bool self_check_is_drawn(const struct result *row)
{
    for (size_t m = 0; m < N_SELF_CHECK_MEASURES; m++)
        if (!strcmp(row->measure->name, self_check_measures[m].measure))
            return true;
    return false;
}

static bool self_check_draw_one(const struct self_check_tools *tools,
                                struct self_check_sample *sample, uint64_t seed,
                                struct self_check_drawn *drawn, struct rs_why *why)
{
    const struct workload *workloads[] = {&workload_sequential, &workload_prefix,
                                          &workload_uniform};
    const struct bench_options options = {.specs = sample->specs,
                                          .n_specs = sample->n_specs,
                                          .metrics = sample->metrics,
                                          .n_metrics = 3,
                                          .workloads = workloads,
                                          .n_workloads = sizeof workloads / sizeof *workloads,
                                          .n_keys = SELF_CHECK_DRAWN_KEYS,
                                          .seed = seed};
    struct results results = {0};
    bool good = self_check_bench(tools, options, &results, why);
    for (size_t i = 0; good && i < results.n; i++) {
        const struct result *row = &results.rows[i];
        drawn->n_wrong += !strcmp(row->status, "error");
        if (self_check_is_drawn(row))
            good = z_groups_add(&drawn->z, row) ||
                   reason_set(why, "more changes than there is room for");
    }
    results_free(&results);
    return good;
}

bool self_check_draw(const struct self_check_tools *tools, struct self_check_drawn *drawn,
                     struct rs_why *why)
{
    struct self_check_sample samples[N_SELF_CHECK_SAMPLES] = {
        {{self_check_modulo, self_check_dx, self_check_memento},
         3,
         {&metric_skew, &metric_migration, &metric_steps}},
        {{self_check_ring, self_check_probes},
         2,
         {&metric_skew, &metric_migration, &metric_weights}},
    };
    bool good = true;
    for (uint64_t seed = 1; good && seed <= SELF_CHECK_SEEDS; seed++)
        for (size_t i = 0; good && i < N_SELF_CHECK_SAMPLES; i++)
            good = self_check_draw_one(tools, &samples[i], seed, drawn, why);
    return good;
}

/* ---- the check */

struct self_check_theory {
    size_t n_z, n_groups;
    double most, least_rms, most_rms;
    const struct z_group *bad; /* the first; NULL: none */
};

static void self_check_add_group(struct self_check_theory *all, const struct z_group *group)
{
    double rms = z_group_rms(group);
    all->n_z += group->n;
    all->n_groups++;
    all->most = fmax(all->most, group->most);
    all->least_rms = fmin(all->least_rms, rms);
    all->most_rms = fmax(all->most_rms, rms);
    if (!all->bad && !z_group_is_good(group))
        all->bad = group;
}

/* Returns in how many changes it was drawn. */
static size_t self_check_add_measure(struct self_check_theory *all, const struct z_groups *drawn,
                                     const char *measure)
{
    size_t n = all->n_groups;
    for (size_t i = 0; i < drawn->n; i++)
        if (!strcmp(drawn->groups[i].measure, measure))
            self_check_add_group(all, &drawn->groups[i]);
    return all->n_groups - n;
}

static void self_check_say_bad(struct self_check *check, const struct z_group *bad)
{
    const char *apart = *bad->change ? " " : "";
    if (!(bad->most > 0))
        SAY(check->found, "%s%s%s: nothing sampled", bad->measure, apart, bad->change);
    else if (bad->n < Z_GROUP_LEAST)
        SAY(check->found, "%s%s%s: %zu z", bad->measure, apart, bad->change, bad->n);
    else
        SAY(check->found, "%s%s%s: z %.2f, rms %.2f", bad->measure, apart, bad->change, bad->most,
            z_group_rms(bad));
}

/* A deviation that flatters shows in the root mean square, a wrong formula in the greatest, and
 * what is not sampled any more in the numbers. */
enum self_check_outcome self_check_theory(const struct self_check_runs *runs,
                                          struct self_check *check)
{
    struct self_check_theory all = {.least_rms = INFINITY};
    SAY(check->expected, "%d seeds, each measure: %d z, |z| <= %g, rms %g to %g", SELF_CHECK_SEEDS,
        Z_GROUP_LEAST, Z_MOST, 1 - Z_RMS_WIDTH, 1 + Z_RMS_WIDTH);
    if (runs->drawn.n_wrong) {
        SAY(check->found, "%zu rows are wrong", runs->drawn.n_wrong);
        return SELF_CHECK_FAILED;
    }
    for (size_t m = 0; m < N_SELF_CHECK_MEASURES; m++) {
        const char *measure = self_check_measures[m].measure;
        size_t n = self_check_add_measure(&all, &runs->drawn.z, measure);
        if (n == self_check_measures[m].n_changes)
            continue;
        if (n)
            SAY(check->found, "%s: sampled in %zu changes, not %zu", measure, n,
                self_check_measures[m].n_changes);
        else
            SAY(check->found, "%s: nothing sampled", measure);
        return SELF_CHECK_FAILED;
    }
    if (all.bad)
        self_check_say_bad(check, all.bad);
    else
        SAY(check->found, "%zu z in %zu groups: at most %.2f, rms %.2f to %.2f", all.n_z,
            all.n_groups, all.most, all.least_rms, all.most_rms);
    return self_check_if(!all.bad);
}
