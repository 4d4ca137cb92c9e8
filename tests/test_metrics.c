/* test_metrics.c - measures against answers counted another way
 *
 * Each test runs the driver on a few thousand keys and compares rows with a count made here,
 * straight from rs_locate_key over the same keys.
 */
#include "metric_run.h"

#include <math.h>

static void test_skew_is_counted(void **state)
{
    (void)state;
    struct results results;
    struct rs_placement *p = metric_run_place("ring:vnodes=3", 5);
    double n_keys[5] = {0}, max = 0, min = N_KEYS, squares = 0, chi2 = 0;
    for (size_t i = 0; i < N_KEYS; i++)
        n_keys[metric_run_owner(p, i)]++;
    for (size_t i = 0; i < 5; i++) {
        double load = n_keys[i] / (N_KEYS / 5.0);
        max = load > max ? load : max;
        min = load < min ? load : min;
        squares += (load - 1) * (load - 1) / 5;
        chi2 += (n_keys[i] - N_KEYS / 5.0) * (n_keys[i] - N_KEYS / 5.0) / (N_KEYS / 5.0);
    }
    metric_run_plain(&results, "ring:vnodes=3", 5, "skew");
    assert_true(fabs(metric_run_row(&results, "max_over_mean", "")->real - max) < 1e-12);
    assert_true(fabs(metric_run_row(&results, "min_over_mean", "")->real - min) < 1e-12);
    assert_true(fabs(metric_run_row(&results, "cv", "")->real - sqrt(squares)) < 1e-12);
    assert_true(fabs(metric_run_row(&results, "sampling_noise", "")->real - sqrt(4.0 / N_KEYS)) <
                1e-12);
    assert_true(metric_run_row(&results, "busiest_keys", "")->count ==
                (uint64_t)(max * N_KEYS / 5 + 0.5));
    assert_true(chi2 > 100 && metric_run_row(&results, "chi2_p", "")->real < 1e-9);
    /* the exact share and the sampled one differ by noise */
    double cv = metric_run_row(&results, "cv", "")->real,
           share_cv = metric_run_row(&results, "share_cv", "")->real;
    assert_true(fabs(cv - share_cv) < 5 * sqrt(4.0 / N_KEYS));
    results_free(&results);
    rs_close(p);
}

/* null gives everything to one node: the others are there, with nothing. */
static void test_skew_sees_empty_nodes(void **state)
{
    (void)state;
    struct results results;
    metric_run_plain(&results, "null", 4, "skew");
    assert_true(metric_run_row(&results, "max_over_mean", "")->real == 4);
    assert_true(metric_run_row(&results, "min_over_mean", "")->real == 0);
    assert_true(fabs(metric_run_row(&results, "cv", "")->real - sqrt(3)) < 1e-12);
    assert_true(metric_run_row(&results, "busiest_keys", "")->count == N_KEYS);
    assert_string_equal(metric_run_row(&results, "share_cv", "")->status, "unsupported");
    results_free(&results);
}

static void test_skew_follows_weights(void **state)
{
    (void)state;
    struct results results;
    const struct rs_node nodes[] = {{7, 0, 3, {"heavy", 5}, {NULL, 0}},
                                    {3, 0, 1, {"light", 5}, {NULL, 0}},
                                    {9, 0, 0, {"drained", 7}, {NULL, 0}}};
    const struct metric_run run = {"ring:vnodes=1000", "skew", 3, 1, nodes, 0};
    metric_run_all(&results, &run);
    assert_true(metric_run_row(&results, "max_over_mean", "")->real < 1.15);
    assert_true(metric_run_row(&results, "min_over_mean", "")->real > 0.85);
    results_free(&results);
}

static void test_steps_are_counted(void **state)
{
    (void)state;
    struct results results;
    metric_run_plain(&results, "jump", 100, "steps");
    double harmonic = 0;
    for (int i = 1; i <= 100; i++)
        harmonic += 1.0 / i;
    const struct result *draws = metric_run_row(&results, "draws", "");
    assert_true(fabs(draws->expected.theory - harmonic) < 1e-9);
    assert_true(fabs(draws->real - harmonic) < 5 * sqrt(harmonic / N_KEYS));
    results_free(&results);
}

static void test_memory_is_held_not_summed(void **state)
{
    (void)state;
    struct results ring, null;
    metric_run_plain(&ring, "ring", 100, "memory");
    metric_run_plain(&null, "null", 100, "memory");
    uint64_t total = metric_run_row(&ring, "bytes_total", "")->count;
    uint64_t over = metric_run_row(&ring, "bytes_over_null", "")->count;
    assert_true(metric_run_row(&null, "bytes_over_null", "")->count == 0);
    assert_true(total - over == metric_run_row(&null, "bytes_total", "")->count);
    assert_true(over >= 100 * 160 * 12 && over <= 100 * 160 * 16);
    results_free(&ring);
    results_free(&null);
}

static void test_seeds_differ(void **state)
{
    (void)state;
    struct results one, same, other;
    metric_run_plain(&one, "ring", 10, "placement");
    metric_run_plain(&same, "ring", 10, "placement");
    const struct metric_run run = {"ring", "placement", 10, 2, NULL, 0};
    metric_run_all(&other, &run);
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
        cmocka_unit_test(test_steps_are_counted),
        cmocka_unit_test(test_memory_is_held_not_summed),
        cmocka_unit_test(test_seeds_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
