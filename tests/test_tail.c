/* test_tail.c - bucket functions without memory: published answers, moves, draws and shares
 */
#include "support.h"

#include <math.h>

static const char *const specs[] = {
    "jump:hash=identity",      "jumpback:hash=identity", "power:hash=identity",
    "flip:hash=identity",      "binomial:hash=identity", "binomial:hash=identity:attempts=1",
    "jump_swap:hash=identity",
};

static void test_jumpback_published(void **state)
{
    (void)state;
    static const struct {
        uint64_t digest;
        uint32_t of_2, of_3;
    } published[] = {
        {0x7f7487ee708c8a96u, 1, 1}, {0x6265648fbc797f25u, 0, 0}, {0x85ef23a0b545d53bu, 0, 2}};
    struct rs_placement *p = test_open("jumpback");
    test_add_numbered(p, 0, 2);
    for (size_t i = 0; i < N_OF(published); i++)
        assert_int_equal(rs_locate(p, published[i].digest), published[i].of_2);
    test_add_numbered(p, 2, 1);
    for (size_t i = 0; i < N_OF(published); i++)
        assert_int_equal(rs_locate(p, published[i].digest), published[i].of_3);
    rs_close(p);
}

/* A key stays or goes to the node that comes; all at once is the same. */
static void check_monotone(const char *spec)
{
    enum { N = 200, N_DIGESTS = 1000 };
    struct rs_placement *p = test_open(spec);
    uint32_t owners[N_DIGESTS] = {0};
    for (uint32_t n = 1; n <= N; n++) {
        test_add_numbered(p, n - 1, 1);
        struct rs_placement *fresh = test_open(spec);
        test_add_numbered(fresh, 0, n);
        for (uint32_t i = 0; i < N_DIGESTS; i++) {
            uint64_t digest = i < 2 ? (uint64_t)0 - i : rs_mix(i);
            uint32_t owner = rs_locate(p, digest);
            if (owner != n - 1 && owner != owners[i])
                fail_msg("%s: %#llx goes from %u to %u of %u", spec, (unsigned long long)digest,
                         owners[i], owner, n);
            assert_int_equal(rs_locate(fresh, digest), owner);
            owners[i] = owner;
        }
        rs_close(fresh);
    }
    rs_close(p);
}

static void test_monotone(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(specs); i++)
        check_monotone(specs[i]);
}

static const uint32_t sizes[] = {1, 2, 3, 5, 9, 12, 17, 31, 32, 100, 129};

/* Counts of owners by chi-square with the shares; draws against mean and deviation. */
static void check_law(const char *spec, uint32_t n)
{
    enum { N_DIGESTS = 200000, MAX = 129 };
    struct rs_placement *p = test_open(spec);
    double counts[MAX] = {0}, shares[MAX], sum = 0, square = 0, chi2 = 0, cv = 0;
    test_add_numbered(p, 0, n);
    assert_int_equal(rs_shares(p, shares), RS_OK);
    for (uint64_t i = 1; i <= N_DIGESTS; i++) {
        struct rs_steps steps = {0, 0, 0};
        uint32_t id;
        assert_int_equal(rs_count(p, rs_draw(n, i), &id, &steps), RS_OK);
        counts[id]++;
        sum += (double)steps.draws, square += (double)(steps.draws * steps.draws);
    }
    for (uint32_t i = 0; i < n; i++) {
        double expected = shares[i] * N_DIGESTS;
        chi2 += (counts[i] - expected) * (counts[i] - expected) / expected;
        cv += pow(shares[i] * n - 1, 2) / n;
    }
    struct rs_moments draws = rs_theory(p, RS_DRAWS);
    double mean = sum / N_DIGESTS, sd = sqrt(fmax(0, square / N_DIGESTS - mean * mean));
    if (n > 1 && chi2 > n - 1 + 4.5 * sqrt(2.0 * (n - 1)) + 4)
        fail_msg("%s of %u: chi-square %g", spec, n, chi2);
    if (fabs(mean - draws.mean) > 4 * draws.sd / sqrt(N_DIGESTS) + 1e-9 ||
        fabs(sd - draws.sd) > 0.02 * draws.sd + 1e-6)
        fail_msg("%s of %u: %g draws (sd %g), not %g (%g)", spec, n, mean, sd, draws.mean,
                 draws.sd);
    assert_true(fabs(sqrt(cv) - rs_theory(p, RS_SHARE_CV).mean) < 1e-9);
    rs_close(p);
}

static void test_laws(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(specs); i++)
        for (size_t n = 0; n < N_OF(sizes); n++)
            check_law(specs[i], sizes[n]);
}

static double theory_draws(const char *spec, uint32_t n)
{
    struct rs_placement *p = test_open(spec);
    test_add_numbered(p, 0, n);
    double mean = rs_theory(p, RS_DRAWS).mean;
    rs_close(p);
    return mean;
}

/* Simulated means that others publish, to their last digits. */
static void test_published_draws(void **state)
{
    (void)state;
    static const struct {
        uint32_t n;
        double jumpback, flip, power_jumps;
    } published[] = {{3, 1.26668, 2.4999, .3331},   {5, 1.43622, 2.8998, .4506},
                     {9, 1.54101, 3.1669, .4855},   {17, 1.60097, 3.3227, .4963},
                     {100, 1.22986, 2.4201, .3163}, {129, 1.65815, 3.4776, .5002},
                     {1000, 1.02338, 2.0358, .0391}};
    for (size_t i = 0; i < N_OF(published); i++) {
        uint32_t n = published[i].n, m = 1;
        while (m < n)
            m *= 2;
        double places = 2 + (1 - (double)n / m) * m / 2 / n; /* no draws for jumps */
        assert_true(fabs(theory_draws("jumpback", n) - published[i].jumpback) < 0.001);
        assert_true(fabs(theory_draws("flip", n) - published[i].flip) < 0.003);
        assert_true(fabs(theory_draws("power", n) - places - published[i].power_jumps) < 0.003);
    }
    assert_true(theory_draws("jumpback", 64) == 1 && theory_draws("flip", 64) == 2);
}

/* Node 16 of 17, attempts 1 to 6: the loads that simulation shows, and which the form gives. */
static void test_binomial_shares(void **state)
{
    (void)state;
    static const double loads[] = {.530, .779, .897, .953, .977, .985};
    for (unsigned attempts = 1; attempts <= N_OF(loads); attempts++) {
        char spec[32];
        double shares[17];
        snprintf(spec, sizeof spec, "binomial:attempts=%u", attempts);
        struct rs_placement *p = test_open(spec);
        test_add_numbered(p, 0, 17);
        assert_int_equal(rs_shares(p, shares), RS_OK);
        assert_true(fabs(shares[16] * 17 - loads[attempts - 1]) < 0.01);
        assert_true(fabs(shares[16] * 17 - (1 - pow(15 / 32.0, attempts))) < 1e-12);
        rs_close(p);
    }
}

static void test_narrow_digests_have_no_exact_shares(void **state)
{
    (void)state;
    double share;
    struct rs_placement *narrow = test_placement("flip:hash=crc32", "a");
    assert_int_equal(rs_shares(narrow, &share), RS_EUNSUPPORTED);
    rs_close(narrow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jumpback_published),
        cmocka_unit_test(test_monotone),
        cmocka_unit_test(test_laws),
        cmocka_unit_test(test_published_draws),
        cmocka_unit_test(test_binomial_shares),
        cmocka_unit_test(test_narrow_digests_have_no_exact_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
