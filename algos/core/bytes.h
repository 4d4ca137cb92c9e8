/* bytes.h - whole numbers as bytes, little-endian on every machine
 */
#ifndef RINGSIDE_BYTES_H
#define RINGSIDE_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* The low n_bytes bytes of a number, at most 8; the address behind them. */
static inline unsigned char *bytes_put(unsigned char *at, uint64_t number, size_t n_bytes)
{
    for (size_t i = 0; i < n_bytes; i++)
        at[i] = (unsigned char)(number >> 8 * i);
    return at + n_bytes;
}

/* The number of n_bytes bytes, at most 8. */
static inline uint64_t bytes_get(const unsigned char *at, size_t n_bytes)
{
    uint64_t number = 0;
    for (size_t i = 0; i < n_bytes; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

/* The same from a cursor, which goes on behind them. */
static inline uint64_t bytes_take(const unsigned char **at, size_t n_bytes)
{
    uint64_t number = bytes_get(*at, n_bytes);
    *at += n_bytes;
    return number;
}

#endif
