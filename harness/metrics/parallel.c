/* parallel.c - a loop spread over the processors
 *
 * Fork and join: a thread costs some ten microseconds, a part of a loop here takes milliseconds.
 */
#include "parallel.h"

#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

enum { PARALLEL_MAX = 256 };

struct parallel_part {
    pthread_t thread;
    bool has_thread;
    parallel_fn *fn;
    void *ctx;
    size_t begin, end;
    unsigned worker;
};

unsigned parallel_workers(unsigned n_threads)
{
    long n = n_threads ? (long)n_threads : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > PARALLEL_MAX ? PARALLEL_MAX : (unsigned)n;
}

static void *parallel_run(void *arg)
{
    const struct parallel_part *part = arg;
    if (part->begin < part->end)
        part->fn(part->ctx, part->begin, part->end, part->worker);
    return NULL;
}

void parallel_for(unsigned n_workers, size_t n_items, parallel_fn *fn, void *ctx)
{
    struct parallel_part parts[PARALLEL_MAX];
    unsigned n = parallel_workers(n_workers ? n_workers : 1);
    size_t each = n_items / n, more = n_items % n, begin = 0;
    for (unsigned w = 0; w < n; w++) {
        size_t end = begin + each + (w < more);
        parts[w] =
            (struct parallel_part){.fn = fn, .ctx = ctx, .begin = begin, .end = end, .worker = w};
        parts[w].has_thread = w > 0 && begin < end &&
                              !pthread_create(&parts[w].thread, NULL, parallel_run, &parts[w]);
        begin = end;
    }
    for (unsigned w = 0; w < n; w++)
        if (!parts[w].has_thread)
            parallel_run(&parts[w]);
    for (unsigned w = 0; w < n; w++)
        if (parts[w].has_thread)
            pthread_join(parts[w].thread, NULL);
}
