/* test_properties.c - every strategy keeps what its traits promise
 *
 * All properties on all specs, on scripts from seeds. And the other way round: what a strategy does
 * not promise is seen to fail, so the property is no rubber stamp.
 */
#include "narrow.h"
#include "property.h"
#include "specs.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { N_SCRIPTS = 100 };

static void check_spec(const char *spec)
{
    const struct property *property;
    struct rs_placement *p;
    struct rs_why why;
    enum rs_status status = rs_open(spec, NULL, &p, &why);
    if (status == RS_EUNSUPPORTED) {
        print_message("skipped %s: %s\n", spec, why.text);
        return;
    }
    if (status)
        fail_msg("%s: %s", spec, why.text);
    for (size_t i = 0; (property = property_at(i)); i++) {
        const char *reason =
            property_applies(property, p) ? property_check(property, spec, 1, N_SCRIPTS) : NULL;
        if (reason)
            fail_msg("%s of %s: %s", property->name, spec, reason);
    }
    rs_close(p);
}

static void test_every_spec_keeps_its_promises(void **state)
{
    char spec[RS_SPEC_MAX];
    (void)state;
    for (size_t i = 0; specs_at(i, spec); i++)
        check_spec(spec);
}

static void test_what_is_not_promised_fails(void **state)
{
    (void)state;
    const struct property *minimal = property_find("minimal");
    assert_non_null(property_check(minimal, "modulo", 1, N_SCRIPTS));
    assert_non_null(property_check(minimal, "jump_swap", 1, N_SCRIPTS));
    assert_non_null(property_check(property_find("history_free"), "jump", 1, N_SCRIPTS));
    assert_null(property_find("balanced"));
}

/* A clone has its nodes in other slots: when the last regular node goes, backups must come in the
 * same order there. */
static void test_what_was_found_stays_found(void **state)
{
    (void)state;
    const char *reason = property_check(property_find("oom"), "bounded:over=rendezvous", 36, 1);
    if (reason)
        fail_msg("%s", reason);
}

static void test_zeros_are_the_simplest_script(void **state)
{
    static const uint8_t zeros[9];
    struct script script;
    struct rs_placement *p;
    (void)state;
    assert_int_equal(rs_open("ring", NULL, &p, NULL), RS_OK);
    script_decode(zeros, 0, p, &script);
    assert_int_equal(script.n_ops, 0);
    script_decode(zeros, sizeof zeros, p, &script);
    for (uint32_t i = 0; i < script.n_ops; i++) {
        assert_int_equal(script.ops[i].verb, SCRIPT_ADD);
        assert_int_equal(script.ops[i].n, 1);
        assert_int_equal(script.ops[i].nodes[0].id, i);
        assert_true(script.ops[i].nodes[0].weight == 1 && script.ops[i].nodes[0].flags == 0);
    }
    assert_in_range(script.n_ops, 2, 3);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zeros_are_the_simplest_script),
        cmocka_unit_test(test_what_was_found_stays_found),
        cmocka_unit_test(test_every_spec_keeps_its_promises),
        cmocka_unit_test(test_what_is_not_promised_fails),
    };
    struct rs_why why;
    if (narrow_register(&why)) {
        print_error("%s\n", why.text);
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
