/* test_cluster_session.c - lives of clusters from seeds, held against a dictionary
 *
 * What the fuzzer does with bytes that it finds, on bytes that are random.
 */
#include "cluster_session.h"
#include "narrow.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { N_SESSIONS = 1500 };

static void test_clusters_keep_what_they_are_told(void **state)
{
    uint8_t data[CLUSTER_SESSION_BYTES];
    (void)state;
    for (uint64_t seed = 0; seed < N_SESSIONS; seed++) {
        uint64_t first = rs_mix(seed + 1);
        size_t n = (size_t)rs_below(rs_draw(first, 1), seed % 8 ? 60 : sizeof data);
        for (size_t i = 0; i < n; i++)
            data[i] = (uint8_t)rs_draw(first, i + 2);
        uint64_t outcome;
        const char *reason = cluster_session_run(data, n, &outcome);
        if (reason)
            fail_msg("seed %u: %s", (unsigned)seed, reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_clusters_keep_what_they_are_told)};
    struct rs_why why;
    if (narrow_register(&why)) {
        print_error("%s\n", why.text);
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
