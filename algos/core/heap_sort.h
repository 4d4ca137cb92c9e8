/* heap_sort.h - heaps and heap sort over items of any size
 *
 * In place of qsort, which takes memory of its own, passes no context and is another one on every
 * machine. All is inline: where size and order are constants, so is everything made of them.
 */
#ifndef RINGSIDE_HEAP_SORT_H
#define RINGSIDE_HEAP_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define HEAP_ITEM_MAX 64

/* Whether a goes before b: a strict weak order. */
typedef bool heap_before(const void *ctx, const void *a, const void *b);

/* n items, none of which goes before the one above it, but for the item at `at`, which sinks. */
__attribute__((always_inline)) static inline void
heap_sift(void *items, size_t at, size_t n, size_t item_bytes, heap_before *before, const void *ctx)
{
    char *base = items, item[HEAP_ITEM_MAX];
    memcpy(item, base + at * item_bytes, item_bytes);
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        child += child + 1 < n &&
                 before(ctx, base + (child + 1) * item_bytes, base + child * item_bytes);
        if (!before(ctx, base + child * item_bytes, item))
            break;
        memcpy(base + at * item_bytes, base + child * item_bytes, item_bytes);
    }
    memcpy(base + at * item_bytes, item, item_bytes);
}

/* The first in the order comes to the top, items[0]. */
__attribute__((always_inline)) static inline void
heap_make(void *items, size_t n, size_t item_bytes, heap_before *before, const void *ctx)
{
    for (size_t at = n / 2; at-- > 0;)
        heap_sift(items, at, n, item_bytes, before, ctx);
}

/* The last in the order comes first: give the order backwards. Equal items in any order. */
__attribute__((always_inline)) static inline void
heap_sort_backwards(void *items, size_t n, size_t item_bytes, heap_before *before, const void *ctx)
{
    char *base = items, last[HEAP_ITEM_MAX];
    heap_make(items, n, item_bytes, before, ctx);
    while (n > 1) {
        n--;
        memcpy(last, base + n * item_bytes, item_bytes);
        memcpy(base + n * item_bytes, base, item_bytes);
        memcpy(base, last, item_bytes);
        heap_sift(items, 0, n, item_bytes, before, ctx);
    }
}

#endif
