/* test_concurrency.c - lookups under change: what is timed, and what is said to be unsupported
 */
#include "metric_run.h"

static const char *const names[] = {"block_plain_ns", "block_live_ns", "block_changing_ns"};

static void concurrency_expect(const char *spec, uint64_t n_nodes, const char *status)
{
    struct results results;
    metric_run_plain(&results, spec, n_nodes, "concurrency");
    assert_int_equal(results.n, N_OF(names));
    for (size_t i = 0; i < N_OF(names); i++) {
        const struct result *row = metric_run_row(&results, names[i], "");
        assert_string_equal(row->status, status);
        assert_true(strcmp(status, "ok") || row->real > 0);
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
