/* heap.h - memory that counts: an allocator for rs_config
 *
 *     struct heap heap = {0};
 *     struct rs_config config = {.allocator = heap_allocator(&heap)};
 *     ... rs_open(spec, &config, &p, NULL) ... heap.now_bytes ... rs_close(p) ...
 *     heap_close(&heap);
 *
 * It counts what was asked for, not what malloc adds to it. Fresh memory and freed memory are
 * filled with rubbish, so that nothing works by luck. Needs ringside.h alone.
 */
#ifndef RINGSIDE_HEAP_H
#define RINGSIDE_HEAP_H

#include "ringside.h"

struct heap_block;

/* All zero is a heap that never fails. The first four fields are for reading. */
struct heap {
    size_t now_bytes;
    uint64_t n_allocs, n_failed; /* since the beginning */
    const char *fault;           /* the first wrong call, in words: NULL while there was none */
    size_t limit_bytes;          /* beyond this many bytes an allocation fails; 0: no limit */
    uint64_t fail_in;            /* the n-th allocation from now fails; 0: none does */
    bool fail_on;                /* every one after it, too */
    struct heap_block *blocks;   /* those in use */
};

/* The heap must outlive all memory that comes from it. One thread at a time. */
struct rs_allocator heap_allocator(struct heap *heap);

/* Frees what was left behind. */
void heap_close(struct heap *heap);

#endif
