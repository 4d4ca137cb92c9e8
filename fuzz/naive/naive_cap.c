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
        abort(); /* loads, keys and weights of scripts are small */
}

/* By doubling and adding. */
static struct naive_cap_long naive_cap_times(const struct naive_cap_long *a, uint64_t by)
{
    struct naive_cap_long sum = {{0}}, doubled = *a;
    for (; by; by >>= 1) {
        if (by & 1)
            naive_cap_add(&sum, &doubled);
        if (by > 1)
            naive_cap_add(&doubled, &doubled);
    }
    return sum;
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
