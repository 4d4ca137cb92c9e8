/* test_results.c - rows as they are printed and kept, and what two equal times say of noise
 */
#include "noise.h"
#include "results.h"
#include "summary.h"
#include "support.h"

#include <math.h>

static const struct measure exact = {"measure", "unit", BETTER_LOWER, KIND_EXACT};
static const struct measure once = {"lookup_ns", "ns", BETTER_LOWER, KIND_TIME};
static const struct measure again = {"lookup_again_ns", "ns", BETTER_LOWER, KIND_TIME};

static struct result a_row(const struct measure *measure, double value)
{
    return (struct result){.spec = "ring",
                           .workload = "uniform",
                           .n_nodes = 10,
                           .n_keys = 100,
                           .measure = measure,
                           .change = "",
                           .has = RESULT_REAL,
                           .real = value,
                           .expected = NO_THEORY,
                           .status = "ok",
                           .message = ""};
}

/* The cells of one row, to be freed. */
static char *printed(const struct result *row)
{
    struct results results = {0};
    char *text;
    size_t n_bytes;
    FILE *out = open_memstream(&text, &n_bytes);
    assert_true(out && results_open(&results, out, TABLE_CSV));
    results_add(&results, row);
    assert_true(results_close(&results));
    fclose(out);
    results_free(&results);
    return text;
}

/* 0 is a theory like any other; less than 0 is none. */
static void test_theory_is_a_cell(void **state)
{
    static const struct {
        struct expected expected;
        const char *cells;
    } cases[] = {
        {{0, 0, true}, ",unit,lower,exact,0,0,0,ok,"},
        {{0.25, -1.5, false}, ",unit,lower,exact,0.25,-1.5,0,ok,"},
        {{0.25, NAN, false}, ",unit,lower,exact,0.25,,0,ok,"},
        {{-1, NAN, false}, ",unit,lower,exact,,,0,ok,"},
    };
    (void)state;
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct result row = a_row(&exact, 0.5);
        row.expected = cases[i].expected;
        char *text = printed(&row);
        if (!strstr(text, cases[i].cells))
            fail_msg("not '%s': %s", cases[i].cells, text);
        free(text);
    }
}

/* What a strategy cannot do is said once, not with each change of its nodes. */
static void test_messages_are_kept(void **state)
{
    static const struct {
        const char *status, *change, *message;
    } cases[] = {
        {"unsupported", "", "why"}, {"unsupported", "add", "why"}, {"error", "add", "what"},
        {"ok", "add", "why"},       {"invalid", "", ""},
    };
    struct results results = {0};
    (void)state;
    assert_true(results_open(&results, NULL, TABLE_CSV));
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct result row = a_row(&exact, 1);
        char message[8];
        strcpy(message, cases[i].message);
        row.status = cases[i].status, row.change = cases[i].change, row.message = message;
        results_add(&results, &row);
        message[0] = 'x'; /* it is for the call only */
        assert_string_equal(results.rows[i].message, cases[i].message);
    }
    assert_int_equal(results.n, N_OF(cases));
    results_free(&results);
}

/* A difference is one beyond the greatest ratio of two equal times, either way up. */
static void test_noise(void **state)
{
    static const struct {
        double once, again, factor;
    } cases[] = {{2, 2, 1}, {2, 3, 1.5}, {3, 2, 1.5}, {0, 0, 1}};
    char ring[] = "ring", *specs[] = {ring};
    const struct bench_options options = {.specs = specs, .n_specs = 1};
    (void)state;
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct results results = {0};
        assert_true(results_open(&results, NULL, TABLE_CSV));
        struct result rows[] = {a_row(&once, cases[i].once), a_row(&again, cases[i].again)};
        for (size_t r = 0; r < N_OF(rows); r++)
            if (cases[i].once > 0)
                results_add(&results, &rows[r]);
        struct noise noise = noise_of(&options, &results, "uniform", 10);
        assert_int_equal(noise.n, cases[i].once > 0);
        assert_true(fabs(noise_factor(&noise) - cases[i].factor) < 1e-12);
        results_free(&results);
    }
}

static void expect_words(const struct noise *noise, const char *words)
{
    const struct results none = {0};
    char *text;
    size_t n_bytes;
    FILE *out = open_memstream(&text, &n_bytes);
    assert_non_null(out);
    noise_print(out, noise, &none);
    fclose(out);
    assert_string_equal(text, words);
    free(text);
}

static void test_noise_in_words(void **state)
{
    const struct noise quiet = {0.998, 1.004, 1}, loud = {0.02, 1.5, 2}, none = {1, 1, 0};
    (void)state;
    expect_words(&quiet,
                 "One lookup timed twice (A/A), medians of 1 strategy: ratios 0.998 to 1.004.\n"
                 "Times of which one is less than 1.004 times the other are not told apart.\n");
    expect_words(&loud,
                 "One lookup timed twice (A/A), medians of 2 strategies: ratios 0.020 to 1.500.\n"
                 "Times of which one is less than 50 times the other are not told apart.\n");
    expect_words(&none, "");
}

/* Of a lookup timed as 10 ns and as `noisy`, and another at `slower`, the summary says this; NULL:
 * nothing. */
static bool says_of(double noisy, double slower, const char *said)
{
    char ring[] = "ring", jump[] = "jump", *specs[] = {ring, jump}, *text;
    uint64_t sizes[] = {10};
    const struct workload *workloads[] = {&workload_uniform};
    const struct bench_options options = {.specs = specs,
                                          .n_specs = 2,
                                          .sizes = sizes,
                                          .n_sizes = 1,
                                          .workloads = workloads,
                                          .n_workloads = 1};
    struct result rows[] = {a_row(&once, 10), a_row(&once, slower), a_row(&again, noisy)};
    struct results results = {0};
    size_t n_bytes;
    FILE *out = open_memstream(&text, &n_bytes);
    rows[1].spec = jump;
    assert_true(out && results_open(&results, NULL, TABLE_CSV));
    for (size_t r = 0; r < N_OF(rows); r++)
        results_add(&results, &rows[r]);
    assert_true(summary_print(out, &options, &results));
    fclose(out);
    char *line = strstr(text, "ring looks up ");
    assert_int_equal(line != NULL, strstr(text, "times as fast") != NULL);
    bool is_said = said ? line && !strncmp(line, said, strlen(said)) : !line;
    free(text);
    results_free(&results);
    return is_said;
}

static void test_what_is_faster_is_said_beyond_the_noise(void **state)
{
    (void)state;
    assert_true(says_of(12, 40, "ring looks up 4 times as fast as jump.\n"));
    assert_true(says_of(12, 11.9, NULL));
    assert_true(says_of(10.1, 10.44, "ring looks up 1.04 times as fast as jump.\n"));
    assert_true(says_of(12, 21449, "ring looks up 2100 times as fast as jump.\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_theory_is_a_cell),
        cmocka_unit_test(test_messages_are_kept),
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_noise_in_words),
        cmocka_unit_test(test_what_is_faster_is_said_beyond_the_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
