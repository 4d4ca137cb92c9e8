/* test_self_check.c - each check of the harness on itself sees the fault that it is for
 *
 * A broken driver, clock or heap is put in the place of the real one; it is the real one, and one
 * thing about what it says is changed.
 */
#include "self_check.h"

#include "support.h"

#include <math.h>

/* ---- faults */

/* Changes rows as they come out of a run. */
static void (*spoil)(struct result *row);
static unsigned n_of_seed_1; /* runs so far */
static bool is_seed_ignored, is_seed_unstable, is_filtered, is_count_unstable;

static bool is_row(const struct result *row, const char *spec, const char *measure)
{
    return !strcmp(row->spec, spec) && !strcmp(row->measure->name, measure);
}

static bool bench_spoilt(const struct bench_options *options, struct results *results,
                         struct rs_why *why)
{
    static unsigned n_calls;
    struct bench_options other = *options;
    if (is_seed_ignored)
        other.seed = 1;
    if (is_seed_unstable)
        other.seed += ++n_calls;
    if (!bench_run(&other, results, why))
        return false;
    if (is_filtered && options->timing.n_reps)
        results->n = 0;
    n_of_seed_1 += options->seed == 1 && options->n_metrics == 2;
    for (size_t i = 0; is_count_unstable && n_of_seed_1 == 2 && i < results->n; i++)
        results->rows[i].count ^= 1;
    for (size_t i = 0; spoil && i < results->n; i++)
        spoil(&results->rows[i]);
    return true;
}

static void no_change(struct result *row)
{
    if (is_row(row, "modulo", "moved_fraction"))
        row->real = 0;
}

static void too_little_moves(struct result *row)
{
    if (is_row(row, "modulo", "moved_fraction"))
        row->real -= 0.02;
}

static void rejoin_moves(struct result *row)
{
    if (is_row(row, "ring", "moved_keys") && !strcmp(row->change, "rejoin"))
        row->real = 1;
}

static void empty_nodes_are_skipped(struct result *row)
{
    if (is_row(row, "null", "max_over_mean"))
        row->real = 1;
    if (is_row(row, "null", "cv"))
        row->real = 0;
}

static void down_node_is_skipped(struct result *row)
{
    if (is_row(row, "rendezvous", "min_over_mean"))
        row->real = 0.98;
}

static void deviation_over_live_nodes(struct result *row)
{
    if (is_row(row, "rendezvous", "cv"))
        row->real = 0.02;
}

static void deviation_is_too_large(struct result *row)
{
    row->expected.z *= 0.5;
}

static void deviation_is_too_small(struct result *row)
{
    row->expected.z *= 1.3;
}

static void one_sample_is_far(struct result *row)
{
    if (is_row(row, "modulo", "moved_fraction") && row->seed == 20 && !strcmp(row->change, "add"))
        row->expected.z = 4.5; /* one of many: no root mean square shows it */
}

static void nothing_is_sampled(struct result *row)
{
    row->expected.z = NAN;
}

static void some_survivor_moves(struct result *row)
{
    if (is_row(row, "ring:vnodes=16", "survivors_moved"))
        row->has = RESULT_NONE, row->status = "error";
}

static void bytes_are_rounded(struct result *row)
{
    if (!strcmp(row->measure->name, "bytes_total"))
        row->real = 4096 * ceil(row->real / 4096);
}

static void null_is_slow(struct result *row)
{
    if (is_row(row, "null", "lookup_ns") || is_row(row, "null", "lookup_again_ns") ||
        is_row(row, "null", "lookup_hot_ns"))
        row->real += 1e6;
}

static void again_has_no_value(struct result *row)
{
    if (is_row(row, "ring", "lookup_again_ns"))
        row->has = RESULT_NONE, row->status = "invalid";
}

static void again_is_slow(struct result *row)
{
    if (is_row(row, "ring", "lookup_again_ns"))
        row->real *= 100;
}

static void again_is_fast(struct result *row)
{
    if (is_row(row, "null", "lookup_again_ns"))
        row->real /= 100;
}

static void lookup_is_too_fast(struct result *row)
{
    if (is_row(row, "ring", "lookup_dependent_ns"))
        row->real = 1e-3;
}

static void no_cycle(struct result *row)
{
    if (is_row(row, "null", "cycle_ns"))
        row->has = RESULT_NONE, row->status = "invalid";
}

/* What a clock says of a repetition, when it is well: nothing took time, and a sum was wrong. */
struct said {
    double ns;
    const char *error;
};
#define EMPTY_WELL                                                                                 \
    {                                                                                              \
        1e-9, NULL                                                                                 \
    }
#define WRONG_WELL                                                                                 \
    {                                                                                              \
        0, "wrong"                                                                                 \
    }
#define TIMED                                                                                      \
    {                                                                                              \
        1, NULL                                                                                    \
    }
#define SET                                                                                        \
    {                                                                                              \
        0, "the clock was set"                                                                     \
    }
enum { N_LOOPS = 2, N_SAID = 2 };
static const struct said (*told)[N_SAID]; /* of the empty loop, and of the wrong sum */

static void clock_as_told(const struct gbench_case *cases, size_t n,
                          const struct gbench_options *options,
                          void (*on_result)(void *, const struct gbench_result *), void *ctx)
{
    (void)options;
    for (size_t i = 0; i < n; i++)
        for (unsigned rep = 0; rep < N_SAID; rep++) {
            const struct said *said = &told[i][rep];
            const struct gbench_result result = {&cases[i], rep, said->ns, said->error};
            on_result(ctx, &result);
        }
}

static void clock_without_cases(const struct gbench_case *cases, size_t n,
                                const struct gbench_options *options,
                                void (*on_result)(void *, const struct gbench_result *), void *ctx)
{
    (void)cases, (void)n, (void)options, (void)on_result, (void)ctx;
}

/* Frees are not counted. */
static void free_uncounted(void *ctx, void *ptr, size_t n_bytes)
{
    struct heap *heap = ctx;
    heap_allocator(heap).free(heap, ptr, n_bytes);
    heap->now_bytes += n_bytes;
}

static struct rs_allocator allocator_that_keeps(struct heap *heap)
{
    struct rs_allocator allocator = heap_allocator(heap);
    allocator.free = free_uncounted;
    return allocator;
}

/* ---- the checks under them */

static struct self_check checks[N_SELF_CHECKS];

static void run_checks(const struct self_check_tools *tools)
{
    size_t n_failed = self_check_run(tools, checks), n = 0;
    for (size_t i = 0; i < N_SELF_CHECKS; i++)
        n += checks[i].outcome == SELF_CHECK_FAILED;
    assert_int_equal(n_failed, n);
}

/* This check fails and no other does, and says what was expected and found. Times of a machine
 * under load are not asked. */
static void only_fails(enum self_check_index which, const struct self_check_tools *tools)
{
    run_checks(tools);
    if (checks[which].outcome != SELF_CHECK_FAILED)
        fail_msg("%s does not see it: %s", checks[which].name, checks[which].found);
    assert_true(*checks[which].expected && *checks[which].found);
    for (size_t i = 0; i < SELF_CHECK_noise; i++)
        if (i != which && i != SELF_CHECK_floor && checks[i].outcome != SELF_CHECK_PASSED)
            fail_msg("%s: expected %s, found %s", checks[i].name, checks[i].expected,
                     checks[i].found);
}

static void test_a_sound_harness_passes(void **state)
{
    struct self_check_tools tools = self_check_tools(NULL);
    (void)state;
    run_checks(&tools);
    for (size_t i = 0; i < N_SELF_CHECKS; i++)
        if (checks[i].outcome != SELF_CHECK_PASSED && i != SELF_CHECK_floor &&
            i != SELF_CHECK_cycle)
            fail_msg("%s: expected %s, found %s", checks[i].name, checks[i].expected,
                     checks[i].found);
}

static void test_each_fault_is_seen(void **state)
{
    static const struct {
        enum self_check_index check;
        void (*spoil)(struct result *row);
    } faults[] = {
        {SELF_CHECK_floor, null_is_slow},
        {SELF_CHECK_disruption, no_change},
        {SELF_CHECK_disruption, too_little_moves},
        {SELF_CHECK_disruption, rejoin_moves},
        {SELF_CHECK_dead_node, empty_nodes_are_skipped},
        {SELF_CHECK_dead_node, down_node_is_skipped},
        {SELF_CHECK_dead_node, deviation_over_live_nodes},
        {SELF_CHECK_theory, deviation_is_too_large},
        {SELF_CHECK_theory, deviation_is_too_small},
        {SELF_CHECK_theory, one_sample_is_far},
        {SELF_CHECK_theory, nothing_is_sampled},
        {SELF_CHECK_theory, some_survivor_moves},
        {SELF_CHECK_memory, bytes_are_rounded},
        {SELF_CHECK_noise, again_has_no_value},
        {SELF_CHECK_noise, again_is_slow},
        {SELF_CHECK_noise, again_is_fast},
        {SELF_CHECK_cycle, lookup_is_too_fast},
        {SELF_CHECK_cycle, no_cycle},
    };
    struct self_check_tools tools = self_check_tools(NULL);
    (void)state;
    tools.bench = bench_spoilt;
    for (size_t i = 0; i < N_OF(faults); i++) {
        spoil = faults[i].spoil;
        only_fails(faults[i].check, &tools);
    }
    spoil = NULL;
}

static void test_a_seed_that_does_nothing_is_seen(void **state)
{
    struct self_check_tools tools = self_check_tools(NULL);
    (void)state;
    tools.bench = bench_spoilt;
    is_seed_ignored = true; /* one sample twenty times: theory may see it as well */
    run_checks(&tools);
    is_seed_ignored = false;
    assert_int_equal(checks[SELF_CHECK_seed].outcome, SELF_CHECK_FAILED);
    is_seed_unstable = true;
    run_checks(&tools);
    is_seed_unstable = false;
    assert_int_equal(checks[SELF_CHECK_seed].outcome, SELF_CHECK_FAILED);
    is_count_unstable = true, n_of_seed_1 = 0;
    only_fails(SELF_CHECK_seed, &tools);
    is_count_unstable = false;
}

static void test_a_clock_that_lies_is_seen(void **state)
{
    static const struct said lies[][N_LOOPS][N_SAID] = {
        {{EMPTY_WELL, EMPTY_WELL}, {{1e-9, NULL}, {1e-9, NULL}}}, /* never an error */
        {{TIMED, TIMED}, {WRONG_WELL, WRONG_WELL}},               /* some time for every call */
        {{EMPTY_WELL, TIMED}, {WRONG_WELL, WRONG_WELL}},
        {{EMPTY_WELL, EMPTY_WELL}, {WRONG_WELL, TIMED}},
    };
    struct self_check_tools tools = self_check_tools(NULL);
    (void)state;
    tools.clock = clock_as_told;
    for (size_t i = 0; i < N_OF(lies); i++) {
        told = lies[i];
        only_fails(SELF_CHECK_removed, &tools);
    }
}

static void test_a_clock_that_is_set_once_is_borne(void **state)
{
    static const struct said once[N_LOOPS][N_SAID] = {{SET, EMPTY_WELL}, {SET, WRONG_WELL}};
    static const struct said always[N_LOOPS][N_SAID] = {{SET, SET}, {SET, SET}};
    struct self_check_tools tools = self_check_tools(NULL);
    (void)state;
    tools.clock = clock_as_told;
    told = once;
    run_checks(&tools);
    assert_int_equal(checks[SELF_CHECK_removed].outcome, SELF_CHECK_PASSED);
    told = always;
    only_fails(SELF_CHECK_removed, &tools);
    assert_non_null(strstr(checks[SELF_CHECK_removed].found, "an empty loop HAS NO CLOCK"));
}

static void test_a_heap_that_lies_is_seen(void **state)
{
    struct self_check_tools tools = self_check_tools(NULL);
    (void)state;
    tools.allocator = allocator_that_keeps;
    only_fails(SELF_CHECK_memory, &tools);
}

static void test_a_run_without_null_is_seen(void **state)
{
    char ring[] = "ring", null[] = "null", *specs[] = {ring, null};
    struct bench_options plan = {.specs = specs, .n_specs = 1};
    struct self_check_tools tools = self_check_tools(&plan);
    (void)state;
    only_fails(SELF_CHECK_floor, &tools);
    assert_non_null(strstr(checks[SELF_CHECK_floor].found, "IS NOT"));
    plan.n_specs = 2;
    run_checks(&tools);
    assert_null(strstr(checks[SELF_CHECK_floor].found, "IS NOT"));
}

static void test_what_a_filter_leaves_out_did_not_fail(void **state)
{
    struct self_check_tools tools = self_check_tools(NULL);
    (void)state;
    tools.bench = bench_spoilt, tools.clock = clock_without_cases;
    is_filtered = true;
    assert_int_equal(self_check_run(&tools, checks), 0);
    is_filtered = false;
    static const enum self_check_index out[] = {SELF_CHECK_floor, SELF_CHECK_noise,
                                                SELF_CHECK_cycle, SELF_CHECK_removed};
    for (size_t i = 0; i < N_OF(out); i++)
        assert_int_equal(checks[out[i]].outcome, SELF_CHECK_LEFT_OUT);
}

static void test_words_fit_a_terminal(void **state)
{
    struct self_check_tools tools = self_check_tools(NULL);
    char line[256];
    FILE *out = tmpfile();
    (void)state;
    run_checks(&tools);
    assert_non_null(out);
    self_check_print(out, checks);
    rewind(out);
    size_t n = 0;
    for (; fgets(line, sizeof line, out); n++)
        if (strlen(line) > 81)
            fail_msg("%zu columns: %s", strlen(line) - 1, line);
    assert_in_range(n, N_SELF_CHECKS, 3 * N_SELF_CHECKS);
    fclose(out);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_sound_harness_passes),
        cmocka_unit_test(test_each_fault_is_seen),
        cmocka_unit_test(test_a_seed_that_does_nothing_is_seen),
        cmocka_unit_test(test_a_clock_that_lies_is_seen),
        cmocka_unit_test(test_a_clock_that_is_set_once_is_borne),
        cmocka_unit_test(test_a_heap_that_lies_is_seen),
        cmocka_unit_test(test_a_run_without_null_is_seen),
        cmocka_unit_test(test_what_a_filter_leaves_out_did_not_fail),
        cmocka_unit_test(test_words_fit_a_terminal),
    };
    if (!gbench_init(&argc, argv))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
