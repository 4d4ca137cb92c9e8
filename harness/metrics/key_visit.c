/* key_visit.c - all keys of a stream by all processors, in no order
 *
 * A stream is read by one thread, which is fast; hashing and looking up is not. So a batch of keys
 * is copied, and the workers share it.
 */
#include "key_visit.h"

#include "parallel.h"
#include "reason.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_BATCH = 1 << 16, KEY_BATCH_BYTES = 1 << 24 };

#define KEY_VISIT_MAX_COUNTERS ((size_t)1 << 25)

unsigned key_visit_workers(unsigned n_threads, size_t n_counters)
{
    unsigned n = parallel_workers(n_threads);
    size_t most = KEY_VISIT_MAX_COUNTERS / (n_counters ? n_counters : 1);
    return n <= most ? n : most ? (unsigned)most : 1;
}

struct key_batch {
    const struct key_visit *visit;
    const struct rs_placement *p;
    struct rs_bytes *keys;
    char *text; /* of the keys, one behind the other */
    size_t n, n_text, cap_text;
    atomic_bool failed; /* a key has no digest */
};

/* The text may move while it grows: where each key stands is set at the end. */
static bool key_batch_add(struct key_batch *batch, const struct rs_bytes *keys, size_t n)
{
    size_t n_bytes = 0;
    for (size_t i = 0; i < n; i++)
        n_bytes += keys[i].n_bytes;
    if (batch->n_text + n_bytes > batch->cap_text) {
        size_t cap = 2 * (batch->n_text + n_bytes);
        char *text = realloc(batch->text, cap);
        if (!text)
            return false;
        batch->text = text, batch->cap_text = cap;
    }
    for (size_t i = 0; i < n; i++) {
        if (keys[i].n_bytes)
            memcpy(batch->text + batch->n_text, keys[i].at, keys[i].n_bytes);
        batch->n_text += keys[i].n_bytes;
        batch->keys[batch->n++].n_bytes = keys[i].n_bytes;
    }
    return true;
}

/* Reads until the batch is full, n_left keys are there or the stream ends. */
static bool key_batch_read(struct key_batch *batch, struct key_stream *stream, uint64_t n_left,
                           struct rs_why *why)
{
    const struct rs_bytes *keys;
    size_t n = 1;
    batch->n = batch->n_text = 0;
    while (n && n_left && batch->n + WORKLOAD_BLOCK <= KEY_BATCH &&
           batch->n_text < KEY_BATCH_BYTES) {
        if (!key_stream_next(stream, &keys, &n, why))
            return false;
        n = n < n_left ? n : (size_t)n_left;
        n_left -= n;
        if (!key_batch_add(batch, keys, n))
            return reason_set(why, "out of memory");
    }
    const char *at = batch->text;
    for (size_t i = 0; i < batch->n; at += batch->keys[i++].n_bytes)
        batch->keys[i].at = at;
    return true;
}

static void key_batch_work(void *ctx, size_t begin, size_t end, unsigned worker)
{
    struct key_batch *batch = ctx;
    uint64_t digests[WORKLOAD_BLOCK];
    for (size_t n; begin < end; begin += n) {
        n = end - begin < WORKLOAD_BLOCK ? end - begin : WORKLOAD_BLOCK;
        if (rs_digest_many(batch->p, batch->keys + begin, n, digests) < n) {
            batch->failed = true;
            return;
        }
        batch->visit->block(batch->visit->ctx, digests, n, worker);
    }
}

static bool key_batch_all(struct key_batch *batch, struct key_stream *keys, uint64_t *n_visited,
                          struct rs_why *why)
{
    uint64_t limit = batch->visit->limit ? batch->visit->limit : UINT64_MAX;
    *n_visited = 0;
    do {
        if (!key_batch_read(batch, keys, limit - *n_visited, why))
            return false;
        parallel_for(batch->visit->n_workers, batch->n, key_batch_work, batch);
        if (batch->failed)
            return reason_set(why,
                              "hash %s has no digest for a key of this workload; choose another "
                              "hash or other keys",
                              batch->p->hash->name);
        *n_visited += batch->n;
    } while (batch->n);
    return true;
}

bool key_visit_all(const struct key_visit *visit, struct key_stream *keys,
                   const struct rs_placement *p, uint64_t *n_visited, struct rs_why *why)
{
    struct key_batch batch = {.visit = visit, .p = p};
    uint64_t n = 0;
    batch.keys = calloc(KEY_BATCH, sizeof *batch.keys);
    bool good =
        batch.keys ? key_batch_all(&batch, keys, &n, why) : reason_set(why, "out of memory");
    free(batch.keys);
    free(batch.text);
    if (n_visited)
        *n_visited = n;
    return good;
}
