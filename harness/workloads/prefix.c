/* prefix.c - a long path that all keys share, then <seed>:<number>
 *
 * Keys of object stores and of caches with namespaces: 93 bytes that say nothing, then a counter.
 * Hard on a hash that reads only the first bytes or skips some of a long key, and a longer way for
 * every hash.
 */
#include "synthetic.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PREFIX_TEXT                                                                                \
    "tenants/00000000-0000-4000-8000-000000000000/regions/eu-central-1/services/checkout/"         \
    "sessions/"
enum { PREFIX_BYTES = sizeof PREFIX_TEXT - 1, PREFIX_KEY_BYTES = PREFIX_BYTES + 48 };

struct prefix {
    struct synthetic head;
    char text[WORKLOAD_BLOCK][PREFIX_KEY_BYTES];
};

static bool prefix_open(struct key_stream *stream, struct rs_why *why)
{
    if (!synthetic_open(stream, sizeof(struct prefix), why))
        return false;
    struct prefix *prefix = stream->state;
    for (size_t i = 0; i < WORKLOAD_BLOCK; i++)
        memcpy(prefix->text[i], PREFIX_TEXT, PREFIX_BYTES);
    return true;
}

static bool prefix_next(struct key_stream *stream, const struct rs_bytes **keys, size_t *n,
                        struct rs_why *why)
{
    struct prefix *prefix = stream->state;
    uint64_t first = prefix->head.n_done;
    (void)why;
    *keys = prefix->head.keys;
    *n = synthetic_block(stream);
    for (size_t i = 0; i < *n; i++) {
        int tail = snprintf(prefix->text[i] + PREFIX_BYTES, PREFIX_KEY_BYTES - PREFIX_BYTES,
                            "%" PRIu64 ":%" PRIu64, stream->args.seed, first + i);
        prefix->head.keys[i] = (struct rs_bytes){prefix->text[i], PREFIX_BYTES + (size_t)tail};
    }
    return true;
}

const struct workload workload_prefix = {
    .name = "prefix",
    .summary = "a long path that all keys share, then <seed>:0, <seed>:1, ...",
    .has_distinct_keys = true,
    .open = prefix_open,
    .next = prefix_next,
    .rewind = synthetic_rewind,
    .close = synthetic_close,
};
