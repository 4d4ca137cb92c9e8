/* workload.c - the list of workloads, and the calls that go through to one
 */
#include "workload.h"

#include <string.h>

static const struct workload *const workload_rows[] = {
#define WORKLOAD(name) &workload_##name,
#include "workloads.def"
#undef WORKLOAD
};

const struct workload *workload_at(size_t i)
{
    return i < sizeof workload_rows / sizeof *workload_rows ? workload_rows[i] : NULL;
}

const struct workload *workload_find(const char *name)
{
    const struct workload *workload;
    for (size_t i = 0; (workload = workload_at(i)); i++)
        if (strcmp(workload->name, name) == 0)
            return workload;
    return NULL;
}

bool key_stream_open(struct key_stream *stream, const struct workload *workload,
                     const struct workload_args *args, struct rs_why *why)
{
    *stream = (struct key_stream){.workload = workload, .args = *args};
    return workload->open(stream, why);
}

bool key_stream_next(struct key_stream *stream, const struct rs_bytes **keys, size_t *n,
                     struct rs_why *why)
{
    return stream->workload->next(stream, keys, n, why);
}

bool key_stream_rewind(struct key_stream *stream, struct rs_why *why)
{
    return stream->workload->rewind(stream, why);
}

void key_stream_close(struct key_stream *stream)
{
    if (stream->state)
        stream->workload->close(stream);
    stream->state = NULL;
}
