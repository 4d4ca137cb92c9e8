/* test_csv.c - records of RFC 4180, and reals as text
 */
#include "csv.h"
#include "real.h"

#include "support.h"

#include <float.h>
#include <math.h>

#define N_FIELDS 3

/* Splits record, in memory of just its size, and joins the fields with '|' again. */
static const char *csv_joined(const char *record, size_t *n)
{
    static char joined[256];
    size_t n_bytes = strlen(record);
    char *copy = malloc(n_bytes + (n_bytes == 0));
    memcpy(copy, record, n_bytes);
    struct rs_bytes fields[N_FIELDS];
    const char *bad = "none";
    *n = csv_split(copy, n_bytes, fields, N_FIELDS, &bad);
    joined[0] = '\0';
    for (size_t i = 0; i < *n && i < N_FIELDS; i++) {
        strcat(joined, i ? "|" : "");
        strncat(joined, fields[i].at, fields[i].n_bytes);
    }
    free(copy);
    return *n ? joined : bad;
}

static void test_split(void **state)
{
    (void)state;
    static const struct {
        const char *record, *joined;
        size_t n;
    } cases[] = {
        {"", "", 1},
        {"a", "a", 1},
        {",", "|", 2},
        {"a,b,c", "a|b|c", 3},
        {"a,b,c,d,e", "a|b|c", 5},
        {" a , b ", " a | b ", 2},
        {"\"a,b\",c", "a,b|c", 2},
        {"\"\"", "", 1},
        {"\"say \"\"hi\"\"\",1", "say \"hi\"|1", 2},
        {"\"\"\"\"", "\"", 1},
        {"a,\"\",b", "a||b", 3},
        {"\"a", "a quoted field is not closed on its line", 0},
        {"\"", "a quoted field is not closed on its line", 0},
        {"a,\"b\"\"", "a quoted field is not closed on its line", 0},
        {"a\"b", "a quote stands in the middle of a field", 0},
        {" \"a\"", "a quote stands in the middle of a field", 0},
        {"\"a\"b", "a quote stands in the middle of a field", 0},
        {"\"a\" ,b", "a quote stands in the middle of a field", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n;
        assert_string_equal(csv_joined(cases[i].record, &n), cases[i].joined);
        assert_int_equal(n, cases[i].n);
    }
}

static void csv_check_written(struct rs_bytes field, const char *expected)
{
    char *text;
    size_t n_bytes;
    FILE *out = open_memstream(&text, &n_bytes);
    csv_write(out, field);
    fclose(out);
    assert_int_equal(n_bytes, strlen(expected));
    assert_memory_equal(text, expected, n_bytes);
    free(text);
}

static void test_write(void **state)
{
    (void)state;
    csv_check_written(RS_TEXT_BYTES(""), "");
    csv_check_written(RS_TEXT_BYTES("user:1"), "user:1");
    csv_check_written(RS_TEXT_BYTES("in the middle"), "in the middle");
    csv_check_written(RS_TEXT_BYTES("\xff#;'"), "\xff#;'");
    csv_check_written(RS_TEXT_BYTES("a,b"), "\"a,b\"");
    csv_check_written(RS_TEXT_BYTES("a\"b"), "\"a\"\"b\"");
    csv_check_written(RS_TEXT_BYTES("a\r"), "\"a\r\"");
    csv_check_written(RS_TEXT_BYTES("a\nb"), "\"a\nb\"");
    csv_check_written(RS_TEXT_BYTES(" a"), "\" a\"");
    csv_check_written(RS_TEXT_BYTES("a\t"), "\"a\t\"");
}

static void real_check(double value, const char *expected)
{
    char text[REAL_MAX];
    real_print(value, text);
    assert_string_equal(text, expected);
}

static void test_real_print(void **state)
{
    (void)state;
    real_check(0, "0");
    real_check(0.1, "0.1");
    real_check(0.1 + 0.2, "0.30000000000000004");
    real_check(1.0 / 3, "0.3333333333333333");
    real_check(-2.5, "-2.5");
    real_check(1000000, "1000000");
    real_check(9007199254740992, "9007199254740992");
    real_check(DBL_MAX, "1.7976931348623157e+308");
    real_check(DBL_TRUE_MIN, "5e-324");
}

static void test_real_print_reads_back(void **state)
{
    (void)state;
    uint64_t bits = 1;
    for (int i = 0; i < 100000; i++) {
        double value;
        bits = rs_mix(bits + 1);
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        char text[REAL_MAX];
        real_print(value, text);
        assert_true(strtod(text, NULL) == value);
    }
}

static void test_real_show(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},           {1.0 / 3, "0.3333"},   {0.0001, "0.0001"}, {0.00001, "1e-05"},
        {123.456, "123.5"}, {999.96, "1000"},      {123456, "123456"}, {1e14, "100000000000000"},
        {1e15, "1e+15"},    {-1234567, "-1234567"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[REAL_MAX];
        real_show(cases[i].value, text);
        assert_string_equal(text, cases[i].text);
    }
}

static bool real_reads(const char *text, double *value)
{
    return real_parse((struct rs_bytes){text, strlen(text)}, value);
}

static void test_real_parse(void **state)
{
    (void)state;
    double value = -1;
    static const char *const bad[] = {"",     "-1", "+1",  " 1",    "1 ",     "inf",      "nan",
                                      "0x10", "1e", "1e+", "1.",    ".5",     "1,5",      "1.5.5",
                                      "1e5x", "e5", "1_0", "1e999", "1e-999", "infinity", "-0"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(real_reads(bad[i], &value));
    assert_false(real_parse(RS_TEXT_BYTES("1\0"), &value));
    assert_true(value == -1);
    assert_true(real_reads("1", &value) && value == 1);
    assert_true(real_reads("0.5", &value) && value == 0.5);
    assert_true(real_reads("2e3", &value) && value == 2000);
    assert_true(real_reads("25E-1", &value) && value == 2.5);
    assert_true(real_reads("0e-999", &value) && value == 0);
    assert_true(real_reads("007", &value) && value == 7);
}

static void test_real_under_a_locale_with_a_comma(void **state)
{
    (void)state;
    test_set_comma_locale();
    char text[REAL_MAX], comma[REAL_MAX];
    snprintf(comma, sizeof comma, "%.1f", 0.5);
    real_print(0.5, text);
    double value = 0;
    bool read = real_reads("0.5", &value);
    setlocale(LC_ALL, "C");
    assert_string_equal(comma, "0,5");
    assert_string_equal(text, "0.5");
    assert_true(read && value == 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_write),
        cmocka_unit_test(test_real_print),
        cmocka_unit_test(test_real_print_reads_back),
        cmocka_unit_test(test_real_show),
        cmocka_unit_test(test_real_parse),
        cmocka_unit_test(test_real_under_a_locale_with_a_comma),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
