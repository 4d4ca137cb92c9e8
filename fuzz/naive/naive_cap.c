/* naive_cap.c - a cap counted up, in whole numbers as long as they need to be
 *
 * The load is gone through digit by digit and never becomes a floating-point number: with k digits
 * behind the point, cap * all * 10^k is held against keys * own * (all its digits).
 */
#include "naive_cap.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum { NAIVE_CAP_LIMBS = 8 };

struct naive_cap_long {
    uint32_t limbs[NAIVE_CAP_LIMBS]; /* the lowest first */
};

static void naive_cap_add(struct naive_cap_long *to, const struct naive_cap_long *more)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < NAIVE_CAP_LIMBS; i++, carry >>= 32) {
        carry += (uint64_t)to->limbs[i] + more->limbs[i];
        to->limbs[i] = (uint32_t)carry;
    }
    if (carry)
        abort();
}

/* As at school, with 32 bits for a digit. */
static struct naive_cap_long naive_cap_times(const struct naive_cap_long *a, uint64_t by)
{
    const uint32_t parts[] = {(uint32_t)by, (uint32_t)(by >> 32)};
    struct naive_cap_long product = {{0}};
    for (size_t part = 0; part < 2; part++) {
        uint64_t carry = 0;
        for (size_t i = 0; i + part < NAIVE_CAP_LIMBS; i++, carry >>= 32) {
            carry += product.limbs[i + part] + (uint64_t)a->limbs[i] * parts[part];
            product.limbs[i + part] = (uint32_t)carry;
        }
        if (carry || (part && parts[part] && a->limbs[NAIVE_CAP_LIMBS - 1]))
            abort(); /* loads, keys and weights of scripts are small */
    }
    return product;
}

static bool naive_cap_is_less(const struct naive_cap_long *a, const struct naive_cap_long *b)
{
    size_t i = NAIVE_CAP_LIMBS - 1;
    while (i > 0 && a->limbs[i] == b->limbs[i])
        i--;
    return a->limbs[i] < b->limbs[i];
}

uint64_t naive_cap(const char *load, uint64_t keys, uint64_t own, uint64_t all)
{
    const struct naive_cap_long one = {{1}};
    struct naive_cap_long share = naive_cap_times(&one, keys), asked = {{0}}, given = {{0}};
    struct naive_cap_long each = naive_cap_times(&one, all);
    share = naive_cap_times(&share, own);
    for (bool is_behind_point = false; *load; load++) {
        if (*load == '.') {
            is_behind_point = true;
            continue;
        }
        struct naive_cap_long digit = naive_cap_times(&share, (uint64_t)(*load - '0'));
        asked = naive_cap_times(&asked, 10);
        naive_cap_add(&asked, &digit);
        if (is_behind_point)
            each = naive_cap_times(&each, 10);
    }
    uint64_t cap = 0;
    for (; naive_cap_is_less(&given, &asked); cap++)
        naive_cap_add(&given, &each);
    return cap;
}
