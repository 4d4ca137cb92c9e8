/* test_parallel.c - a loop on many workers does each item once, and counts as one worker does
 */
#include "key_visit.h"
#include "parallel.h"
#include "tally.h"

#include "results.h"
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>

enum { N_ITEMS = 10007, N_KEYS = 200001 };

struct visits {
    unsigned char n[N_ITEMS];
    unsigned n_calls[300];
};

static void visit(void *ctx, size_t begin, size_t end, unsigned worker)
{
    struct visits *visits = ctx;
    visits->n_calls[worker]++;
    for (size_t i = begin; i < end; i++)
        visits->n[i]++;
}

static void test_each_item_once(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 2, 3, 100, N_ITEMS};
    static struct visits visits;
    for (unsigned n_workers = 0; n_workers <= 70; n_workers += n_workers < 5 ? 1 : 13)
        for (size_t s = 0; s < N_OF(sizes); s++) {
            memset(&visits, 0, sizeof visits);
            parallel_for(n_workers, sizes[s], visit, &visits);
            for (size_t i = 0; i < N_ITEMS; i++)
                assert_int_equal(visits.n[i], i < sizes[s]);
            for (unsigned w = 0; w < N_OF(visits.n_calls); w++)
                assert_true(visits.n_calls[w] <= (w < n_workers || w == 0));
        }
}

static void test_workers(void **state)
{
    (void)state;
    assert_true(parallel_workers(0) >= 1);
    assert_int_equal(parallel_workers(1), 1);
    assert_int_equal(parallel_workers(7), 7);
    assert_true(parallel_workers(1000000) <= 1000);
}

struct sums {
    uint64_t sum[64], n[64];
};

static void add_up(void *ctx, const uint64_t *digests, size_t n, unsigned worker)
{
    struct sums *sums = ctx;
    assert_true(n > 0 && n <= WORKLOAD_BLOCK);
    for (size_t i = 0; i < n; i++)
        sums->sum[worker] += rs_mix(digests[i]);
    sums->n[worker] += n;
}

static void check_stream(const char *workload, unsigned n_workers, uint64_t limit)
{
    struct rs_placement *p = test_open("ring");
    const struct workload_args args = {N_KEYS, 5, NULL};
    struct key_stream keys;
    struct rs_why why = {""};
    struct sums sums = {{0}, {0}};
    const struct key_visit all = {n_workers, limit, add_up, &sums};
    uint64_t expected = 0, n_expected = 0, sum = 0, n_sum = 0, n_visited = 0;
    static struct key_pass pass;
    assert_true(key_stream_open(&keys, workload_find(workload), &args, &why));
    pass.keys = &keys;
    while (key_pass_next(&pass, p, &why) && pass.n)
        for (size_t i = 0; i < pass.n; i++)
            if (!limit || n_expected < limit)
                expected += rs_mix(pass.digests[i]), n_expected++;
    assert_true(key_stream_rewind(&keys, &why));
    assert_true(key_visit_all(&all, &keys, p, &n_visited, &why));
    for (size_t w = 0; w < 64; w++)
        sum += sums.sum[w], n_sum += sums.n[w];
    assert_int_equal(n_visited, n_expected);
    assert_int_equal(n_sum, n_expected);
    assert_true(sum == expected);
    key_stream_close(&keys);
    rs_close(p);
}

static void test_all_keys(void **state)
{
    (void)state;
    for (unsigned n_workers = 1; n_workers <= 64; n_workers *= 4) {
        check_stream("uniform", n_workers, 0);
        check_stream("prefix", n_workers, 0);
        check_stream("sequential", n_workers, 1);
        check_stream("sequential", n_workers, 70000);
        check_stream("zipf", n_workers, N_KEYS + 5);
    }
}

/* A key without a digest ends the pass with words. */
static void test_key_without_digest(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("ring:hash=identity:label_hash=xxh3");
    const struct workload_args args = {N_KEYS, 5, NULL};
    struct key_stream keys;
    struct rs_why why = {""};
    struct sums sums = {{0}, {0}};
    const struct key_visit all = {3, 0, add_up, &sums};
    assert_true(key_stream_open(&keys, workload_find("uniform"), &args, &why));
    assert_false(key_visit_all(&all, &keys, p, NULL, &why));
    assert_non_null(strstr(why.text, "hash identity has no digest"));
    key_stream_close(&keys);
    rs_close(p);
}

static void test_counts_do_not_depend_on_threads(void **state)
{
    (void)state;
    enum { N = 13 };
    struct rs_node nodes[N];
    char names[N][16];
    uint64_t n_keys[2][N], sum = 0;
    for (uint32_t i = 0; i < N; i++) {
        snprintf(names[i], sizeof names[i], "n%u", i);
        nodes[i] = test_node(i * 7, names[i]);
    }
    for (unsigned t = 0; t < 2; t++) {
        const struct workload_args args = {N_KEYS, 1, NULL};
        struct key_stream keys;
        struct rs_why why = {""};
        struct tally tally;
        assert_true(key_stream_open(&keys, workload_find("uniform"), &args, &why));
        const struct subject subject = {
            .spec = "ring", .nodes = nodes, .n_nodes = N, .keys = &keys, .n_threads = t ? 7 : 1};
        assert_int_equal(tally_open(&tally, &subject, nodes, &why), RS_OK);
        assert_true(tally_count(&tally, &why));
        assert_int_equal(tally.n_all, N_KEYS);
        memcpy(n_keys[t], tally.n_keys, sizeof n_keys[t]);
        tally_close(&tally);
        key_stream_close(&keys);
    }
    assert_memory_equal(n_keys[0], n_keys[1], sizeof n_keys[0]);
    for (size_t i = 0; i < N; i++)
        sum += n_keys[0][i];
    assert_int_equal(sum, N_KEYS);
}

static void test_key_visit_workers(void **state)
{
    (void)state;
    assert_int_equal(key_visit_workers(7, 0), 7);
    assert_int_equal(key_visit_workers(7, 1000), 7);
    assert_int_equal(key_visit_workers(7, (size_t)1 << 23), 4);
    assert_int_equal(key_visit_workers(7, (size_t)1 << 26), 1);
    assert_int_equal(key_visit_workers(0, 1), parallel_workers(0));
}

static pthread_t main_thread;
static atomic_uint n_elsewhere;

static void noted_locate_many(const struct rs_placement *p, const uint64_t *digests, size_t n,
                              uint32_t *ids)
{
    n_elsewhere += !pthread_equal(pthread_self(), main_thread);
    rs_strategy_find("jump_swap")->locate_many(p, digests, n, ids);
}

/* Every metric that visits keys takes as many threads as it is told to. */
static void test_metrics_take_their_threads(void **state)
{
    (void)state;
    static struct rs_strategy noted;
    static const char *const metrics[] = {"skew", "migration"};
    struct rs_node nodes[3] = {test_node(0, "a"), test_node(1, "b"), test_node(2, "new")};
    noted = *rs_strategy_find("jump_swap");
    noted.name = "noted";
    noted.locate_many = noted_locate_many;
    assert_int_equal(rs_strategy_register(&noted, NULL), RS_OK);
    main_thread = pthread_self();
    for (size_t i = 0; i < 2 * N_OF(metrics); i++) {
        const struct workload_args args = {N_KEYS, 1, NULL};
        struct key_stream keys;
        struct results results;
        struct rs_why why = {""};
        assert_true(key_stream_open(&keys, workload_find("uniform"), &args, &why));
        assert_true(results_open(&results, NULL, TABLE_CSV));
        const struct subject subject = {.results = &results,
                                        .spec = "noted",
                                        .label = "noted",
                                        .workload = "uniform",
                                        .nodes = nodes,
                                        .n_nodes = 2,
                                        .keys = &keys,
                                        .n_keys = N_KEYS,
                                        .seed = 1,
                                        .n_threads = i % 2 ? 3 : 1};
        n_elsewhere = 0;
        if (!metric_find(metrics[i / 2])->run(&subject, &why))
            fail_msg("%s: %s", metrics[i / 2], why.text);
        if ((i % 2) != (n_elsewhere > 0))
            fail_msg("%s: %u blocks elsewhere", metrics[i / 2], n_elsewhere);
        assert_true(results_close(&results));
        results_free(&results);
        key_stream_close(&keys);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key_visit_workers),
        cmocka_unit_test(test_metrics_take_their_threads),
        cmocka_unit_test(test_each_item_once),
        cmocka_unit_test(test_workers),
        cmocka_unit_test(test_all_keys),
        cmocka_unit_test(test_key_without_digest),
        cmocka_unit_test(test_counts_do_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
