/* test_metrics.c - measures against answers counted another way, and a harness that must not flatter
 *
 * Each test runs the driver on a few thousand keys and compares rows with a count made here, straight
 * from rs_locate_key over the same keys.
 */
#include "driver.h"

#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_KEYS = 20000 };

/* Rows of one strategy at one size. */
static void run(struct results *results, const char *spec, uint64_t n_nodes, const char *metric,
                const struct rs_node *nodes, uint64_t seed)
{
    char name[64];
    snprintf(name, sizeof name, "%s", spec);
    char *specs[] = {name};
    const struct metric *metrics[] = {metric_find(metric)};
    const struct workload *workloads[] = {workload_find("sequential")};
    struct bench_options options = {.specs = specs,
                                    .n_specs = 1,
                                    .metrics = metrics,
                                    .n_metrics = 1,
                                    .workloads = workloads,
                                    .n_workloads = 1,
                                    .sizes = &n_nodes,
                                    .n_sizes = 1,
                                    .nodes = nodes,
                                    .n_keys = N_KEYS,
                                    .seed = seed,
                                    .n_reps = 1,
                                    .min_seconds = 0.001};
    struct rs_why why = {""};
    FILE *out = fopen("/dev/null", "w");
    results_open(results, out, TABLE_CSV);
    if (!bench_run(&options, results, &why))
        fail_msg("%s %s: %s", spec, metric, why.text);
    assert_true(results_close(results));
    fclose(out);
}

static const struct result *row(const struct results *results, const char *measure,
                                const char *change)
{
    for (size_t i = 0; i < results->n; i++)
        if (!strcmp(results->rows[i].measure->name, measure) &&
            !strcmp(results->rows[i].change, change))
            return &results->rows[i];
    fail_msg("there is no row %s %s", measure, change);
    return NULL;
}

static struct rs_placement *place(const char *spec, size_t n)
{
    struct rs_placement *p;
    assert_int_equal(rs_open(spec, NULL, &p, NULL), RS_OK);
    for (size_t i = 0; i < n; i++) {
        char name[24];
        int n_bytes = snprintf(name, sizeof name, "node-%zu", i);
        struct rs_node node = {(uint32_t)i, 0, 1, {name, (size_t)n_bytes}, {NULL, 0}};
        assert_int_equal(rs_add(p, &node, 1, NULL), RS_OK);
    }
    return p;
}

static uint32_t owner(const struct rs_placement *p, size_t i)
{
    char key[40];
    int n_bytes = snprintf(key, sizeof key, "key:1:%zu", i);
    uint32_t id;
    assert_int_equal(rs_locate_key(p, (struct rs_bytes){key, (size_t)n_bytes}, &id), RS_OK);
    return id;
}

static void test_skew_is_counted(void **state)
{
    (void)state;
    struct results results;
    struct rs_placement *p = place("ring:vnodes=3", 5);
    double n_keys[5] = {0}, max = 0, min = N_KEYS, squares = 0, chi2 = 0;
    for (size_t i = 0; i < N_KEYS; i++)
        n_keys[owner(p, i)]++;
    for (size_t i = 0; i < 5; i++) {
        double load = n_keys[i] / (N_KEYS / 5.0);
        max = load > max ? load : max;
        min = load < min ? load : min;
        squares += (load - 1) * (load - 1) / 5;
        chi2 += (n_keys[i] - N_KEYS / 5.0) * (n_keys[i] - N_KEYS / 5.0) / (N_KEYS / 5.0);
    }
    run(&results, "ring:vnodes=3", 5, "skew", NULL, 1);
    assert_true(fabs(row(&results, "max_over_mean", "")->real - max) < 1e-12);
    assert_true(fabs(row(&results, "min_over_mean", "")->real - min) < 1e-12);
    assert_true(fabs(row(&results, "cv", "")->real - sqrt(squares)) < 1e-12);
    assert_true(fabs(row(&results, "sampling_noise", "")->real - sqrt(4.0 / N_KEYS)) < 1e-12);
    assert_true(row(&results, "busiest_keys", "")->count == (uint64_t)(max * N_KEYS / 5 + 0.5));
    assert_true(chi2 > 100 && row(&results, "chi2_p", "")->real < 1e-9);
    /* the exact share and the sampled one differ by noise */
    double cv = row(&results, "cv", "")->real, share_cv = row(&results, "share_cv", "")->real;
    assert_true(fabs(cv - share_cv) < 5 * sqrt(4.0 / N_KEYS));
    results_free(&results);
    rs_close(p);
}

/* null gives everything to one node: the others are there, with nothing. */
static void test_skew_sees_empty_nodes(void **state)
{
    (void)state;
    struct results results;
    run(&results, "null", 4, "skew", NULL, 1);
    assert_true(row(&results, "max_over_mean", "")->real == 4);
    assert_true(row(&results, "min_over_mean", "")->real == 0);
    assert_true(fabs(row(&results, "cv", "")->real - sqrt(3)) < 1e-12);
    assert_true(row(&results, "busiest_keys", "")->count == N_KEYS);
    assert_string_equal(row(&results, "share_cv", "")->status, "unsupported");
    results_free(&results);
}

static void test_skew_follows_weights(void **state)
{
    (void)state;
    struct results results;
    const struct rs_node nodes[] = {{7, 0, 3, {"heavy", 5}, {NULL, 0}},
                                    {3, 0, 1, {"light", 5}, {NULL, 0}},
                                    {9, 0, 0, {"drained", 7}, {NULL, 0}}};
    run(&results, "ring:vnodes=1000", 3, "skew", nodes, 1);
    assert_true(row(&results, "max_over_mean", "")->real < 1.15);
    assert_true(row(&results, "min_over_mean", "")->real > 0.85);
    results_free(&results);
}

/* What moved is counted key by key, with the placement built anew for each change. */
static void test_migration_is_counted(void **state)
{
    (void)state;
    static const char *const specs[] = {"modulo", "ring", "jump", "jump_swap"};
    for (size_t s = 0; s < 4; s++) {
        struct results results;
        struct rs_placement *before = place(specs[s], 10), *after = place(specs[s], 11);
        struct rs_placement *fewer = place(specs[s], 9);
        uint64_t n_added = 0, n_removed = 0, n_between = 0;
        for (size_t i = 0; i < N_KEYS; i++) {
            uint32_t old = owner(before, i), new = owner(after, i);
            n_added += old != new;
            n_between += old != new && new != 10;
            n_removed += old != owner(fewer, i);
        }
        run(&results, specs[s], 10, "migration", NULL, 1);
        assert_true(row(&results, "moved_keys", "add")->count == n_added);
        assert_true(row(&results, "survivors_moved", "add")->count == n_between);
        assert_true(row(&results, "moved_keys", "remove_last")->count == n_removed);
        double moved = (double)n_added / N_KEYS;
        assert_true(row(&results, "moved_fraction", "add")->real == moved);
        assert_true(fabs(row(&results, "minimum_fraction", "add")->real - 1.0 / 11) < 1e-12);
        assert_true(fabs(row(&results, "excess_fraction", "add")->real - moved + 1.0 / 11) < 1e-12);
        results_free(&results);
        rs_close(before);
        rs_close(after);
        rs_close(fewer);
    }
}

/* A change that changes nothing would flatter every strategy. */
static void test_migration_of_modulo_is_as_bad_as_theory(void **state)
{
    (void)state;
    struct results results;
    run(&results, "modulo", 10, "migration", NULL, 1);
    static const char *const changes[] = {"add", "remove_last", "remove_random"};
    for (size_t c = 0; c < 3; c++) {
        const struct result *moved = row(&results, "moved_fraction", changes[c]);
        double sigma = sqrt(moved->theory * (1 - moved->theory) / N_KEYS);
        assert_true(moved->theory > 0.89);
        assert_true(fabs(moved->real - moved->theory) < 4 * sigma);
        assert_true(row(&results, "survivors_moved", changes[c])->count > N_KEYS / 2);
    }
    results_free(&results);
}

static void test_migration_says_what_it_cannot(void **state)
{
    (void)state;
    struct results results;
    run(&results, "jump", 10, "migration", NULL, 1);
    const struct result *refused = row(&results, "moved_fraction", "remove_random");
    assert_string_equal(refused->status, "unsupported");
    assert_int_equal(refused->has, RESULT_NONE);
    assert_string_equal(row(&results, "moved_fraction", "add")->status, "ok");
    results_free(&results);
}

/* Twenty seeds: what theory says of a sampled fraction, it says within the noise of sampling. */
static void test_theory_is_met(void **state)
{
    (void)state;
    static const char *const specs[] = {"modulo", "ring", "jump", "jump_swap"};
    double squares = 0;
    size_t n = 0;
    for (uint64_t seed = 1; seed <= 20; seed++)
        for (size_t s = 0; s < 4; s++) {
            struct results results;
            run(&results, specs[s], 10, "migration", NULL, seed);
            for (size_t i = 0; i < results.n; i++) {
                const struct result *r = &results.rows[i];
                if (strcmp(r->measure->name, "moved_fraction") || r->theory <= 0)
                    continue;
                double z = (r->real - r->theory) / sqrt(r->theory * (1 - r->theory) / N_KEYS);
                assert_true(fabs(z) < 4.5);
                squares += z * z;
                n++;
            }
            results_free(&results);
        }
    assert_true(n > 200);
    assert_true(sqrt(squares / (double)n) > 0.8 && sqrt(squares / (double)n) < 1.2);
}

static void test_steps_are_counted(void **state)
{
    (void)state;
    struct results results;
    run(&results, "jump", 100, "steps", NULL, 1);
    double harmonic = 0;
    for (int i = 1; i <= 100; i++)
        harmonic += 1.0 / i;
    const struct result *draws = row(&results, "draws", "");
    assert_true(fabs(draws->theory - harmonic) < 1e-9);
    assert_true(fabs(draws->real - harmonic) < 5 * sqrt(harmonic / N_KEYS));
    results_free(&results);
}

static void test_memory_is_held_not_summed(void **state)
{
    (void)state;
    struct results ring, null;
    run(&ring, "ring", 100, "memory", NULL, 1);
    run(&null, "null", 100, "memory", NULL, 1);
    uint64_t total = row(&ring, "bytes_total", "")->count;
    uint64_t over = row(&ring, "bytes_over_null", "")->count;
    assert_true(row(&null, "bytes_over_null", "")->count == 0);
    assert_true(total - over == row(&null, "bytes_total", "")->count);
    assert_true(over >= 100 * 160 * 12 && over <= 100 * 160 * 16);
    results_free(&ring);
    results_free(&null);
}

static void test_seeds_differ(void **state)
{
    (void)state;
    struct results one, same, other;
    run(&one, "ring", 10, "placement", NULL, 1);
    run(&same, "ring", 10, "placement", NULL, 1);
    run(&other, "ring", 10, "placement", NULL, 2);
    assert_true(one.rows[0].count == same.rows[0].count);
    assert_true(one.rows[0].count != other.rows[0].count);
    results_free(&one);
    results_free(&same);
    results_free(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_skew_is_counted),
        cmocka_unit_test(test_skew_sees_empty_nodes),
        cmocka_unit_test(test_skew_follows_weights),
        cmocka_unit_test(test_migration_is_counted),
        cmocka_unit_test(test_migration_of_modulo_is_as_bad_as_theory),
        cmocka_unit_test(test_migration_says_what_it_cannot),
        cmocka_unit_test(test_theory_is_met),
        cmocka_unit_test(test_steps_are_counted),
        cmocka_unit_test(test_memory_is_held_not_summed),
        cmocka_unit_test(test_seeds_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
