/* test_field_metrics.c - weights, replicas, failover, popularity and caps, counted another way
 */
#include "metric_run.h"

#include <math.h>

enum { N = 7 };

static double value_of(const struct results *results, const char *measure)
{
    const struct result *row = metric_run_row(results, measure, "");
    if (strcmp(row->status, "ok"))
        fail_msg("%s: %s", measure, row->status);
    return row->real;
}

static void assert_unsupported(const char *spec, const char *metric, uint64_t n_nodes)
{
    struct results results;
    metric_run_plain(&results, spec, n_nodes, metric);
    assert_true(results.n > 0);
    for (size_t i = 0; i < results.n; i++) {
        assert_non_null(results.rows[i].measure->name);
        assert_string_equal(results.rows[i].status, "unsupported");
    }
    results_free(&results);
}

static void test_weights(void **state)
{
    (void)state;
    static const double weights[N] = {1, 2, 3, 4, 1, 2, 3};
    struct rs_placement *p = test_open("ring:vnodes=40");
    double n_keys[N] = {0}, max = 0, squares = 0;
    for (uint32_t i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "node-%u", i);
        test_add_one(p, i, name, weights[i]);
    }
    for (size_t i = 0; i < N_KEYS; i++)
        n_keys[metric_run_owner(p, i)]++;
    for (size_t i = 0; i < N; i++) {
        double error = n_keys[i] / (N_KEYS * weights[i] / 16) - 1;
        max = fmax(max, fabs(error)), squares += error * error / N;
    }
    struct results results;
    metric_run_plain(&results, "ring:vnodes=40", N, "weights");
    assert_true(fabs(value_of(&results, "weight_error_max") - max) < 1e-12);
    assert_true(fabs(value_of(&results, "weight_error_rms") - sqrt(squares)) < 1e-12);
    assert_true(fabs(value_of(&results, "share_weight_error_rms") - sqrt(squares)) < 0.05);
    const struct result *rms = metric_run_row(&results, "weight_error_rms", "");
    assert_true(rms->expected.theory > 0 && fabs(rms->expected.z) < 4);
    results_free(&results);
    rs_close(p);
    assert_unsupported("jump", "weights", N);
}

static void test_replicas(void **state)
{
    (void)state;
    struct rs_placement *p = metric_run_place("ring", N);
    double n_keys[N] = {0}, max = 0;
    for (size_t i = 0; i < N_KEYS; i++) {
        char key[40];
        uint64_t digest;
        uint32_t ids[3];
        snprintf(key, sizeof key, "key:1:%zu", i);
        assert_int_equal(rs_digest(p, test_bytes(key), &digest), RS_OK);
        assert_int_equal(rs_replicas(p, digest, 3, ids), 3);
        for (size_t r = 0; r < 3; r++)
            n_keys[ids[r]]++;
    }
    for (size_t i = 0; i < N; i++)
        max = fmax(max, n_keys[i] / (N_KEYS * 3.0 / N));
    struct results results;
    metric_run_plain(&results, "ring", N, "replicas");
    assert_true(fabs(value_of(&results, "replica_skew") - max) < 1e-12);
    assert_true(value_of(&results, "owner_1_chi2_p") < 1e-3);
    results_free(&results);
    metric_run_plain(&results, "ring", 2, "replicas");
    assert_true(value_of(&results, "replica_skew") == 1);
    assert_string_equal(metric_run_row(&results, "owner_3_chi2_p", "")->status, "unsupported");
    results_free(&results);
    rs_close(p);
    assert_unsupported("null", "replicas", N);
}

/* At seven nodes every one of them is a victim. */
static void test_failover(void **state)
{
    (void)state;
    double worst = 0, n_parts = 0;
    for (uint32_t victim = 0; victim < N; victim++) {
        struct rs_placement *p = metric_run_place("ring:vnodes=2", N);
        struct rs_placement *after = metric_run_place("ring:vnodes=2", N);
        double n_keys[N] = {0};
        bool takes_part[N] = {false};
        test_remove_one(after, victim);
        for (size_t i = 0; i < N_KEYS; i++) {
            uint32_t id = metric_run_owner(after, i);
            n_keys[id]++;
            takes_part[id] |= metric_run_owner(p, i) == victim;
        }
        for (size_t i = 0; i < N; i++)
            worst = fmax(worst, n_keys[i] / (N_KEYS / (double)N)), n_parts += takes_part[i];
        rs_close(after);
        rs_close(p);
    }
    struct results results;
    metric_run_plain(&results, "ring:vnodes=2", N, "failover");
    assert_true(fabs(value_of(&results, "failover_max_over_mean") - worst) < 1e-12);
    assert_true(fabs(value_of(&results, "failover_spread") - n_parts / N) < 1e-12);
    results_free(&results);
    metric_run_plain(&results, "modulo", N, "failover");
    const struct result *row = metric_run_row(&results, "failover_max_over_mean", "");
    assert_true(fabs(row->expected.theory - N / (N - 1.0)) < 1e-12 && isnan(row->expected.z));
    assert_true(fabs(row->real - row->expected.theory) < 0.1);
    assert_true(value_of(&results, "failover_spread") == N - 1);
    results_free(&results);
    assert_unsupported("jump", "failover", N);
    assert_unsupported("ring", "failover", 1);
}

static void test_popularity(void **state)
{
    (void)state;
    struct rs_placement *p = metric_run_place("jump", N);
    double requests[N] = {0}, all = 0, max = 0;
    for (size_t i = 0; i < N_KEYS; i++) {
        requests[metric_run_owner(p, i)] += 1 / (i + 1.0);
        all += 1 / (i + 1.0);
    }
    for (size_t i = 0; i < N; i++)
        max = fmax(max, requests[i] * N / all);
    struct results results;
    metric_run_plain(&results, "jump", N, "popularity");
    assert_true(fabs(value_of(&results, "requests_max_over_mean") - max) < 1e-9);
    results_free(&results);
    rs_close(p);
}

/* A cap that holds all keys: the first node has them all, and none of the others is looked at in
 * its place. */
static void test_bounded_load_of_one(void **state)
{
    (void)state;
    struct results results;
    metric_run_plain(&results, "null", 3, "bounded_load");
    double max = metric_run_row(&results, "bounded_max_over_mean", "load_4")->real;
    assert_true(fabs(max - 3) < 1e-12);
    results_free(&results);
}

/* The strategy's keys keep their hash below the cap. */
static void test_bounded_load_of_a_hash(void **state)
{
    (void)state;
    static const char *const specs[] = {"ring:hash=md5", "jump:hash=crc32"};
    for (size_t i = 0; i < N_OF(specs); i++) {
        struct results results;
        metric_run_plain(&results, specs[i], 10, "bounded_load");
        const struct result *row = metric_run_row(&results, "bounded_max_over_mean", "load_1.25");
        assert_string_equal(row->status, "ok");
        assert_true(row->real >= 1 && row->real <= 1.25);
        results_free(&results);
    }
}

/* Loads are held against the caps that follow the weights, and moves against who goes. */
static void test_bounded_load_of_weights(void **state)
{
    (void)state;
    const struct rs_node nodes[] = {{1, 0, 1, {"a", 1}, {NULL, 0}},
                                    {2, 0, 9, {"b", 1}, {NULL, 0}},
                                    {3, 0, 1, {"c", 1}, {NULL, 0}},
                                    {4, 0, 1, {"d", 1}, {NULL, 0}},
                                    {5, 0, 1, {"e", 1}, {NULL, 0}}};
    static const char *const changes[] = {"load_1.05", "load_1.25", "load_4"};
    static const double caps[] = {1.05, 1.25, 4};
    for (uint64_t seed = 1; seed <= 4; seed++) { /* other victims */
        const struct metric_run run = {.spec = "weighted_rendezvous",
                                       .metric = "bounded_load",
                                       .n_nodes = 4,
                                       .seed = seed,
                                       .nodes = nodes};
        struct results results;
        metric_run_all(&results, &run);
        for (size_t i = 0; i < N_OF(changes); i++) {
            double max = metric_run_row(&results, "bounded_max_over_mean", changes[i])->real;
            double moved = metric_run_row(&results, "bounded_moved", changes[i])->real;
            assert_true(max >= 1 && max <= caps[i] + 1e-12);
            assert_true(moved > 0.8 && moved < 2); /* by the mean of all: 0.33 or 3 */
        }
        results_free(&results);
    }
}

/* A cap is kept, also by the worst strategy; where `bounded` is not there, nothing is measured. */
static void test_bounded_load(void **state)
{
    (void)state;
    static const struct {
        const char *change;
        double cap;
    } rows[] = {{"load_1.05", 1.05}, {"load_1.25", 1.25}, {"load_4", 4}};
    struct results results;
    bool is_there = rs_strategy_find("bounded");
    metric_run_plain(&results, "ring", N, "bounded_load");
    assert_int_equal(results.n, 18);
    for (size_t i = 0; i < N_OF(rows); i++) {
        const struct result *row =
            metric_run_row(&results, "bounded_max_over_mean", rows[i].change);
        assert_string_equal(row->status, is_there ? "ok" : "unsupported");
        assert_true(!is_there || row->real <= rows[i].cap + (double)N / N_KEYS);
        assert_true(!is_there || row->expected.theory == rows[i].cap);
    }
    results_free(&results);
    assert_unsupported("ring", "bounded_load", 1001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounded_load_of_a_hash),
        cmocka_unit_test(test_bounded_load_of_one),
        cmocka_unit_test(test_bounded_load_of_weights),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_replicas),
        cmocka_unit_test(test_failover),
        cmocka_unit_test(test_popularity),
        cmocka_unit_test(test_bounded_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
