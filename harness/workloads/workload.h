/* workload.h - where keys come from
 *
 * A workload is a stream of keys, seeded and the same on every machine. One file each, listed in
 * workloads.def.
 */
#ifndef RINGSIDE_WORKLOAD_H
#define RINGSIDE_WORKLOAD_H

#include "ringside.h"

struct workload_args {
    uint64_t n_keys; /* how many, at most; 0: all of a file, an error elsewhere */
    uint64_t seed;
    const char *path; /* file only */
};

/* A stream that is open; its state is the workload's own. */
struct key_stream {
    const struct workload *workload;
    struct workload_args args;
    void *state;
};

struct workload {
    const char *name, *summary;
    bool has_distinct_keys; /* no key comes twice; false: not known */
    bool (*open)(struct key_stream *stream, struct rs_why *why);
    /* The next block of at most WORKLOAD_BLOCK keys, which live until the next call; *n == 0 at the
     * end. */
    bool (*next)(struct key_stream *stream, const struct rs_bytes **keys, size_t *n,
                 struct rs_why *why);
    bool (*rewind)(struct key_stream *stream, struct rs_why *why);
    void (*close)(struct key_stream *stream);
};
#define WORKLOAD_BLOCK 4096

#define WORKLOAD(name) extern const struct workload workload_##name;
#include "workloads.def"
#undef WORKLOAD

const struct workload *workload_at(size_t i); /* NULL past the end */
const struct workload *workload_find(const char *name);

/* On false there is nothing to close. args.path must outlive the stream. */
bool key_stream_open(struct key_stream *stream, const struct workload *workload,
                     const struct workload_args *args, struct rs_why *why);
bool key_stream_next(struct key_stream *stream, const struct rs_bytes **keys, size_t *n,
                     struct rs_why *why);
bool key_stream_rewind(struct key_stream *stream, struct rs_why *why);
/* Twice is fine. */
void key_stream_close(struct key_stream *stream);

#endif
