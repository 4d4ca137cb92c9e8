/* heap.c - memory that counts
 *
 * Every block carries a header with its size and stands in a list, so a wrong size or pointer is
 * noticed at the free that brings it, and leaks can be counted and still given back.
 */
#include "heap.h"

#include <stdlib.h>
#include <string.h>

#define HEAP_MAGIC 0x9e3779b97f4a7c15u

enum { HEAP_FRESH = 0xa5, HEAP_FREED = 0xdd };

struct heap_block {
    _Alignas(max_align_t) uint64_t magic;
    size_t n_bytes;
    struct heap_block *next, *previous;
};

static void heap_blame(struct heap *heap, const char *fault)
{
    if (!heap->fault)
        heap->fault = fault;
}

static bool heap_refuses(struct heap *heap, size_t n_bytes)
{
    bool full = heap->limit_bytes &&
                (n_bytes > heap->limit_bytes || heap->now_bytes > heap->limit_bytes - n_bytes);
    bool due = heap->fail_in == 1;
    if (heap->fail_in > 1 || (due && !heap->fail_on))
        heap->fail_in--;
    heap->n_failed += full || due;
    return full || due;
}

static void *heap_alloc(void *ctx, size_t n_bytes, size_t align)
{
    struct heap *heap = ctx;
    if (!align || (align & (align - 1)) || align > _Alignof(max_align_t))
        heap_blame(heap, "alloc was asked for an alignment that is no power of two or too large");
    if (heap_refuses(heap, n_bytes) || n_bytes > SIZE_MAX / 2)
        return NULL;
    struct heap_block *block = malloc(sizeof *block + n_bytes);
    if (!block)
        return NULL;
    *block = (struct heap_block){HEAP_MAGIC, n_bytes, heap->blocks, NULL};
    if (heap->blocks)
        heap->blocks->previous = block;
    heap->blocks = block;
    heap->n_allocs++;
    heap->now_bytes += n_bytes;
    return memset(block + 1, HEAP_FRESH, n_bytes);
}

static void heap_drop(struct heap *heap, struct heap_block *block)
{
    if (block->next)
        block->next->previous = block->previous;
    if (block->previous)
        block->previous->next = block->next;
    else
        heap->blocks = block->next;
    heap->now_bytes -= block->n_bytes;
    memset(block, HEAP_FREED, sizeof *block + block->n_bytes);
    free(block);
}

static void heap_free(void *ctx, void *ptr, size_t n_bytes)
{
    struct heap *heap = ctx;
    if (!ptr)
        return;
    struct heap_block *block = (struct heap_block *)ptr - 1;
    if (block->magic != HEAP_MAGIC) {
        heap_blame(heap, "free was told a pointer that alloc did not return");
        return;
    }
    if (block->n_bytes != n_bytes)
        heap_blame(heap, "free was told another size than alloc was");
    heap_drop(heap, block);
}

struct rs_allocator heap_allocator(struct heap *heap)
{
    return (struct rs_allocator){heap_alloc, heap_free, heap};
}

void heap_close(struct heap *heap)
{
    while (heap->blocks)
        heap_drop(heap, heap->blocks);
}
