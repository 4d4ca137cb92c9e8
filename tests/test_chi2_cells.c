/* test_chi2_cells.c - cells that expect few keys are taken together, in every measure
 */
#include "metric_run.h"

#include "chi2.h"
#include "chi2_cells.h"
#include "moved.h"

#include <math.h>

static void test_few_are_one(void **state)
{
    (void)state;
    struct chi2_cells cells = {0};
    chi2_cells_add(&cells, 12, 10), chi2_cells_add(&cells, 6, 5);
    for (int i = 0; i < 4; i++)
        chi2_cells_add(&cells, 1, 2); /* 4 where 8 were expected */
    double chi2 = 4 / 10.0 + 1 / 5.0 + 16 / 8.0;
    assert_true(fabs(chi2_cells_p(&cells) - chi2_p(chi2, 2)) < 1e-15);
    assert_true(fabs(chi2_cells_z(&cells) - chi2_z(chi2, 2)) < 1e-15);
}

static void test_too_few(void **state)
{
    (void)state;
    struct chi2_cells none = {0}, one = {0}, impossible = {0}, exact = {0}, far = {0};
    assert_true(chi2_cells_p(&none) < 0 && isnan(chi2_cells_z(&none)));
    chi2_cells_add(&one, 9, 10), chi2_cells_add(&one, 9, 4); /* these 4 are too few */
    assert_true(chi2_cells_p(&one) < 0 && isnan(chi2_cells_z(&one)));
    chi2_cells_add(&impossible, 1, 0);
    assert_true(chi2_cells_p(&impossible) == 0 && isinf(chi2_cells_z(&impossible)));
    chi2_cells_add(&exact, 7, 7), chi2_cells_add(&exact, 8, 8), chi2_cells_add(&exact, 0, 0);
    assert_true(chi2_cells_p(&exact) == 1 && isnan(chi2_cells_z(&exact)));
    chi2_cells_add(&far, 0, 722), chi2_cells_add(&far, 1444, 722); /* below DBL_MIN */
    assert_true(chi2_cells_p(&far) == 0 && isfinite(chi2_cells_z(&far)));
}

/* 20,000 keys on 10,000 nodes: 2 expected each, of which a law of large numbers knows nothing. */
static void test_every_measure(void **state)
{
    (void)state;
    static const char *const metrics[] = {"skew", "replicas"};
    static const char *const measures[] = {"chi2_p", "owner_1_chi2_p"};
    for (size_t i = 0; i < N_OF(metrics); i++) {
        struct results results;
        metric_run_plain(&results, i ? "jump_swap" : "jump", N_KEYS / 2, metrics[i]);
        const struct result *row = metric_run_row(&results, measures[i], "");
        assert_string_equal(row->status, "unsupported");
        results_free(&results);
    }
}

/* Three keys of a leaver among two survivors are no evidence; thirty are. */
static void test_destinations(void **state)
{
    (void)state;
    struct rs_placement *before = test_placement("jump_swap", "a b c");
    struct rs_placement *after = test_placement("jump_swap", "a b");
    struct moved moved;
    assert_true(moved_open(&moved, before, after));
    moved.n_left = moved.n_to[rs_slot_of(after, 0)] = 3;
    assert_true(moved_destination_p(&moved) < 0);
    moved.n_left = moved.n_to[rs_slot_of(after, 0)] = 30;
    assert_true(fabs(moved_destination_p(&moved) - chi2_p(30, 1)) < 1e-15);
    moved_close(&moved);
    rs_close(after);
    rs_close(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_are_one),
        cmocka_unit_test(test_too_few),
        cmocka_unit_test(test_every_measure),
        cmocka_unit_test(test_destinations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
