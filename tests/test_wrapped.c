/* test_wrapped.c - words in lines that fit a terminal
 */
#include "wrapped.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect(int indent, const char *text, const char *want)
{
    char *got;
    size_t n_bytes;
    FILE *out = open_memstream(&got, &n_bytes);
    assert_non_null(out);
    wrapped_printf(out, indent, "%s", text);
    fclose(out);
    assert_string_equal(got, want);
    free(got);
}

#define TEN "123456789 "
#define SIXTY TEN TEN TEN TEN TEN TEN

static void test_short(void **state)
{
    (void)state;
    expect(2, "", "\n");
    expect(2, "a word", "a word\n");
    expect(4, "  a word", "  a word\n");
    expect(4, "  " SIXTY "1234567890123456 b", "  " SIXTY "1234567890123456 b\n");
    expect(4, "  " SIXTY "12345678901234567 b", "  " SIXTY "12345678901234567\n    b\n");
}

static void test_breaks_at_80(void **state)
{
    (void)state;
    expect(2, SIXTY TEN "1234567890", SIXTY TEN "1234567890\n");
    expect(2, SIXTY TEN "12345678901", SIXTY "123456789\n  12345678901\n");
    expect(0, SIXTY TEN "12345678901 b", SIXTY "123456789\n12345678901 b\n");
}

static void test_indent_counts(void **state)
{
    (void)state;
    expect(4, SIXTY TEN "12345678901 " SIXTY "1234 b",
           SIXTY "123456789\n    12345678901 " SIXTY "1234\n    b\n");
}

static void test_long_word(void **state)
{
    char word[100];
    (void)state;
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    char text[210], want[210];
    snprintf(text, sizeof text, "a %s b", word);
    snprintf(want, sizeof want, "a\n %s\n b\n", word);
    expect(1, text, want);
}

static void test_characters_not_bytes(void **state)
{
    (void)state;
    expect(0, SIXTY TEN "123456789\xc3\xa9", SIXTY TEN "123456789\xc3\xa9\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short),
        cmocka_unit_test(test_breaks_at_80),
        cmocka_unit_test(test_indent_counts),
        cmocka_unit_test(test_long_word),
        cmocka_unit_test(test_characters_not_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
