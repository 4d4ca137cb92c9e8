/* spec_scale.c - specs whose numbers grow with the nodes
 */
#include "spec_scale.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SPEC_SCALE_MAX (UINT64_C(1) << 53)

static bool spec_scale_is_prime(uint64_t n)
{
    for (uint64_t d = 2; d <= n / d; d++)
        if (n % d == 0)
            return false;
    return n > 1;
}

static uint64_t spec_scale_prime(uint64_t n)
{
    while (!spec_scale_is_prime(n))
        n++;
    return n;
}

/* Length of a value "=<digits>n" or "=<digits>p" that ends there; 0: it is none. */
static size_t spec_scale_length(const char *at)
{
    size_t n = *at == '=' ? strspn(at + 1, "0123456789") : 0;
    bool scales = n && n <= 9 && (at[n + 1] == 'n' || at[n + 1] == 'p');
    return scales && (!at[n + 2] || at[n + 2] == ':') ? n + 2 : 0;
}

bool spec_scale_has(const char *text)
{
    for (; *text; text++)
        if (spec_scale_length(text))
            return true;
    return false;
}

const char *spec_scale_hint(const char *text)
{
    return spec_scale_has(text)
               ? "; numbers such as 10n and 128p, that grow with the nodes, are for "
                 "bench --strategies alone"
               : "";
}

bool spec_scale(const char *text, uint64_t n_nodes, char spec[RS_SPEC_MAX])
{
    size_t used = 0;
    while (*text) {
        size_t length = spec_scale_length(text);
        uint64_t factor = 0;
        if (used + 24 >= RS_SPEC_MAX)
            return false;
        if (!length) {
            spec[used++] = *text++;
            continue;
        }
        for (size_t i = 1; i + 1 < length; i++)
            factor = factor * 10 + (uint64_t)(text[i] - '0');
        if (!factor || n_nodes > SPEC_SCALE_MAX / factor)
            return false;
        uint64_t number = factor * n_nodes;
        if (text[length - 1] == 'p')
            number = spec_scale_prime(number);
        used += (size_t)snprintf(spec + used, 24, "=%" PRIu64, number);
        text += length;
    }
    spec[used] = '\0';
    return true;
}
