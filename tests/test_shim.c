/* test_shim.c - the C API over Google Benchmark
 *
 * Google Benchmark's flags are set once a process, so all tests run under the flags of main: a
 * filter that leaves out cases named skip. What is asked is which results come, never how fast.
 */
#include "shim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define N_REPS 3

struct counts {
    unsigned n_results, n_timed, n_errors;
    bool reps[N_REPS];
    char error[128];
};

static void count_result(void *ctx, const struct gbench_result *result)
{
    struct counts *counts = (struct counts *)ctx + *(const size_t *)result->of->ctx;
    counts->n_results++;
    counts->n_timed += !result->error && result->ns > 0;
    assert_true(result->rep < N_REPS);
    counts->reps[result->rep] = true;
    if (result->error) {
        counts->n_errors++;
        assert_true(result->ns <= 0);
        strncpy(counts->error, result->error, sizeof counts->error - 1);
    }
}

static uint64_t run_work(void *ctx)
{
    uint64_t sum = 0;
    (void)ctx;
    for (volatile unsigned i = 0; i < 1000; i++)
        sum += i;
    return sum;
}

static bool prepare_ok(void *ctx)
{
    (void)ctx;
    return true;
}

static bool prepare_fails(void *ctx)
{
    (void)ctx;
    return false;
}

static uint64_t check_one(void *ctx)
{
    (void)ctx;
    return 1;
}

/* Runs n cases, whose ctx is made their index. */
static void run_cases(struct gbench_case *cases, size_t n, struct counts *counts)
{
    static size_t indices[] = {0, 1, 2, 3};
    const struct gbench_options options = {0.001, N_REPS};
    for (size_t i = 0; i < n; i++) {
        cases[i].ctx = &indices[i];
        cases[i].n_operations = 1000;
    }
    memset(counts, 0, n * sizeof *counts);
    gbench_run(cases, n, &options, count_result, counts);
}

static void assert_timed(const struct counts *counts)
{
    assert_int_equal(counts->n_results, N_REPS);
    assert_int_equal(counts->n_timed, N_REPS);
    for (unsigned rep = 0; rep < N_REPS; rep++)
        assert_true(counts->reps[rep]);
}

static void assert_error(const struct counts *counts, const char *part)
{
    assert_true(counts->n_results > 0);
    assert_int_equal(counts->n_errors, counts->n_results);
    assert_int_equal(counts->n_timed, 0);
    assert_non_null(strstr(counts->error, part));
}

static void test_right_answer_has_a_time(void **state)
{
    struct counts counts[1];
    struct gbench_case cases[] = {{.name = "right", .run = run_work, .expected = 499500}};
    (void)state;
    run_cases(cases, 1, counts);
    assert_timed(&counts[0]);
}

static void test_wrong_answer_has_none(void **state)
{
    struct counts counts[3];
    struct gbench_case cases[] = {
        {.name = "wrong", .run = run_work, .expected = 499501},
        {.name = "right", .run = run_work, .expected = 499500},
        {.name = "each", .run = run_work, .prepare = prepare_ok, .expected = 499501},
    };
    (void)state;
    run_cases(cases, 3, counts);
    assert_error(&counts[0], "checksum");
    assert_timed(&counts[1]);
    assert_error(&counts[2], "checksum");
}

static void test_prepare_and_check(void **state)
{
    struct counts counts[3];
    struct gbench_case cases[] = {
        {.name = "prepared", .run = run_work, .prepare = prepare_ok, .expected = 499500},
        {.name = "unprepared", .run = run_work, .prepare = prepare_fails, .expected = 499500},
        {.name = "checked",
         .run = run_work,
         .prepare = prepare_ok,
         .check = check_one,
         .expected = 499501},
    };
    (void)state;
    run_cases(cases, 3, counts);
    assert_timed(&counts[0]);
    assert_error(&counts[1], "prepare");
    assert_timed(&counts[2]);
}

static bool prepare_later(void *ctx)
{
    static unsigned n_calls;
    (void)ctx;
    return n_calls++ > 0;
}

/* One bad repetition among good ones: the library may not read what is not there. */
static void test_only_the_first_fails(void **state)
{
    struct counts counts[1];
    struct gbench_case cases[] = {
        {.name = "late", .run = run_work, .prepare = prepare_later, .expected = 499500},
    };
    (void)state;
    run_cases(cases, 1, counts);
    assert_error(&counts[0], "prepare");
}

/* The same names twice: nothing of the first run is left. */
static void test_runs_in_a_row(void **state)
{
    (void)state;
    test_right_answer_has_a_time(state);
    test_right_answer_has_a_time(state);
    gbench_run(NULL, 0, &(struct gbench_options){0.001, 1}, count_result, NULL);
}

static void test_filter(void **state)
{
    struct counts counts[2];
    struct gbench_case cases[] = {
        {.name = "skip", .run = run_work, .expected = 499500},
        {.name = "right", .run = run_work, .expected = 499500},
    };
    (void)state;
    run_cases(cases, 2, counts);
    assert_int_equal(counts[0].n_results, 0);
    assert_timed(&counts[1]);
}

static void test_std_search(void **state)
{
    const uint64_t points[] = {10, 20, 20, 30}, digests[] = {0, 10, 11, 20, 30, 31, UINT64_MAX};
    (void)state;
    assert_int_equal(gbench_std_search(points, 4, digests, 7), 10 + 10 + 20 + 20 + 30 + 10 + 10);
}

/* Flags that the library does not know, formats at which it would end the process, and filters with
 * which it would run nothing. */
static void test_bad_flags(void **state)
{
    char name[] = "test", unknown[] = "--benchmark_nonsense=1", format[] = "--benchmark_format=xml";
    char filter[] = "--benchmark_filter=[", without[] = "--benchmark_filter=-a(";
    char out[] = "--benchmark_out=x", list[] = "--benchmark_list_tests";
    char never[] = "--benchmark_repetitions=0";
    char *bad[] = {unknown, format, filter, without, out, list, never};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *argv[] = {name, bad[i], NULL};
        int argc = 2;
        assert_false(gbench_init(&argc, argv));
    }
}

static void test_other_arguments_stay(void **state)
{
    char name[] = "test", help[] = "--help", bench[] = "bench";
    char filter[] = "--benchmark_filter=-skip";
    char *argv[] = {name, bench, filter, help, NULL};
    int argc = 4;
    (void)state;
    assert_true(gbench_init(&argc, argv));
    assert_int_equal(argc, 3);
    assert_string_equal(argv[0], "test");
    assert_string_equal(argv[1], "bench");
    assert_string_equal(argv[2], "--help");
    assert_null(argv[3]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_arguments_stay), /* sets the filter for all below */
        cmocka_unit_test(test_right_answer_has_a_time),
        cmocka_unit_test(test_wrong_answer_has_none),
        cmocka_unit_test(test_prepare_and_check),
        cmocka_unit_test(test_only_the_first_fails),
        cmocka_unit_test(test_runs_in_a_row),
        cmocka_unit_test(test_filter),
        cmocka_unit_test(test_std_search),
        cmocka_unit_test(test_bad_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
