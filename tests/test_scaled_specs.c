/* test_scaled_specs.c - numbers that grow with the nodes
 */
#include "spec_scale.h"
#include "support.h"

static void test_numbers(void **state)
{
    static const struct {
        const char *text;
        uint64_t n_nodes;
        const char *spec; /* NULL: refused */
    } cases[] = {
        {"ring", 7, "ring"},
        {"ring:vnodes=160", 7, "ring:vnodes=160"},
        {"anchor:capacity=10n", 7, "anchor:capacity=70"},
        {"maglev:table=128p", 1, "maglev:table=131"},
        {"maglev:table=1p", 7, "maglev:table=7"},
        {"maglev:table=2p", 5, "maglev:table=11"},
        {"maglev:table=1p", 1, "maglev:table=2"},
        {"bounded:load=2:over=anchor:capacity=2n", 3, "bounded:load=2:over=anchor:capacity=6"},
        {"anchor:capacity=999999999n", 9007199, "anchor:capacity=9007198990992801"},
        {"anchor:capacity=999999999n", 9007200, NULL},
        {"anchor:capacity=0n", 7, NULL},
        {"anchor:capacity=n", 7, "anchor:capacity=n"},
        {"anchor:capacity=10nn", 7, "anchor:capacity=10nn"},
        {"ring:label={node}=10n#", 7, "ring:label={node}=10n#"},
    };
    (void)state;
    for (size_t i = 0; i < N_OF(cases); i++) {
        char spec[RS_SPEC_MAX];
        bool is_legal = spec_scale(cases[i].text, cases[i].n_nodes, spec);
        if (is_legal != !!cases[i].spec || (is_legal && strcmp(spec, cases[i].spec) != 0))
            fail_msg("%s: %s", cases[i].text, is_legal ? spec : "refused");
        if (is_legal)
            assert_int_equal(spec_scale_has(cases[i].text), strcmp(spec, cases[i].text) != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
