/* real.c - real numbers as text, with a point under every locale
 *
 * The C library does the hard part, under the C locale for this thread and this call only: what
 * the rest of the program has set stays. The locale is made once and kept.
 */
#include "real.h"

#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REAL_DIGITS "0123456789"
#define REAL_PARSE_MAX 1023

static locale_t real_locale;

static void real_make_locale(void)
{
    real_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/* Returns the locale to go back to. Where memory was short there is no C locale; what the program
 * has set, which is the same in one that sets nothing, stays then. */
static locale_t real_enter(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, real_make_locale);
    return uselocale(real_locale);
}

static double real_read(const char *text)
{
    locale_t before = real_enter();
    double value = strtod(text, NULL);
    uselocale(before);
    return value;
}

/* format takes a precision and a value; what it gives is shorter than REAL_MAX: 17 digits with
 * sign, point and exponent, or the 15 before the point of what is below 1e15. */
static void real_write(char text[REAL_MAX], const char *format, int precision, double value)
{
    char written[REAL_MAX];
    locale_t before = real_enter();
    snprintf(written, sizeof written, format, precision, value);
    uselocale(before);
    memcpy(text, written, sizeof written);
}

void real_print(double value, char text[REAL_MAX])
{
    /* 15 digits hold any shorter decimal as it is, and %g drops the zeros behind it. Subnormal
     * numbers have fewer digits than that to give. */
    int precision = fabs(value) < DBL_MIN ? 1 : DBL_DIG;
    do
        real_write(text, "%.*g", precision, value);
    while (precision++ < DBL_DECIMAL_DIG && real_read(text) != value);
}

void real_show(double value, char text[REAL_MAX])
{
    if (fabs(value) >= 1000 && fabs(value) < 1e15)
        real_write(text, "%.*f", 0, value);
    else
        real_write(text, "%.*g", 4, value);
}

/* Behind the digits at text; NULL when there are none. */
static const char *real_digits(const char *text)
{
    size_t n = strspn(text, REAL_DIGITS);
    return n ? text + n : NULL;
}

/* Behind the plain decimal number at text; NULL when there is none. */
static const char *real_end(const char *text)
{
    const char *end = real_digits(text);
    if (end && *end == '.')
        end = real_digits(end + 1);
    if (end && (*end == 'e' || *end == 'E'))
        end = real_digits(end + 1 + (end[1] == '+' || end[1] == '-'));
    return end;
}

bool real_parse(struct rs_bytes text, double *value)
{
    char copy[REAL_PARSE_MAX + 1] = "";
    if (text.n_bytes == 0 || text.n_bytes > REAL_PARSE_MAX)
        return false;
    memcpy(copy, text.at, text.n_bytes);
    if (real_end(copy) != copy + text.n_bytes)
        return false;
    errno = 0;
    double read = real_read(copy);
    if (isinf(read) || (read == 0 && errno == ERANGE))
        return false;
    *value = read;
    return true;
}
