/* test_zscores.c - what theory says of every strategy, held against many drawings
 *
 * Every strategy with its defaults, at two sizes, under twenty seeds, each with keys and names of
 * nodes of its own. What there is one strategy for gets more seeds, so that its groups are no
 * smaller than those of others and need no wider bound. A z is a distance in standard deviations of
 * honest chance: none may be beyond 4, and the root mean square of all z of one measure must be
 * about 1, for a theory whose deviation is too large would hide behind small ones.
 */
#include "driver.h"
#include "support.h"
#include "z_groups.h"

#include <math.h>

enum { N_SEEDS = 20, N_MORE_SEEDS = 100, N_KEYS = 20000, MAX_NODES = 50, FIRST_SEED = 1000 };

static struct z_groups drawn;

/* The names of these nodes differ from those of another seed, so shares do. */
static void make_nodes(struct rs_node *nodes, char (*names)[32], uint64_t seed)
{
    for (uint32_t i = 0; i < MAX_NODES; i++) {
        snprintf(names[i], sizeof names[i], "seed-%u-node-%u", (unsigned)seed, i);
        nodes[i] = test_node(i, names[i]);
    }
}

static void check_row(const struct result *row)
{
    if (!strcmp(row->status, "error"))
        fail_msg("%s %s %s: %s", row->spec, row->measure->name, row->change, row->message);
    if (z_is_drawn(row) && !(fabs(row->expected.z) <= Z_MOST))
        fail_msg("%s, %u nodes, seed %u: %s %s is %g, theory says %g: z %g", row->spec,
                 (unsigned)row->n_nodes, (unsigned)row->seed, row->measure->name, row->change,
                 row->real, row->expected.theory, row->expected.z);
    assert_true(z_groups_add(&drawn, row));
}

/* Every metric, or one. */
static void check_run(const char *name, const struct metric *one, uint64_t n_nodes, uint64_t seed)
{
    static struct rs_node nodes[MAX_NODES];
    static char names[MAX_NODES][32];
    char spec[64];
    char *specs[] = {spec};
    uint64_t sizes[] = {n_nodes};
    const struct metric *metrics[] = {&metric_skew, &metric_weights, &metric_steps,
                                      &metric_migration};
    size_t n_metrics = one ? 1 : N_OF(metrics);
    const struct workload *workloads[] = {&workload_uniform};
    if (one)
        metrics[0] = one;
    snprintf(spec, sizeof spec, "%s", name);
    make_nodes(nodes, names, seed);
    const struct bench_options options = {.specs = specs,
                                          .n_specs = 1,
                                          .metrics = metrics,
                                          .n_metrics = n_metrics,
                                          .workloads = workloads,
                                          .n_workloads = 1,
                                          .sizes = sizes,
                                          .n_sizes = 1,
                                          .nodes = nodes,
                                          .n_keys = N_KEYS,
                                          .seed = seed,
                                          .timing = {1, 0.001}};
    struct results results;
    struct rs_why why = {""};
    assert_true(results_open(&results, NULL, TABLE_CSV));
    if (!bench_run(&options, &results, &why))
        fail_msg("%s: %s", name, why.text);
    for (size_t i = 0; i < results.n; i++)
        check_row(&results.rows[i]);
    assert_true(results_close(&results));
    results_free(&results);
}

static void test_no_z_is_far(void **state)
{
    static const uint64_t sizes[] = {10, MAX_NODES};
    const struct rs_strategy *strategy;
    (void)state;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++)
        for (size_t s = 0; s < N_OF(sizes); s++)
            for (uint64_t seed = 0; seed < N_SEEDS; seed++)
                check_run(strategy->name, NULL, sizes[s], FIRST_SEED + seed);
    /* Only a ring has a theory of its shares. */
    for (size_t s = 0; s < N_OF(sizes); s++)
        for (uint64_t seed = N_SEEDS; seed < N_MORE_SEEDS; seed++)
            check_run("ring", &metric_skew, sizes[s], FIRST_SEED + seed);
}

/* Runs after the test above, which fills the groups. */
static void test_deviations_are_right(void **state)
{
    bool good = true;
    (void)state;
    for (size_t i = 0; i < drawn.n; i++) {
        const struct z_group *group = &drawn.groups[i];
        double n = (double)group->n, mean = group->sum / n;
        print_message("%-16s %-22s %5zu z, mean %6.3f, root mean square %.3f\n", group->measure,
                      group->change, group->n, mean, z_group_rms(group));
        /* the mean by chance: 1 / sqrt(n), and more, since strategies see the same keys */
        good &= z_group_is_good(group) && fabs(mean) < 5 / sqrt(n);
    }
    assert_true(drawn.n >= 6);
    assert_true(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_z_is_far),
        cmocka_unit_test(test_deviations_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
