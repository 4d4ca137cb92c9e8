/* test_chi2.c - the tail of the chi-square distribution against values known by other means
 */
#include "chi2.h"

#include "support.h"

#include <math.h>

/* Two degrees of freedom: exp(-x / 2). */
static void test_chi2_two(void **state)
{
    (void)state;
    for (double x = 0.1; x < 100; x += 0.7)
        assert_true(fabs(chi2_p(x, 2) / exp(-x / 2) - 1) < 1e-10);
}

/* One: that of the square of a normal number, erfc(sqrt(x / 2)). */
static void test_chi2_one(void **state)
{
    (void)state;
    for (double x = 0.1; x < 60; x += 0.7)
        assert_true(fabs(chi2_p(x, 1) / erfc(sqrt(x / 2)) - 1) < 1e-10);
}

/* Each two more add a term of the Poisson sum: exp(-x/2) * sum of (x/2)^k / k!, k < df / 2. */
static void test_chi2_even(void **state)
{
    (void)state;
    for (double df = 4; df <= 2000; df *= 2)
        for (double z = -4; z <= 4; z++) {
            double x = df + z * sqrt(2 * df), term = 1, sum = 0;
            if (!(x > 0))
                continue;
            for (double k = 0; k < df / 2; term *= x / 2 / ++k)
                sum += exp(log(term) - x / 2);
            if (isfinite(sum) && sum > 1e-12)
                assert_true(fabs(chi2_p(x, df) - sum) < 1e-9);
        }
}

static void test_chi2_ends(void **state)
{
    (void)state;
    assert_true(chi2_p(0, 5) == 1);
    assert_true(chi2_p(1e6, 5) >= 0 && chi2_p(1e6, 5) < 1e-12);
    /* a table's 95 % quantiles */
    assert_true(fabs(chi2_p(3.841458820694124, 1) - 0.05) < 1e-9);
    assert_true(fabs(chi2_p(124.3421134, 100) - 0.05) < 1e-8);
}

static bool is_near(double value, double expected, double error)
{
    return fabs(value - expected) <= error * fmax(1, fabs(expected));
}

/* Quantiles of the normal distribution, upper tails from a table of many digits. */
static void test_chi2_z_table(void **state)
{
    (void)state;
    static const struct {
        double p, z;
    } rows[] = {{0.5, 0},
                {0.025, 1.959963984540054},
                {0.001, 3.090232306167814},
                {1e-6, 4.753424308822899},
                {1e-10, 6.361340902404056},
                {1e-100, 21.273453560825},
                {1e-300, 37.0471}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        /* two degrees of freedom: p = exp(-x / 2), both ways */
        double x = -2 * log(rows[i].p);
        assert_true(is_near(chi2_z(x, 2), rows[i].z, i == 6 ? 1e-5 : 1e-9));
        x = -2 * log1p(-rows[i].p);
        assert_true(is_near(chi2_z(x, 2), -rows[i].z, i == 6 ? 1e-5 : 1e-9));
    }
}

/* One degree of freedom far out: P(Z^2 >= x) is twice P(Z >= sqrt(x)). */
static void test_chi2_z_far(void **state)
{
    (void)state;
    for (double root = 2; root < 1e6; root *= 1.3) {
        double z = chi2_z(root * root, 1);
        assert_true(z < root && z > root - 0.4);
        /* z^2 / 2 + log z differs from that of root by log 2 alone */
        if (root > 50)
            assert_true(fabs((root - z) * (root + z) / 2 + log(root / z) - log(2)) <
                        1e-3 + root * root * 1e-14);
    }
}

/* Many degrees: Wilson and Hilferty's cube root is off by less than a df-th in the
 * middle; and z rises. */
static void test_chi2_z_many(void **state)
{
    (void)state;
    for (double df = 10; df < 1e6; df *= 10) {
        double last = -INFINITY;
        for (double w = -3; w <= 3; w += 0.25) {
            double c = 2 / (9 * df), x = df * pow(1 - c + w * sqrt(c), 3);
            if (!(x > 0))
                continue;
            double z = chi2_z(x, df);
            assert_true(fabs(z - w) < 1 / df);
            assert_true(z > last);
            last = z;
        }
    }
    assert_true(isinf(chi2_z(0, 5)) && chi2_z(0, 5) < 0);
    assert_true(isinf(chi2_z(INFINITY, 5)) && chi2_z(INFINITY, 5) > 0);
    assert_true(isfinite(chi2_z(1e12, 3)) && isfinite(chi2_z(1e-200, 3)));
    assert_true(isfinite(chi2_z(1e-9, 1000)) && chi2_z(1e-9, 1000) < -100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chi2_two),     cmocka_unit_test(test_chi2_one),
        cmocka_unit_test(test_chi2_even),    cmocka_unit_test(test_chi2_ends),
        cmocka_unit_test(test_chi2_z_table), cmocka_unit_test(test_chi2_z_far),
        cmocka_unit_test(test_chi2_z_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
