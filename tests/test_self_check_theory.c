/* test_self_check_theory.c - the self-check sees one wrong measure among many right ones
 *
 * The driver is the real one; the z of one measure, in one change, are spoilt as they come out of
 * it. All others stay as they are, and would outweigh them in one heap.
 */
#include "self_check.h"

#include "support.h"

#include <math.h>

/* ---- faults */

static struct measure_of {
    const char *name, *change;
} one;
static double factor;

static bool is_one(const struct result *row)
{
    return !strcmp(row->measure->name, one.name) && !strcmp(row->change, one.change);
}

static void sound(struct results *results)
{
    (void)results;
}

static void scaled(struct results *results)
{
    for (size_t i = 0; i < results->n; i++)
        if (is_one(&results->rows[i]))
            results->rows[i].expected.z *= factor;
}

/* As if theory were certain of it. */
static void exact(struct results *results)
{
    for (size_t i = 0; i < results->n; i++)
        if (is_one(&results->rows[i]))
            results->rows[i].expected = expect(0, 0, 0);
}

static void missing(struct results *results)
{
    size_t n = 0;
    for (size_t i = 0; i < results->n; i++)
        if (!is_one(&results->rows[i]))
            results->rows[n++] = results->rows[i];
    results->n = n;
}

/* Half of the runs have none: as many z as are left say too little. */
static void often_missing(struct results *results)
{
    if (results->n && results->rows[0].seed % 2)
        missing(results);
}

static void (*spoil)(struct results *results);

static bool bench_spoilt(const struct bench_options *options, struct results *results,
                         struct rs_why *why)
{
    if (!bench_run(options, results, why))
        return false;
    spoil(results);
    return true;
}

/* ---- the check under them */

static enum self_check_outcome outcome(void (*fault)(struct results *results),
                                       struct self_check *check)
{
    struct self_check_tools tools = self_check_tools(NULL);
    struct self_check_runs runs = {.tools = &tools};
    struct rs_why why = {""};
    spoil = fault;
    tools.bench = bench_spoilt;
    if (!self_check_draw(&tools, &runs.drawn, &why))
        fail_msg("%s", why.text);
    return self_check_theory(&runs, check);
}

/* It is called by its name, in what is left of 80 columns. */
static void is_seen(void (*fault)(struct results *results), const char *what)
{
    struct self_check check;
    if (outcome(fault, &check) != SELF_CHECK_FAILED)
        fail_msg("%s %s, %s, is not seen: %s", one.name, one.change, what, check.found);
    if (strncmp(check.found, one.name, strlen(one.name)) != 0 || strlen(check.found) > 56)
        fail_msg("%s %s, %s, is called: %s", one.name, one.change, what, check.found);
}

static void test_sound_measures_pass(void **state)
{
    struct self_check check;
    (void)state;
    if (outcome(sound, &check) != SELF_CHECK_PASSED)
        fail_msg("%s", check.found);
}

static void test_no_measure_hides_behind_others(void **state)
{
    static const struct measure_of measures[] = {
        {"cv", ""},
        {"weight_error_rms", ""},
        {"draws", "shrink_90_adversarial"},
        {"moved_fraction", "add"},
        {"moved_fraction", "shrink_90_adversarial"},
    };
    static const double factors[] = {0.1, 0, NAN, 1.5};
    char what[32];
    (void)state;
    for (size_t m = 0; m < N_OF(measures); m++) {
        one = measures[m];
        for (size_t f = 0; f < N_OF(factors); f++) {
            factor = factors[f];
            snprintf(what, sizeof what, "times %g", factor);
            is_seen(scaled, what);
        }
        is_seen(exact, "exact");
        is_seen(missing, "missing");
    }
}

static void test_few_z_are_not_enough(void **state)
{
    (void)state;
    one = (struct measure_of){"weight_error_rms", ""};
    is_seen(often_missing, "missing in every other seed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound_measures_pass),
        cmocka_unit_test(test_no_measure_hides_behind_others),
        cmocka_unit_test(test_few_z_are_not_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
