/* test_driver.c - what a run says of its progress, and of what it leaves out
 */
#include "driver.h"

#include "support.h"

enum { N_NODES = 4 };

static const uint64_t *max_nodes;
static FILE *progress;

/* Memory of one strategy; all that is printed, to be freed. */
static char *printed(const char *text, unsigned n_sizes)
{
    char spec[64], *rows;
    char *specs[] = {spec};
    uint64_t sizes[] = {N_NODES, N_NODES + 1, N_NODES + 2};
    const struct metric *metrics[] = {&metric_memory};
    const struct workload *workloads[] = {&workload_sequential};
    const struct bench_options options = {.specs = specs,
                                          .n_specs = 1,
                                          .max_nodes = max_nodes,
                                          .metrics = metrics,
                                          .n_metrics = 1,
                                          .workloads = workloads,
                                          .n_workloads = 1,
                                          .sizes = sizes,
                                          .n_sizes = n_sizes,
                                          .n_keys = 10,
                                          .seed = 1,
                                          .progress = progress};
    struct results results;
    struct rs_why why = {""};
    size_t n_bytes;
    FILE *out = open_memstream(&rows, &n_bytes);
    snprintf(spec, sizeof spec, "%s", text);
    assert_true(out && results_open(&results, out, TABLE_CSV));
    if (!bench_run(&options, &results, &why))
        fail_msg("%s: %s", text, why.text);
    assert_true(results_close(&results));
    results_free(&results);
    fclose(out);
    return rows;
}

static void test_what_is_left_out_says_why(void **state)
{
    static const uint64_t most[] = {N_NODES - 1};
    static const struct {
        const char *spec;
        const uint64_t *max_nodes;
        const char *says; /* NULL: it is not left out */
    } cases[] = {
        {"anchor:capacity=10n", NULL, NULL},
        {"anchor:capacity=0n", NULL, "a number that scales is 0, or too large for 4 nodes"},
        {"anchor:capacity=10n", most, "left out beyond 3 nodes, where it would take hours"},
        {"anchor:capacity=3", NULL, "anchor: the fixed capacity is reached"},
    };
    (void)state;
    for (size_t i = 0; i < N_OF(cases); i++) {
        max_nodes = cases[i].max_nodes;
        char *rows = printed(cases[i].spec, 1);
        bool is_out = strstr(rows, ",unsupported,");
        if (is_out != !!cases[i].says || (is_out && !strstr(rows, cases[i].says)))
            fail_msg("%s: %s", cases[i].spec, rows);
        free(rows);
    }
    max_nodes = NULL;
}

/* Three sizes of one metric: three steps, and then the line is empty again. */
static void test_progress_comes_to_an_end(void **state)
{
    char *said;
    size_t n_bytes;
    (void)state;
    progress = open_memstream(&said, &n_bytes);
    assert_non_null(progress);
    free(printed("modulo", 3));
    fclose(progress);
    progress = NULL;
    assert_non_null(strstr(said, "\r 33 %  "));
    assert_non_null(strstr(said, "\r 67 %  "));
    const char *last = strstr(said, "\r100 %  ");
    assert_true(last && strstr(last, "  \r") && n_bytes > 0 && said[n_bytes - 1] == '\r');
    free(said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_left_out_says_why),
        cmocka_unit_test(test_progress_comes_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
