/* test_anchor.c - AnchorHash against plain lists, published work, and theory
 */
#include "seats_model.h"

enum { CAPACITY = 40 };

static uint32_t model_owner(const struct seats_model *model, uint64_t digest)
{
    uint32_t gone[CAPACITY], n_gone = 0;
    for (uint32_t i = CAPACITY; i > model->n; i--)
        gone[n_gone++] = i - 1;
    for (uint32_t i = 0; i < model->n_gone; i++)
        gone[n_gone++] = model->gone[i];
    return seats_model_redraw(digest, (uint32_t)rs_below(rs_mix(digest), CAPACITY), CAPACITY, gone,
                              n_gone);
}
SEATS_MODEL_TESTS(model, "anchor:capacity=40", CAPACITY, "anchor:capacity=10")

/* Capacity 1000, filled, then emptied in random order. */
static void test_published(void **state)
{
    (void)state;
    static const struct {
        uint32_t w;
        double draws, inner, tolerance;
    } published[] = {{900, 1.106, .006, .002},
                     {500, 1.690, .232, .03},
                     {100, 3.292, 2.55, .4},
                     {10, 5.554, 10.0, 2.5}};
    struct rs_placement *p = test_open("anchor:capacity=1000");
    test_add_numbered(p, 0, 1000);
    assert_true(seats_work_check(p).draws == 1);
    for (size_t i = 0; i < N_OF(published); i++) {
        seats_model_shrink(p, published[i].w);
        struct seats_work work = seats_work_check(p);
        assert_true(fabs(work.draws - published[i].draws) < 0.02);
        if (fabs(work.inner - published[i].inner) > published[i].tolerance)
            fail_msg("%u nodes: %.3f inner steps", published[i].w, work.inner);
    }
    rs_close(p);
}

/* 0, then 999, 998, ... to 2: a long way from heir to heir. */
static void test_adversarial(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("anchor:capacity=1000");
    test_add_numbered(p, 0, 1000);
    test_remove_one(p, 0);
    for (uint32_t id = 999; id > 1; id--)
        test_remove_one(p, id);
    assert_true(fabs(seats_work_check(p).inner / 988 - 1) < 0.03);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_churn),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_adversarial),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
