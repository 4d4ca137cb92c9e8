/* test_timed.c - what is timed does what it says: marks, the hot set, the points of a ring
 */
#include "bench_nodes.h"
#include "metric_run.h"
#include "timed_ops.h"

enum { N_DIGESTS = 20000 };

static uint64_t digests[N_DIGESTS];
static struct rs_bytes sample[N_DIGESTS];
static char keys[N_DIGESTS][24];

static void open_timed(struct timed *t, struct subject *subject, const struct bench_nodes *nodes)
{
    struct rs_placement *p = test_open("ring");
    struct rs_why why = {""};
    for (size_t i = 0; i < N_DIGESTS; i++) {
        snprintf(keys[i], sizeof keys[i], "key-%zu", i);
        sample[i] = test_bytes(keys[i]);
        assert_int_equal(rs_digest(p, sample[i], &digests[i]), RS_OK);
    }
    rs_close(p);
    *subject = (struct subject){.spec = "ring",
                                .label = "ring",
                                .nodes = nodes->nodes,
                                .n_nodes = 100,
                                .digests = digests,
                                .sample = sample,
                                .n_digests = N_DIGESTS,
                                .seed = 1};
    if (!timed_open(t, subject, &why))
        fail_msg("%s", why.text);
}

static void test_marks(void **state)
{
    (void)state;
    for (size_t i = 0; i < 100; i++)
        assert_int_equal(timed_mark(i, 7), 7 * (2 * i + 1));
}

static void test_operations(void **state)
{
    (void)state;
    struct bench_nodes nodes;
    struct subject subject;
    struct timed t;
    struct rs_why why = {""};
    uint64_t expected, sum = 0;
    assert_true(bench_nodes_make(&nodes, NULL, 100));
    open_timed(&t, &subject, &nodes);
    for (size_t i = 0; i < N_DIGESTS; i++) /* the first ones, over and over */
        sum += timed_mark(i, rs_locate(t.still, t.digests[i % TIMED_HOT]));
    assert_int_equal(timed_hot.expect(&t, &expected, &why), RS_OK);
    assert_true(timed_hot.run(&t) == expected && sum == expected);
    assert_int_equal(timed_std_search.expect(&t, &expected, &why), RS_OK);
    assert_int_equal(t.n_points, 100 * 160);
    timed_close(&t);
    bench_nodes_free(&nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
