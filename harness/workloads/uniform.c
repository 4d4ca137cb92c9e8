/* uniform.c - key: and 16 hexadecimal digits of a draw
 *
 * The i-th key, from 1, is the i-th output of a SplitMix64 generator started at the seed: random
 * tokens. Its outputs are a bijection of i, so no key comes twice.
 */
#include "synthetic.h"

#include <string.h>

#define UNIFORM_PREFIX "key:"
#define UNIFORM_KEY_BYTES (sizeof UNIFORM_PREFIX - 1 + 16)

static bool uniform_open(struct key_stream *stream, struct rs_why *why)
{
    return synthetic_open(stream, sizeof(struct synthetic), why);
}

static void uniform_print(uint64_t draw, char *text)
{
    memcpy(text, UNIFORM_PREFIX, sizeof UNIFORM_PREFIX - 1);
    for (size_t i = UNIFORM_KEY_BYTES; i-- > sizeof UNIFORM_PREFIX - 1; draw >>= 4)
        text[i] = "0123456789abcdef"[draw & 15];
}

static bool uniform_next(struct key_stream *stream, const struct rs_bytes **keys, size_t *n,
                         struct rs_why *why)
{
    struct synthetic *s = stream->state;
    uint64_t first = s->n_done + 1;
    (void)why;
    *keys = s->keys;
    *n = synthetic_block(stream);
    for (size_t i = 0; i < *n; i++) {
        uniform_print(rs_draw(stream->args.seed, first + i), s->text[i]);
        s->keys[i] = (struct rs_bytes){s->text[i], UNIFORM_KEY_BYTES};
    }
    return true;
}

const struct workload workload_uniform = {
    .name = "uniform",
    .summary = "key: and 16 random hexadecimal digits: no key comes twice",
    .has_distinct_keys = true,
    .open = uniform_open,
    .next = uniform_next,
    .rewind = synthetic_rewind,
    .close = synthetic_close,
};
