/* redraws.h - how often a lookup draws again when buckets have left one by one
 *
 * anchor and memento keep this law: of n buckets all but w have left. A key that sits evenly on j
 * buckets is on the one that leaves them next with probability 1/j, and is then drawn again, evenly
 * on the j - 1 others; where it is not, it is even on those too. So each j from w + 1 to n is an
 * independent event of probability 1/j.
 */
#ifndef RINGSIDE_REDRAWS_H
#define RINGSIDE_REDRAWS_H

#include <stdint.h>

/* H_n, to the precision of a double. */
double redraws_harmonic(uint32_t n);
/* The sum of 1/j for j from w + 1 to n, and of (1/j)(1 - 1/j). */
double redraws_mean(uint32_t w, uint32_t n);
double redraws_variance(uint32_t w, uint32_t n);

#endif
