/* test_counted_again.c - what metrics make of their counts, made again from the same lookups
 *
 * Of three nodes: chi-square has two degrees of freedom then, and its tail is exp(-x / 2).
 */
#include "chi2.h"
#include "metric_run.h"
#include "moved.h"
#include "tally.h"

#include <math.h>

enum { N = 3 };
static const char SPEC[] = "rendezvous";

static double chi2_of(const double n_keys[N])
{
    double all = 0, chi2 = 0;
    for (size_t i = 0; i < N; i++)
        all += n_keys[i];
    for (size_t i = 0; i < N; i++)
        chi2 += (n_keys[i] - all / N) * (n_keys[i] - all / N) / (all / N);
    return chi2;
}

static void assert_near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-9 * (1 + fabs(expected))))
        fail_msg("%.17g, not %.17g", value, expected);
}

/* How many keys have each node as owner `rank`, from 0. */
static void count_owners(size_t rank, double n_keys[N])
{
    struct rs_placement *p = metric_run_place(SPEC, N);
    memset(n_keys, 0, N * sizeof *n_keys);
    for (size_t i = 0; i < N_KEYS; i++) {
        char key[40];
        uint64_t digest;
        uint32_t ids[N];
        snprintf(key, sizeof key, "key:1:%zu", i);
        assert_int_equal(rs_digest(p, test_bytes(key), &digest), RS_OK);
        assert_int_equal(rs_replicas(p, digest, N, ids), N);
        n_keys[ids[rank]]++;
    }
    rs_close(p);
}

static void test_skew(void **state)
{
    (void)state;
    double n_keys[N], mean = (double)N_KEYS / N, squares = 0;
    struct results results;
    count_owners(0, n_keys);
    for (size_t i = 0; i < N; i++)
        squares += (n_keys[i] / mean - 1) * (n_keys[i] / mean - 1);
    metric_run_plain(&results, SPEC, N, "skew");
    const struct result *cv = metric_run_row(&results, "cv", "");
    assert_near(metric_run_row(&results, "chi2_p", "")->real, exp(-chi2_of(n_keys) / 2));
    assert_near(cv->real, sqrt(squares / N));
    assert_near(cv->expected.z, chi2_z(chi2_of(n_keys), N - 1));
    /* The deviation of a binomial count over its mean. */
    assert_near(metric_run_row(&results, "sampling_noise", "")->real,
                sqrt(N_KEYS * (1.0 / N) * (1 - 1.0 / N)) / mean);
    assert_near(cv->expected.theory, metric_run_row(&results, "sampling_noise", "")->real);
    results_free(&results);
}

static void test_replicas(void **state)
{
    static const char *const measures[N] = {"owner_1_chi2_p", "owner_2_chi2_p", "owner_3_chi2_p"};
    (void)state;
    struct results results;
    metric_run_plain(&results, SPEC, N, "replicas");
    for (size_t rank = 0; rank < N; rank++) {
        double n_keys[N];
        count_owners(rank, n_keys);
        assert_near(metric_run_row(&results, measures[rank], "")->real, exp(-chi2_of(n_keys) / 2));
    }
    /* Every node is among the first three of every key. */
    assert_near(metric_run_row(&results, "replica_skew", "")->real, 1);
    results_free(&results);
}

static void test_destinations(void **state)
{
    (void)state;
    struct rs_placement *before = metric_run_place(SPEC, N + 1), *after;
    uint64_t digests[WORKLOAD_BLOCK];
    uint32_t old[WORKLOAD_BLOCK];
    double n_to[N] = {0};
    struct moved moved;
    assert_int_equal(rs_clone(before, NULL, &after), RS_OK);
    test_remove_one(after, N);
    for (size_t i = 0; i < WORKLOAD_BLOCK; i++) {
        digests[i] = rs_draw(1, i + 1);
        old[i] = rs_locate(before, digests[i]);
        if (old[i] == N)
            n_to[rs_locate(after, digests[i])]++;
    }
    assert_true(moved_open(&moved, before, after));
    moved_count(&moved, digests, old, WORKLOAD_BLOCK);
    assert_near(moved_destination_p(&moved), exp(-chi2_of(n_to) / 2));
    assert_int_equal(moved.n_moved, (uint64_t)(n_to[0] + n_to[1] + n_to[2]));
    moved_close(&moved);
    rs_close(after);
    rs_close(before);
}

/* A newcomer's keys are moved keys, and none of the survivors'. */
static void test_newcomer(void **state)
{
    (void)state;
    struct rs_placement *before = metric_run_place(SPEC, N), *after = metric_run_place(SPEC, N + 1);
    uint64_t digests[WORKLOAD_BLOCK], n_new = 0;
    uint32_t old[WORKLOAD_BLOCK];
    struct moved moved;
    for (size_t i = 0; i < WORKLOAD_BLOCK; i++) {
        digests[i] = rs_draw(1, i + 1);
        old[i] = rs_locate(before, digests[i]);
        n_new += rs_locate(after, digests[i]) == N;
    }
    assert_true(moved_open(&moved, before, after));
    moved_count(&moved, digests, old, WORKLOAD_BLOCK);
    assert_true(n_new > 0);
    assert_int_equal(moved.n_moved, n_new);
    assert_int_equal(moved.n_between_survivors, 0);
    assert_int_equal(moved.n_left, 0);
    moved_close(&moved);
    rs_close(after);
    rs_close(before);
}

/* With load 1 the caps are the mean, rounded up, and hold all keys but for the last of them. There
 * are 20000 keys at most. */
static void test_bounded_load(void **state)
{
    static const uint64_t n_keys[] = {7000, N_KEYS, 200000};
    (void)state;
    for (size_t i = 0; i < N_OF(n_keys); i++) {
        const struct metric_run run = {.spec = "bounded:load=1:over=ring",
                                       .metric = "bounded_load",
                                       .n_nodes = N,
                                       .seed = 1,
                                       .n_keys = n_keys[i]};
        struct results results;
        double n = fmin((double)n_keys[i], 20000), most = ceil(n / N);
        metric_run_all(&results, &run);
        assert_near(metric_run_row(&results, "bounded_max_over_mean", "")->real, most * N / n);
        results_free(&results);
    }
}

static void test_no_loads_have_no_error(void **state)
{
    const struct spread none = {.n = 0};
    struct spread two = {.n = 0};
    (void)state;
    assert_true(spread_error(&none) == 0 && spread_cv(&none) == 0);
    spread_add(&two, 0.75), spread_add(&two, 1.125);
    assert_near(spread_error(&two), 0.25);
    assert_near(spread_cv(&two), sqrt((0.0625 + 0.015625) / 2));
}

/* The mean of many lookups varies by the deviation of one over the root of their number. */
static void test_steps(void **state)
{
    (void)state;
    struct rs_placement *p = metric_run_place("jump", 10);
    struct rs_moments law = rs_theory(p, RS_DRAWS);
    struct rs_steps steps = {0, 0, 0};
    struct results results;
    for (size_t i = 0; i < N_KEYS; i++) {
        char key[40];
        uint64_t digest;
        uint32_t id;
        snprintf(key, sizeof key, "key:1:%zu", i);
        assert_int_equal(rs_digest(p, test_bytes(key), &digest), RS_OK);
        assert_int_equal(rs_count(p, digest, &id, &steps), RS_OK);
    }
    metric_run_plain(&results, "jump", 10, "steps");
    const struct result *draws = metric_run_row(&results, "draws", "");
    double mean = (double)steps.draws / N_KEYS;
    assert_near(draws->real, mean);
    assert_near(draws->expected.z, (mean - law.mean) / (law.sd / sqrt(N_KEYS)));
    results_free(&results);
    rs_close(p);
}

/* Each timed loop asks what its reference asked, all of it: more keys than one block has. */
static void test_timed_loops(void **state)
{
    (void)state;
    struct results results;
    metric_run_plain(&results, "ring", N, "throughput");
    assert_true(results.n > 0);
    for (size_t i = 0; i < results.n; i++)
        if (!strcmp(results.rows[i].status, "error"))
            fail_msg("%s: %s", results.rows[i].measure->name, results.rows[i].message);
    results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_skew),         cmocka_unit_test(test_replicas),
        cmocka_unit_test(test_destinations), cmocka_unit_test(test_newcomer),
        cmocka_unit_test(test_bounded_load), cmocka_unit_test(test_no_loads_have_no_error),
        cmocka_unit_test(test_steps),        cmocka_unit_test(test_timed_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
