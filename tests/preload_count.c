/* preload_count.c - every allocation of a thread, counted from outside
 *
 *     LD_PRELOAD=.../libpreload_count.so PROGRAM
 *
 * The program finds preload_count_now with dlsym. Each call goes on to the allocator that would
 * have had it; only numbers are kept, for each thread its own, so counting allocates nothing.
 */
#include "preload_count.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct preload_count preload_count;

struct preload_count preload_count_now(void)
{
    return preload_count;
}

/* dlsym allocates on some systems, before there is anything to allocate with. */
static _Alignas(max_align_t) char preload_count_early[4096];
static size_t preload_count_early_used;

static void *preload_count_early_alloc(size_t n_bytes)
{
    size_t n = (n_bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (n > sizeof preload_count_early - preload_count_early_used)
        return NULL;
    preload_count_early_used += n;
    return preload_count_early + preload_count_early_used - n;
}

static int preload_count_is_early(const void *ptr)
{
    const char *at = ptr;
    return at >= preload_count_early && at < preload_count_early + sizeof preload_count_early;
}

/* The next function of the name; NULL while it is being looked for. */
static void *preload_count_next(void **next, const char *name)
{
    static _Thread_local int looking;
    if (!*next && !looking) {
        looking = 1;
        *next = dlsym(RTLD_NEXT, name);
        looking = 0;
    }
    return *next;
}

static void *preload_count_taken(void *ptr, size_t n_bytes)
{
    if (ptr) {
        preload_count.n_allocs++;
        preload_count.n_bytes += n_bytes;
    }
    return ptr;
}

void *malloc(size_t n_bytes)
{
    static void *next;
    void *(*real)(size_t) = preload_count_next(&next, "malloc");
    return real ? preload_count_taken(real(n_bytes), n_bytes) : preload_count_early_alloc(n_bytes);
}

void *calloc(size_t n, size_t each)
{
    static void *next;
    void *(*real)(size_t, size_t) = preload_count_next(&next, "calloc");
    if (real)
        return preload_count_taken(real(n, each), n * each);
    return preload_count_early_alloc(n * each); /* never given back, so zeros still */
}

void *realloc(void *ptr, size_t n_bytes)
{
    static void *next;
    void *(*real)(void *, size_t) = preload_count_next(&next, "realloc");
    if (!real || preload_count_is_early(ptr)) {
        void *moved = malloc(n_bytes);
        size_t most = (size_t)(preload_count_early + sizeof preload_count_early - (char *)ptr);
        if (moved && ptr)
            memcpy(moved, ptr, n_bytes < most ? n_bytes : most);
        return moved;
    }
    return preload_count_taken(real(ptr, n_bytes), n_bytes);
}

void *aligned_alloc(size_t align, size_t n_bytes)
{
    static void *next;
    void *(*real)(size_t, size_t) = preload_count_next(&next, "aligned_alloc");
    return real ? preload_count_taken(real(align, n_bytes), n_bytes) : NULL;
}

void *memalign(size_t align, size_t n_bytes)
{
    return aligned_alloc(align, n_bytes);
}

int posix_memalign(void **ptr, size_t align, size_t n_bytes)
{
    void *taken = aligned_alloc(align, n_bytes);
    if (!taken)
        return ENOMEM;
    *ptr = taken;
    return 0;
}

void free(void *ptr)
{
    static void *next;
    void (*real)(void *) = preload_count_next(&next, "free");
    if (!ptr || !real || preload_count_is_early(ptr))
        return;
    preload_count.n_frees++;
    real(ptr);
}
