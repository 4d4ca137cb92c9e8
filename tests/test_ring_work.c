/* test_ring_work.c - the order of points is one, and changes compare no more than they must
 *
 * ring_points.c is compiled once more, into this program, with its look at the node of a point
 * counted: with a hash that sends every label to one place each comparison of two points looks at
 * both nodes, and a removal looks at the node of each point that it passes. No clock is asked.
 */
#include "support.h"

#include "core/ring_arrays.h"
#include "core/ring_labels.h"
#include "core/ring_points.h"

static uint64_t n_looked_at;

static uint32_t counted_slot_of(const struct rs_placement *p, uint32_t id)
{
    n_looked_at++;
    return rs_slot_of(p, id);
}

#define rs_slot_of counted_slot_of
#include "core/ring_points.c"
#undef rs_slot_of

static enum rs_status one_place_digest(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    (void)key, (void)seed;
    *digest = 7;
    return RS_OK;
}

static const struct rs_hash one_place = {
    .abi = RS_ABI,
    .name = "one_place",
    .summary = "always 7",
    .origin = "test_ring_work.c",
    .n_bits = 64,
    .any_bytes = true,
    .test_only = true,
    .digest = one_place_digest,
};

static int register_one_place(void **state)
{
    (void)state;
    return rs_hash_register(&one_place, NULL) != RS_OK;
}

#define SPEC "ring:label_hash=one_place:vnodes=1"

/* Names and ids in an order that is neither theirs nor its reverse; every eighth name comes again.
 */
static void add_shuffled(struct rs_placement *p, uint32_t first, uint32_t n)
{
    struct rs_node nodes[1024];
    char names[1024][16];
    assert_true(n <= N_OF(nodes));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = first + i * 389 % n;
        snprintf(names[i], sizeof names[i], "n%u", number % 8 ? number : number / 16);
        nodes[i] = test_node(number, names[i]);
    }
    test_add(p, nodes, n);
}

static unsigned bits_of(uint64_t n)
{
    unsigned n_bits = 0;
    while (n >> n_bits)
        n_bits++;
    return n_bits;
}

/* n nodes at once are sorted once, n log n, and merged by n searches; one by one would look at some
 * n^2 / 4 of them again. */
static void test_adding_many_sorts_once(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 10, 100, 509, 1000};
    for (size_t s = 0; s < N_OF(sizes); s++) {
        const uint32_t n = sizes[s];
        struct rs_placement *p = test_open(SPEC);
        n_looked_at = 0;
        add_shuffled(p, 0, n);
        assert_in_range(n_looked_at, 0, 2 * n * bits_of(n - 1));
        n_looked_at = 0;
        add_shuffled(p, 10000, n);
        assert_in_range(n_looked_at, n > 1, 2 * n * (bits_of(n - 1) + bits_of(n)));
        rs_close(p);
    }
}

/* One that leaves is known by its id; of several, each point is asked for once. */
static void test_removing_looks_at_a_point_once(void **state)
{
    (void)state;
    enum { N = 1000, N_GONE = 300 };
    struct rs_placement *p = test_open(SPEC);
    uint32_t gone[N_GONE];
    add_shuffled(p, 0, N);
    n_looked_at = 0;
    test_remove_one(p, 17);
    assert_int_equal(n_looked_at, 0);
    for (uint32_t i = 0; i < N_GONE; i++)
        gone[i] = 18 + i * 3;
    assert_int_equal(rs_remove(p, gone, N_GONE, NULL), RS_OK);
    assert_in_range(n_looked_at, 1, N - 1);
    rs_close(p);
}

/* Every sign, every pair and every triple of points and nodes at the ends of what they can be. */
static void test_order_is_total(void **state)
{
    (void)state;
    static const uint64_t places[] = {0,          1,         INT32_MAX,         UINT64_C(1) << 31,
                                      UINT32_MAX, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX};
    static const struct {
        uint32_t id;
        struct rs_bytes name;
    } nodes[] = {{0, RS_TEXT_BYTES("a")},          {1, RS_TEXT_BYTES("")},
                 {0x7fffffff, RS_TEXT_BYTES("a")}, {0x80000000, RS_TEXT_BYTES("a")},
                 {0xfffffffe, RS_TEXT_BYTES("")},  {2, RS_TEXT_BYTES("a\0")},
                 {3, RS_TEXT_BYTES("a\0b")},       {4, RS_TEXT_BYTES("\x7f")},
                 {5, RS_TEXT_BYTES("\x80")},       {6, RS_TEXT_BYTES("\xff")}};
    enum { N = N_OF(places) * N_OF(nodes) };
    struct rs_placement *p = test_open(SPEC);
    struct ring_point points[N];
    static bool before[N][N];
    for (size_t i = 0; i < N_OF(nodes); i++) {
        struct rs_node node = {.id = nodes[i].id, .weight = 1, .name = nodes[i].name};
        test_add(p, &node, 1);
    }
    for (size_t i = 0; i < N; i++)
        points[i] = (struct ring_point){places[i / N_OF(nodes)], nodes[i % N_OF(nodes)].id};
    for (size_t a = 0; a < N; a++)
        for (size_t b = 0; b < N; b++)
            before[a][b] = ring_before((struct ring *)p, points[a], points[b]);
    for (size_t a = 0; a < N; a++)
        for (size_t b = 0; b < N; b++) {
            assert_int_equal(before[a][b] + before[b][a], a != b);
            for (size_t c = 0; c < N; c++)
                assert_true(!before[a][b] || !before[b][c] || before[a][c]);
        }
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adding_many_sorts_once),
        cmocka_unit_test(test_removing_looks_at_a_point_once),
        cmocka_unit_test(test_order_is_total),
    };
    return cmocka_run_group_tests(tests, register_one_place, NULL);
}
