/* test_jump_large.c - a million buckets are as even as ten
 *
 * Jump draws on 31 bits, so it is here that a step too coarse would show; the functions over powers
 * of two are asked just above one and just below.
 */
#include "support.h"

#include "core/jump_bucket.h"

#include <math.h>

enum { N_GROUPS = 1000, N_DIGESTS = 2000000 };

/* Of 999 degrees of freedom: mean 999, deviation 44.7; 5 of them is p = 10^-6. */
static void check_even(const unsigned counts[N_GROUPS], const char *what)
{
    double chi2 = 0, mean = N_DIGESTS / (double)N_GROUPS;
    for (size_t i = 0; i < N_GROUPS; i++)
        chi2 += pow(counts[i] - mean, 2) / mean;
    if (fabs(chi2 - 999) > 5 * 44.7)
        fail_msg("%s: chi-square %g with 999 degrees of freedom", what, chi2);
}

static void test_jump(void **state)
{
    (void)state;
    static unsigned counts[N_GROUPS];
    enum { N = 1000000 };
    for (uint64_t i = 0; i < N_DIGESTS; i++) {
        uint32_t bucket = jump_bucket(rs_mix(i), N, NULL);
        assert_true(bucket < N);
        counts[bucket / (N / N_GROUPS)]++;
    }
    check_even(counts, "jump");
}

/* The same through placements of many nodes, which are named by number. */
static struct rs_placement *open_many(const char *spec, uint32_t n)
{
    static const char name[] = "n";
    struct rs_placement *p = test_open(spec);
    struct rs_node *nodes = calloc(n, sizeof *nodes);
    assert_non_null(nodes);
    for (uint32_t i = 0; i < n; i++)
        nodes[i] = test_node(i, name);
    test_add(p, nodes, n);
    free(nodes);
    return p;
}

static void test_over_powers_of_two(void **state)
{
    (void)state;
    static const char *const specs[] = {"jump", "jumpback", "power", "flip", "modulo"};
    static const uint32_t sizes[] = {65000, 66000}; /* whole groups, on both sides of 65536 */
    for (size_t s = 0; s < N_OF(specs) * N_OF(sizes); s++) {
        unsigned counts[N_GROUPS] = {0};
        uint32_t n = sizes[s % N_OF(sizes)];
        struct rs_placement *p = open_many(specs[s / N_OF(sizes)], n);
        for (uint64_t i = 0; i < N_DIGESTS; i++)
            counts[rs_locate(p, rs_mix(i)) / (n / N_GROUPS)]++;
        check_even(counts, specs[s / N_OF(sizes)]);
        rs_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jump),
        cmocka_unit_test(test_over_powers_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
