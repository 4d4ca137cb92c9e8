/* redraws.c - how often a lookup draws again when buckets have left one by one
 */
#include "core/redraws.h"

#include <math.h>

double redraws_harmonic(uint32_t n)
{
    double x = n, sum = 0;
    if (n >= 100) /* the next term of Euler's series is below 1e-14 */
        return log(x) + 0.57721566490153286 + 1 / (2 * x) - 1 / (12 * x * x) +
               1 / (120 * x * x * x * x);
    for (; n > 0; n--)
        sum += 1.0 / n;
    return sum;
}

double redraws_mean(uint32_t w, uint32_t n)
{
    return redraws_harmonic(n) - redraws_harmonic(w);
}

double redraws_variance(uint32_t w, uint32_t n)
{
    double variance = 0;
    for (uint32_t j = n; j > w; j--)
        variance += 1.0 / j * (1 - 1.0 / j);
    return variance;
}
