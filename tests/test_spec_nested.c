/* test_spec_nested.c - a spec in a spec: it takes the rest, is canonical in itself, prints in full
 */
#include "support.h"

static void check_round(const char *text, const char *canonical)
{
    struct rs_spec spec, again;
    struct rs_why why = {""};
    char out[RS_SPEC_MAX];
    if (rs_spec_parse(text, &spec, &why))
        fail_msg("%s: %s", text, why.text);
    assert_int_equal(rs_spec_print(&spec, false, out, sizeof out), strlen(canonical));
    assert_string_equal(out, canonical);
    assert_int_equal(rs_spec_parse(out, &again, NULL), RS_OK);
    for (size_t i = 0; rs_params(spec.strategy)[i].name; i++)
        assert_string_equal(spec.values[i], again.values[i]);
}

static void test_round_trips(void **state)
{
    (void)state;
    check_round("bounded", "bounded");
    check_round("bounded:over=ring", "bounded");
    check_round("bounded:load=1.250:over=ring:vnodes=160", "bounded");
    check_round("bounded:load=1.25:over=ring:vnodes=1000", "bounded:over=ring:vnodes=1000");
    check_round("bounded:load=2:over=ring:vnodes=1000:bits=32",
                "bounded:load=2:over=ring:vnodes=1000:bits=32");
    check_round("bounded:over=ring:bits=32:vnodes=7", "bounded:over=ring:vnodes=7:bits=32");
    check_round("bounded:hash=md5:over=jump", "bounded:hash=md5:over=jump");
    check_round("bounded:over=ring:label={node}%3a{i}", "bounded:over=ring:label={node}%3A{i}");
}

static void test_full(void **state)
{
    (void)state;
    struct rs_spec spec;
    char out[RS_SPEC_MAX];
    assert_int_equal(rs_spec_parse("bounded:over=slots:slots=64", &spec, NULL), RS_OK);
    rs_spec_print(&spec, true, out, sizeof out);
    assert_string_equal(out, "bounded:hash=xxh3:load=1.25:over=slots:hash=xxh3:slots=64");
    /* With all defaults the innermost ring would make a value of more than RS_VALUE_MAX. */
    assert_int_equal(rs_spec_parse("bounded:over=bounded:over=bounded", &spec, NULL), RS_OK);
    rs_spec_print(&spec, true, out, sizeof out);
    assert_string_equal(out, "bounded:hash=xxh3:load=1.25:over=bounded:over=bounded");
    assert_int_equal(rs_spec_parse(out, &spec, NULL), RS_OK);
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *place, *remedy;
    } cases[] = {
        {"bounded:over=nothing", "no strategy 'nothing'", "ringside list names all"},
        {"bounded:over=", "no strategy ''", "ringside list names all"},
        {"bounded:over=ring:load=2", "ring has no parameter 'load'", "vnodes"},
        {"bounded:over=ring:vnodes=0", "vnodes=0", "from 1 to"},
        {"bounded:over=ring:vnodes=1:vnodes=2", "vnodes", "once"},
        {"bounded:load=0.99", "load=0.99", "from 1 to 1000"},
        {"bounded:load=1001", "load=1001", "from 1 to 1000"},
    };
    struct rs_spec spec;
    struct rs_why why;
    for (size_t i = 0; i < N_OF(cases); i++)
        test_refused(rs_spec_parse(cases[i].text, &spec, &why), RS_EINVAL, &why, cases[i].place,
                     cases[i].remedy);
}

/* The limit is that of a value. */
static void test_too_long(void **state)
{
    (void)state;
    char text[RS_VALUE_MAX + 64] = "bounded:over=ring:label={node}{i}";
    struct rs_spec spec;
    struct rs_why why;
    while (strlen(text) < strlen("bounded:over=") + RS_VALUE_MAX - 1)
        strcat(text, "x");
    assert_int_equal(rs_spec_parse(text, &spec, NULL), RS_OK);
    strcat(text, "x");
    test_refused(rs_spec_parse(text, &spec, &why), RS_EINVAL, &why, "over", "at most 127 bytes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
