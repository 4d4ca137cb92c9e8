/* test_table.c - one table in three formats
 */
#include "table_output.h"

#include "support.h"

#include <jansson.h>
#include <string.h>
#include <time.h>

static void table_fill(struct table *table)
{
    table_string(table, "a,b");
    table_u64(table, 7);
    table_real(table, 1.0 / 3);
    table_end_row(table);
    table_bytes(table, RS_TEXT_BYTES("\xff\x1b"));
    table_u64(table, UINT64_MAX);
    table_real(table, 123456.789);
    table_end_row(table);
    table_string(table, "caf\xc3\xa9");
    table_empty(table);
    table_empty(table);
    table_end_row(table);
}

static void test_csv(void **state)
{
    (void)state;
    struct table_output output;
    table_fill(table_begin(&output, TABLE_CSV)->table);
    table_check(&output, "key,n,share\n"
                         "\"a,b\",7,0.3333333333333333\n"
                         "\xff\x1b,18446744073709551615,123456.789\n"
                         "caf\xc3\xa9,,\n");
}

static void test_json(void **state)
{
    (void)state;
    struct table_output output;
    table_fill(table_begin(&output, TABLE_JSON)->table);
    table_check(
        &output,
        "[\n"
        "{\"key\": \"a,b\", \"n\": 7, \"share\": 0.3333333333333333},\n"
        "{\"key\": {\"hex\": \"ff1b\"}, \"n\": 18446744073709551615, \"share\": 123456.789},\n"
        "{\"key\": \"caf\xc3\xa9\", \"n\": null, \"share\": null}\n"
        "]\n");
}

static void test_json_is_json(void **state)
{
    (void)state;
    struct table_output output;
    table_begin(&output, TABLE_JSON);
    table_bytes(output.table, RS_TEXT_BYTES("\"\\\n\0\x7f"));
    table_u64(output.table, 0);
    table_real(output.table, 1e300);
    table_end_row(output.table);
    table_finish(&output);
    json_t *rows = json_loads(output.text, JSON_ALLOW_NUL, NULL);
    json_t *key = json_object_get(json_array_get(rows, 0), "key");
    assert_int_equal(json_string_length(key), 5);
    assert_memory_equal(json_string_value(key), "\"\\\n\0\x7f", 5);
    json_decref(rows);
    free(output.text);
}

static void test_text(void **state)
{
    (void)state;
    struct table_output output;
    table_fill(table_begin(&output, TABLE_TEXT)->table);
    table_check(&output, "key                          n   share\n"
                         "a,b                          7  0.3333\n"
                         "\\xff\\x1b  18446744073709551615  123457\n"
                         "caf\xc3\xa9                         -       -\n");
}

static void test_no_rows(void **state)
{
    (void)state;
    struct table_output output;
    table_check(table_begin(&output, TABLE_TEXT), "key  n  share\n");
    table_check(table_begin(&output, TABLE_CSV), "key,n,share\n");
    table_check(table_begin(&output, TABLE_JSON), "[\n]\n");
}

static void test_locale(void **state)
{
    (void)state;
    test_set_comma_locale();
    struct table_output output;
    table_begin(&output, TABLE_CSV);
    table_string(output.table, "k");
    table_u64(output.table, 1234567);
    table_real(output.table, 0.5);
    table_end_row(output.table);
    setlocale(LC_ALL, "C");
    table_check(&output, "key,n,share\nk,1234567,0.5\n");
}

static void test_full_disk(void **state)
{
    (void)state;
    for (enum table_format format = TABLE_TEXT; format <= TABLE_JSON; format++) {
        FILE *out = fopen("/dev/full", "w");
        setvbuf(out, NULL, _IONBF, 0);
        struct table *table = table_open(out, format, columns, 3);
        table_fill(table);
        assert_false(table_close(table));
        fclose(out);
    }
}

static void test_formats(void **state)
{
    (void)state;
    enum table_format format = TABLE_TEXT;
    assert_true(table_format_parse("csv", &format) && format == TABLE_CSV);
    assert_true(table_format_parse("json", &format) && format == TABLE_JSON);
    assert_true(table_format_parse("text", &format) && format == TABLE_TEXT);
    assert_false(table_format_parse("CSV", &format));
    assert_false(table_format_parse("", &format));
}

static void test_csv_speed(void **state)
{
    (void)state;
    FILE *out = fopen("/dev/null", "w");
    struct table *table = table_open(out, TABLE_CSV, columns, 3);
    clock_t start = clock();
    for (uint64_t i = 0; i < 1000000; i++) {
        table_string(table, "user:1234567");
        table_u64(table, i);
        table_string(table, "node-17");
        table_end_row(table);
    }
    print_message("%.1f million rows a second\n",
                  (double)CLOCKS_PER_SEC / (double)(clock() - start));
    assert_true(table_close(table));
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_csv),          cmocka_unit_test(test_json),
        cmocka_unit_test(test_json_is_json), cmocka_unit_test(test_text),
        cmocka_unit_test(test_no_rows),      cmocka_unit_test(test_locale),
        cmocka_unit_test(test_full_disk),    cmocka_unit_test(test_formats),
        cmocka_unit_test(test_csv_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
