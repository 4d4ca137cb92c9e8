/* test_tier_balance.c - a tier with its balancer: what it evens out, and that it rests
 */
#include "tier_support.h"

static struct tier_run run;

static int close_run(void **state)
{
    (void)state;
    run_close(&run);
    return 0;
}

/* The mean over some seconds, as one alone is noisy. */
static double load_of(size_t from, size_t to)
{
    double sum = 0;
    for (size_t s = from; s < to; s++)
        sum += run.seconds[s].max_over_mean;
    return sum / (double)(to - from);
}

static unsigned n_actions(size_t from, size_t to)
{
    unsigned n = 0;
    for (size_t s = from; s < to; s++)
        n += run.seconds[s].n_actions;
    return n;
}

static unsigned n_alarms(void)
{
    unsigned n = 0;
    for (size_t s = 0; s < run.n_seconds; s++)
        n += run.seconds[s].n_alarms;
    return n;
}

static const char *const hot = "nodes a b c d e f g h i j\n"
                               "duration 360s\n"
                               "requests 10000\n"
                               "workload zipf 100000\n"
                               "cache 32MB\n"
                               "at 180s shift\n";

/* The hottest key is 8 % of all, less than a node's tenth. */
static void test_shards_even_out_hot_keys(void **state)
{
    static const char *const specs[] = {"ring", "modulo", "jump"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        run_open(&run, specs[i], hot, "warmup dual_read 10s\n", "balance shards 5s\n", 1);
        assert_true(load_of(0, 10) > 1.3);
        assert_true(load_of(130, 180) < 1.2);
        assert_true(load_of(180, 190) > 1.3);
        assert_true(load_of(310, 360) < 1.2);
        assert_int_equal(n_actions(130, 180) + n_actions(310, 360), 0);
        assert_int_equal(n_alarms(), 2);
        assert_string_equal(run.refused.text, "");
        assert_true(run.seconds[20].n_dual > 0);
        run_close(&run);
    }
}

/* Twenty nodes: now it is more than a node should have, and no place would be better. */
static void test_one_hot_key_is_said_to_be_one(void **state)
{
    (void)state;
    run_open(&run, "ring", "nodes a b c d e f g h i j k l m n o p q r s t\n",
             "duration 400s\nrequests 10000\nworkload zipf 100000\n", "balance shards 5s\n", 1);
    assert_non_null(strstr(run.refused.text, "balance shards: shard "));
    assert_non_null(strstr(run.refused.text, "split it, or serve it from more nodes"));
    assert_in_range(n_actions(100, 400), 0, 4); /* few, each for a little */
    assert_true(load_of(390, 400) < load_of(0, 10) - 0.5);
}

static void test_weights_follow_the_load(void **state)
{
    (void)state;
    run_open(&run, "ring:vnodes=20", "nodes a b c d e f g h\nduration 400s\nrequests 10000\n",
             "workload uniform 20000\n", "balance weights 5s\n", 3);
    assert_true(n_actions(0, 400) > 0);
    assert_true(load_of(0, 10) > 1.3);
    assert_true(load_of(390, 400) < 1.2);
}

static void test_even_load_is_left_alone(void **state)
{
    (void)state;
    run_open(&run, "ring:vnodes=2000", "nodes a b c d\nduration 1010s\nrequests 2000\n",
             "workload uniform 20000\n", "balance weights 1s\n", 4);
    assert_int_equal(n_actions(0, run.n_seconds), 0);
    assert_int_equal(n_alarms(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_shards_even_out_hot_keys, close_run),
        cmocka_unit_test_teardown(test_one_hot_key_is_said_to_be_one, close_run),
        cmocka_unit_test_teardown(test_weights_follow_the_load, close_run),
        cmocka_unit_test_teardown(test_even_load_is_left_alone, close_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
