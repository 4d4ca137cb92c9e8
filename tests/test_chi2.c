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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chi2_two),
        cmocka_unit_test(test_chi2_one),
        cmocka_unit_test(test_chi2_even),
        cmocka_unit_test(test_chi2_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
