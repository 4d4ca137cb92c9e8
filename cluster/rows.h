/* rows.h - arrays of rows, and an index that finds a row by a hash
 *
 * Rows are numbered from 1; NO_ROW is 0, so zeroed memory names nobody.
 *
 *     slots   [ . | h7:3 | h7:1 | . | h9:2 | . ]    open addressing, at most 3/4 full
 *
 * A slot bears 32 bits of hash, which settle nearly every comparison without a look at the row. A
 * deletion closes its gap, so there are no tombstones.
 */
#ifndef RINGSIDE_ROWS_H
#define RINGSIDE_ROWS_H

#include "ringside.h"

#include <string.h>

#define NO_ROW 0u

/* n rows of zeros; NULL: no memory. */
static inline void *rows_alloc(const struct rs_allocator *a, size_t n, size_t row_bytes)
{
    if (n > SIZE_MAX / 2 / row_bytes)
        return NULL;
    void *rows = a->alloc(a->ctx, n * row_bytes, _Alignof(max_align_t));
    return rows ? memset(rows, 0, n * row_bytes) : NULL;
}

static inline void rows_free(const struct rs_allocator *a, void *rows, size_t n, size_t row_bytes)
{
    if (rows)
        a->free(a->ctx, rows, n * row_bytes);
}

struct row_slot {
    uint32_t hash, row;
};

struct row_index {
    struct row_slot *slots; /* 2^bits */
    uint32_t n, bits;
};

static inline uint32_t row_hash(uint64_t number)
{
    return (uint32_t)(rs_mix(number + 1) >> 32);
}

static inline uint32_t row_index_mask(const struct row_index *index)
{
    return (uint32_t)(((uint64_t)1 << index->bits) - 1);
}

/* Where a row of this hash stands at the earliest; onwards up to a slot without a row. */
static inline uint32_t row_index_home(const struct row_index *index, uint32_t hash)
{
    return (uint32_t)((uint64_t)hash << index->bits >> 32);
}

static inline void row_index_put(struct row_index *index, uint32_t hash, uint32_t row)
{
    uint32_t mask = row_index_mask(index), at = row_index_home(index, hash);
    while (index->slots[at].row != NO_ROW)
        at = (at + 1) & mask;
    index->slots[at] = (struct row_slot){hash, row};
    index->n++;
}

/* An entry moves back into the gap unless its home lies behind the gap. */
static inline void row_index_delete(struct row_index *index, uint32_t gap)
{
    uint32_t mask = row_index_mask(index), at = gap;
    while (index->slots[at = (at + 1) & mask].row != NO_ROW) {
        uint32_t home = row_index_home(index, index->slots[at].hash);
        if (((at - home) & mask) >= ((at - gap) & mask)) {
            index->slots[gap] = index->slots[at];
            gap = at;
        }
    }
    index->slots[gap].row = NO_ROW;
    index->n--;
}

static inline void row_index_free(struct row_index *index, const struct rs_allocator *a)
{
    rows_free(a, index->slots, (size_t)1 << index->bits, sizeof *index->slots);
    *index = (struct row_index){NULL, 0, 0};
}

/* Room for n entries. An index that was never given room has no slots to look at. */
static inline enum rs_status row_index_reserve(struct row_index *index, size_t n,
                                               const struct rs_allocator *a)
{
    struct row_index larger = {.bits = index->slots ? index->bits : 3};
    while (n > ((size_t)3 << larger.bits) / 4)
        larger.bits++;
    if (index->slots && larger.bits == index->bits)
        return RS_OK;
    if (larger.bits > 31)
        return RS_ENOMEM;
    larger.slots = rows_alloc(a, (size_t)1 << larger.bits, sizeof *larger.slots);
    if (!larger.slots)
        return RS_ENOMEM;
    for (size_t i = 0; index->slots && i < (size_t)1 << index->bits; i++)
        if (index->slots[i].row != NO_ROW)
            row_index_put(&larger, index->slots[i].hash, index->slots[i].row);
    row_index_free(index, a);
    *index = larger;
    return RS_OK;
}

#endif
