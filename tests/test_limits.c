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
        cmocka_unit_test(test_too_many_points),
        cmocka_unit_test(test_sum_that_wraps),
        cmocka_unit_test(test_bytes_that_wrap),
        cmocka_unit_test(test_too_many_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
