/* fuzz_results.c - any bytes as rows of a run that is to go on
 *
 * Either a reason that names the file and the line; or as many rows as lines, which are printed as
 * they stand, and read the same again.
 */
#include "check.h"

#include "part_rows.h"

#include <string.h>

static char fuzz_results_null[] = "null", fuzz_results_ring[] = "ring:hash=md5";
static char *fuzz_results_specs[] = {fuzz_results_null, fuzz_results_ring};
static const struct bench_options fuzz_results_options = {.specs = fuzz_results_specs,
                                                          .n_specs = 2};

/* What comes of the bytes: *printed is what was printed of the rows. */
static bool fuzz_results_read(const char *bytes, size_t n_bytes, struct results *results,
                              char **printed, size_t *n_printed, struct rs_why *why)
{
    FILE *out = open_memstream(printed, n_printed);
    char *text = malloc(n_bytes + 1);
    CHECK(out && text);
    if (n_bytes)
        memcpy(text, bytes, n_bytes);
    *results = (struct results){0};
    CHECK(results_open(results, out, TABLE_CSV));
    strcpy(results->run, "now");
    bool good = part_rows_take("any.csv", text, n_bytes, &fuzz_results_options, "uniform", 10,
                               results, why);
    results_close(results);
    CHECK(fclose(out) == 0);
    free(text);
    return good;
}

static size_t fuzz_results_lines(const char *bytes, size_t n_bytes)
{
    size_t n = n_bytes && bytes[n_bytes - 1] != '\n';
    for (size_t i = 0; i < n_bytes; i++)
        n += bytes[i] == '\n';
    return n;
}

void fuzz_one(const uint8_t *data, size_t n_bytes)
{
    struct results results, again;
    struct rs_why why = {""};
    char *printed, *reprinted;
    size_t n_printed, n_reprinted;
    if (fuzz_results_read((const char *)data, n_bytes, &results, &printed, &n_printed, &why)) {
        size_t n_lines = fuzz_results_lines((const char *)data, n_bytes);
        CHECK(results.n == (n_lines ? n_lines - 1 : 0));
        CHECK(fuzz_results_read(printed, n_printed, &again, &reprinted, &n_reprinted, &why));
        CHECK(again.n == results.n);
        CHECK(n_printed == n_reprinted && memcmp(printed, reprinted, n_printed) == 0);
        free(reprinted);
        results_free(&again);
    } else {
        CHECK(strncmp(why.text, "any.csv:", 8) == 0 && !strchr(why.text, '\n'));
    }
    check_note(printed, n_printed);
    check_note(why.text, strlen(why.text));
    free(printed);
    results_free(&results);
}
