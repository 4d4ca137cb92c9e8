/* test_spec_refused.c - specs that are refused, each in words that name the place and the remedy
 */
#include "support.h"

static void check_all(const char *const (*cases)[3], size_t n)
{
    struct rs_spec untouched, spec;
    assert_int_equal(rs_spec_parse("ring:vnodes=3", &untouched, NULL), RS_OK);
    for (size_t i = 0; i < n; i++) {
        struct rs_why why = {"none"};
        memcpy(&spec, &untouched, sizeof spec);
        test_refused(rs_spec_parse(cases[i][0], &spec, &why), RS_EINVAL, &why, cases[i][1],
                     cases[i][2]);
        assert_memory_equal(&spec, &untouched, sizeof spec);
        assert_int_equal(rs_spec_parse(cases[i][0], &spec, NULL), RS_EINVAL);
    }
}

static void test_names(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"", "''", "ringside list names all"},
        {"rings", "'rings'", "ringside list names all"},
        {"rin", "'rin'", "ringside list names all"},
        {"Ring", "'Ring'", "ringside list names all"},
        {" ring", "' ring'", "ringside list names all"},
        {"ring ", "'ring '", "ringside list names all"},
        {"ring=1", "'ring=1'", "ringside list names all"},
        {":vnodes=1", "''", "ringside list names all"},
        {"a\x1b[31mb\n", "'a?[31mb?'", "ringside list names all"},
        {"0123456789012345678901234567890123456789012345678901234567890123456789012345678",
         "'01234567890123456789012345678901234567890123456789012345678901234567...'",
         "ringside list names all"},
        {"ring:", "''", "it has hash, label_hash, vnodes"},
        {"ring::vnodes=1", "''", "it has hash"},
        {"ring:vnodes=1:", "''", "it has hash"},
        {"ring:vnode=1", "'vnode'", "it has hash, label_hash, vnodes"},
        {"ring:vnodess=1", "'vnodess'", "it has hash"},
        {"ring:=1", "''", "it has hash"},
        {"modulo:vnodes=1", "modulo has no parameter 'vnodes'", "it has hash"},
    };
    check_all(cases, N_OF(cases));
}

static void test_numbers(void **state)
{
    (void)state;
    static const char *const values[] = {"",
                                         "0",
                                         "1000001",
                                         "-1",
                                         "+1",
                                         "1.0",
                                         "1e3",
                                         "0x10",
                                         "x",
                                         "1%20",
                                         "%201",
                                         "1%2C000",
                                         "18446744073709551617",
                                         "99999999999999999999999999999999999999"};
    for (size_t i = 0; i < N_OF(values); i++) {
        char text[128];
        snprintf(text, sizeof text, "ring:vnodes=%s", values[i]);
        const char *const one[1][3] = {{text, "vnodes=", "give a whole number from 1 to 1000000"}};
        check_all(one, 1);
    }
}

static void test_choices_and_hashes(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"ring:bits=16", "bits=16", "choose one of 64|32"},
        {"ring:bits=6", "bits=6", "choose one of 64|32"},
        {"ring:bits=64|32", "bits=64|32", "choose one of 64|32"},
        {"ring:bits=", "bits=", "choose one of 64|32"},
        {"ring:owner=After", "owner=After", "choose one of at|after"},
        {"ring:hash=sha1", "hash=sha1", "xxh3 and md5 are two"},
        {"ring:hash=", "hash=", "xxh3 and md5 are two"},
        {"ring:label_hash={hash}", "label_hash={hash}", "xxh3 and md5 are two"},
        {"null:hash=MD5", "hash=MD5", "xxh3 and md5 are two"},
    };
    check_all(cases, N_OF(cases));
}

static void test_repeated(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"ring:vnodes=1:vnodes=1", "vnodes", "once"},
        {"ring:vnodes=1:bits=32:vnodes=2", "vnodes", "once"},
        {"ring:vnodes", "vnodes", "vnodes=VALUE"},
        {"ring:vnodes:bits=32", "vnodes", "vnodes=VALUE"},
    };
    check_all(cases, N_OF(cases));
}

static void test_bytes_of_values(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"ring:label={node} {i}", "label", "%20"},
        {"ring:label={node},{i}", "label", "%2C"},
        {"ring:label=\"{node}{i}\"", "label", "%22"},
        {"ring:label='{node}{i}'", "label", "%27"},
        {"ring:label={node}`{i}", "label", "%60"},
        {"ring:label={node}\t{i}", "label", "%09"},
        {"ring:label={node}\n{i}", "label", "%0A"},
        {"ring:label={node}\x7f{i}", "label", "%7F"},
        {"ring:label={node}\x80{i}", "label", "%80"},
        {"ring:label={node}\xff{i}", "label", "%FF"},
        {"ring:label={node}{i}%", "label", "two hexadecimal digits"},
        {"ring:label={node}{i}%4", "label", "two hexadecimal digits"},
        {"ring:label={node}%4g{i}", "label", "two hexadecimal digits"},
        {"ring:label={node}%g4{i}", "label", "two hexadecimal digits"},
        {"ring:label={node}%:{i}", "label", "two hexadecimal digits"},
        {"ring:label={node}%00{i}", "label", "not 00"},
    };
    check_all(cases, N_OF(cases));
}

/* What the parameters say together is the strategy's to refuse, when it is opened. */
static void test_together(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"ring:label={i}", "label", "{node}"},
        {"ring:label={node}", "label", "{i}"},
        {"ring:label=", "label", "{node}"},
        {"ring:label={node}{node}{i}", "label", "once each"},
        {"ring:label={node}{i}-{i}", "label", "once each"},
        {"ring:label={Node}{i}", "label", "{node}"},
        {"ring:hash=identity", "identity", "label_hash=xxh3"},
        {"ring:label_hash=identity", "identity", "label_hash=xxh3"},
    };
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct rs_why why = {"none"};
        struct rs_placement *p = NULL;
        test_refused(rs_open(cases[i][0], NULL, &p, &why), RS_EINVAL, &why, cases[i][1],
                     cases[i][2]);
        assert_null(p);
    }
}

/* Whoever hashes names asks whether the hash can. */
static void test_label_hashes(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    unsigned n = 0;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++) {
        const struct rs_param *param = rs_params(strategy);
        char spec[64];
        struct rs_why why = {"none"};
        struct rs_placement *p = NULL;
        const struct rs_config seeded = {.seed = 1};
        while (param->name && strcmp(param->name, "label_hash"))
            param++;
        if (!param->name)
            continue;
        snprintf(spec, sizeof spec, "%s:label_hash=identity", strategy->name);
        test_refused(rs_open(spec, NULL, &p, &why), RS_EINVAL, &why, "identity", "label_hash=xxh3");
        snprintf(spec, sizeof spec, "%s:label_hash=crc32", strategy->name);
        test_refused(rs_open(spec, &seeded, &p, &why), RS_EUNSUPPORTED, &why, "takes no seed",
                     "label_hash=xxh3");
        assert_null(p);
        n++;
    }
    assert_true(n >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_choices_and_hashes),
        cmocka_unit_test(test_repeated),
        cmocka_unit_test(test_bytes_of_values),
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_label_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
