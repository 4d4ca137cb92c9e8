/* synthetic.c - what the workloads that make their keys up have in common
 */
#include "synthetic.h"

#include "reason.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool synthetic_open(struct key_stream *stream, size_t state_bytes, struct rs_why *why)
{
    const char *name = stream->workload->name;
    if (stream->args.n_keys == 0)
        return reason_set(why, "workload %s: no keys asked for; give --n-keys more than 0", name);
    stream->state = calloc(1, state_bytes);
    return stream->state || reason_set(why, "workload %s: out of memory", name);
}

size_t synthetic_block(struct key_stream *stream)
{
    struct synthetic *s = stream->state;
    uint64_t left = stream->args.n_keys - s->n_done;
    size_t n = left < WORKLOAD_BLOCK ? (size_t)left : WORKLOAD_BLOCK;
    s->n_done += n;
    return n;
}

size_t synthetic_prefix(const struct key_stream *stream, char text[SYNTHETIC_KEY_BYTES])
{
    return (size_t)snprintf(text, SYNTHETIC_KEY_BYTES, "key:%" PRIu64 ":", stream->args.seed);
}

bool synthetic_rewind(struct key_stream *stream, struct rs_why *why)
{
    struct synthetic *s = stream->state;
    (void)why;
    s->n_done = 0;
    return true;
}

void synthetic_close(struct key_stream *stream)
{
    free(stream->state);
}
