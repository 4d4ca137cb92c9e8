/* test_tier.c - what changes do to caches and the database behind them
 */
#include "tier_support.h"

static struct tier_run run, other;

static const char *const base = "duration 80s\n"
                                "requests 10000\n"
                                "workload zipf 20000\n"
                                "values 1000\n"
                                "shards 4096\n";

static int close_runs(void **state)
{
    (void)state;
    run_close(&run);
    run_close(&other);
    return 0;
}

/* Modulo keeps a quarter of the shards where they are, jump three quarters, and the database is
 * asked for what was hit and has moved. */
static void test_three_to_four_nodes(void **state)
{
    static const struct {
        const char *spec;
        double moved;
    } rows[] = {{"modulo", 0.75}, {"jump", 0.25}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        run_open(&run, rows[i].spec, base, "nodes a b c\n", "cache 32MB\nat 50s add d\n", 1);
        struct impact impact = impact_at(&run, 0);
        assert_float_equal(impact.moved, rows[i].moved, 0.03);
        assert_float_equal(impact.peak, impact.expected, impact.expected / 10);
        assert_true(impact.peak > 2 * impact.before);
        run_close(&run);
    }
}

static void test_a_drain_with_copies_costs_no_hits(void **state)
{
    static const char *const events = "nodes a b c d\ncache 32MB\nat 40s drain b over 10s\n";
    (void)state;
    run_open(&run, "ring", base, "warmup copy 10s\n", events, 2);
    run_open(&other, "ring", base, "warmup none\n", events, 2);
    double worst_copy = 1, worst_none = 1;
    for (size_t s = 40; s < run.n_seconds; s++) {
        worst_copy = fmin(worst_copy, hit_ratio(&run, s));
        worst_none = fmin(worst_none, hit_ratio(&other, s));
    }
    assert_int_equal(run.seconds[run.n_seconds - 1].n_up, 3);
    assert_true(worst_copy > hit_ratio(&run, 39) - 0.02);
    assert_true(worst_none < hit_ratio(&other, 39) - 0.02);
    assert_int_equal(sum_of(&run, n_lost_keys, 0, run.n_seconds), 0);
}

/* Most of what is copied came after the plan was made. */
static void test_copies_from_cold_caches_end(void **state)
{
    static const char *const cold = "duration 20s\nrequests 20000\nworkload uniform 100000\n"
                                    "shards 64\n";
    (void)state;
    run_open(&run, "ring", cold, "nodes a b\nwarmup copy 10s\n", "at 0s add c\n", 1);
    uint64_t n = sum_of(&run, n_moved_shards, 0, 20);
    assert_true(n > 10 && sum_of(&run, n_moved_shards, 0, 5) < n);
    assert_int_equal(sum_of(&run, n_moved_shards, 0, 10), n);
    run_open(&other, "ring", cold, "nodes a b\n", "at 0s add c\n", 1);
    assert_int_equal(sum_of(&other, n_moved_shards, 0, 20), n);
}

static void test_a_crash_loses_what_has_no_replica(void **state)
{
    static const char *const events = "nodes a b c d\nwarmup copy 5s\nwrites 5%\n"
                                      "at 30s crash b\nat 50s rejoin b\n";
    (void)state;
    run_open(&run, "ring", base, "replication 2\n", events, 3);
    run_open(&other, "ring", base, "replication 1\n", events, 3);
    assert_int_equal(sum_of(&run, n_lost_keys, 0, run.n_seconds), 0);
    assert_true(sum_of(&other, n_lost_keys, 0, 30) == 0);
    assert_true(other.seconds[30].n_lost_keys > 2000);
    assert_true(hit_ratio(&run, 30) > hit_ratio(&run, 29) - 0.02);
    assert_true(hit_ratio(&other, 30) < hit_ratio(&other, 29) - 0.02);
    assert_int_equal(run.seconds[30].n_up, 3);
    assert_true(run.seconds[30].n_below_factor > 0);
    assert_int_equal(run.seconds[48].n_below_factor, 0);
    assert_int_equal(run.seconds[60].n_up, 4);
}

/* Each cost shows with its own policy and with no other. */
static void check_costs(const char *warmup, bool writes)
{
    char more[128];
    snprintf(more, sizeof more, "nodes a b c d\ncache 2MB\nwarmup %s%s\nwrites %d%%\n", warmup,
             strcmp(warmup, "none") ? " 4s" : "", writes ? 20 : 0);
    run_open(&run, "ring", base, more,
             "at 10s add e\nat 20s crash b\nat 30s rejoin b\nat 40s drain a over 5s\n"
             "at 50s weight c 2\nat 60s shift\n",
             4);
    size_t n = run.n_seconds;
    bool is_dual = !strcmp(warmup, "dual_read"), is_copy = !strcmp(warmup, "copy");
    assert_string_equal(run.refused.text, "");
    assert_int_equal(sum_of(&run, n_dual, 0, n) > 0, is_dual);
    assert_int_equal(sum_of(&run, n_moved_keys, 0, n) > 0, is_copy);
    assert_int_equal(sum_of(&run, n_moved_bytes, 0, n) > 0, is_copy);
    assert_int_equal(sum_of(&run, n_stale, 0, n) > 0, is_dual && writes);
    assert_int_equal(sum_of(&run, n_unserved, 0, n), 0);
    assert_true(sum_of(&run, n_moved_shards, 10, 20) > 400);
    assert_true(sum_of(&run, n_moved_shards, 30, 40) > 400);
    assert_true(sum_of(&run, n_moved_shards, 40, 50) > 400);
    assert_true(sum_of(&run, n_moved_shards, 50, 60) > 200);
    assert_int_equal(sum_of(&run, n_moved_shards, 60, n), 0);
    assert_true(run.seconds[60].n_database > 1.5 * run.seconds[59].n_database);
    run_close(&run);
}

static void test_each_policy_on_each_event(void **state)
{
    static const char *const warmups[] = {"none", "dual_read", "double_write", "ramp", "copy"};
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        check_costs(warmups[i], false);
        check_costs(warmups[i], true);
    }
}

/* The peak that each policy is there to lower. */
static void test_policies_spare_the_database(void **state)
{
    static const char *const warmups[] = {"dual_read 10s", "ramp 10s", "copy 10s"};
    (void)state;
    run_open(&other, "ring", base, "warmup none\n", "nodes a b c\nat 40s add d\n", 5);
    for (size_t i = 0; i < 3; i++) {
        char more[64];
        snprintf(more, sizeof more, "warmup %s\n", warmups[i]);
        run_open(&run, "ring", base, more, "nodes a b c\nat 40s add d\n", 5);
        assert_true(impact_at(&run, 0).peak < 0.6 * impact_at(&other, 0).peak);
        run_close(&run);
    }
}

static void test_the_same_seed_gives_the_same(void **state)
{
    static const char *const events = "nodes a b c\nwrites 10%\nat 20s add d\nat 40s crash a\n";
    (void)state;
    run_open(&run, "ring", base, "replication 2\nbalance shards 5s\n", events, 6);
    run_open(&other, "ring", base, "replication 2\nbalance shards 5s\n", events, 6);
    assert_memory_equal(run.seconds, other.seconds, sizeof run.seconds);
    run_close(&other);
    run_open(&other, "ring", base, "replication 2\nbalance shards 5s\n", events, 7);
    assert_memory_not_equal(run.seconds, other.seconds, sizeof run.seconds);
}

static void test_what_a_strategy_cannot(void **state)
{
    (void)state;
    run_open(&run, "jump", base, "nodes a b c\n", "at 20s drain a\n", 1);
    assert_non_null(strstr(run.refused.text, "jump can only remove"));
    run_close(&run);
    run_open(&run, "jump", base, "nodes a b c\n", "at 20s weight a 2\n", 1);
    assert_true(run.refused.text[0]);
    run_open(&other, "jump", base, "nodes a b c\n", "balance weights 5s\n", 1);
    assert_true(other.cannot);
    assert_string_equal(other.why.text,
                        "balance weights: the strategy has none; use balance shards");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_three_to_four_nodes, close_runs),
        cmocka_unit_test_teardown(test_a_drain_with_copies_costs_no_hits, close_runs),
        cmocka_unit_test_teardown(test_copies_from_cold_caches_end, close_runs),
        cmocka_unit_test_teardown(test_a_crash_loses_what_has_no_replica, close_runs),
        cmocka_unit_test_teardown(test_each_policy_on_each_event, close_runs),
        cmocka_unit_test_teardown(test_policies_spare_the_database, close_runs),
        cmocka_unit_test_teardown(test_the_same_seed_gives_the_same, close_runs),
        cmocka_unit_test_teardown(test_what_a_strategy_cannot, close_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
