/* test_table_text.c - what a person sees of a table
 */
#include "table_output.h"

#include <string.h>

/* Nothing trails, not even where the last cells are empty texts. */
static void test_text_no_trailing_blanks(void **state)
{
    (void)state;
    struct table_output output;
    table_begin(&output, TABLE_TEXT);
    static const char *const cells[][3] = {{"a", "wide", "x"}, {"b", "", ""}, {"", "", ""}};
    for (size_t row = 0; row < 3; row++) {
        for (size_t i = 0; i < 3; i++)
            table_string(output.table, cells[row][i]);
        table_end_row(output.table);
    }
    table_check(&output, "key  n     share\n"
                         "a    wide  x\n"
                         "b\n"
                         "\n");
}

/* Control characters and what is not UTF-8 are escaped; characters count one column each. */
static void test_text_escapes(void **state)
{
    (void)state;
    static const struct {
        const char *cell, *shown;
    } cases[] = {
        {"plain", "plain"},
        {"\t", "\\x09"},
        {"\x7f", "\\x7f"},
        {"\xc2\x9b", "\\xc2\\x9b"}, /* a control character of two bytes */
        {"\xc2\xa9", "\xc2\xa9"},
        {"\xe2\x80\x8b", "\\xe2\\x80\\x8b"}, /* of no width */
        {"\xe2\x80\xae", "\\xe2\\x80\\xae"}, /* turns the order */
        {"\xe2\x81\xa6", "\\xe2\\x81\\xa6"},
        {"\xef\xbb\xbf", "\\xef\\xbb\\xbf"},
        {"\xe2\x80\x8a", "\xe2\x80\x8a"},
        {"\xe2\x80\xa7", "\xe2\x80\xa7"},
        {"\xe2\x81\xb0", "\xe2\x81\xb0"},
        {"\xef\xbb\xbe", "\xef\xbb\xbe"},
        {"\xe2\x82\xac", "\xe2\x82\xac"},
        {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
        {"\xe2\x82", "\\xe2\\x82"},                   /* cut off */
        {"\xc0\x80", "\\xc0\\x80"},                   /* longer than it need be */
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          /* a surrogate */
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, /* past the last one */
        {"\xe9t\xe9", "\\xe9t\\xe9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table_output output;
        char expected[64];
        table_begin(&output, TABLE_TEXT);
        table_empty(output.table);
        table_empty(output.table);
        table_string(output.table, cases[i].cell);
        table_end_row(output.table);
        snprintf(expected, sizeof expected, "key  n  share\n-    -  %s\n", cases[i].shown);
        table_check(&output, expected);
    }
}

/* Widths come from the first thousand rows; a wider cell later pushes its own row only. */
static void test_text_streams(void **state)
{
    (void)state;
    struct table_output output;
    table_begin(&output, TABLE_TEXT);
    for (uint64_t i = 0; i < 1002; i++) {
        table_string(output.table, i == 1000 ? "much wider" : "k");
        table_u64(output.table, i);
        table_empty(output.table);
        table_end_row(output.table);
        fflush(output.out);
        assert_int_equal(output.n_bytes > 0, i >= 999);
    }
    table_finish(&output);
    assert_non_null(strstr(output.text, "\nk    999  -\nmuch wider  1000  -\nk    1001  -\n"));
    free(output.text);
}

/* Long rows are not kept by the thousand, and one long cell does not widen all rows. */
static void test_text_long_cells(void **state)
{
    (void)state;
    size_t n_bytes = (size_t)2 << 20;
    char *cell = malloc(n_bytes);
    memset(cell, 'x', n_bytes);
    struct table_output output;
    table_begin(&output, TABLE_TEXT);
    for (int i = 0; i < 2; i++) {
        table_bytes(output.table, (struct rs_bytes){cell, i ? 1 : n_bytes});
        table_empty(output.table);
        table_empty(output.table);
        table_end_row(output.table);
        fflush(output.out);
        assert_true(output.n_bytes > n_bytes);
    }
    table_finish(&output);
    assert_true(output.n_bytes < n_bytes + 300);
    free(output.text);
    free(cell);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_no_trailing_blanks),
        cmocka_unit_test(test_text_escapes),
        cmocka_unit_test(test_text_streams),
        cmocka_unit_test(test_text_long_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
