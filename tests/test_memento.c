/* test_memento.c - MementoHash against plain lists, published work, and theory
 */
#include "seats_model.h"

/* The strategy jump over n nodes says where the first draw falls. */
static uint32_t model_owner(const struct seats_model *model, uint64_t digest)
{
    static struct rs_placement *jumps[MODEL_MAX + 1];
    struct rs_placement **jump = &jumps[model->n];
    if (!*jump) {
        *jump = test_open("jump");
        test_add_numbered(*jump, 0, model->n);
    }
    return seats_model_redraw(digest, rs_locate(*jump, digest), model->n, model->gone,
                              model->n_gone);
}
SEATS_MODEL_TESTS(model, "memento", MODEL_MAX, "")

static void test_published(void **state)
{
    (void)state;
    static const struct {
        uint32_t w;
        double inner, tolerance;
    } published[] = {{900, .006, .003}, {500, .307, .06}, {100, 6.71, 2}, {10, 86, 45}};
    struct rs_placement *p = test_open("memento");
    test_add_numbered(p, 0, 1000);
    assert_true(seats_work_check(p).inner == 0);
    for (size_t i = 0; i < N_OF(published); i++) {
        seats_model_shrink(p, published[i].w);
        struct seats_work work = seats_work_check(p);
        if (fabs(work.inner - published[i].inner) > published[i].tolerance)
            fail_msg("%u nodes: %.3f inner steps", published[i].w, work.inner);
    }
    rs_close(p);
}

/* Without a gap it is jump; the last bucket goes without one. */
static void test_is_jump(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("memento"), *jump = test_open("jump");
    test_add_numbered(p, 0, 60), test_add_numbered(jump, 0, 50);
    for (uint32_t id = 59; id >= 50; id--)
        test_remove_one(p, id);
    test_same_answers(p, jump);
    test_remove_one(p, 7), test_remove_one(p, 49);
    test_add_numbered(p, 49, 1), test_add_numbered(p, 7, 1);
    test_same_answers(p, jump);
    rs_close(p);
    rs_close(jump);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_churn),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_is_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
