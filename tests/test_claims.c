/* test_claims.c - claims: their list, their tolerance and what comes out
 */
#include "support.h"

#include "claims.h"

#include <math.h>

static void test_list(void **state)
{
    (void)state;
    const struct claim *claim, *other;
    size_t n = 0, n_of_kind[4] = {0};
    for (; (claim = claim_at(n)); n++) {
        assert_non_null(claim->name);
        assert_true(*claim->name && *claim->source && *claim->parameters && *claim->statement);
        assert_null(strpbrk(claim->name, " ,\"\n"));
        assert_true(claim->kind == CLAIM_HW ? !claim->run && claim->published : claim->run != NULL);
        n_of_kind[claim->kind]++;
        for (size_t i = 0; i < n && (other = claim_at(i)); i++)
            if (!strcmp(claim->name, other->name))
                fail_msg("two claims are called %s", claim->name);
    }
    assert_true(n >= 40);
    for (int kind = 0; kind < 4; kind++)
        assert_true(n_of_kind[kind] > 0);
}

static void test_tolerance(void **state)
{
    (void)state;
    assert_true(claim_tolerance(CLAIM_EXACT, 5) == 0);
    assert_true(claim_tolerance(CLAIM_FORM, 5) == 1e-9);
    assert_true(claim_tolerance(CLAIM_STAT, 0.5) == 1.5);
    assert_true(claim_tolerance(CLAIM_STAT, 0) == 0);
}

/* ---- verdicts */

static double fake_published, fake_measured, fake_error;

static void fake_cell(struct claim_run *run)
{
    claim_cell(run, fake_published, fake_measured, fake_error, "the only one");
}

static void fake_refused(struct claim_run *run)
{
    claim_refuse(run, "there is no strategy %s", "fake");
}

static void fake_table(struct claim_run *run)
{
    claim_cell(run, 1, 1.1, 1, "good");
    claim_cell(run, 2, 9, 1, "worst");
    claim_cell(run, 3, 7, 1, "bad");
    claim_at_most(run, 5, -100, 1, "far below");
}

static void fake_bounds(struct claim_run *run)
{
    claim_at_most(run, 5, 5, 0, "at");
    claim_at_least(run, 5, 6, 0, "above");
    claim_at_most(run, 5, 5.2, 0.1, "within three errors");
}

static void fake_empty(struct claim_run *run)
{
    (void)run;
}

#define FAKE(kind_, run_)                                                                          \
    ((struct claim){.name = "fake",                                                                \
                    .source = "Nobody",                                                            \
                    .parameters = "none",                                                          \
                    .statement = "what nobody said",                                               \
                    .kind = kind_,                                                                 \
                    .run = run_})

static void check(enum claim_kind kind, double measured, double error, enum claim_verdict verdict,
                  bool broken)
{
    struct claim_run run;
    const struct claim fake = FAKE(kind, fake_cell);
    fake_published = 10, fake_measured = measured, fake_error = error;
    claim_run(&fake, &run);
    assert_int_equal(claim_verdict(&run), verdict);
    assert_int_equal(claim_is_broken(&run), broken);
}

static void test_verdict(void **state)
{
    (void)state;
    check(CLAIM_EXACT, 10, 0, CLAIM_REPRODUCED, false);
    check(CLAIM_EXACT, nextafter(10, 11), 100, CLAIM_NOT_REPRODUCED, true);
    check(CLAIM_FORM, 10 + 0.9e-9, 0, CLAIM_REPRODUCED, false);
    check(CLAIM_FORM, 10 + 1.1e-9, 100, CLAIM_NOT_REPRODUCED, true);
    check(CLAIM_STAT, 12.9, 1, CLAIM_REPRODUCED, false);
    check(CLAIM_STAT, 7.1, 1, CLAIM_REPRODUCED, false);
    check(CLAIM_STAT, 13.1, 1, CLAIM_NOT_REPRODUCED, false);
    check(CLAIM_STAT, 6.9, 1, CLAIM_NOT_REPRODUCED, false);
    check(CLAIM_STAT, 10.1, 0, CLAIM_NOT_REPRODUCED, false);
    check(CLAIM_STAT, NAN, 1, CLAIM_NOT_REPRODUCED, false);
    check(CLAIM_STAT, 10, NAN, CLAIM_NOT_REPRODUCED, false);
    check(CLAIM_EXACT, NAN, 0, CLAIM_NOT_REPRODUCED, true);
}

static void test_cells(void **state)
{
    (void)state;
    struct claim_run run;
    const struct claim table = FAKE(CLAIM_STAT, fake_table);
    claim_run(&table, &run);
    assert_int_equal(run.n_cells, 4);
    assert_true(run.published == 2 && run.measured == 9 && run.tolerance == 3);
    assert_string_equal(run.cell, "worst");
    assert_int_equal(claim_verdict(&run), CLAIM_NOT_REPRODUCED);
    const struct claim bounds = FAKE(CLAIM_STAT, fake_bounds);
    claim_run(&bounds, &run);
    assert_string_equal(run.cell, "within three errors");
    assert_int_equal(claim_verdict(&run), CLAIM_REPRODUCED);
}

/* Without a strategy nothing was measured: not reproduced, but nothing is broken either. */
static void test_not_run(void **state)
{
    (void)state;
    struct claim_run run;
    const struct claim refused = FAKE(CLAIM_EXACT, fake_refused);
    claim_run(&refused, &run);
    assert_int_equal(claim_verdict(&run), CLAIM_NOT_REPRODUCED);
    assert_false(claim_is_broken(&run));
    assert_string_equal(run.note, "there is no strategy fake");
    const struct claim empty = FAKE(CLAIM_STAT, fake_empty);
    claim_run(&empty, &run);
    assert_int_equal(claim_verdict(&run), CLAIM_NOT_REPRODUCED);
    const struct claim hardware = FAKE(CLAIM_HW, NULL);
    claim_run(&hardware, &run);
    assert_int_equal(claim_verdict(&run), CLAIM_HARDWARE);
    assert_false(claim_is_broken(&run));
}

/* The strategies that are always there: each exact value and closed form of theirs comes out. */
static void test_facts(void **state)
{
    (void)state;
    const struct claim *claim;
    size_t n_run = 0;
    for (size_t i = 0; (claim = claim_at(i)); i++) {
        struct claim_run run;
        if (claim->kind != CLAIM_EXACT && claim->kind != CLAIM_FORM)
            continue;
        claim_run(claim, &run);
        if (claim_is_broken(&run))
            fail_msg("%s: published %g, measured %g (%s)", claim->name, run.published, run.measured,
                     run.cell);
        n_run += !run.refused;
    }
    assert_true(n_run >= 20);
}

static void test_registered(void **state)
{
    (void)state;
    static struct claim fake;
    size_t n = 0;
    while (claim_at(n))
        n++;
    fake = FAKE(CLAIM_EXACT, fake_cell);
    assert_true(claim_register(&fake));
    assert_ptr_equal(claim_at(n), &fake);
    assert_null(claim_at(n + 1));
}

/* The text of a table and of the page, for a claim with a wrong number. */
static void test_text(void **state)
{
    (void)state;
    static const char *const words[] = {
        ("claim,source,parameters,published,measured,standard_error,"
         "tolerance,verdict,note\n"),
        "fake,Nobody,none,10,11,0,0,not reproduced,the only one\n", "\n## Nobody\n",
        "| **not reproduced** |", "make claims"};
    char *text = NULL;
    size_t n_bytes = 0;
    struct claim_run run;
    const struct claim fake = FAKE(CLAIM_EXACT, fake_cell);
    fake_published = 10, fake_measured = 11, fake_error = 0;
    claim_run(&fake, &run);
    FILE *out = open_memstream(&text, &n_bytes);
    assert_non_null(out);
    assert_true(claims_print(out, TABLE_CSV, &run, 1));
    assert_true(claims_page(out, &run, 1));
    fclose(out);
    for (size_t i = 0; i < N_OF(words); i++)
        if (!strstr(text, words[i]))
            fail_msg("'%s' is not in:\n%s", words[i], text);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),       cmocka_unit_test(test_tolerance),
        cmocka_unit_test(test_verdict),    cmocka_unit_test(test_cells),
        cmocka_unit_test(test_not_run),    cmocka_unit_test(test_facts),
        cmocka_unit_test(test_registered), cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
