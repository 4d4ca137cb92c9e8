/* test_part_rows.c - rows that are read back are what they were, and nothing else is a row
 */
#include "part_rows.h"
#include "support.h"

#include <string.h>

static char *specs[] = {(char[]){"null"}, (char[]){"jump"}};
static const struct bench_options options = {.specs = specs, .n_specs = 2};

#define HEADER "a header, whatever it says\n"
#define ROW(run, spec, metric, value, status)                                                      \
    "2," run "," spec ",uniform,10,1000,,1," metric "," value ",bytes,lower,count,,,0," status "," \
    "\n"

/* Takes the text; the status of its last row, "" without one, NULL where it is refused. */
static const char *status_of(const char *text, char says[512])
{
    struct results results = {0};
    struct rs_why why = {""};
    const char *status = NULL;
    char *copy = strdup(text);
    assert_true(results_open(&results, NULL, TABLE_CSV));
    strcpy(results.run, "now");
    if (part_rows_take("part.csv", copy, strlen(copy), &options, "uniform", 10, &results, &why))
        status = results.n ? results.rows[results.n - 1].status : "";
    strcpy(says, why.text);
    free(copy);
    results_close(&results);
    results_free(&results);
    return status;
}

static void test_a_status_stays(void **state)
{
    char says[512];
    (void)state;
    assert_string_equal(status_of(HEADER ROW("now", "jump", "bytes_total", "7", "ok"), says), "ok");
    assert_string_equal(status_of(HEADER ROW("now", "jump", "bytes_total", "", "error"), says),
                        "error");
    assert_string_equal(status_of(HEADER ROW("now", "jump", "bytes_total", "", "invalid"), says),
                        "invalid");
    assert_string_equal(
        status_of(HEADER ROW("now", "jump", "bytes_total", "", "unsupported"), says),
        "unsupported");
    assert_string_equal(status_of("", says), "");
    assert_string_equal(status_of(HEADER, says), "");
}

static void test_every_measure_is_known(void **state)
{
    const struct metric *metric;
    size_t n = 0;
    (void)state;
    for (size_t i = 0; (metric = metric_at(i)); i++)
        for (const struct measure *measure = metric->measures; measure->name; measure++, n++) {
            char text[512], says[512];
            snprintf(text, sizeof text, HEADER ROW("now", "jump", "%s", "7", "ok"), measure->name);
            const char *status = status_of(text, says);
            if (!status)
                fail_msg("%s: %s", measure->name, says);
        }
    assert_true(n > 20);
}

static void test_other_lines_are_refused(void **state)
{
    static const char *const texts[] = {
        HEADER ROW("then", "jump", "bytes_total", "7", "ok"),
        HEADER ROW("now", "ring", "bytes_total", "7", "ok"),
        HEADER ROW("now", "jump", "bytes_totally", "7", "ok"),
        HEADER ROW("now", "jump", "bytes_total", "7", "okay"),
        HEADER "2,now,jump,zipf,10,1000,,1,bytes_total,7,bytes,lower,count,,,0,ok,\n",
        HEADER "2,now,jump,uniform,100,1000,,1,bytes_total,7,bytes,lower,count,,,0,ok,\n",
        HEADER "2,now,jump\n",
        HEADER "\n",
    };
    char says[512];
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_null(status_of(texts[i], says));
        assert_non_null(strstr(says, "part.csv:2: this is no row of this run"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_status_stays),
        cmocka_unit_test(test_every_measure_is_known),
        cmocka_unit_test(test_other_lines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
