/* portable_log.h - a natural logarithm of the same 64 bits on every machine
 *
 * Additions, subtractions, multiplications and divisions of doubles are the same everywhere (no
 * fused ones: -ffp-contract=off); the log of a C library is not. x = m 2^e with m within a factor
 * of sqrt 2 of 1; with f = m - 1 and s = f / (2 + f):
 *
 *     ln m = 2 artanh s = 2 s + 2 s^3 / 3 + 2 s^5 / 5 + ... = f - s (f - 2 (s^2 / 3 + s^4 / 5 ...))
 *
 * f is exact, so the last form loses nothing near 1, where 2 s would. |s| < 0.172: what is left out
 * is below 2^-60 of the sum. Accuracy: within 4e-16 of the true value, relative; ln 1 is 0.
 */
#ifndef RINGSIDE_PORTABLE_LOG_H
#define RINGSIDE_PORTABLE_LOG_H

#include <stdint.h>
#include <string.h>

/* x positive, finite and normal. */
static inline double portable_log(double x)
{
    /* ln 2 in two parts: the first has 32 bits, so that e times it is exact. */
    static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
    const uint64_t sqrt_half = 0x3fe6a09e667f3bcdu; /* bits of the double next to sqrt(1/2) */
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    /* m in [sqrt(1/2), sqrt 2): the distance to it in units of a power of two is e. */
    int64_t e = (int64_t)((bits - sqrt_half + (UINT64_C(1) << 62)) >> 52) - (1 << 10);
    bits -= (uint64_t)e << 52;
    double m;
    memcpy(&m, &bits, sizeof m);
    double f = m - 1, s = f / (2 + f), z = s * s, sum = 1.0 / 23;
    for (int odd = 21; odd >= 3; odd -= 2)
        sum = sum * z + 1.0 / odd;
    double tail = s * (f - 2 * z * sum);
    if (!e)
        return f - tail;
    return (double)e * ln2_high + (f - (tail - (double)e * ln2_low));
}

#endif
