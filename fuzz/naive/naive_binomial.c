/* naive_binomial.c - as many draws among the next power of two as `attempts` says
 */
#include "naive_bucket.h"

static uint32_t naive_binomial_bucket(const struct naive *naive, uint64_t digest, uint32_t n)
{
    return naive_level_redrawn(digest, n, (uint64_t)naive_number(naive, "attempts", 0) - 1);
}

NAIVE_BY_AGE(binomial)
