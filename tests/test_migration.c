/* test_migration.c - what moves, counted another way, and a harness that must not flatter
 */
#include "metric_run.h"

#include <math.h>

/* What moved is counted key by key, with the placement built anew for each change. */
static void test_migration_is_counted(void **state)
{
    (void)state;
    static const char *const specs[] = {"modulo", "ring", "jump", "jump_swap"};
    for (size_t s = 0; s < 4; s++) {
        struct results results;
        struct rs_placement *before = metric_run_place(specs[s], 10),
                            *after = metric_run_place(specs[s], 11);
        struct rs_placement *fewer = metric_run_place(specs[s], 9);
        uint64_t n_added = 0, n_removed = 0, n_between = 0;
        for (size_t i = 0; i < N_KEYS; i++) {
            uint32_t old = metric_run_owner(before, i), new = metric_run_owner(after, i);
            n_added += old != new;
            n_between += old != new &&new != 10;
            n_removed += old != metric_run_owner(fewer, i);
        }
        metric_run_plain(&results, specs[s], 10, "migration");
        assert_true(metric_run_row(&results, "moved_keys", "add")->count == n_added);
        assert_true(metric_run_row(&results, "survivors_moved", "add")->count == n_between);
        assert_true(metric_run_row(&results, "moved_keys", "remove_last")->count == n_removed);
        double moved = (double)n_added / N_KEYS;
        assert_true(metric_run_row(&results, "moved_fraction", "add")->real == moved);
        assert_true(fabs(metric_run_row(&results, "minimum_fraction", "add")->real - 1.0 / 11) <
                    1e-12);
        assert_true(fabs(metric_run_row(&results, "excess_fraction", "add")->real - moved +
                         1.0 / 11) < 1e-12);
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
    metric_run_plain(&results, "modulo", 10, "migration");
    static const char *const changes[] = {"add", "remove_last", "remove_random"};
    for (size_t c = 0; c < 3; c++) {
        const struct result *moved = metric_run_row(&results, "moved_fraction", changes[c]);
        double sigma = sqrt(moved->expected.theory * (1 - moved->expected.theory) / N_KEYS);
        assert_true(moved->expected.theory > 0.89);
        assert_true(fabs(moved->real - moved->expected.theory) < 4 * sigma);
        assert_true(metric_run_row(&results, "survivors_moved", changes[c])->count > N_KEYS / 2);
    }
    results_free(&results);
}

static void test_migration_says_what_it_cannot(void **state)
{
    (void)state;
    struct results results;
    metric_run_plain(&results, "jump", 10, "migration");
    const struct result *refused = metric_run_row(&results, "moved_fraction", "remove_random");
    assert_string_equal(refused->status, "unsupported");
    assert_int_equal(refused->has, RESULT_NONE);
    assert_string_equal(metric_run_row(&results, "moved_fraction", "add")->status, "ok");
    results_free(&results);
}

/* The ids that are left, oldest first, added to a new placement in one order. */
static struct rs_placement *migration_fresh(const char *spec, const uint32_t *ids, size_t n)
{
    struct rs_placement *p = test_open(spec);
    for (size_t i = 0; i < n; i++)
        test_add_numbered(p, ids[i], 1);
    return p;
}

static void migration_hold(const char *spec, const char *change, const uint32_t *gone,
                           size_t n_gone)
{
    enum { N = 10 };
    struct results results;
    uint32_t left[N];
    struct rs_placement *before = metric_run_place(spec, N), *after = metric_run_place(spec, N);
    for (size_t i = 0; i < n_gone; i++)
        test_remove_one(after, gone[i]);
    size_t n_left = rs_nodes(after, left, N);
    struct rs_placement *fresh = migration_fresh(spec, left, n_left);
    uint64_t n_moved = 0, n_between = 0, n_off_path = 0;
    for (size_t i = 0; i < N_KEYS; i++) {
        uint32_t old = metric_run_owner(before, i), new = metric_run_owner(after, i);
        n_moved += old != new;
        n_between += old != new &&rs_slot_of(after, old) != RS_NO_NODE;
        n_off_path += new != metric_run_owner(fresh, i);
    }
    metric_run_plain(&results, spec, N, "migration");
    assert_true(metric_run_row(&results, "moved_keys", change)->count == n_moved);
    assert_true(metric_run_row(&results, "survivors_moved", change)->count == n_between);
    assert_true(metric_run_row(&results, "path_moved", change)->count == n_off_path);
    assert_true(fabs(metric_run_row(&results, "minimum_fraction", change)->real -
                     (double)n_gone / N) < 1e-12);
    results_free(&results);
    rs_close(before);
    rs_close(after);
    rs_close(fresh);
}

/* Which nodes go, and in which order: jump_swap gives other answers for each. */
static void test_shrinking_is_counted(void **state)
{
    (void)state;
    static const char *const specs[] = {"modulo", "ring", "jump_swap"};
    static const uint32_t lifo[] = {9, 8, 7, 6, 5, 4, 3, 2, 1},
                          fifo[] = {0, 1, 2, 3, 4, 5, 6, 7, 8},
                          adversarial[] = {0, 9, 8, 7, 6, 5, 4, 3, 2};
    for (size_t s = 0; s < N_OF(specs); s++) {
        migration_hold(specs[s], "shrink_10_lifo", lifo, 1);
        migration_hold(specs[s], "shrink_50_lifo", lifo, 5);
        migration_hold(specs[s], "shrink_90_lifo", lifo, 9);
        migration_hold(specs[s], "shrink_10_fifo", fifo, 1);
        migration_hold(specs[s], "shrink_90_fifo", fifo, 9);
        migration_hold(specs[s], "shrink_50_adversarial", adversarial, 5);
        migration_hold(specs[s], "shrink_90_adversarial", adversarial, 9);
    }
}

static void test_a_promise_is_a_theory_of_zero(void **state)
{
    (void)state;
    static const char *const none[] = {"rejoin", "replace", "reweight", "shrink_50_random"};
    struct results ring, swap;
    metric_run_plain(&ring, "ring", 10, "migration");
    metric_run_plain(&swap, "jump_swap", 10, "migration");
    for (size_t i = 0; i < N_OF(none); i++) {
        const struct result *path = metric_run_row(&ring, "path_moved", none[i]);
        const struct result *between = metric_run_row(&ring, "survivors_moved", none[i]);
        assert_true(path->count == 0 && path->expected.theory == 0 && path->expected.z == 0);
        assert_true(between->count == 0 && between->expected.theory == 0);
    }
    const struct result *back = metric_run_row(&ring, "moved_fraction", "rejoin");
    assert_true(back->real == 0 && back->expected.theory == 0);
    assert_true(metric_run_row(&swap, "moved_fraction", "rejoin")->real > 0.1);
    assert_true(metric_run_row(&swap, "moved_fraction", "rejoin")->expected.theory < 0);
    assert_true(metric_run_row(&swap, "path_moved", "rejoin")->count > N_KEYS / 10);
    assert_true(metric_run_row(&swap, "path_moved", "rejoin")->expected.theory < 0);
    results_free(&ring);
    results_free(&swap);
}

/* By hand: of 10 nodes of weight 1, one gets 2, or makes way for another. */
static void test_minimums(void **state)
{
    (void)state;
    struct results results;
    metric_run_plain(&results, "ring", 10, "migration");
    const double reweight = metric_run_row(&results, "minimum_fraction", "reweight")->real;
    assert_true(fabs(reweight - (2.0 / 11 - 1.0 / 10)) < 1e-12);
    assert_true(metric_run_row(&results, "moved_keys", "reweight")->count > 0);
    assert_true(fabs(metric_run_row(&results, "minimum_fraction", "replace")->real - 0.1) < 1e-12);
    assert_true(metric_run_row(&results, "minimum_fraction", "rejoin")->real == 0);
    results_free(&results);
    /* The first goes, being the only one that is not last: its 3 of 4 must move. */
    const struct rs_node heavy[] = {{0, 0, 3, {"a", 1}, {NULL, 0}}, {1, 0, 1, {"b", 1}, {NULL, 0}}};
    const struct metric_run run = {"ring", "migration", 2, 1, heavy, 0};
    metric_run_all(&results, &run);
    assert_true(fabs(metric_run_row(&results, "minimum_fraction", "replace")->real - 0.75) < 1e-12);
    assert_true(fabs(metric_run_row(&results, "minimum_fraction", "reweight")->real -
                     (6.0 / 7 - 0.75)) < 1e-12);
    results_free(&results);
}

/* jump hands a last node's keys to all others alike, a ring to the neighbours of its points, and
 * jump_swap the middle's to the last. */
static void test_destinations(void **state)
{
    (void)state;
    struct results jump, ring, swap;
    metric_run_plain(&jump, "jump", 10, "migration");
    metric_run_plain(&ring, "ring:vnodes=10", 10, "migration");
    metric_run_plain(&swap, "jump_swap", 10, "migration");
    assert_true(metric_run_row(&jump, "destination_p", "remove_last")->real > 1e-4);
    assert_true(metric_run_row(&jump, "destination_p", "shrink_50_lifo")->real > 1e-4);
    assert_true(metric_run_row(&ring, "destination_p", "remove_last")->real < 1e-9);
    assert_true(metric_run_row(&swap, "destination_p", "remove_random")->real < 1e-9);
    assert_string_equal(metric_run_row(&jump, "destination_p", "add")->status, "unsupported");
    assert_string_equal(metric_run_row(&ring, "destination_p", "rejoin")->status, "unsupported");
    assert_string_equal(metric_run_row(&jump, "moved_keys", "reweight")->status, "unsupported");
    results_free(&jump);
    results_free(&ring);
    results_free(&swap);
}

/* At least one node stays, and one alone is not shrunk. */
static void test_few_nodes(void **state)
{
    (void)state;
    struct results one, two;
    metric_run_plain(&one, "ring", 1, "migration");
    metric_run_plain(&two, "ring", 2, "migration");
    static const char *const refused[] = {"remove_random", "shrink_10_lifo",
                                          "shrink_90_adversarial"};
    for (size_t i = 0; i < N_OF(refused); i++)
        assert_string_equal(metric_run_row(&one, "moved_keys", refused[i])->status, "unsupported");
    assert_true(metric_run_row(&one, "moved_keys", "remove_last")->count == N_KEYS);
    assert_true(metric_run_row(&one, "moved_keys", "replace")->count == N_KEYS);
    assert_true(metric_run_row(&one, "moved_keys", "rejoin")->count == 0);
    assert_true(metric_run_row(&two, "minimum_fraction", "shrink_90_fifo")->real == 0.5);
    results_free(&one);
    results_free(&two);
}

/* Many nodes take a pass a change or two over the keys, and each begins at the start. */
static void test_passes_see_all_keys(void **state)
{
    (void)state;
    struct results results;
    metric_run_plain(&results, "modulo", 5000, "migration");
    struct rs_placement *before = metric_run_place("modulo", 5000);
    struct rs_placement *after = metric_run_place("modulo", 500);
    uint64_t n_moved = 0;
    for (size_t i = 0; i < N_KEYS; i++)
        n_moved += metric_run_owner(before, i) != metric_run_owner(after, i);
    assert_true(metric_run_row(&results, "moved_keys", "shrink_90_lifo")->count == n_moved);
    results_free(&results);
    rs_close(before);
    rs_close(after);
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
            const struct metric_run run = {specs[s], "migration", 10, seed, NULL, 0};
            metric_run_all(&results, &run);
            for (size_t i = 0; i < results.n; i++) {
                const struct result *r = &results.rows[i];
                if (strcmp(r->measure->name, "moved_fraction") || r->expected.theory <= 0)
                    continue;
                double t = r->expected.theory, z = (r->real - t) / sqrt(t * (1 - t) / N_KEYS);
                assert_true(fabs(z - r->expected.z) < 1e-9);
                assert_true(fabs(z) < 4.5);
                squares += z * z;
                n++;
            }
            results_free(&results);
        }
    assert_true(n > 200);
    assert_true(sqrt(squares / (double)n) > 0.8 && sqrt(squares / (double)n) < 1.2);
}

/* Of names and ids that are all there already, the newcomer has its own. */
static void test_the_newcomer_is_nobody_else(void **state)
{
    (void)state;
    struct results results;
    const struct rs_node nodes[] = {
        {1, 0, 1, {"node-1", 6}, {NULL, 0}},
        {0, 0, 1, {"node-2", 6}, {NULL, 0}},
        {RS_NO_NODE - 1, 0, 1, {"node-3", 6}, {NULL, 0}},
        {3, 0, 1, {"node-4", 6}, {NULL, 0}},
        {4, 0, 1, {"node-05", 7}, {NULL, 0}},
    };
    const struct metric_run run = {"ring", "migration", 5, 1, nodes, 0};
    metric_run_all(&results, &run);
    const struct result *moved = metric_run_row(&results, "moved_keys", "add");
    assert_string_equal(moved->status, "ok");
    assert_true(moved->count > N_KEYS / 12 && moved->count < N_KEYS / 3);
    results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_migration_is_counted),
        cmocka_unit_test(test_migration_of_modulo_is_as_bad_as_theory),
        cmocka_unit_test(test_migration_says_what_it_cannot),
        cmocka_unit_test(test_shrinking_is_counted),
        cmocka_unit_test(test_a_promise_is_a_theory_of_zero),
        cmocka_unit_test(test_minimums),
        cmocka_unit_test(test_destinations),
        cmocka_unit_test(test_few_nodes),
        cmocka_unit_test(test_passes_see_all_keys),
        cmocka_unit_test(test_theory_is_met),
        cmocka_unit_test(test_the_newcomer_is_nobody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
