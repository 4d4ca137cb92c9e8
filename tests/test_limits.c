/* test_limits.c - what cannot fit is refused before any of it is tried
 */
#include "support.h"

#include "heap.h"

#include "core/ring_points.h"

static void test_too_many_points(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("ring:vnodes=1000000");
    struct rs_node node = test_node(0, "a");
    struct rs_why why;
    node.weight = 1e4;
    test_refused(rs_add(p, &node, 1, &why), RS_EFULL, &why, "ring", "capacity");
    assert_int_equal(rs_nodes(p, NULL, 0), 0);
    rs_close(p);
}

/* Two weights that no node can have stand for 18 million that it can: 2^64 points, in sum none. */
static void test_sum_that_wraps(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("ring:vnodes=1", "a b");
    const struct rs_change changes[] = {{0, 0, 0x1p63}, {1, 0, 0x1p63}};
    assert_int_equal(ring_change(p, changes, 2), RS_EFULL);
    rs_close(p);
}

/* Weights are added up as they are, halves included. */
static void test_sum_of_weights(void **state)
{
    (void)state;
    static const double weights[] = {0.5, 1.5, 1000};
    for (size_t i = 0; i < N_OF(weights); i++) {
        struct rs_placement *slots = test_open("slots:slots=64"),
                            *bounded = test_open("bounded:load=1");
        double shares[2];
        uint64_t load, cap;
        uint32_t owner;
        for (uint32_t id = 0; id < 2; id++) {
            test_add_one(slots, id, id ? "b" : "a", weights[i]);
            test_add_one(bounded, id, id ? "b" : "a", weights[i]);
        }
        assert_int_equal(rs_shares(slots, shares), RS_OK);
        assert_true(shares[0] == 0.5 && shares[1] == 0.5);
        for (uint64_t key = 1; key <= 9; key++)
            assert_int_equal(rs_assign(bounded, rs_draw(key, 1), &owner), RS_OK);
        for (uint32_t id = 0; id < 2; id++) {
            assert_int_equal(rs_load(bounded, id, &load, &cap), RS_OK);
            assert_int_equal(cap, 5); /* half of the tenth key and those before */
        }
        rs_close(slots);
        rs_close(bounded);
    }
}

/* Twice 179 million points are 2^32 bytes and some where a pointer has 32 bits. */
static void test_bytes_that_wrap(void **state)
{
    (void)state;
    enum { N = 179 };
    struct heap heap = {.limit_bytes = 1 << 24};
    const struct rs_config config = {.allocator = heap_allocator(&heap)};
    struct rs_placement *p = test_open_config("ring:vnodes=1000000", &config);
    struct rs_node nodes[N];
    for (uint32_t i = 0; i < N; i++)
        nodes[i] = test_node(i, "a");
    assert_int_equal(rs_add(p, nodes, N, NULL), RS_ENOMEM);
    rs_close(p);
    assert_true(heap.now_bytes == 0 && !heap.fault);
}

/* Nobody looks at the nodes, which are fewer. */
static void test_too_many_nodes(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("null", "a");
    struct rs_node node = test_node(1, "b");
    struct rs_why why;
    assert_int_equal(rs_add(p, &node, 1u << 30, &why), RS_EFULL);
    assert_int_equal(rs_nodes(p, NULL, 0), 1);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_too_many_points), cmocka_unit_test(test_sum_that_wraps),
        cmocka_unit_test(test_sum_of_weights),  cmocka_unit_test(test_bytes_that_wrap),
        cmocka_unit_test(test_too_many_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
