/* test_liars.c - a property that nobody can break proves nothing
 *
 * Every liar is caught by the property that it breaks, and for that reason; the honest strategy it
 * is made of keeps that property; and every property has its liar.
 */
#include "liars.h"
#include "property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { N_SCRIPTS = 200 };

static bool test_liars_is_promised(const struct property *property, const char *spec)
{
    struct rs_placement *p;
    assert_int_equal(rs_open(spec, NULL, &p, NULL), RS_OK);
    bool applies = property_applies(property, p);
    rs_close(p);
    return applies;
}

static void test_liars_are_caught(void **state)
{
    const struct liar *liar;
    (void)state;
    for (size_t i = 0; (liar = liar_at(i)); i++) {
        const struct property *property = property_find(liar->property);
        const char *reason = property_check(property, liar->name, 1, N_SCRIPTS);
        if (!reason)
            fail_msg("%s passes %s", liar->name, liar->property);
        if (!strstr(reason, liar->says))
            fail_msg("%s is caught by %s for another reason: %s", liar->name, liar->property,
                     reason);
    }
}

static void test_their_bases_are_honest(void **state)
{
    const struct liar *liar;
    (void)state;
    for (size_t i = 0; (liar = liar_at(i)); i++) {
        const struct property *property = property_find(liar->property);
        if (test_liars_is_promised(property, liar->base))
            assert_null(property_check(property, liar->base, 1, 10));
    }
}

static void test_every_property_has_its_liar(void **state)
{
    const struct property *property;
    const struct liar *liar;
    (void)state;
    for (size_t i = 0; (property = property_at(i)); i++) {
        size_t n = 0;
        for (size_t j = 0; (liar = liar_at(j)); j++)
            n += strcmp(liar->property, property->name) == 0;
        if (!n)
            fail_msg("no liar breaks %s", property->name);
    }
}

/* LeakSanitizer asks: one of the liars leaks, which is its lie. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:leaky_change";
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_property_has_its_liar),
        cmocka_unit_test(test_liars_are_caught),
        cmocka_unit_test(test_their_bases_are_honest),
    };
    struct rs_why why;
    if (liars_register(&why)) {
        print_error("%s\n", why.text);
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
