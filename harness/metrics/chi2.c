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

/* P(a, x) */
static double chi2_series(double a, double x)
{
    double term = 1 / a, sum = term;
    for (double n = a + 1; term > sum * DBL_EPSILON / 4; n++)
        sum += term *= x / n;
    return sum * exp(a * log(x) - x - lgamma(a));
}

/* Q(a, x) */
static double chi2_fraction(double a, double x)
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
    return h * exp(a * log(x) - x - lgamma(a));
}

double chi2_p(double x, double df)
{
    double a = df / 2;
    x /= 2;
    if (!(x > 0))
        return 1;
    double p = x < a + 1 ? 1 - chi2_series(a, x) : chi2_fraction(a, x);
    return p < 0 ? 0 : p;
}
