/* zipf.c - few keys are asked for often, many seldom: a popularity law with exponent 1
 *
 * There are n_keys / 10 different keys (at least 1, at most 2^20). The key of rank r, from 1, is
 * key:<seed>:<r> and has the weight floor(2^40 / r). A key is drawn by a SplitMix64 draw below the
 * sum of all weights and a binary search in the running sums: integers all the way, so the stream
 * is the same on every machine. The sum stays below 2^44.
 */
#include "synthetic.h"

#include "reason.h"

#include <stdlib.h>
#include <string.h>

#define ZIPF_MAX_RANKS (1u << 20)
#define ZIPF_WEIGHT ((uint64_t)1 << 40)

struct zipf {
    struct synthetic head;
    char prefix[SYNTHETIC_KEY_BYTES];
    size_t n_prefix_bytes;
    uint64_t *sums; /* sums[i]: weights of the ranks 1 to i + 1 */
    size_t n_ranks;
};

static size_t zipf_n_ranks(uint64_t n_keys)
{
    uint64_t n = n_keys / 10;
    return n < 1 ? 1 : n < ZIPF_MAX_RANKS ? (size_t)n : ZIPF_MAX_RANKS;
}

static bool zipf_open(struct key_stream *stream, struct rs_why *why)
{
    if (!synthetic_open(stream, sizeof(struct zipf), why))
        return false;
    struct zipf *z = stream->state;
    uint64_t sum = 0;
    z->n_prefix_bytes = synthetic_prefix(stream, z->prefix);
    z->n_ranks = zipf_n_ranks(stream->args.n_keys);
    z->sums = malloc(z->n_ranks * sizeof *z->sums);
    if (!z->sums) {
        key_stream_close(stream);
        return reason_set(why, "workload zipf: out of memory");
    }
    for (size_t i = 0; i < z->n_ranks; i++)
        z->sums[i] = sum += ZIPF_WEIGHT / (i + 1);
    return true;
}

/* The first rank whose running sum is above x. */
static size_t zipf_rank(const struct zipf *z, uint64_t x)
{
    size_t low = 0;
    for (size_t n = z->n_ranks; n > 1;) {
        size_t half = n / 2;
        low += z->sums[low + half - 1] <= x ? half : 0;
        n -= half;
    }
    return low + 1;
}

static struct rs_bytes zipf_print(const struct zipf *z, size_t rank, char *text)
{
    char digits[8], *at = digits + sizeof digits;
    do
        *--at = (char)('0' + rank % 10);
    while ((rank /= 10) > 0);
    size_t n_digits = (size_t)(digits + sizeof digits - at);
    memcpy(text, z->prefix, SYNTHETIC_KEY_BYTES);
    memcpy(text + z->n_prefix_bytes, at, n_digits);
    return (struct rs_bytes){text, z->n_prefix_bytes + n_digits};
}

static bool zipf_next(struct key_stream *stream, const struct rs_bytes **keys, size_t *n,
                      struct rs_why *why)
{
    struct zipf *z = stream->state;
    uint64_t first = z->head.n_done + 1, total = z->sums[z->n_ranks - 1];
    (void)why;
    *keys = z->head.keys;
    *n = synthetic_block(stream);
    for (size_t i = 0; i < *n; i++) {
        uint64_t x = rs_below(rs_draw(stream->args.seed, first + i), total);
        z->head.keys[i] = zipf_print(z, zipf_rank(z, x), z->head.text[i]);
    }
    return true;
}

static void zipf_close(struct key_stream *stream)
{
    struct zipf *z = stream->state;
    free(z->sums);
    synthetic_close(stream);
}

const struct workload workload_zipf = {
    .name = "zipf",
    .summary = "key:<seed>:<rank>, rank r drawn with weight 1/r: few keys are hot",
    .open = zipf_open,
    .next = zipf_next,
    .rewind = synthetic_rewind,
    .close = zipf_close,
};
