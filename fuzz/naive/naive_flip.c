/* naive_flip.c - a draw among the next power of two, and 64 new ones where it misses
 */
#include "naive_bucket.h"

static uint32_t naive_flip_bucket(const struct naive *naive, uint64_t digest, uint32_t n)
{
    (void)naive;
    return naive_level_redrawn(digest, n, 64);
}

NAIVE_BY_AGE(flip)
