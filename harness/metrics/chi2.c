/* chi2.c - the upper tail of the chi-square distribution
 *
 * Q(a, x) of the incomplete gamma function with a = df / 2, x / 2: its power series below a + 1,
 * its continued fraction (Lentz) above, where each converges fast. No permissively licensed C
 * library in Debian offers it.
 * Source: Abramowitz and Stegun, 6.5.29 and 6.5.31.
 */
#include "chi2.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

/* log of x^a e^-x / Gamma(a), the factor of both tails */
static double chi2_log_factor(double a, double x)
{
    return a * log(x) - x - lgamma(a);
}

/* log P(a, x) */
static double chi2_log_lower(double a, double x)
{
    double term = 1 / a, sum = term;
    for (double n = a + 1; term > sum * DBL_EPSILON / 4; n++)
        sum += term *= x / n;
    return log(sum) + chi2_log_factor(a, x);
}

/* log Q(a, x) */
static double chi2_log_upper(double a, double x)
{
    double b = x + 1 - a, c = 1 / DBL_MIN, d = 1 / b, h = d;
    for (double i = 1; i < 1e6; i++) {
        double an = -i * (i - a);
        b += 2;
        d = an * d + b;
        c = b + an / c;
        d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
        c = fabs(c) < DBL_MIN ? DBL_MIN : c;
        h *= d * c;
        if (fabs(d * c - 1) < DBL_EPSILON)
            break;
    }
    return log(h) + chi2_log_factor(a, x);
}

double chi2_p(double x, double df)
{
    double a = df / 2;
    x /= 2;
    if (!(x > 0))
        return 1;
    if (isinf(x))
        return 0;
    double p = x < a + 1 ? 1 - exp(chi2_log_lower(a, x)) : exp(chi2_log_upper(a, x));
    return p < 0 ? 0 : p;
}

/* log P(Z >= z), z >= 0. Where erfc comes near its underflow, its asymptotic series. */
static double chi2_log_normal(double z)
{
    static const double PI = 3.14159265358979323846;
    if (z < 20)
        return log(erfc(z / sqrt(2)) / 2);
    double y = 1 / (z * z);
    return -z * z / 2 - log(z * sqrt(2 * PI)) + log1p(-y * (1 - y * (3 - y * (15 - y * 105))));
}

/* z with chi2_log_normal(z) = log_p, log_p <= log(1/2). The function is concave and falls, and the
 * start lies above the root: Newton's steps come down to it and never pass it. */
static double chi2_score(double log_p)
{
    static const double PI = 3.14159265358979323846;
    double z = sqrt(-2 * log_p);
    for (int i = 0; i < 100; i++) {
        double log_tail = chi2_log_normal(z);
        double slope = exp(-z * z / 2 - log(2 * PI) / 2 - log_tail); /* density over tail */
        double step = (log_tail - log_p) / slope;
        z += step;
        if (fabs(step) <= 1e-14 * (1 + z))
            break;
    }
    return z < 0 ? 0 : z;
}

double chi2_z(double x, double df)
{
    double a = df / 2;
    x /= 2;
    if (!(x > 0) || isinf(x))
        return x > 0 ? INFINITY : -INFINITY;
    bool is_lower = x < a + 1;
    double log_p = is_lower ? chi2_log_lower(a, x) : chi2_log_upper(a, x);
    if (log_p > log(0.5)) {
        is_lower = !is_lower;
        log_p = log1p(-exp(log_p));
    }
    return is_lower ? -chi2_score(log_p) : chi2_score(log_p);
}
