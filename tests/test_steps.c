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

/* Right for all keys but one. */
static uint32_t count_of_another(const struct rs_placement *p, uint64_t digest,
                                 struct rs_steps *steps)
{
    static unsigned n_asked;
    uint32_t id = rs_strategy_find("jump")->count(p, digest, steps);
    return ++n_asked == 7 ? !id : id;
}

static void test_steps_of_another_lookup_are_an_error(void **state)
{
    static struct rs_strategy wrong;
    struct results results;
    (void)state;
    wrong = *rs_strategy_find("jump");
    wrong.name = "counts_another", wrong.summary = "wrong", wrong.count = count_of_another;
    assert_int_equal(rs_strategy_register(&wrong, NULL), RS_OK);
    metric_run_plain(&results, "counts_another", 10, "steps");
    assert_string_equal(metric_run_row(&results, "draws", "")->status, "error");
    results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_after_removals),
        cmocka_unit_test(test_steps_say_what_they_cannot),
        cmocka_unit_test(test_steps_of_another_lookup_are_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
