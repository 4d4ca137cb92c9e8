/* test_requests.c - the stream of requests that a timeline asks for
 */
#include "requests.h"

#include "support.h"

#include <unistd.h>

static struct requests *requests_of(const char *text, const char *trace, struct timeline *timeline)
{
    struct rs_why why;
    if (!timeline_parse("t", text, strlen(text), timeline, &why))
        fail_msg("%s", why.text);
    struct requests *requests = requests_open(timeline, trace, 1, &why);
    if (!requests)
        fail_msg("%s", why.text);
    return requests;
}

/* A trace begins with its first request, and again after its last. */
static void test_trace(void **state)
{
    (void)state;
    char path[] = "/tmp/test_requests.XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, "a\nb\nb\n", 6) == 6 && close(fd) == 0);
    struct timeline timeline;
    struct requests *requests = requests_of("nodes n\nworkload file\n", path, &timeline);
    uint32_t keys[5];
    requests_fill(requests, keys, 5);
    const uint32_t want[] = {0, 1, 1, 0, 1};
    assert_memory_equal(keys, want, sizeof want);
    assert_int_equal(requests_n_keys(requests), 2);
    requests_close(requests);
    timeline_free(&timeline);
    unlink(path);
}

static void test_sequence(void **state)
{
    (void)state;
    struct timeline timeline;
    struct requests *requests = requests_of("nodes n\nworkload sequential 3\n", NULL, &timeline);
    uint32_t keys[4];
    requests_fill(requests, keys, 4);
    const uint32_t want[] = {0, 1, 2, 0};
    assert_memory_equal(keys, want, sizeof want);
    requests_close(requests);
    timeline_free(&timeline);
}

/* Rank r is asked for 1 / r as often as rank 1, and the same seed asks the same. */
static void test_zipf(void **state)
{
    (void)state;
    enum { N = 400000 };
    struct timeline timeline;
    static uint32_t keys[N], again[N];
    struct requests *requests = requests_of("nodes n\nworkload zipf 1000\n", NULL, &timeline);
    requests_fill(requests, keys, N);
    requests_close(requests);
    timeline_free(&timeline);
    double counts[1000] = {0}, harmonic = 0;
    for (size_t i = 0; i < N; i++)
        counts[keys[i]]++;
    for (int r = 1; r <= 1000; r++)
        harmonic += 1.0 / r;
    for (int r = 1; r <= 1000; r *= 10) {
        double want = N / harmonic / r;
        assert_true((counts[r - 1] - want) * (counts[r - 1] - want) < 16 * want);
    }
    requests = requests_of("nodes n\nworkload zipf 1000\n", NULL, &timeline);
    requests_fill(requests, again, N);
    assert_memory_equal(keys, again, sizeof keys);
    requests_close(requests);
    timeline_free(&timeline);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trace),
        cmocka_unit_test(test_sequence),
        cmocka_unit_test(test_zipf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
