/* test_tier_nodes.c - what the events of a timeline make of the nodes
 */
#include "tier_support.h"

static struct tier_run run, other;

static const char *const base = "nodes a b c\n"
                                "duration 40s\n"
                                "requests 2000\n"
                                "workload zipf 20000\n"
                                "shards 4096\n";

static int close_runs(void **state)
{
    (void)state;
    run_close(&run);
    run_close(&other);
    return 0;
}

static uint32_t n_up(size_t second)
{
    return run.seconds[second].n_up;
}

/* jump cannot drain its first node; that is said, and the fourth comes all the same. */
static void test_a_refused_change_is_no_obstacle_to_others(void **state)
{
    (void)state;
    run_open(&run, "jump", base, "at 5s drain a\nat 10s add d\n", "at 15s weight b 2\n", 1);
    assert_non_null(strstr(run.refused.text, "jump"));
    assert_int_equal(n_up(9), 3);
    assert_int_equal(n_up(10), 4);
    run_close(&run);
    run_open(&run, "jump", base, "at 5s drain a over 9s\nat 7s crash a\nat 9s rejoin a\n", "", 1);
    assert_int_equal(n_up(6), 3);
    assert_int_equal(n_up(7), 2);
    assert_int_equal(n_up(9), 3);
}

static bool is_left_undone(size_t event, const char *word)
{
    return strstr(run.refusals[event].text, word) != NULL;
}

/* A crash is done in any case; what had to be done before is told apart from what was refused. */
static void test_each_refused_event_says_why(void **state)
{
    (void)state;
    run_open(&run, "jump", base, "at 5s drain a\nat 5s crash c\nat 10s add d\n",
             "at 15s add a\nat 20s shift\n", 1);
    assert_true(is_left_undone(0, "only remove"));
    assert_string_equal(run.refusals[1].text, "");
    assert_string_equal(run.refusals[2].text, "");
    assert_true(is_left_undone(3, "\"a\" is still there"));
    assert_string_equal(run.refusals[4].text, "");
    run_close(&run);
    run_open(&run, "anchor:capacity=3", base, "at 5s add d\nat 10s crash d\n", "", 1);
    assert_true(is_left_undone(0, "capacity"));
    assert_true(is_left_undone(1, "\"d\" is not there"));
}

/* The weight comes to what the strategy refuses only in some later second. */
static void test_a_weight_refused_on_its_way_is_told(void **state)
{
    (void)state;
    run_open(&run, "ring", base, "at 5s add d weight 200000 over 20s\nat 9s weight b 2\n", "", 1);
    assert_true(run.seconds[5].n_moved_shards > 0);
    assert_true(is_left_undone(0, "weight"));
}

/* Nor one that is down, whether it is in the way of the strategy or not. */
static void test_who_is_down_is_no_obstacle(void **state)
{
    static const char *const specs[] = {"jump", "ring", "modulo"};
    static const uint32_t expected[] = {3, 2, 3, 2, 3, 2, 3};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        run_open(&run, specs[i], base, "at 5s crash b\nat 10s add d\nat 15s crash d\n",
                 "at 20s add e\nat 25s crash c\nat 30s rejoin b\nat 35s rejoin d\n", 1);
        assert_string_equal(run.refused.text, "");
        for (size_t s = 0; s < 7; s++)
            assert_int_equal(n_up(s * 5), expected[s]);
        assert_int_equal(n_up(35), 4);
        assert_int_equal(sum_of(&run, n_unserved, 0, 40), 0);
        run_close(&run);
    }
}

static void test_the_balancer_revives_nobody(void **state)
{
    (void)state;
    run_open(&run, "ring", "nodes a b c d\nduration 40s\nrequests 10000\nworkload zipf 1000\n",
             "balance weights 1s\n", "at 10s crash b\n", 1);
    uint32_t n_actions = 0;
    for (size_t s = 10; s < 40; s++) {
        n_actions += run.seconds[s].n_actions;
        assert_int_equal(n_up(s), 3);
    }
    assert_true(n_actions > 0);
}

/* In a second of its own a crash stands, whatever else is refused. */
static void test_a_crash_is_not_undone(void **state)
{
    (void)state;
    run_open(&run, "jump", base, "at 5s drain a\nat 5s crash c\n", "at 10s rejoin c\n", 1);
    assert_non_null(strstr(run.refused.text, "jump"));
    assert_int_equal(n_up(5), 2);
    assert_int_equal(n_up(10), 3);
}

/* Of its own accord the newcomer would have the weight 1. */
static void test_a_weight_ends_a_slow_start(void **state)
{
    (void)state;
    run_open(&run, "ring", base, "at 5s add d over 20s\n", "at 8s weight d 4\n", 1);
    run_open(&other, "ring", base, "at 5s add d over 20s\n", "", 1);
    assert_true(run.seconds[8].n_moved_shards > 4096 / 3);
    assert_int_equal(sum_of(&run, n_moved_shards, 9, 40), 0);
    assert_true(sum_of(&other, n_moved_shards, 9, 40) > 0);
}

/* Not the little that it had got so far. */
static void test_who_crashed_on_its_way_rejoins_with_all(void **state)
{
    (void)state;
    run_open(&run, "ring", base, "at 5s add d over 20s\nat 6s crash d\n", "at 10s rejoin d\n", 1);
    run_open(&other, "ring", base, "at 10s add d\n", "", 1);
    uint64_t n = sum_of(&other, n_moved_shards, 10, 40);
    assert_int_equal(sum_of(&run, n_moved_shards, 10, 40), n);
    run_close(&run);
    run_open(&run, "ring", base, "at 5s drain c over 20s\nat 15s crash c\n", "at 20s rejoin c\n",
             1);
    assert_true(sum_of(&run, n_moved_shards, 20, 40) > 4096 / 4);
}

/* With the second change nobody asks the old owners of the first, which had all those keys. */
static void test_a_window_ends_for_good(void **state)
{
    (void)state;
    run_open(&run, "ring", base, "warmup dual_read 2s\nat 5s add d\n", "at 20s weight d 1.01\n", 1);
    run_open(&other, "ring", base, "warmup dual_read 2s\nat 5s add d\n", "", 1);
    assert_true(run.seconds[20].n_moved_shards < 100);
    assert_true(sum_of(&run, n_dual, 20, 40) < sum_of(&other, n_dual, 5, 7) / 10);
}

static void test_a_shift_warms_nothing_up(void **state)
{
    (void)state;
    run_open(&run, "ring", base, "warmup dual_read 5s\nat 5s add d\n", "at 20s shift\n", 1);
    assert_true(sum_of(&run, n_dual, 5, 10) > 0);
    assert_int_equal(sum_of(&run, n_dual, 10, 40), 0);
}

/* What a crash or a shift costs does not follow from what has moved. */
static void test_theory_is_for_moves(void **state)
{
    (void)state;
    run_open(&run, "ring", base, "at 5s add d\nat 10s weight d 2\nat 20s crash a\nat 30s shift\n",
             "at 35s add e over 2s\n", 1);
    assert_true(impact_at(&run, 0).expected > impact_at(&run, 0).before);
    assert_true(impact_at(&run, 1).expected > impact_at(&run, 1).before);
    for (size_t event = 2; event < 5; event++)
        assert_true(impact_at(&run, event).expected < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_refused_change_is_no_obstacle_to_others, close_runs),
        cmocka_unit_test_teardown(test_each_refused_event_says_why, close_runs),
        cmocka_unit_test_teardown(test_a_weight_refused_on_its_way_is_told, close_runs),
        cmocka_unit_test_teardown(test_who_is_down_is_no_obstacle, close_runs),
        cmocka_unit_test_teardown(test_the_balancer_revives_nobody, close_runs),
        cmocka_unit_test_teardown(test_a_crash_is_not_undone, close_runs),
        cmocka_unit_test_teardown(test_a_weight_ends_a_slow_start, close_runs),
        cmocka_unit_test_teardown(test_who_crashed_on_its_way_rejoins_with_all, close_runs),
        cmocka_unit_test_teardown(test_a_window_ends_for_good, close_runs),
        cmocka_unit_test_teardown(test_a_shift_warms_nothing_up, close_runs),
        cmocka_unit_test_teardown(test_theory_is_for_moves, close_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
