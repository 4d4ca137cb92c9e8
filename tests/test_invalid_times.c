/* test_invalid_times.c - a time that cannot be is no value, and one that is doubtful says so
 *
 * Throughput under a clock that is given: what comes out depends on nothing of the machine.
 */
#include "throughput.h"

#include "driver.h"
#include "support.h"

static bool is_row(const struct result *row, const char *spec, const char *measure)
{
    return !strcmp(row->spec, spec) && !strcmp(row->measure->name, measure);
}

/* ns of operation op of a strategy. */
static double (*clock_ns)(const char *name);

static void clock_given(const struct gbench_case *cases, size_t n,
                        const struct gbench_options *options,
                        void (*on_result)(void *, const struct gbench_result *), void *ctx)
{
    (void)options;
    for (size_t i = 0; i < n; i++) {
        const struct gbench_result result = {&cases[i], 0, clock_ns(cases[i].name), NULL};
        assert_int_equal(cases[i].run(cases[i].ctx), cases[i].prepare ? 0 : cases[i].expected);
        on_result(ctx, &result);
    }
}

static bool finish_given(const struct timing *timing, struct rs_why *why)
{
    return throughput_time_all(clock_given, timing, why);
}

static void run_throughput(struct results *results)
{
    static char null[] = "null", jump[] = "jump"; /* rows bear them */
    char *specs[] = {null, jump};
    struct metric metric = metric_throughput;
    const struct metric *metrics[] = {&metric};
    const struct workload *workloads[] = {&workload_sequential};
    uint64_t sizes[] = {5};
    const struct bench_options options = {.specs = specs,
                                          .n_specs = 2,
                                          .metrics = metrics,
                                          .n_metrics = 1,
                                          .workloads = workloads,
                                          .n_workloads = 1,
                                          .sizes = sizes,
                                          .n_sizes = 1,
                                          .n_keys = 100,
                                          .seed = 1,
                                          .timing = {1, 0.001}};
    struct rs_why why;
    metric.finish = finish_given;
    assert_true(results_open(results, NULL, TABLE_CSV));
    assert_true(bench_run(&options, results, &why));
    assert_true(results_close(results));
}

static const struct result *row_of(const struct results *results, const char *spec,
                                   const char *measure)
{
    for (size_t i = 0; i < results->n; i++)
        if (is_row(&results->rows[i], spec, measure))
            return &results->rows[i];
    fail_msg("there is no row %s %s", spec, measure);
    return NULL;
}

/* A cycle is 0.5 ns at its shortest, and null takes 2. */
static double ns_mixed(const char *name)
{
    if (!strncmp(name, "cycle_ns", 8))
        return strchr(strchr(name, '/') + 6, '/') ? 0.5 : 50;
    if (strstr(name, "/null/"))
        return 2;
    return !strncmp(name, "lookup_dependent_ns", 19) ? 0.49
           : !strncmp(name, "lookup_batch_ns", 15)   ? 0.04
           : !strncmp(name, "lookup_hot_ns", 13)     ? 0
           : !strncmp(name, "end_to_end_ns", 13)     ? -1
           : !strncmp(name, "lookup_ns", 9)          ? 1
                                                     : 3;
}

static void is_invalid(const struct result *row, const char *why)
{
    assert_string_equal(row->status, "invalid");
    assert_int_equal(row->has, RESULT_NONE);
    assert_non_null(strstr(row->message, why));
}

static void test_times_that_cannot_be_are_invalid(void **state)
{
    struct results results;
    (void)state;
    clock_ns = ns_mixed;
    run_throughput(&results);
    is_invalid(row_of(&results, "jump", "lookup_dependent_ns"), "cycle_ns");
    is_invalid(row_of(&results, "jump", "lookup_hot_ns"), "no time passed");
    is_invalid(row_of(&results, "jump", "end_to_end_ns"), "no time passed");
    const struct result *batch = row_of(&results, "jump", "lookup_batch_ns");
    assert_string_equal(batch->status, "ok");
    assert_string_equal(batch->message, "suspicious: faster than null");
    assert_string_equal(row_of(&results, "jump", "lookup_ns")->message,
                        "suspicious: faster than null");
    assert_string_equal(row_of(&results, "jump", "lookup_again_ns")->message, "");
    assert_string_equal(row_of(&results, "null", "lookup_ns")->message, "");
    assert_int_equal(results.n_errors, 0);
    unsigned n_cycles = 0, reps = 0;
    for (size_t i = 0; i < results.n; i++)
        if (is_row(&results.rows[i], "null", "cycle_ns"))
            n_cycles++, reps |= 1u << results.rows[i].rep;
    assert_true(n_cycles > 1); /* several cases of one loop: repetitions */
    assert_int_equal(reps, (1u << n_cycles) - 1);
    results_free(&results);
}

static double ns_zero(const char *name)
{
    (void)name;
    return 0;
}

static void test_a_clock_that_stands_gives_no_time(void **state)
{
    struct results results;
    (void)state;
    clock_ns = ns_zero;
    run_throughput(&results);
    for (size_t i = 0; i < results.n; i++)
        assert_int_equal(results.rows[i].has, RESULT_NONE);
    results_free(&results);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times_that_cannot_be_are_invalid),
        cmocka_unit_test(test_a_clock_that_stands_gives_no_time),
    };
    if (!gbench_init(&argc, argv))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
