/* test_spec.c - specs: what is read, what is printed, what is refused and in which words
 */
#include "support.h"

/* A strategy with a parameter of every kind; its nodes never answer. */
struct kinds {
    struct rs_placement p;
    double load, part;
    uint64_t n;
    unsigned mode;
    const char *note;
};

static enum rs_status kinds_build(struct rs_placement *p)
{
    (void)p;
    return RS_OK;
}

static uint32_t kinds_locate(const struct rs_placement *p, uint64_t digest)
{
    (void)p, (void)digest;
    return RS_NO_NODE;
}

static const struct rs_param kinds_params[] = {
    RS_PARAM_HASH,
    {"load", RS_REAL, offsetof(struct kinds, load), "1.25", 1, 1e9, NULL, "a real"},
    {"part", RS_REAL, offsetof(struct kinds, part), "0.5", 0, 1, NULL, "a real from 0"},
    {"n", RS_UINT, offsetof(struct kinds, n), "7", 0, 9007199254740992.0, NULL, "a number"},
    {"mode", RS_CHOICE, offsetof(struct kinds, mode), "fast", 0, 0, "fast|faster|slow", "a choice"},
    {"note", RS_TEXT, offsetof(struct kinds, note), "", 0, 0, NULL, "any text"},
    {.name = NULL},
};

static const struct rs_strategy kinds = {
    .abi = RS_ABI,
    .name = "kinds",
    .summary = "a parameter of every kind",
    .origin = "test_spec.c",
    .params = kinds_params,
    .state_bytes = sizeof(struct kinds),
    .build = kinds_build,
    .locate = kinds_locate,
};

static int register_kinds(void **state)
{
    (void)state;
    return rs_strategy_register(&kinds, NULL) != RS_OK;
}

static void check_printed(const char *text, bool full, const char *expected)
{
    struct rs_spec spec;
    struct rs_why why;
    char printed[RS_SPEC_MAX];
    if (rs_spec_parse(text, &spec, &why))
        fail_msg("%s: %s", text, why.text);
    assert_int_equal(rs_spec_print(&spec, full, printed, sizeof printed), strlen(expected));
    assert_string_equal(printed, expected);
}

static void test_canonical(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"null", "null"},
        {"ring", "ring"},
        {"ring:vnodes=160", "ring"},
        {"ring:vnodes=0001", "ring:vnodes=1"},
        {"ring:vnodes=1000000", "ring:vnodes=1000000"},
        {"ring:owner=after:bits=32:vnodes=3", "ring:vnodes=3:bits=32:owner=after"},
        {"ring:owner=at:bits=64", "ring"},
        {"ring:hash=md5:label_hash=md5", "ring:hash=md5"},
        {"ring:label_hash=md5:hash=md5", "ring:hash=md5"},
        {"ring:label_hash=xxh3:hash=md5", "ring:hash=md5:label_hash=xxh3"},
        {"ring:label_hash=xxh3", "ring"},
        {"ring:label={node}#{i}", "ring"},
        {"ring:label={node}%23{i}", "ring"},
        {"ring:label={node}%3a{i}", "ring:label={node}%3A{i}"},
        {"ring:label=%25{node}%20%2C%22%27%60{i}", "ring:label=%25{node}%20%2C%22%27%60{i}"},
        {"ring:label={node}%c3%A9%7f%01{i}", "ring:label={node}%C3%A9%7F%01{i}"},
        {"ring:label=$(x)&;{node}{i}", "ring:label=%24%28x%29%26%3B{node}{i}"},
        {"ring:label=|<>*?[a]\\!~{node}{i}", "ring:label=%7C%3C%3E%2A%3F%5Ba]%5C%21%7E{node}{i}"},
        {"ring:label={node}/.-+@_^{i}", "ring:label={node}/.-+@_^{i}"},
        {"ring:label=a=b{node}{i}", "ring:label=a=b{node}{i}"},
        {"kinds:n=9007199254740992:mode=faster", "kinds:n=9007199254740992:mode=faster"},
        {"kinds:note=:mode=fast", "kinds"},
        {"jump:hash=xxh3", "jump"},
        {"jump_swap:hash=fnv1a", "jump_swap:hash=fnv1a"},
    };
    for (size_t i = 0; i < N_OF(cases); i++) {
        check_printed(cases[i][0], false, cases[i][1]);
        check_printed(cases[i][1], false, cases[i][1]);
    }
}

static void test_full(void **state)
{
    (void)state;
    check_printed("null", true, "null:hash=xxh3");
    check_printed("ring", true,
                  "ring:hash=xxh3:label_hash=xxh3:vnodes=160:label={node}#{i}:bits=64:owner=at");
    check_printed("ring:hash=md5:bits=32", true,
                  "ring:hash=md5:label_hash=md5:vnodes=160:label={node}#{i}:bits=32:owner=at");
    check_printed("kinds", true, "kinds:hash=xxh3:load=1.25:part=0.5:n=7:mode=fast:note=");
}

static void test_print_cut(void **state)
{
    (void)state;
    struct rs_spec spec;
    char text[8] = "#######";
    assert_int_equal(rs_spec_parse("ring:vnodes=9", &spec, NULL), RS_OK);
    assert_int_equal(rs_spec_print(&spec, false, NULL, 0), strlen("ring:vnodes=9"));
    assert_int_equal(rs_spec_print(&spec, false, text, 6), strlen("ring:vnodes=9"));
    assert_memory_equal(text, "ring:\0#", 8);
}

/* The longest value, all of it in need of %XX, fits RS_SPEC_MAX; a byte more is refused. */
static void test_longest_value(void **state)
{
    (void)state;
    struct rs_spec spec, again;
    struct rs_why why;
    char text[16 + 3 * RS_VALUE_MAX] = "kinds:note=", printed[RS_SPEC_MAX];
    for (int i = 1; i < RS_VALUE_MAX; i++)
        strcat(text, "%FF");
    assert_int_equal(rs_spec_parse(text, &spec, NULL), RS_OK);
    assert_int_equal(rs_spec_print(&spec, false, printed, sizeof printed), strlen(text));
    assert_string_equal(printed, text);
    assert_int_equal(rs_spec_parse(printed, &again, NULL), RS_OK);
    assert_memory_equal(&spec, &again, sizeof spec);
    strcat(text, "x");
    test_refused(rs_spec_parse(text, &again, &why), RS_EINVAL, &why, "note", "at most 127 bytes");
    assert_memory_equal(&spec, &again, sizeof spec);
}

static void test_reals(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *canonical;
        double load, part;
    } cases[] = {
        {"kinds:load=01.50", "kinds:load=1.5", 1.5, 0.5},
        {"kinds:load=1.250", "kinds", 1.25, 0.5},
        {"kinds:load=1.0", "kinds:load=1", 1, 0.5},
        {"kinds:load=100", "kinds:load=100", 100, 0.5},
        {"kinds:load=0010.010", "kinds:load=10.01", 10.01, 0.5},
        {"kinds:load=123456.789012345", "kinds:load=123456.789012345", 123456.789012345, 0.5},
        {"kinds:part=0", "kinds:part=0", 1.25, 0},
        {"kinds:part=000", "kinds:part=0", 1.25, 0},
        {"kinds:part=00.000", "kinds:part=0", 1.25, 0},
        {"kinds:part=00.10", "kinds:part=0.1", 1.25, 0.1},
        {"kinds:part=1.000", "kinds:part=1", 1.25, 1},
    };
    for (size_t i = 0; i < N_OF(cases); i++) {
        check_printed(cases[i].spec, false, cases[i].canonical);
        check_printed(cases[i].canonical, false, cases[i].canonical);
        struct rs_placement *p = test_open(cases[i].spec);
        const struct kinds *parsed = (const struct kinds *)p;
        assert_true(parsed->load == cases[i].load && parsed->part == cases[i].part);
        rs_close(p);
    }
}

static void test_refused_reals(void **state)
{
    (void)state;
    static const char *const values[] = {
        "",   ".5", "5.",   "1.2.3", "1e3",    "0x1",   "nan",          "inf",
        "+2", "-2", "0.99", "0",     "1.5%20", "1%2C5", "1234567890.5", "1.2345678901234567890"};
    for (size_t i = 0; i < N_OF(values); i++) {
        char text[64];
        struct rs_spec spec;
        struct rs_why why;
        snprintf(text, sizeof text, "kinds:load=%s", values[i]);
        test_refused(rs_spec_parse(text, &spec, &why), RS_EINVAL, &why,
                     "load=", "give a number from 1 to 1e+09");
    }
}

static void test_reals_locale(void **state)
{
    test_set_comma_locale();
    test_reals(state);
    setlocale(LC_ALL, "C");
}

static void test_kinds(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("kinds:mode=slow:note=a%3Ab%20:n=42:hash=crc32");
    const struct kinds *parsed = (const struct kinds *)p;
    assert_int_equal(parsed->mode, 2);
    assert_int_equal(parsed->n, 42);
    assert_string_equal(parsed->note, "a:b ");
    assert_ptr_equal(parsed->p.hash, rs_hash_find("crc32"));
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_canonical),    cmocka_unit_test(test_full),
        cmocka_unit_test(test_print_cut),    cmocka_unit_test(test_longest_value),
        cmocka_unit_test(test_reals),        cmocka_unit_test(test_refused_reals),
        cmocka_unit_test(test_reals_locale), cmocka_unit_test(test_kinds),
    };
    return cmocka_run_group_tests(tests, register_kinds, NULL);
}
