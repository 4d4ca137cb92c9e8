/* file.c - the keys of a file, a line each
 *
 * All of them, or the first n_keys. The seed says nothing here.
 */
#include "workload.h"

#include "keyfile.h"
#include "reason.h"

#include <stdlib.h>

_Static_assert(KEYFILE_BLOCK <= WORKLOAD_BLOCK, "a block of the file is a block of the stream");

struct file {
    struct keyfile *keyfile;
    uint64_t n_left;
};

static uint64_t file_n_keys(const struct key_stream *stream)
{
    return stream->args.n_keys ? stream->args.n_keys : UINT64_MAX;
}

static bool file_open(struct key_stream *stream, struct rs_why *why)
{
    if (!stream->args.path)
        return reason_set(why, "workload file: which one? give --keys FILE");
    struct keyfile *keyfile = keyfile_open(stream->args.path, why);
    if (!keyfile)
        return false;
    struct file *file = malloc(sizeof *file);
    if (!file) {
        keyfile_close(keyfile);
        return reason_set(why, "workload file: out of memory");
    }
    *file = (struct file){keyfile, file_n_keys(stream)};
    stream->state = file;
    return true;
}

static bool file_next(struct key_stream *stream, const struct rs_bytes **keys, size_t *n,
                      struct rs_why *why)
{
    struct file *file = stream->state;
    *n = 0;
    if (file->n_left > 0 && !keyfile_next(file->keyfile, keys, n, why))
        return false;
    if (*n > file->n_left)
        *n = (size_t)file->n_left;
    file->n_left -= *n;
    return true;
}

static bool file_rewind(struct key_stream *stream, struct rs_why *why)
{
    struct file *file = stream->state;
    file->n_left = file_n_keys(stream);
    return keyfile_rewind(file->keyfile, why);
}

static void file_close(struct key_stream *stream)
{
    struct file *file = stream->state;
    keyfile_close(file->keyfile);
    free(file);
}

const struct workload workload_file = {
    .name = "file",
    .summary = "the keys of a file, a line each",
    .open = file_open,
    .next = file_next,
    .rewind = file_rewind,
    .close = file_close,
};
