/* test_whole.c - whole numbers as people write them
 */
#include "whole.h"

#include "support.h"

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t max, value;
    } rows[] = {{"0", 0, 0},
                {"007", 7, 7},
                {"4294967294", RS_NO_NODE - 1, RS_NO_NODE - 1},
                {"18446744073709551615", UINT64_MAX, UINT64_MAX}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        uint64_t value = 1;
        assert_true(whole_parse(test_bytes(rows[i].text), rows[i].max, &value));
        assert_true(value == rows[i].value);
    }
}

static void test_no_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t max;
    } rows[] = {{"", 9},
                {"1", 0},
                {"10", 9},
                {"-1", 9},
                {"+1", 9},
                {" 1", 9},
                {"1 ", 9},
                {"0x1", 9},
                {"1e1", 99},
                {"\xb2", 9},
                {"18446744073709551616", UINT64_MAX},
                {"99999999999999999999", UINT64_MAX}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        uint64_t value = 3;
        assert_false(whole_parse(test_bytes(rows[i].text), rows[i].max, &value));
        assert_true(value == 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_no_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
