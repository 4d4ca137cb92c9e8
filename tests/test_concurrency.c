/* test_concurrency.c - lookups under change: what is timed, and what is not
 */
#include "concurrency.h"

#include "live_lookups.h"
#include "bench_nodes.h"
#include "metric_run.h"

#include <sched.h>

static const char *const names[] = {"block_plain_ns", "block_live_ns", "block_changing_ns",
                                    "changes_per_s"};

/* Whether the writer gets to work while the clock runs is the machine's affair. */
static bool is_under_change(size_t i)
{
    return i >= 2;
}

static void concurrency_expect(const char *spec, uint64_t n_nodes, const char *status)
{
    struct results results;
    metric_run_plain(&results, spec, n_nodes, "concurrency");
    assert_int_equal(results.n, N_OF(names));
    for (size_t i = 0; i < N_OF(names); i++) {
        const struct result *row = metric_run_row(&results, names[i], "");
        if (strcmp(row->status, "invalid") || !is_under_change(i))
            assert_string_equal(row->status, status);
        assert_true(strcmp(row->status, "ok") || row->real > 0);
    }
    results_free(&results);
}

/* Among them one that depends on its history, and one that takes no more nodes. */
static void test_rows(void **state)
{
    (void)state;
    concurrency_expect("ring", 100, "ok");
    concurrency_expect("jump_swap", 100, "ok");
    concurrency_expect("null", 100, "ok");
    concurrency_expect("ring", 10, "unsupported");
    concurrency_expect("bounded", 100, "unsupported");
    concurrency_expect("anchor:capacity=100", 100, "unsupported");
}

/* ---- under a clock that is given */

static bool writer_works, change_fails;
static size_t n_runs;

/* Until the writer has done something, or without it. NULL, or what the shim says. */
static const char *clock_run(const struct gbench_case *of)
{
    struct live_lookups *c = of->ctx;
    if (!of->check)
        return NULL;
    if (writer_works) {
        assert_true(of->prepare(c));
        while (__atomic_load_n(&c->n_changes, __ATOMIC_RELAXED) == c->n_before)
            sched_yield();
    }
    __atomic_store_n(&c->n_failed, change_fails, __ATOMIC_RELAXED);
    uint64_t sum = of->run(c) + of->check(c);
    assert_int_equal(sum == of->expected, !change_fails);
    assert_true(!change_fails || sum - c->n_blocks > c->n_blocks); /* however many are wrong */
    n_runs++;
    return sum == of->expected ? NULL : "checksum differs";
}

static void clock_given(const struct gbench_case *cases, size_t n,
                        const struct gbench_options *options,
                        void (*on_result)(void *, const struct gbench_result *), void *ctx)
{
    (void)options;
    for (size_t i = 0; i < n; i++) {
        const char *error = clock_run(&cases[i]);
        const struct gbench_result result = {&cases[i], 0, error ? 0 : 7, error};
        on_result(ctx, &result);
    }
}

static bool finish_given(const struct timing *timing, struct rs_why *why)
{
    return concurrency_time_all(clock_given, timing, why);
}

/* The status of each row. */
static void clock_expect(const char *const *statuses)
{
    struct metric metric = metric_concurrency;
    struct results results;
    const struct metric_run run = {.spec = "ring", .n_nodes = 100, .seed = 1};
    metric.finish = finish_given;
    n_runs = 0;
    metric_run_this(&results, &run, &metric);
    assert_int_equal(n_runs, 1);
    assert_int_equal(results.n, N_OF(names));
    for (size_t i = 0; i < N_OF(names); i++) {
        const struct result *row = metric_run_row(&results, names[i], "");
        assert_string_equal(row->status, statuses[i]);
        assert_true(strcmp(row->status, "ok") || row->real > 0);
    }
    results_free(&results);
}

static void test_no_change_is_no_time(void **state)
{
    (void)state;
    writer_works = false, change_fails = false;
    clock_expect((const char *const[]){"ok", "ok", "invalid", "invalid"});
}

static void test_changes(void **state)
{
    (void)state;
    writer_works = true, change_fails = false;
    clock_expect((const char *const[]){"ok", "ok", "ok", "ok"});
}

static void test_a_failure_is_never_made_up_for(void **state)
{
    (void)state;
    writer_works = true, change_fails = true;
    clock_expect((const char *const[]){"ok", "ok", "error", "error"});
    writer_works = false;
    clock_expect((const char *const[]){"ok", "ok", "error", "error"});
}

/* ---- what is right, counted from here */

static uint64_t sum_of(const struct rs_placement *p, const uint64_t *digests)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < LIVE_LOOKUPS_BLOCK; i++)
        sum += (uint64_t)rs_locate(p, digests[i]) * (2 * i + 1);
    return sum;
}

static void check_blocks(const struct bench_nodes *nodes, const uint64_t *digests, size_t n_digests,
                         size_t n_blocks)
{
    const struct subject subject = {.spec = "ring",
                                    .label = "ring",
                                    .nodes = nodes->nodes,
                                    .n_nodes = 100,
                                    .digests = digests,
                                    .n_digests = n_digests,
                                    .seed = 1};
    struct rs_placement *without = metric_run_place("ring", 100);
    struct rs_placement *with = metric_run_place("ring", 101);
    struct live_lookups lookups;
    struct rs_why why = {""};
    enum rs_status status = live_lookups_open(&lookups, &subject, &why);
    assert_int_equal(status, n_blocks ? RS_OK : RS_EUNSUPPORTED);
    assert_int_equal(lookups.n_blocks, n_blocks);
    for (size_t i = 0; i < n_blocks; i++) {
        assert_true(lookups.without[i] == sum_of(without, digests + i * LIVE_LOOKUPS_BLOCK));
        assert_true(lookups.with[i] == sum_of(with, digests + i * LIVE_LOOKUPS_BLOCK));
    }
    live_lookups_close(&lookups);
    rs_close(with);
    rs_close(without);
}

static void test_every_block_is_known(void **state)
{
    (void)state;
    enum { MOST = LIVE_LOOKUPS_N_BLOCKS * LIVE_LOOKUPS_BLOCK };
    static uint64_t digests[MOST + LIVE_LOOKUPS_BLOCK];
    struct bench_nodes nodes;
    assert_true(bench_nodes_make(&nodes, NULL, 100));
    for (size_t i = 0; i < N_OF(digests); i++)
        digests[i] = rs_mix(i);
    check_blocks(&nodes, digests, LIVE_LOOKUPS_BLOCK - 1, 0);
    check_blocks(&nodes, digests, 3 * LIVE_LOOKUPS_BLOCK - 1, 2);
    check_blocks(&nodes, digests, MOST - 1, LIVE_LOOKUPS_N_BLOCKS - 1);
    check_blocks(&nodes, digests, MOST + LIVE_LOOKUPS_BLOCK, LIVE_LOOKUPS_N_BLOCKS);
    bench_nodes_free(&nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_no_change_is_no_time),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_a_failure_is_never_made_up_for),
        cmocka_unit_test(test_every_block_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
