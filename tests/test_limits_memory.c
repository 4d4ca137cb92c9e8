/* test_limits_memory.c - memory that is bounded: how much a node takes, and what happens at the end
 *
 * The library predicts no sizes; whoever has a limit gives an allocator that keeps it. Then every
 * strategy grows up to the limit, never beyond, and a change that would not fit changes nothing.
 */
#include "support.h"

#include "heap.h"

enum { N_NODES = 1000 };

/* Bytes over null with N_NODES nodes of weight 1, added in one call: for each node and besides. As
 * the strategies say, with room to grow by a quarter, and their larger structs. */
static const struct {
    const char *name;
    size_t of_node, besides;
} most[] = {
    {"null", 0, 0},
    {"modulo", 5, 256},
    {"ring", 16 * 160, 512},
    {"multiprobe", 16, 512},
    {"jump", 5, 256},
    {"jump_swap", 5, 256},
    {"jumpback", 5, 256},
    {"power", 5, 256},
    {"flip", 5, 256},
    {"binomial", 5, 256},
    {"rendezvous", 15, 256},
    {"weighted_rendezvous", 25, 256},
    {"maglev", 8, 2 * 65537 + 512},
    {"anchor", 10, 16 * 4096 + 512},
    {"dx", 10, 65536 / 8 + 512},
    {"memento", 10, 512},
    {"slots", 32, 64 * 16384 + 512},
    {"bounded", 16 * 160 + 192, 4096},
};

static struct rs_placement *open_full(const char *spec, struct heap *heap)
{
    struct rs_config config = {.allocator = heap_allocator(heap)};
    static struct rs_node nodes[N_NODES];
    static char names[N_NODES][16];
    struct rs_placement *p = test_open_config(spec, &config);
    for (uint32_t i = 0; i < N_NODES; i++) {
        snprintf(names[i], sizeof names[i], "node-%u", i);
        nodes[i] = test_node(i, names[i]);
    }
    test_add(p, nodes, N_NODES);
    return p;
}

static void test_a_node_takes_what_is_said(void **state)
{
    (void)state;
    struct heap floor = {0};
    struct rs_placement *null = open_full("null", &floor);
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++) {
        size_t row = 0;
        while (row < N_OF(most) && strcmp(most[row].name, strategy->name))
            row++;
        if (row == N_OF(most))
            fail_msg("%s: say here how many bytes it takes", strategy->name);
        struct heap heap = {0};
        struct rs_placement *p = open_full(strategy->name, &heap);
        size_t over = heap.now_bytes - floor.now_bytes;
        size_t bound = most[row].of_node * N_NODES + most[row].besides;
        if (heap.now_bytes < floor.now_bytes || over > bound)
            fail_msg("%s: %zu bytes over null, at most %zu are said", strategy->name, over, bound);
        rs_close(p);
        assert_int_equal(heap.now_bytes, 0);
    }
    rs_close(null);
    assert_int_equal(floor.now_bytes, 0);
}

/* Besides a struct and the name: 8 to 16 bytes a node, for the map of ids. */
static void test_the_map_of_ids_is_at_most_half_empty(void **state)
{
    (void)state;
    struct rs_node nodes[100];
    for (uint32_t n = 4; n <= N_OF(nodes); n++) {
        struct heap heap = {0};
        struct rs_config config = {.allocator = heap_allocator(&heap)};
        struct rs_placement *p = test_open_config("null", &config);
        size_t empty = heap.now_bytes;
        for (uint32_t i = 0; i < n; i++)
            nodes[i] = test_node(i, "name");
        test_add(p, nodes, n);
        assert_in_range(heap.now_bytes - empty - n * (sizeof(struct rs_slot) + strlen("name")),
                        8 * n, 16 * n - 1);
        rs_close(p);
    }
}

/* Where an array holds the nodes, one of them changes or goes without a copy of it, and another
 * weight needs no room. */
static void check_one_of_many(const char *spec)
{
    struct heap heap = {0};
    struct rs_config config = {.allocator = heap_allocator(&heap)};
    struct rs_placement *p = test_open_config(spec, &config);
    struct rs_node node = test_node(0, "node-0");
    node.weight = rs_traits(p) & RS_WEIGHTED ? 2 : 1;
    for (uint32_t n = 1; n <= 300; n++) {
        test_add_numbered(p, n - 1, 1);
        size_t before = heap.now_bytes;
        heap.limit_bytes = before + 512;
        assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
        assert_int_equal(heap.now_bytes, before);
        heap.limit_bytes = 0;
        node.weight = node.weight == 1 && rs_traits(p) & RS_WEIGHTED ? 2 : 1;
    }
    for (uint32_t n = 300; n > 0; n--) {
        heap.limit_bytes = heap.now_bytes + 512;
        test_remove_one(p, n - 1);
    }
    rs_close(p);
    assert_true(heap.now_bytes == 0 && !heap.fault);
}

static void test_one_of_many_changes_without_a_copy(void **state)
{
    (void)state;
    static const char *const specs[] = {"modulo", "jump",       "jump_swap",
                                        "power",  "rendezvous", "weighted_rendezvous"};
    for (size_t i = 0; i < N_OF(specs); i++)
        check_one_of_many(specs[i]);
}

enum { N_AT_ONCE = 8 };

/* Nodes are added by the handful until memory is short. */
static void check_limit(const char *spec, size_t limit_bytes)
{
    struct heap heap = {.limit_bytes = limit_bytes};
    struct rs_config config = {.allocator = heap_allocator(&heap)};
    struct rs_placement *p = test_open_config(spec, &config);
    enum rs_status status = RS_OK;
    for (uint32_t id = 0; !status && id < 1 << 16; id += N_AT_ONCE) {
        struct rs_node nodes[N_AT_ONCE];
        uint64_t before = test_fingerprint(p);
        size_t n = rs_nodes(p, NULL, 0);
        for (uint32_t i = 0; i < N_AT_ONCE; i++)
            nodes[i] = test_node(id + i, "a name of some length");
        status = rs_add(p, nodes, N_AT_ONCE, NULL);
        if (status) {
            assert_true(status == RS_EFULL || (status == RS_ENOMEM && heap.n_failed));
            assert_int_equal(rs_nodes(p, NULL, 0), n);
            assert_int_equal(test_fingerprint(p), before);
        }
    }
    if (!status)
        fail_msg("%s takes any number of nodes in %zu bytes", spec, limit_bytes);
    rs_close(p);
    assert_true(heap.now_bytes == 0 && !heap.fault);
}

static void test_a_limit_is_kept(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++) {
        struct heap empty = {0};
        struct rs_config config = {.allocator = heap_allocator(&empty)};
        struct rs_placement *p = test_open_config(strategy->name, &config);
        test_add_numbered(p, 0, 3);
        size_t n_bytes = empty.now_bytes;
        rs_close(p);
        check_limit(strategy->name, 2 * n_bytes + (1 << 13));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_node_takes_what_is_said),
        cmocka_unit_test(test_the_map_of_ids_is_at_most_half_empty),
        cmocka_unit_test(test_one_of_many_changes_without_a_copy),
        cmocka_unit_test(test_a_limit_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
