/* naive_cap.h - how many keys a node may carry, exactly
 */
#ifndef RINGSIDE_NAIVE_CAP_H
#define RINGSIDE_NAIVE_CAP_H

#include <stdint.h>

/* The least whole number that is not below load * keys * own / all, for a load written in decimal:
 * digits, or digits with a point in between. Takes as long as the number is large. */
uint64_t naive_cap(const char *load, uint64_t keys, uint64_t own, uint64_t all);

#endif
