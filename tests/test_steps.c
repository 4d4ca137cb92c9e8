/* test_steps.c - the work of lookups, before and after many nodes went
 */
#include "metric_run.h"

#include <math.h>

static double steps_harmonic(int n)
{
    double sum = 0;
    for (int i = 1; i <= n; i++)
        sum += 1.0 / i;
    return sum;
}

static void steps_hold(const struct results *results, const char *change, int n)
{
    const struct result *draws = metric_run_row(results, "draws", change);
    double mean = steps_harmonic(n);
    assert_true(fabs(draws->expected.theory - mean) < 1e-9);
    assert_true(fabs(draws->real - mean) < 5 * sqrt(mean / N_KEYS));
}

/* jump_swap has no gaps: its lookups are those of as many nodes as there are. */
static void test_steps_after_removals(void **state)
{
    (void)state;
    struct results results;
    metric_run_plain(&results, "jump_swap", 100, "steps");
    steps_hold(&results, "", 100);
    steps_hold(&results, "shrink_50_random", 50);
    steps_hold(&results, "shrink_90_random", 10);
    steps_hold(&results, "shrink_90_adversarial", 10);
    assert_true(metric_run_row(&results, "inner_steps", "shrink_90_random")->count == 0);
    results_free(&results);
}

static void test_steps_say_what_they_cannot(void **state)
{
    (void)state;
    struct results jump, null;
    metric_run_plain(&jump, "jump", 100, "steps");
    metric_run_plain(&null, "null", 10, "steps");
    assert_string_equal(metric_run_row(&jump, "draws", "")->status, "ok");
    assert_string_equal(metric_run_row(&jump, "draws", "shrink_90_random")->status, "unsupported");
    assert_string_equal(metric_run_row(&null, "draws", "shrink_90_random")->status, "unsupported");
    results_free(&jump);
    results_free(&null);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_after_removals),
        cmocka_unit_test(test_steps_say_what_they_cannot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
