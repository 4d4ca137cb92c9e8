/* test_nodefile.c - node files that are legal, and what is said of those that are not
 *
 * node_twins.c is compiled once more, into this program, with its comparisons counted: how much
 * work many nodes are is known without a clock.
 */
#include "nodefile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static uint64_t n_compared, most_compared = UINT64_MAX;

/* Fails as soon as it is too many: to wait for the end of a quadratic search would take an hour. */
static void count_compared(void)
{
    if (++n_compared > most_compared)
        fail_msg("more than %llu comparisons", (unsigned long long)most_compared);
}

static int counted_memcmp(const void *a, const void *b, size_t n)
{
    count_compared();
    return memcmp(a, b, n);
}

struct counted_order {
    int (*compare)(const void *a, const void *b, void *context);
    void *context;
};

static int counted_compare(const void *a, const void *b, void *context)
{
    const struct counted_order *order = context;
    count_compared();
    return order->compare(a, b, order->context);
}

static void counted_qsort_r(void *base, size_t n, size_t size,
                            int (*compare)(const void *a, const void *b, void *context),
                            void *context)
{
    struct counted_order order = {compare, context};
    qsort_r(base, n, size, counted_compare, &order);
}

#define memcmp counted_memcmp
#define qsort_r counted_qsort_r
#include "node_twins.c"
#undef memcmp
#undef qsort_r

static void nodefile_check(const struct node_list *list, size_t i, const char *name, double weight,
                           uint32_t id)
{
    assert_int_equal(list->nodes[i].name.n_bytes, strlen(name));
    assert_memory_equal(list->nodes[i].name.at, name, strlen(name));
    assert_true(list->nodes[i].weight == weight);
    assert_int_equal(list->nodes[i].id, id);
    assert_int_equal(list->nodes[i].flags, 0);
    assert_int_equal(list->nodes[i].detail.n_bytes, 0);
}

static void test_legal(void **state)
{
    (void)state;
    static const char text[] = "# a cluster\n"
                               "cache-a\n"
                               "\n"
                               " \t\n"
                               "cache-b,0.5\n"
                               "cache-c,2e3,70\n"
                               "\"d, \"\"the\"\" fourth\",\"0\",\"4294967294\"\n"
                               "caf\xc3\xa9\n"
                               "\xff\xfe\n"
                               "\"#no comment\"\n"
                               " #nor this";
    struct node_list list;
    struct rs_why why;
    assert_true(nodefile_parse("nodes.csv", text, sizeof text - 1, &list, &why));
    assert_int_equal(list.n, 8);
    nodefile_check(&list, 0, "cache-a", 1, 0);
    nodefile_check(&list, 1, "cache-b", 0.5, 1);
    nodefile_check(&list, 2, "cache-c", 2000, 70);
    nodefile_check(&list, 3, "d, \"the\" fourth", 0, 4294967294u);
    nodefile_check(&list, 4, "caf\xc3\xa9", 1, 4);
    nodefile_check(&list, 5, "\xff\xfe", 1, 5);
    nodefile_check(&list, 6, "#no comment", 1, 6);
    nodefile_check(&list, 7, " #nor this", 1, 7);
    assert_int_equal(list.lines[0], 2);
    assert_int_equal(list.lines[7], 11);
    assert_true(list.has_id[2] && !list.has_id[1]);
    assert_string_equal(list.file, "nodes.csv");
    node_list_free(&list);
    assert_int_equal(list.n, 0);
    node_list_free(&list);
}

static void test_no_nodes(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "\n", "#", "# only this\n \n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct node_list list;
        assert_true(nodefile_parse("nodes.csv", texts[i], strlen(texts[i]), &list, NULL));
        assert_int_equal(list.n, 0);
        node_list_free(&list);
    }
}

/* The text is refused, with these words and a remedy. */
static void nodefile_check_refused(const char *text, size_t n_bytes, const char *expected)
{
    struct node_list list;
    struct rs_why why = {""};
    assert_false(nodefile_parse("nodes.csv", text, n_bytes, &list, &why));
    assert_int_equal(list.n, 0);
    assert_null(list.nodes);
    if (strncmp(why.text, expected, strlen(expected)) != 0)
        fail_msg("\"%s\" does not start with \"%s\"", why.text, expected);
    assert_non_null(strstr(why.text, "; "));
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"a\r\nb\r\n", "nodes.csv:1: a carriage return"},
        {"a\n#b\rc\n", "nodes.csv:2: a carriage return"},
        {"\xef\xbb\xbf"
         "a\n",
         "nodes.csv:1: a byte-order mark"},
        {"a\n,2\n", "nodes.csv:2: the name is empty"},
        {"\"\"\n", "nodes.csv:1: the name is empty"},
        {"a\n\n#\nb\na\n", "nodes.csv:5: the name \"a\" stands in line 1 already"},
        {"b\na\nb\na\na\n", "nodes.csv:3: the name \"b\" stands in line 1 already"},
        {"a\n\"a\"\n", "nodes.csv:2: the name \"a\" stands in line 1 already"},
        {"a,1,5\nb,1,5\n", "nodes.csv:2: the id 5 is that of line 1 already"},
        {"a\nb\nc,1,1\n", "nodes.csv:3: the id 1 is that of line 2 already"},
        {"a,1,1\nb\n", "nodes.csv:2: the id 1 is that of line 1 already"},
        {"a,-1\n", "nodes.csv:1: weight \"-1\" is no decimal number"},
        {"a,inf\n", "nodes.csv:1: weight \"inf\" is no decimal number"},
        {"a,nan\n", "nodes.csv:1: weight \"nan\" is no decimal number"},
        {"a,1e999\n", "nodes.csv:1: weight \"1e999\" is no decimal number"},
        {"a,0x10\n", "nodes.csv:1: weight \"0x10\" is no decimal number"},
        {"a,\n", "nodes.csv:1: weight \"\" is no decimal number"},
        {"a,1kg\n", "nodes.csv:1: weight \"1kg\" is no decimal number"},
        {"a, 1\n", "nodes.csv:1: weight \" 1\" is no decimal number"},
        {"a,\x1b[31m\n", "nodes.csv:1: weight \"\\x1b[31m\" is no decimal number"},
        {"a,1,\n", "nodes.csv:1: id \"\" is no whole number below 4294967295"},
        {"a,1,-1\n", "nodes.csv:1: id \"-1\" is no whole number"},
        {"a,1,1.0\n", "nodes.csv:1: id \"1.0\" is no whole number"},
        {"a,1,4294967295\n", "nodes.csv:1: id \"4294967295\" is no whole number"},
        {"a,1,18446744073709551617\n", "nodes.csv:1: id \"18446744073709551617\" is no whole"},
        {"a,1,1,1\n", "nodes.csv:1: 4 fields"},
        {"a,1,1,\n", "nodes.csv:1: 4 fields"},
        {"\"a\nb\"\n", "nodes.csv:1: a quoted field is not closed on its line"},
        {"a\"b\n", "nodes.csv:1: a quote stands in the middle of a field"},
        {"a\nb,2\"3\n", "nodes.csv:2: a quote stands in the middle of a field"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        nodefile_check_refused(cases[i].text, strlen(cases[i].text), cases[i].why);
    nodefile_check_refused("a\nb\0c\n", 6, "nodes.csv:2: a NUL byte");
}

static void test_longest_name(void **state)
{
    (void)state;
    char text[RS_NAME_MAX + 1];
    memset(text, 'n', sizeof text);
    struct node_list list;
    assert_true(nodefile_parse("nodes.csv", text, RS_NAME_MAX, &list, NULL));
    node_list_free(&list);
    nodefile_check_refused(text, sizeof text, "nodes.csv:1: the name has 256 bytes");
}

static void test_over_long_line(void **state)
{
    (void)state;
    size_t n_bytes = (size_t)10 << 20;
    char *text = malloc(n_bytes);
    memset(text, 'x', n_bytes);
    nodefile_check_refused(text, n_bytes, "nodes.csv:1: the name has 10485760 bytes");
    memcpy(text, "a,", 2);
    nodefile_check_refused(text, n_bytes, "nodes.csv:1: weight \"xxxxxxxxxx");
    memset(text, ',', n_bytes);
    nodefile_check_refused(text, n_bytes, "nodes.csv:1: 10485761 fields");
    free(text);
}

static void test_files(void **state)
{
    (void)state;
    char path[] = "/tmp/test_nodefile.XXXXXX";
    int fd = mkstemp(path);
    assert_int_equal(write(fd, "a\nb,-1\n", 7), 7);
    struct node_list list;
    struct rs_why why;
    assert_false(nodefile_read(path, &list, &why));
    assert_memory_equal(why.text, path, strlen(path));
    assert_memory_equal(why.text + strlen(path), ":2: weight", 10);
    assert_int_equal(ftruncate(fd, 2), 0);
    assert_true(nodefile_read(path, &list, &why));
    nodefile_check(&list, 0, "a", 1, 0);
    node_list_free(&list);
    close(fd);
    unlink(path);
    assert_false(nodefile_read("no/such.csv", &list, &why));
    assert_non_null(strstr(why.text, "no/such.csv: cannot be read: No such file or directory; "));
    assert_false(nodefile_read("/tmp", &list, &why));
    assert_non_null(strstr(why.text, "/tmp: cannot be read: Is a directory; "));
    node_list_free(&list);
}

/* However long the path, the reason and the remedy are there. */
static void test_long_path(void **state)
{
    (void)state;
    char path[4000];
    memset(path, 'p', sizeof path);
    strcpy(path + sizeof path - 9, "tail.csv");
    struct node_list list;
    struct rs_why why;
    assert_false(nodefile_parse(path, "a,-1", 4, &list, &why));
    assert_memory_equal(why.text, "...ppp", 6);
    assert_non_null(strstr(why.text, "tail.csv:1: weight \"-1\" is no"));
    assert_non_null(strstr(why.text, "2e3"));
}

/* Sorted by name and by id, some n log2 n = 20 n comparisons each, those by name counted twice, and
 * room for another sort; a search of each among all would make n^2 / 2. */
static void test_a_million_nodes(void **state)
{
    (void)state;
    enum { N = 1000000 };
    char *text;
    size_t n_bytes;
    struct node_list list;
    FILE *out = open_memstream(&text, &n_bytes);
    for (uint64_t i = 1; i <= N; i++)
        fprintf(out, "node-%llx,1,%llu\n", (unsigned long long)rs_mix(i), (unsigned long long)i);
    fclose(out);
    n_compared = 0, most_compared = (uint64_t)N * 20 * 6;
    assert_true(nodefile_parse("nodes.csv", text, n_bytes, &list, NULL));
    most_compared = UINT64_MAX;
    print_message("a million nodes with %llu comparisons\n", (unsigned long long)n_compared);
    assert_true(n_compared >= 2 * (N - 1));
    assert_int_equal(list.n, N);
    node_list_free(&list);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal),          cmocka_unit_test(test_no_nodes),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_longest_name),
        cmocka_unit_test(test_over_long_line), cmocka_unit_test(test_files),
        cmocka_unit_test(test_long_path),      cmocka_unit_test(test_a_million_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
