/* test_comparators.c - every order that is handed to qsort is one, at the ends of what there is
 *
 * Of two items one comes first, whichever is asked for first, and of three the first comes before
 * the last. The files are compiled once more into this program, for the sake of their comparators;
 * test_ring_work.c does the same for points of a ring.
 */
#include "support.h"

#include "../cluster/balancer_shards.c"
#include "../cluster/plan.c"
#include "../harness/io/node_twins.c"
#include "../harness/metrics/results.c"

#include <float.h>
#include <math.h>

typedef int comparator(const void *a, const void *b);

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

/* n items of size bytes; no two are the same one. */
static void check_order(comparator *compare, const void *items, size_t size, size_t n)
{
    const char *at = items;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++) {
            int ab = sign(compare(at + a * size, at + b * size));
            if (a != b)
                assert_int_equal(ab, -sign(compare(at + b * size, at + a * size)));
            for (size_t c = 0; c < n; c++) {
                int bc = sign(compare(at + b * size, at + c * size));
                if (a != b && b != c && a != c && ab == bc)
                    assert_int_equal(sign(compare(at + a * size, at + c * size)), ab);
            }
        }
}

static const double reals[] = {-INFINITY,    -DBL_MAX, -1, -DBL_TRUE_MIN,   -0.0,    0,
                               DBL_TRUE_MIN, DBL_MIN,  1,  1 + DBL_EPSILON, DBL_MAX, INFINITY};
static const uint32_t wholes[] = {0, 1, INT32_MAX, 0x80000000, UINT32_MAX - 1, UINT32_MAX};

static void test_results(void **state)
{
    (void)state;
    check_order(results_compare, reals, sizeof *reals, N_OF(reals));
}

static void test_shards(void **state)
{
    (void)state;
    static struct balancer_item items[N_OF(wholes) * 4 * N_OF(wholes)];
    size_t n = 0;
    for (size_t owner = 0; owner < N_OF(wholes); owner++)
        for (size_t load = 4; load < 8; load++)
            for (size_t shard = 0; shard < N_OF(wholes); shard++)
                items[n++] = (struct balancer_item){reals[load], wholes[owner], wholes[shard]};
    check_order(balancer_shards_compare, items, sizeof *items, n);
}

static void test_parts(void **state)
{
    (void)state;
    static struct plan_part parts[2 * 3 * 2 * N_OF(wholes)];
    size_t n = 0;
    for (size_t full = 0; full < 2; full++)
        for (size_t rest = 5; rest < 8; rest++)
            for (size_t have = 0; have < 2; have++)
                for (size_t row = 0; row < N_OF(wholes); row++) {
                    parts[n].full = full, parts[n].rest = reals[rest], parts[n].have = have;
                    parts[n++].row = wholes[row];
                }
    check_order(plan_compare, parts, sizeof *parts, n);
}

static int by_name(const void *a, const void *b)
{
    return node_twins_by_name(a, b);
}

static int by_id(const void *a, const void *b)
{
    return node_twins_by_id(a, b);
}

static void test_nodes(void **state)
{
    (void)state;
    static const struct rs_bytes names[] = {
        RS_TEXT_BYTES("a"),    RS_TEXT_BYTES("aa"),   RS_TEXT_BYTES("a\0"),  RS_TEXT_BYTES("a\0b"),
        RS_TEXT_BYTES("\x7f"), RS_TEXT_BYTES("\x80"), RS_TEXT_BYTES("\xff"), RS_TEXT_BYTES("B")};
    struct rs_node nodes[N_OF(names) * N_OF(wholes)];
    size_t n = 0;
    for (size_t name = 0; name < N_OF(names); name++)
        for (size_t id = 0; id < N_OF(wholes); id++)
            nodes[n++] = (struct rs_node){.id = wholes[id], .name = names[name]};
    check_order(by_name, nodes, sizeof *nodes, n);
    check_order(by_id, nodes, sizeof *nodes, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_shards),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
