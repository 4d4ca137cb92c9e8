/* test_timed.c - what is timed does what it says: marks, the hot set, the points of a ring
 */
#include "bench_nodes.h"
#include "metric_run.h"
#include "timed_ops.h"

#include <sys/mman.h>
#include <unistd.h>

enum { N_DIGESTS = 20000 };

static uint64_t digests[N_DIGESTS];
static struct rs_bytes sample[N_DIGESTS];
static char keys[N_DIGESTS][24];

static void open_timed(struct timed *t, struct subject *subject, const struct bench_nodes *nodes,
                       size_t n_digests)
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
                                .n_digests = n_digests,
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
    open_timed(&t, &subject, &nodes, N_DIGESTS);
    for (size_t i = 0; i < N_DIGESTS; i++) /* the first ones, over and over */
        sum += timed_mark(i, rs_locate(t.still, t.digests[i % TIMED_HOT]));
    assert_int_equal(timed_hot.expect(&t, &expected, &why), RS_OK);
    assert_true(timed_hot.run(&t) == expected && sum == expected);
    assert_int_equal(timed_std_search.expect(&t, &expected, &why), RS_OK);
    assert_int_equal(t.n_points, 100 * 160);
    timed_close(&t);
    bench_nodes_free(&nodes);
}

/* What lies behind the digests may not be read: a page that nobody may touch is there. */
static void run_at_the_edge(struct timed *t, const struct timed_op *op)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE),
           n_bytes = t->subject->n_digests * sizeof *t->digests;
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct rs_why why = {""};
    struct timed at_edge = *t;
    uint64_t expected;
    assert_true(pages != MAP_FAILED && n_bytes <= page);
    assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    at_edge.digests = memcpy(pages + page - n_bytes, t->digests, n_bytes);
    assert_int_equal(op->expect(&at_edge, &expected, &why), RS_OK);
    assert_true(op->run(&at_edge) == expected);
    assert_int_equal(munmap(pages, 2 * page), 0);
}

static void test_digests_end_where_they_end(void **state)
{
    static const struct timed_op *const ops[] = {&timed_lookup, &timed_again,     &timed_hot,
                                                 &timed_batch,  &timed_dependent, &timed_end_to_end,
                                                 &timed_cycle};
    static const size_t counts[] = {1, 2, 3, TIMED_HOT - 1, TIMED_HOT, TIMED_HOT + 1, 300};
    struct bench_nodes nodes;
    struct subject subject;
    struct timed t;
    (void)state;
    assert_true(bench_nodes_make(&nodes, NULL, 100));
    for (size_t c = 0; c < N_OF(counts); c++) {
        open_timed(&t, &subject, &nodes, counts[c]);
        t.is_first = true;
        for (size_t i = 0; i < N_OF(ops); i++)
            run_at_the_edge(&t, ops[i]);
        timed_close(&t);
    }
    bench_nodes_free(&nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_digests_end_where_they_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
