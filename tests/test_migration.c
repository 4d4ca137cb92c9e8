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
            const struct metric_run run = {specs[s], "migration", 10, seed, NULL};
            metric_run_all(&results, &run);
            for (size_t i = 0; i < results.n; i++) {
                const struct result *r = &results.rows[i];
                if (strcmp(r->measure->name, "moved_fraction") || r->expected.theory <= 0)
                    continue;
                double z = (r->real - r->expected.theory) / sqrt(r->expected.theory * (1 - r->expected.theory) / N_KEYS);
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
    const struct metric_run run = {"ring", "migration", 5, 1, nodes};
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
        cmocka_unit_test(test_theory_is_met),
        cmocka_unit_test(test_the_newcomer_is_nobody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
