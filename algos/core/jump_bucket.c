/* jump_bucket.c - what theory says of the jump hash
 */
#include "core/jump_bucket.h"

#include <math.h>

struct rs_moments jump_draws(uint32_t n)
{
    double mean = 0, variance = 0;
    for (uint32_t i = n; i > 0; i--) {
        mean += 1.0 / i;
        variance += 1.0 / i * (1 - 1.0 / i);
    }
    return (struct rs_moments){mean, sqrt(variance)};
}
