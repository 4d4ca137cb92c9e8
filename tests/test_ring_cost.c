/* test_ring_cost.c - what a ring takes of memory, and that lookups take none
 */
#include "support.h"

#include "heap.h"

enum { STATE_BYTES = 128 }; /* a ring's own struct is longer than null's */

/* Beyond the node table a point costs at most 16 bytes, however the ring grew. */
static void check_cost(struct rs_placement *ring, struct rs_placement *null, const struct heap *at,
                       const struct heap *floor)
{
    size_t n = rs_nodes(ring, NULL, 0);
    assert_int_equal(rs_nodes(null, NULL, 0), n);
    assert_true(at->now_bytes - floor->now_bytes <= 16 * n * 100 + STATE_BYTES);
}

static void test_cost(void **state)
{
    (void)state;
    struct heap one = {0}, two = {0};
    struct rs_config first = {.allocator = heap_allocator(&one)};
    struct rs_config second = {.allocator = heap_allocator(&two)};
    struct rs_placement *ring = test_open_config("ring:vnodes=100", &first);
    struct rs_placement *null = test_open_config("null", &second);
    const size_t empty = one.now_bytes;
    for (uint32_t id = 0; id < 150; id++) {
        test_add_numbered(ring, id, 1), test_add_numbered(null, id, 1);
        check_cost(ring, null, &one, &two);
    }
    for (uint32_t id = 0; id < 149; id++) { /* and it is given back */
        test_remove_one(ring, id * 7 % 150), test_remove_one(null, id * 7 % 150);
        check_cost(ring, null, &one, &two);
    }
    test_remove_one(ring, 149 * 7 % 150);
    assert_int_equal(one.now_bytes, empty);
    rs_close(ring);
    rs_close(null);
    assert_true(one.now_bytes == 0 && two.now_bytes == 0);
}

static void test_lookups_allocate_nothing(void **state)
{
    (void)state;
    struct heap heap = {0};
    struct rs_config config = {.allocator = heap_allocator(&heap)};
    struct rs_placement *p = test_open_config("ring", &config);
    test_add_numbered(p, 0, 30);
    const uint64_t n_allocs = heap.n_allocs;
    for (uint64_t i = 0; i < 100; i++) {
        uint64_t digest = rs_mix(i), point;
        uint32_t ids[30];
        char label[64];
        struct rs_steps steps = {0, 0, 0};
        ids[0] = test_locate(p, "key");
        rs_locate_many(p, &digest, 1, ids);
        assert_int_equal(rs_replicas(p, digest, 30, ids), 30);
        assert_int_equal(rs_count(p, digest, ids, &steps), RS_OK);
        assert_int_equal(rs_explain(p, digest, &point, label, sizeof label), RS_OK);
    }
    assert_int_equal(heap.n_allocs, n_allocs);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cost),
        cmocka_unit_test(test_lookups_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
