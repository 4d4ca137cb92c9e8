/* preload_count.h - what preload_count.so has counted for this thread
 */
#ifndef RINGSIDE_PRELOAD_COUNT_H
#define RINGSIDE_PRELOAD_COUNT_H

#include <stddef.h>
#include <stdint.h>

struct preload_count {
    uint64_t n_allocs, n_frees; /* malloc, calloc, realloc, aligned ones; frees of NULL are none */
    size_t n_bytes;             /* asked for, in all */
};

struct preload_count preload_count_now(void);

#endif
