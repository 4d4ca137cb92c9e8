/* padded.c - key:<number> with zeros in front, 16 digits, counted up from seed * 10^9
 *
 * Keys as tools print them that want to sort as text: all of one length, and different in a few
 * digits at the end, which is hard on a hash that mixes its last bytes little. The seed moves the
 * start, so streams of different seeds share no key below 10^9 keys; the number is modulo 10^16,
 * and below that many keys none comes twice.
 */
#include "synthetic.h"

#include <string.h>

#define PADDED_PREFIX "key:"
enum { PADDED_DIGITS = 16, PADDED_BYTES = sizeof PADDED_PREFIX - 1 + PADDED_DIGITS };
#define PADDED_MODULUS ((uint64_t)10000000000000000u) /* 10^16 */
#define PADDED_STRIDE ((uint64_t)1000000000u)

static bool padded_open(struct key_stream *stream, struct rs_why *why)
{
    return synthetic_open(stream, sizeof(struct synthetic), why);
}

static void padded_print(uint64_t number, char *text)
{
    memcpy(text, PADDED_PREFIX, sizeof PADDED_PREFIX - 1);
    for (size_t i = PADDED_BYTES; i-- > sizeof PADDED_PREFIX - 1; number /= 10)
        text[i] = (char)('0' + number % 10);
}

static bool padded_next(struct key_stream *stream, const struct rs_bytes **keys, size_t *n,
                        struct rs_why *why)
{
    struct synthetic *s = stream->state;
    uint64_t start = stream->args.seed % (PADDED_MODULUS / PADDED_STRIDE) * PADDED_STRIDE;
    uint64_t first = start + s->n_done + 1;
    (void)why;
    *keys = s->keys;
    *n = synthetic_block(stream);
    for (size_t i = 0; i < *n; i++) {
        padded_print((first + i) % PADDED_MODULUS, s->text[i]);
        s->keys[i] = (struct rs_bytes){s->text[i], PADDED_BYTES};
    }
    return true;
}

const struct workload workload_padded = {
    .name = "padded",
    .summary = "key: and a counter of 16 digits, with zeros in front",
    .has_distinct_keys = true,
    .open = padded_open,
    .next = padded_next,
    .rewind = synthetic_rewind,
    .close = synthetic_close,
};
