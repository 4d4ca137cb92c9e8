/* sample.c - the first keys of a workload, kept for timed loops
 *
 * The stream hands out keys that live until its next block, so they are copied, one behind the
 * other. The text moves while it grows: where each key stands is known only at the end.
 */
#include "sample.h"

#include "reason.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLE_MAX = 1 << 16 };

static bool sample_add(struct sample *sample, struct rs_bytes key)
{
    if (sample->n_text + key.n_bytes > sample->cap_text) {
        size_t cap = 2 * (sample->n_text + key.n_bytes);
        char *text = realloc(sample->text, cap);
        if (!text)
            return false;
        sample->text = text, sample->cap_text = cap;
    }
    if (key.n_bytes)
        memcpy(sample->text + sample->n_text, key.at, key.n_bytes);
    sample->n_text += key.n_bytes;
    sample->keys[sample->n++].n_bytes = key.n_bytes;
    return true;
}

/* One pass over the stream, to its end. */
static bool sample_read(struct sample *sample, struct key_stream *stream, struct rs_why *why)
{
    const struct rs_bytes *block;
    size_t n;
    do {
        if (!key_stream_next(stream, &block, &n, why))
            return false;
        sample->n_all += n;
        for (size_t i = 0; i < n && sample->n < SAMPLE_MAX; i++)
            if (!sample_add(sample, block[i]))
                return reason_set(why, "out of memory");
    } while (n);
    return sample->n_all || reason_set(why, "there are no keys; give a file that has some");
}

bool sample_open(struct sample *sample, struct key_stream *stream, struct rs_why *why)
{
    *sample = (struct sample){.keys = calloc(SAMPLE_MAX, sizeof *sample->keys)};
    if (!sample->keys)
        return reason_set(why, "out of memory");
    if (!sample_read(sample, stream, why))
        return false;
    const char *at = sample->text;
    for (size_t i = 0; i < sample->n; at += sample->keys[i++].n_bytes)
        sample->keys[i].at = at;
    return true;
}

void sample_close(struct sample *sample)
{
    free(sample->keys);
    free(sample->text);
    *sample = (struct sample){0};
}
