/* maglev_fill.h - the table of Maglev, filled from an offset and a skip for each node
 */
#ifndef RINGSIDE_MAGLEV_FILL_H
#define RINGSIDE_MAGLEV_FILL_H

#include <stdint.h>

/* Entries are numbers of nodes, 0 .. n-1, of 1, 2 or 4 bytes; while it fills, n marks a free one.
 */
struct maglev_table {
    void *entries;
    uint32_t n_entries;
    unsigned entry_bytes;
};

/* Where a node stands in its permutation: the entries offset, offset + skip, ... modulo M. */
struct maglev_walk {
    uint32_t at;   /* the next entry it asks for, below M; at first its offset */
    uint32_t skip; /* 1 .. M-1 */
    uint32_t slot; /* the caller's */
    uint32_t n_turns;
    double weight; /* above 0 */
};

static inline unsigned maglev_entry_bytes(uint32_t n_nodes)
{
    if (n_nodes <= UINT8_MAX)
        return 1;
    return n_nodes <= UINT16_MAX ? 2 : 4;
}

static inline uint32_t maglev_entry(const struct maglev_table *table, uint64_t i)
{
    if (table->entry_bytes == 1)
        return ((const uint8_t *)table->entries)[i];
    if (table->entry_bytes == 2)
        return ((const uint16_t *)table->entries)[i];
    return ((const uint32_t *)table->entries)[i];
}

/* The least prime not below `from`, which is at most 2^31. */
uint32_t maglev_prime(uint32_t from);

/* Fills the whole table; the walks are in the order of turns and have n_turns 0. M is prime and at
 * least n, entry_bytes is enough for n. With n 0 it does nothing. Every node gets an entry; nodes
 * of one weight get as many, but for one. Returns how many entries were asked for, at most n * M.
 */
uint64_t maglev_fill(struct maglev_table *table, struct maglev_walk *walks, uint32_t n);

#endif
