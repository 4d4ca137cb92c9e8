/* test_metrics.c - measures against answers counted another way
 *
 * Each test runs the driver on a few thousand keys and compares rows with a count made here,
 * straight from rs_locate_key over the same keys.
 */
#include "changes.h"
#include "metric_run.h"

#include <math.h>

static void test_skew_is_counted(void **state)
{
    (void)state;
    struct results results;
    struct rs_placement *p = metric_run_place("ring:vnodes=3", 5);
    double n_keys[5] = {0}, max = 0, min = N_KEYS, squares = 0, chi2 = 0;
    for (size_t i = 0; i < N_KEYS; i++)
        n_keys[metric_run_owner(p, i)]++;
    for (size_t i = 0; i < 5; i++) {
        double load = n_keys[i] / (N_KEYS / 5.0);
        max = load > max ? load : max;
        min = load < min ? load : min;
        squares += (load - 1) * (load - 1) / 5;
        chi2 += (n_keys[i] - N_KEYS / 5.0) * (n_keys[i] - N_KEYS / 5.0) / (N_KEYS / 5.0);
    }
    metric_run_plain(&results, "ring:vnodes=3", 5, "skew");
    assert_true(fabs(metric_run_row(&results, "max_over_mean", "")->real - max) < 1e-12);
    assert_true(fabs(metric_run_row(&results, "min_over_mean", "")->real - min) < 1e-12);
    assert_true(fabs(metric_run_row(&results, "cv", "")->real - sqrt(squares)) < 1e-12);
    assert_true(fabs(metric_run_row(&results, "sampling_noise", "")->real - sqrt(4.0 / N_KEYS)) <
                1e-12);
    assert_true(metric_run_row(&results, "busiest_keys", "")->count ==
                (uint64_t)(max * N_KEYS / 5 + 0.5));
    assert_true(chi2 > 100 && metric_run_row(&results, "chi2_p", "")->real < 1e-9);
    /* the exact share and the sampled one differ by noise */
    double cv = metric_run_row(&results, "cv", "")->real,
           share_cv = metric_run_row(&results, "share_cv", "")->real;
    assert_true(fabs(cv - share_cv) < 5 * sqrt(4.0 / N_KEYS));
    results_free(&results);
    rs_close(p);
}

/* null gives everything to one node: the others are there, with nothing. */
static void test_skew_sees_empty_nodes(void **state)
{
    (void)state;
    struct results results;
    metric_run_plain(&results, "null", 4, "skew");
    assert_true(metric_run_row(&results, "max_over_mean", "")->real == 4);
    assert_true(metric_run_row(&results, "min_over_mean", "")->real == 0);
    assert_true(fabs(metric_run_row(&results, "cv", "")->real - sqrt(3)) < 1e-12);
    assert_true(metric_run_row(&results, "busiest_keys", "")->count == N_KEYS);
    assert_string_equal(metric_run_row(&results, "share_cv", "")->status, "unsupported");
    results_free(&results);
}

static void test_skew_follows_weights(void **state)
{
    (void)state;
    struct results results;
    const struct rs_node nodes[] = {{7, 0, 3, {"heavy", 5}, {NULL, 0}},
                                    {3, 0, 1, {"light", 5}, {NULL, 0}},
                                    {9, 0, 0, {"drained", 7}, {NULL, 0}}};
    const struct metric_run run = {"ring:vnodes=1000", "skew", 3, 1, nodes, 0};
    metric_run_all(&results, &run);
    assert_true(metric_run_row(&results, "max_over_mean", "")->real < 1.15);
    assert_true(metric_run_row(&results, "min_over_mean", "")->real > 0.85);
    results_free(&results);
}

static void test_steps_are_counted(void **state)
{
    (void)state;
    struct results results;
    metric_run_plain(&results, "jump", 100, "steps");
    double harmonic = 0;
    for (int i = 1; i <= 100; i++)
        harmonic += 1.0 / i;
    const struct result *draws = metric_run_row(&results, "draws", "");
    assert_true(fabs(draws->expected.theory - harmonic) < 1e-9);
    assert_true(fabs(draws->real - harmonic) < 5 * sqrt(harmonic / N_KEYS));
    results_free(&results);
}

static void test_memory_is_held_not_summed(void **state)
{
    (void)state;
    struct results ring, null;
    metric_run_plain(&ring, "ring", 100, "memory");
    metric_run_plain(&null, "null", 100, "memory");
    uint64_t total = metric_run_row(&ring, "bytes_total", "")->count;
    uint64_t over = metric_run_row(&ring, "bytes_over_null", "")->count;
    assert_true(metric_run_row(&null, "bytes_over_null", "")->count == 0);
    assert_true(total - over == metric_run_row(&null, "bytes_total", "")->count);
    assert_true(over >= 100 * 160 * 12 && over <= 100 * 160 * 16);
    results_free(&ring);
    results_free(&null);
}

static void test_seeds_differ(void **state)
{
    (void)state;
    struct results one, same, other;
    metric_run_plain(&one, "ring", 10, "placement");
    metric_run_plain(&same, "ring", 10, "placement");
    const struct metric_run run = {"ring", "placement", 10, 2, NULL, 0};
    metric_run_all(&other, &run);
    assert_true(one.rows[0].count == same.rows[0].count);
    assert_true(one.rows[0].count != other.rows[0].count);
    results_free(&one);
    results_free(&same);
    results_free(&other);
}

/* ---- draws that are apart */

enum { N_DRAWS = 64, N_PICKED = 16, N_SHIFTS = 4 };

/* The random numbers that the keys of uniform are, "key:" and 16 digits each. */
static void read_draws(uint64_t seed, uint64_t draws[N_DRAWS])
{
    const struct workload_args args = {.n_keys = N_DRAWS, .seed = seed};
    const struct rs_bytes *keys;
    struct key_stream stream;
    size_t n;
    assert_true(key_stream_open(&stream, workload_find("uniform"), &args, NULL));
    assert_true(key_stream_next(&stream, &keys, &n, NULL));
    assert_int_equal(n, N_DRAWS);
    for (size_t i = 0; i < N_DRAWS; i++) {
        char digits[17] = "";
        assert_int_equal(keys[i].n_bytes, 20);
        memcpy(digits, keys[i].at + 4, 16);
        draws[i] = strtoull(digits, NULL, 16);
    }
    key_stream_close(&stream);
}

/* The nodes that these numbers would shuffle to the front. */
static void pick_by(const uint64_t *draws, size_t n_from, uint32_t picked[N_PICKED])
{
    uint32_t positions[N_DRAWS];
    for (uint32_t i = 0; i < n_from; i++)
        positions[i] = i;
    for (size_t i = 0; i < N_PICKED; i++) {
        size_t with = i + (size_t)rs_below(draws[i], n_from - i);
        picked[i] = positions[with];
        positions[with] = positions[i];
    }
}

/* Counts in n_same whether a removal at random, from n_from nodes, is of those that the numbers of
 * the keys would pick, from the first number on or from one of the next. Returns its first node. */
static uint32_t count_nodes_shared(const struct subject *subject, enum change_index index,
                                   size_t n_from, const uint64_t draws[N_DRAWS], size_t *n_same)
{
    struct change_nodes nodes;
    uint32_t picked[N_PICKED];
    assert_true(change_choose(&nodes, subject, &changes[index]));
    size_t n = nodes.n < N_PICKED ? nodes.n : N_PICKED;
    for (size_t shift = 0; shift < N_SHIFTS; shift++) {
        pick_by(draws + shift, n_from, picked);
        n_same[shift] += !memcmp(picked, nodes.positions, n * sizeof *picked);
    }
    uint32_t first = nodes.positions[0];
    change_nodes_free(&nodes);
    return first;
}

/* What the driver gives a metric has digests, and makes placements, of the hash without a seed. */
static uint64_t hash_seeds[2];

static bool note_hash_seed(const struct subject *subject, struct rs_why *why)
{
    struct rs_placement *p;
    uint64_t digest;
    if (subject_open(subject, NULL, subject->n_nodes, &p, why))
        return false;
    assert_true(subject->n_digests > 0);
    for (size_t i = 0; i < subject->n_digests; i++) {
        assert_int_equal(p->hash->digest(subject->sample[i], 0, &digest), RS_OK);
        assert_int_equal(subject->digests[i], digest);
    }
    hash_seeds[0] = subject->seed, hash_seeds[1] = p->config.seed;
    rs_close(p);
    return true;
}

/* Of one --seed: the keys are drawn by it, the nodes of a removal at random by others, and hashes
 * have none. A single node can be the same by chance, but not under twenty seeds. */
static void test_draws_are_apart(void **state)
{
    (void)state;
    enum { N_SEEDS = 20 };
    static const struct measure none[] = {{NULL, NULL, BETTER_NONE, KIND_COUNT}};
    static const struct metric noting = {
        .name = "noting", .summary = "notes seeds", .measures = none, .run = note_hash_seed};
    struct rs_node all[N_DRAWS + 1];
    uint64_t draws_before[N_DRAWS] = {0};
    size_t n_same_many[N_SHIFTS] = {0}, n_same_one[N_SHIFTS] = {0}, n_same_first = 0;
    for (uint32_t i = 0; i <= N_DRAWS; i++)
        all[i] = test_node(i, "n");
    for (uint64_t seed = 1; seed <= N_SEEDS; seed++) {
        const struct subject subject = {.nodes = all, .n_nodes = N_DRAWS, .seed = seed};
        const struct metric_run run = {"ring", NULL, 5, seed, NULL, 100};
        struct results results;
        uint64_t draws[N_DRAWS];
        read_draws(seed, draws);
        for (size_t i = 0; i < N_DRAWS; i++)
            assert_true(draws[i] != draws_before[i]);
        memcpy(draws_before, draws, sizeof draws);
        uint32_t many =
            count_nodes_shared(&subject, CHANGE_shrink_50_random, N_DRAWS, draws, n_same_many);
        uint32_t one =
            count_nodes_shared(&subject, CHANGE_remove_random, N_DRAWS - 1, draws, n_same_one);
        n_same_first += many == one;
        metric_run_this(&results, &run, &noting);
        results_free(&results);
        assert_true(hash_seeds[0] == seed && hash_seeds[1] == 0);
    }
    for (size_t shift = 0; shift < N_SHIFTS; shift++) {
        assert_int_equal(n_same_many[shift], 0);
        assert_in_range(n_same_one[shift], 0, N_SEEDS / 4);
    }
    assert_in_range(n_same_first, 0, N_SEEDS / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_skew_is_counted),
        cmocka_unit_test(test_skew_sees_empty_nodes),
        cmocka_unit_test(test_skew_follows_weights),
        cmocka_unit_test(test_steps_are_counted),
        cmocka_unit_test(test_memory_is_held_not_summed),
        cmocka_unit_test(test_seeds_differ),
        cmocka_unit_test(test_draws_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
