/* test_jump_swap.c - the last node takes the gap of one that leaves, against a list that does so
 */
#include "support.h"

#include "core/jump_bucket.h"
#include "core/strategy.h"

#include <math.h>

struct model {
    uint32_t ids[64], n;
};

static void model_remove(struct model *model, uint32_t id)
{
    uint32_t i = 0;
    while (model->ids[i] != id)
        i++;
    model->ids[i] = model->ids[--model->n];
}

static void check_model(const struct rs_placement *p, const struct model *model)
{
    for (uint64_t i = 0; i < 200; i++) {
        uint32_t expected = RS_NO_NODE;
        if (model->n)
            expected = model->ids[jump_bucket(rs_mix(i), model->n, NULL)];
        assert_int_equal(rs_locate(p, rs_mix(i)), expected);
    }
}

static void check_buckets(const struct rs_placement *p, const char *ids)
{
    struct model model = {{0}, (uint32_t)strlen(ids)};
    for (uint32_t i = 0; i < model.n; i++)
        model.ids[i] = (uint32_t)(ids[i] - '0');
    check_model(p, &model);
}

static void test_gap(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("jump_swap", "a b c d e"), *copy;
    check_buckets(p, "01234");
    test_remove_one(p, 1);
    check_buckets(p, "0423");
    test_remove_one(p, 3);
    check_buckets(p, "042");
    assert_int_equal(rs_clone(p, NULL, &copy), RS_OK);
    check_buckets(copy, "042");
    for (int twin = 0; twin < 2; twin++) {
        struct rs_placement *each = twin ? copy : p;
        test_remove_one(each, 0);
        check_buckets(each, "24");
        test_add_one(each, 1, "b", 1);
        check_buckets(each, "241");
        rs_close(each);
    }
}

/* Several at once equal one by one in the order given. */
static void test_several(void **state)
{
    (void)state;
    static const uint32_t orders[][3] = {{0, 1, 2}, {2, 1, 0}, {5, 0, 4}, {4, 5, 3}, {3, 0, 5},
                                         {1, 5, 2}, {0, 5, 4}, {5, 4, 3}, {2, 3, 1}};
    for (size_t i = 0; i < N_OF(orders); i++) {
        struct rs_placement *bulk = test_placement("jump_swap", "a b c d e f");
        struct rs_placement *single = test_placement("jump_swap", "a b c d e f");
        struct model model = {{0, 1, 2, 3, 4, 5}, 6};
        assert_int_equal(rs_remove(bulk, orders[i], 3, NULL), RS_OK);
        for (size_t n = 0; n < 3; n++) {
            test_remove_one(single, orders[i][n]);
            model_remove(&model, orders[i][n]);
        }
        check_model(bulk, &model);
        assert_int_equal(test_fingerprint(bulk), test_fingerprint(single));
        rs_close(bulk);
        rs_close(single);
    }
}

static void test_churn(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("jump_swap");
    struct model model = {{0}, 0};
    for (uint64_t step = 1; step <= 3000; step++) {
        uint32_t id = (uint32_t)(rs_draw(5, step) % N_OF(model.ids));
        struct rs_node node;
        if (rs_node(p, id, &node) == RS_OK) {
            test_remove_one(p, id);
            model_remove(&model, id);
        } else {
            test_add_numbered(p, id, 1);
            model.ids[model.n++] = id;
        }
        if (step % 50 == 0) { /* carry on with a clone */
            struct rs_placement *copy;
            assert_int_equal(rs_clone(p, NULL, &copy), RS_OK);
            rs_close(p);
            p = copy;
        }
        check_model(p, &model);
    }
    rs_close(p);
}

/* A removal from the middle of n moves (2 - 1/(n-1))/n of the keys. */
static void check_moved(uint32_t n, uint32_t gone, double expected)
{
    enum { N_KEYS = 200000 };
    struct rs_placement *p = test_open("jump_swap"), *before;
    test_add_numbered(p, 0, n);
    double theory = rs_theory(p, RS_MOVED_MIDDLE).mean;
    assert_true(fabs(theory - expected) < 1e-15);
    assert_int_equal(rs_clone(p, NULL, &before), RS_OK);
    test_remove_one(p, gone);
    unsigned n_moved = 0;
    for (uint64_t i = 0; i < N_KEYS; i++)
        n_moved += rs_locate(p, rs_mix(i)) != rs_locate(before, rs_mix(i));
    assert_true(fabs((double)n_moved / N_KEYS - theory) < 0.005);
    rs_close(before);
    rs_close(p);
}

static void test_moved(void **state)
{
    (void)state;
    check_moved(10, 4, (2 - 1 / 9.0) / 10);
    check_moved(2, 0, 0.5);
}

/* Laws of who is removed hold while the node added last is also last in the order. */
static void test_theory_after_a_gap(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("jump_swap", "a b c d e");
    assert_true(fabs(rs_theory(p, RS_MOVED_LAST).mean - 0.2) < 1e-15);
    test_remove_one(p, 1); /* 0 4 2 3 */
    assert_true(rs_theory(p, RS_MOVED_LAST).mean < 0);
    assert_true(rs_theory(p, RS_MOVED_MIDDLE).mean < 0);
    assert_true(fabs(rs_theory(p, RS_MOVED_ADD).mean - 0.2) < 1e-15);
    test_remove_one(p, 3); /* 0 4 2 */
    assert_true(rs_theory(p, RS_MOVED_LAST).mean < 0);
    test_add_one(p, 9, "f", 1);
    assert_true(fabs(rs_theory(p, RS_MOVED_LAST).mean - 0.25) < 1e-15);
    assert_true(rs_theory(p, RS_MOVED_MIDDLE).mean > 0);
    rs_close(p);
}

/* A strategy on this roster that takes weights and details: another weight is no second join, nor
 * is another detail of a node that does not answer. */
static void test_weights(void **state)
{
    (void)state;
    static struct rs_strategy heavy;
    heavy = rs_strategy_jump_swap;
    heavy.name = "heavy";
    heavy.traits |= RS_WEIGHTED | RS_DETAIL;
    heavy.weight.min = 0.5, heavy.weight.max = 2;
    assert_int_equal(rs_strategy_register(&heavy, NULL), RS_OK);
    struct rs_placement *p = test_placement("heavy", "a b c");
    struct rs_node nodes[] = {test_node(0, "a"), test_node(1, "b")};
    nodes[0].weight = nodes[1].weight = 2;
    assert_int_equal(rs_update(p, nodes, 2, NULL), RS_OK);
    check_buckets(p, "012");
    nodes[0].weight = 0;
    assert_int_equal(rs_update(p, nodes, 1, NULL), RS_OK);
    check_buckets(p, "21");
    nodes[0].detail = test_bytes("another");
    assert_int_equal(rs_update(p, nodes, 1, NULL), RS_OK);
    check_buckets(p, "21");
    nodes[0].weight = 1;
    assert_int_equal(rs_update(p, nodes, 1, NULL), RS_OK);
    check_buckets(p, "210");
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_theory_after_a_gap),
        cmocka_unit_test(test_gap),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_churn),
        cmocka_unit_test(test_moved),
        cmocka_unit_test(test_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
