/* sequential.c - key:<seed>:0, key:<seed>:1, ...
 *
 * The keys that people count up: user ids, log segments. They differ in their last digits only,
 * which is hard on a weak hash.
 *
 * The next key is kept as text and counted up in decimal, so nothing is divided: mostly one byte
 * changes, and a key is a copy of three registers.
 */
#include "synthetic.h"

#include <string.h>

struct sequential {
    struct synthetic head;
    char text[SYNTHETIC_KEY_BYTES]; /* the next key */
    size_t n_bytes, n_prefix_bytes; /* of the key; of its part before the number */
};

static bool sequential_rewind(struct key_stream *stream, struct rs_why *why)
{
    struct sequential *s = stream->state;
    s->n_prefix_bytes = synthetic_prefix(stream, s->text);
    s->text[s->n_prefix_bytes] = '0';
    s->n_bytes = s->n_prefix_bytes + 1;
    return synthetic_rewind(stream, why);
}

static bool sequential_open(struct key_stream *stream, struct rs_why *why)
{
    return synthetic_open(stream, sizeof(struct sequential), why) && sequential_rewind(stream, why);
}

static void sequential_count_up(struct sequential *s)
{
    size_t i = s->n_bytes - 1;
    while (s->text[i] == '9')
        s->text[i--] = '0';
    if (i >= s->n_prefix_bytes) {
        s->text[i]++;
        return;
    }
    /* All were nines. */
    s->text[s->n_prefix_bytes] = '1';
    s->text[s->n_bytes++] = '0';
}

static bool sequential_next(struct key_stream *stream, const struct rs_bytes **keys, size_t *n,
                            struct rs_why *why)
{
    struct sequential *s = stream->state;
    (void)why;
    *keys = s->head.keys;
    *n = synthetic_block(stream);
    for (size_t i = 0; i < *n; i++) {
        memcpy(s->head.text[i], s->text, SYNTHETIC_KEY_BYTES);
        s->head.keys[i] = (struct rs_bytes){s->head.text[i], s->n_bytes};
        sequential_count_up(s);
    }
    return true;
}

const struct workload workload_sequential = {
    .name = "sequential",
    .summary = "key:<seed>:0, key:<seed>:1, ...: keys that are counted up",
    .has_distinct_keys = true,
    .open = sequential_open,
    .next = sequential_next,
    .rewind = sequential_rewind,
    .close = synthetic_close,
};
