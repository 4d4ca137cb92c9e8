/* test_timeline.c - timelines that are legal, and what is said of those that are not
 *
 * timeline_check.c is compiled once more, into this program, with its comparisons of names counted:
 * how much work many events are is known without a clock.
 */
#include "timeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static uint64_t n_compared, most_compared = UINT64_MAX;

/* Fails as soon as it is too many: to wait for the end of a quadratic walk would take an hour. */
static int counted_memcmp(const void *a, const void *b, size_t n)
{
    if (++n_compared > most_compared)
        fail_msg("more than %llu comparisons", (unsigned long long)most_compared);
    return memcmp(a, b, n);
}

#define memcmp counted_memcmp
#include "timeline_check.c"
#undef memcmp

static void timeline_parse_text(const char *text, struct timeline *timeline)
{
    struct rs_why why = {""};
    if (!timeline_parse("t.txt", text, strlen(text), timeline, &why))
        fail_msg("refused: %s", why.text);
}

static void timeline_event_is(const struct timeline *timeline, size_t i, double at_s,
                              const char *expected)
{
    char text[TIMELINE_EVENT_MAX];
    assert_true(i < timeline->n_events);
    timeline_event_print(&timeline->events[i], text, sizeof text);
    assert_string_equal(text, expected);
    assert_true(timeline->events[i].at_s == at_s);
}

static void test_everything(void **state)
{
    (void)state;
    struct timeline t;
    timeline_parse_text("# a comment\n"
                        "nodes node-a  node-b\tnode-c\n"
                        "\n"
                        "  duration 2m\n"
                        "requests 5e3\n"
                        "workload uniform 2000\n"
                        "values 2.3KB\n"
                        "cache 32MB\n"
                        "writes 7%\n"
                        "replication 2\n"
                        "shards 16777216\n"
                        "warmup double_write 0.5m\n"
                        "balance shards 5\n"
                        "at 1.5m weight node-c 0.25\n"
                        "at 10s add node-d over 20s weight 2\n"
                        "at 30s crash node-b\n"
                        "at 50 rejoin node-b\n"
                        "at 60s drain node-a over 20s \n"
                        "at 100s shift",
                        &t);
    assert_int_equal(t.nodes.n, 3);
    assert_memory_equal(t.nodes.nodes[2].name.at, "node-c", 6);
    assert_int_equal(t.nodes.nodes[2].id, 2);
    assert_true(t.nodes.nodes[2].weight == 1);
    assert_true(t.duration_s == 120);
    assert_int_equal(t.requests_per_s, 5000);
    assert_string_equal(t.workload, "uniform");
    assert_int_equal(t.n_keys, 2000);
    assert_int_equal(t.value_bytes, 2300);
    assert_int_equal(t.cache_bytes, 32000000);
    assert_true(t.write_fraction == 0.07);
    assert_int_equal(t.factor, 2);
    assert_int_equal(t.n_shards, 1 << 24);
    assert_int_equal(t.warmup, WARMUP_DOUBLE_WRITE);
    assert_true(t.warmup_s == 30);
    assert_int_equal(t.balance, BALANCE_SHARDS);
    assert_true(t.balance_s == 5);
    assert_int_equal(t.n_events, 6);
    timeline_event_is(&t, 0, 10, "add node-d weight 2 over 20s");
    timeline_event_is(&t, 1, 30, "crash node-b");
    timeline_event_is(&t, 2, 50, "rejoin node-b");
    timeline_event_is(&t, 3, 60, "drain node-a over 20s");
    timeline_event_is(&t, 4, 90, "weight node-c 0.25");
    timeline_event_is(&t, 5, 100, "shift");
    assert_int_equal(t.events[0].line, 15);
    timeline_free(&t);
    assert_null(t.events);
    timeline_free(&t);
}

static void test_defaults(void **state)
{
    (void)state;
    struct timeline t;
    timeline_parse_text("nodes a", &t);
    assert_true(t.duration_s == 60);
    assert_int_equal(t.requests_per_s, 10000);
    assert_string_equal(t.workload, "zipf");
    assert_int_equal(t.n_keys, 100000);
    assert_int_equal(t.value_bytes, 1000);
    assert_int_equal(t.cache_bytes, 64000000);
    assert_true(t.write_fraction == 0);
    assert_int_equal(t.factor, 1);
    assert_int_equal(t.n_shards, 16384);
    assert_int_equal(t.warmup, WARMUP_NONE);
    assert_int_equal(t.balance, BALANCE_NONE);
    assert_int_equal(t.n_events, 0);
    timeline_free(&t);
}

/* The order of lines decides between events of one time. */
static void test_one_time(void **state)
{
    (void)state;
    struct timeline t;
    timeline_parse_text("nodes a\nworkload file\n"
                        "at 20s crash b\nat 10s add b\nat 10s weight b 3\nat 10s shift\n"
                        "at 20s rejoin b\nat 30s drain a over 5s\nat 35s add a\n"
                        "at 40s drain a over 10s\nat 45s crash a\nat 50s rejoin a\n",
                        &t);
    assert_int_equal(t.n_keys, 0);
    timeline_event_is(&t, 0, 10, "add b");
    timeline_event_is(&t, 1, 10, "weight b 3");
    timeline_event_is(&t, 2, 10, "shift");
    timeline_event_is(&t, 3, 20, "crash b");
    timeline_event_is(&t, 4, 20, "rejoin b");
    timeline_event_is(&t, 9, 50, "rejoin a");
    timeline_free(&t);
}

static void test_names_of_policies(void **state)
{
    (void)state;
    for (size_t i = 1; i < N_WARMUPS; i++) {
        char text[80];
        struct timeline t;
        snprintf(text, sizeof text, "nodes a\nwarmup %s 1s\n", warmup_name((enum warmup)i));
        timeline_parse_text(text, &t);
        assert_int_equal(t.warmup, i);
        timeline_free(&t);
    }
    assert_string_equal(warmup_name(WARMUP_NONE), "none");
    assert_string_equal(balance_name(BALANCE_WEIGHTS), "weights");
}

/* The text is refused, with these words and a remedy. */
static void timeline_check_refused(const char *text, size_t n_bytes, const char *expected)
{
    struct timeline t;
    struct rs_why why = {""};
    assert_false(timeline_parse("t.txt", text, n_bytes, &t, &why));
    assert_null(t.text);
    assert_int_equal(t.nodes.n, 0);
    if (strncmp(why.text, expected, strlen(expected)) != 0)
        fail_msg("\"%s\" does not start with \"%s\"", why.text, expected);
    assert_non_null(strstr(why.text, "; "));
}

struct timeline_case {
    const char *text, *why;
};

static void timeline_check_cases(const struct timeline_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++)
        timeline_check_refused(cases[i].text, strlen(cases[i].text), cases[i].why);
}
#define CHECK_CASES(cases) timeline_check_cases(cases, sizeof cases / sizeof *cases)

static void test_lines_refused(void **state)
{
    (void)state;
    static const struct timeline_case cases[] = {
        {"", "t.txt: nodes is missing; write a line: nodes"},
        {"nodes a\r\n", "t.txt:1: a control character, \\x0d; "},
        {"nodes a\n\nnodes \x1b[31m\n", "t.txt:3: a control character, \\x1b; "},
        {"\xef\xbb\xbfnodes a\n", "t.txt:1: a byte-order mark"},
        {"nodes a\nspeed 3\n", "t.txt:2: \"speed\" is none of nodes, duration, requests, workload, "
                               "values, cache, writes, replication, shards, warmup, balance; "},
        {"nodes a\nnodes b\n", "t.txt:2: nodes stands in line 1 already; "},
        {"shards 3\n\nshards 3\n", "t.txt:3: shards stands in line 1 already; "},
        {"nodes\n", "t.txt:1: a word is missing; write it as: nodes node-a"},
        {"nodes file\n", "t.txt:1: a word is missing"},
        {"nodes a,b\n", "t.txt:1: \"a,b\" has a comma"},
        {"\nnodes a b a\n", "t.txt:2: the name \"a\" stands in line 2 already"},
        {"duration\n", "t.txt:1: a word is missing; write it as: duration 120s"},
        {"duration 5s 6s\n", "t.txt:1: \"6s\" does not belong here; write it as: duration 120s"},
        {"duration 0s\n", "t.txt:1: \"0s\" is no time in seconds from 1 to 31536000; "},
        {"duration 9000h\n", "t.txt:1: \"9000h\" is no time"},
        {"duration 5d\n", "t.txt:1: \"5d\" is no time"},
        {"duration s\n", "t.txt:1: \"s\" is no time"},
        {"duration -5s\n", "t.txt:1: \"-5s\" is no time"},
        {"duration 5 s\n", "t.txt:1: \"s\" does not belong here"},
        {"duration inf\n", "t.txt:1: \"inf\" is no time"},
        {"requests 0\n", "t.txt:1: \"0\" is no whole number from 1 to 1000000000; "},
        {"requests 1.5\n", "t.txt:1: \"1.5\" is no whole number"},
        {"requests 10s\n", "t.txt:1: \"10s\" is no whole number"},
        {"workload zipf\n", "t.txt:1: a word is missing; write it as: workload zipf 100000"},
        {"workload pareto 5\n", "t.txt:1: \"pareto\" is no workload; "},
        {"workload zipfzipfzipfzipfzipfzipfzipfzipf 5\n", "t.txt:1: \"zipfzipf"},
        {"workload file 5\n", "t.txt:1: \"5\" does not belong here"},
        {"values 1.5\n", "t.txt:1: \"1.5\" is no size in bytes from 1 to 1000000000; "},
        {"values 2GB\n", "t.txt:1: \"2GB\" is no size"},
        {"cache 64mb\n", "t.txt:1: \"64mb\" is no size"},
        {"writes 0.5\n", "t.txt:1: \"0.5\" is no percentage from 0 to 100; "},
        {"writes 101%\n", "t.txt:1: \"101%\" is no percentage"},
        {"replication 17\n", "t.txt:1: \"17\" is no whole number from 1 to 16; "},
        {"shards 16777217\n", "t.txt:1: \"16777217\" is no whole number from 1 to 16777216; "},
        {"warmup cold 5s\n", "t.txt:1: \"cold\" is none of none, dual_read, double_write, ramp, "
                             "copy; "},
        {"warmup ramp\n", "t.txt:1: a word is missing"},
        {"warmup ramp 0s\n", "t.txt:1: \"0s\" is no time in seconds from 0.1"},
        {"warmup none 5s\n", "t.txt:1: \"5s\" does not belong here"},
        {"balance weigths 5s\n", "t.txt:1: \"weigths\" is none of none, weights, shards; "},
    };
    CHECK_CASES(cases);
    timeline_check_refused("nodes a\0b\n", 10, "t.txt:1: a control character, \\x00; ");
}

static void test_events_refused(void **state)
{
    (void)state;
    static const struct timeline_case cases[] = {
        {"at\n", "t.txt:1: a word is missing; write it as: at 10s add"},
        {"at ten add b\n", "t.txt:1: \"ten\" is no time in seconds"},
        {"at 5s\n", "t.txt:1: a word is missing"},
        {"at 5s remove b\n", "t.txt:1: \"remove\" is none of add, crash, rejoin, drain, weight, "
                             "shift; "},
        {"at 5s add\n", "t.txt:1: a word is missing; write it as: at 10s add node-d"},
        {"at 5s add b weight\n", "t.txt:1: a word is missing"},
        {"at 5s add b weight -1\n", "t.txt:1: \"-1\" is no weight from 0 to "},
        {"at 5s add b weight 1e999\n", "t.txt:1: \"1e999\" is no weight"},
        {"at 5s add b weight 1 weight 2\n", "t.txt:1: \"weight\" does not belong here"},
        {"at 5s add b stale\n", "t.txt:1: \"stale\" does not belong here"},
        {"at 5s crash b over 3s\n", "t.txt:1: \"over\" does not belong here; write it as: at 30s "
                                    "crash node-b"},
        {"at 5s drain b over\n", "t.txt:1: a word is missing"},
        {"at 5s weight b\n", "t.txt:1: a word is missing; write it as: at 90s weight"},
        {"at 5s shift b\n", "t.txt:1: \"b\" does not belong here; write it as: at 100s shift"},
    };
    CHECK_CASES(cases);
}

static void test_impossible(void **state)
{
    (void)state;
    static const struct timeline_case cases[] = {
        {"nodes a b\nat 5s crash c\n", "t.txt:2: node \"c\" is not there then; "},
        {"nodes a b\nat 9s add c\nat 5s crash c\n", "t.txt:3: node \"c\" is not there then; "},
        {"nodes a b\nat 5s add a\n", "t.txt:2: node \"a\" is there already; "},
        {"nodes a b\nat 5s rejoin a\n", "t.txt:2: node \"a\" is there already; "},
        {"nodes a b c\nat 5s crash a\n#\nat 6s crash a\n",
         "t.txt:4: node \"a\" is down since line 2; "},
        {"nodes a b c\nat 5s crash a\nat 6s add a\n", "t.txt:3: node \"a\" is down since line 2; "},
        {"nodes a b c\nat 5s crash a\nat 6s drain a\n", "t.txt:3: node \"a\" is down"},
        {"nodes a b c\nat 5s crash a\nat 6s weight a 2\n", "t.txt:3: node \"a\" is down"},
        {"nodes a b c\nat 5s drain a over 9s\nat 13s add a\n",
         "t.txt:3: node \"a\" is draining since line 2; move this event before that, or to 14s "
         "or later"},
        {"nodes a b c\nat 5s drain a over 9s\nat 13s weight a 2\n", "t.txt:3: node \"a\" is drain"},
        {"nodes a b c\nat 5s drain a\nat 5s crash a\n", "t.txt:3: node \"a\" is not there then"},
        {"nodes a b c\nat 5s drain a\nat 6s rejoin a\n", "t.txt:3: node \"a\" is not there then"},
        {"nodes a b\nat 5s crash a\nat 6s crash b\n", "t.txt:3: node \"b\" is the last that stays"},
        {"nodes a b\nat 5s drain a over 9s\nat 6s crash b\n", "t.txt:3: node \"b\" is the last"},
        {"nodes a\nat 5s drain a over 9s\n", "t.txt:2: node \"a\" is the last that stays; "},
        {"nodes a\nat 60s shift\n", "t.txt:2: this lasts until 60s, and the timeline ends at 60s"},
        {"at 70s shift\nnodes a\nduration 65s\n", "t.txt:1: this lasts until 70s"},
        {"nodes a b\nat 50s drain a over 11s\n", "t.txt:2: this lasts until 61s"},
    };
    CHECK_CASES(cases);
}

static void test_longest_name(void **state)
{
    (void)state;
    char text[6 + RS_NAME_MAX + 1] = "nodes ";
    memset(text + 6, 'n', RS_NAME_MAX + 1);
    struct timeline t;
    assert_true(timeline_parse("t.txt", text, sizeof text - 1, &t, NULL));
    timeline_free(&t);
    timeline_check_refused(text, sizeof text, "t.txt:1: \"nnnn");
}

static void timeline_write(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* A node list is looked for beside the timeline. */
static void test_node_file(void **state)
{
    (void)state;
    char folder[] = "/tmp/test_timeline.XXXXXX", path[64], list[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.txt", folder);
    snprintf(list, sizeof list, "%s/my nodes.txt", folder);
    struct timeline t;
    struct rs_why why;
    timeline_write(path, "nodes file my nodes.txt \nat 5s crash a\n");
    assert_false(timeline_read(path, &t, &why));
    assert_non_null(strstr(why.text, "/my nodes.txt: cannot be read: No such file"));
    timeline_write(list, "# none\n");
    assert_false(timeline_read(path, &t, &why));
    assert_non_null(strstr(why.text, "/t.txt:1: \"my nodes.txt\" names no node; "));
    timeline_write(list, "a,2\nb,-1\n");
    assert_false(timeline_read(path, &t, &why));
    assert_non_null(strstr(why.text, "/my nodes.txt:2: weight"));
    timeline_write(list, "a,2\nb,1,7\n");
    assert_true(timeline_read(path, &t, &why));
    assert_int_equal(t.nodes.n, 2);
    assert_true(t.nodes.nodes[0].weight == 2);
    assert_int_equal(t.nodes.nodes[1].id, 7);
    timeline_free(&t);
    unlink(list);
    unlink(path);
    rmdir(folder);
    assert_false(timeline_read(path, &t, &why));
    assert_non_null(strstr(why.text, "cannot be read: No such file or directory; "));
    timeline_free(&t);
}

static void test_examples(void **state)
{
    (void)state;
    static const char *const names[] = {"scale-out", "crash", "drain"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[4096];
        const char *slash = strrchr(__FILE__, '/');
        int n = slash ? (int)(slash + 1 - __FILE__) : 0;
        struct timeline t;
        struct rs_why why = {""};
        snprintf(path, sizeof path, "%.*s../examples/timelines/%s.txt", n, __FILE__, names[i]);
        if (!timeline_read(path, &t, &why))
            fail_msg("%s", why.text);
        assert_true(t.n_events > 0);
        timeline_free(&t);
    }
}

/* A search tree of n names takes up to 2 log2 n = 38 comparisons an event; a walk along all that
 * were before would take n / 2. */
static void test_many_events(void **state)
{
    (void)state;
    enum { N = 500000 };
    char *text;
    size_t n_bytes;
    struct timeline t;
    FILE *out = open_memstream(&text, &n_bytes);
    fputs("nodes a\n", out);
    for (unsigned i = N; i > 0; i--)
        fprintf(out, "at %ue-5 add node-%u\n", i, i);
    fclose(out);
    n_compared = 0, most_compared = (uint64_t)N * 40;
    assert_true(timeline_parse("t.txt", text, n_bytes, &t, NULL));
    most_compared = UINT64_MAX;
    assert_true(n_compared >= N);
    timeline_event_is(&t, 0, 1e-5, "add node-1");
    timeline_event_is(&t, N - 1, 5, "add node-500000");
    print_message("half a million events with %llu comparisons\n", (unsigned long long)n_compared);
    timeline_free(&t);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything),    cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_one_time),      cmocka_unit_test(test_names_of_policies),
        cmocka_unit_test(test_lines_refused), cmocka_unit_test(test_events_refused),
        cmocka_unit_test(test_impossible),    cmocka_unit_test(test_longest_name),
        cmocka_unit_test(test_node_file),     cmocka_unit_test(test_examples),
        cmocka_unit_test(test_many_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
