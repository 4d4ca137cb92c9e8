/* keyfile.c - keys from a file, a block at a time
 *
 * One buffer, read into by the buffer full. Keys are not copied: they are handed out where they
 * stand. Only when no whole line is left does the part of a line at the end move to the front, and
 * the buffer is filled up behind it; it doubles when that part fills it.
 *
 *     buffer   begin          scanned      end        buffer_bytes
 *     | given out | no newline here | not looked at | room |
 */
#include "keyfile.h"

#include "infile.h"
#include "reason.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct keyfile {
    int fd;
    off_t start; /* where the first key is; negative: the file cannot go back */
    char *path;
    char *buffer;
    size_t buffer_bytes, begin, scanned, end;
    bool ended;    /* there is no more to read */
    uint64_t line; /* of the first key of the last block */
    size_t n_keys; /* of the last block */
    struct rs_bytes keys[KEYFILE_BLOCK];
};

/* The next unread byte is that of the first line. */
static void keyfile_reset(struct keyfile *file)
{
    file->begin = file->scanned = file->end = 0;
    file->ended = false;
    file->line = 1;
    file->n_keys = 0;
}

struct keyfile *keyfile_open_buffer(const char *path, size_t buffer_bytes, struct rs_why *why)
{
    int fd = infile_open(path, why);
    if (fd < 0)
        return NULL;
    struct keyfile *file = calloc(1, sizeof *file);
    char *buffer = malloc(buffer_bytes), *copy = strdup(path);
    if (!file || !buffer || !copy) {
        infile_failed(path, why);
        infile_close(fd);
        free(file);
        free(buffer);
        free(copy);
        return NULL;
    }
    file->fd = fd;
    file->start = lseek(fd, 0, SEEK_CUR);
    file->path = copy;
    file->buffer = buffer;
    file->buffer_bytes = buffer_bytes;
    keyfile_reset(file);
    return file;
}

struct keyfile *keyfile_open(const char *path, struct rs_why *why)
{
    return keyfile_open_buffer(path, KEYFILE_BUFFER, why);
}

void keyfile_close(struct keyfile *file)
{
    if (!file)
        return;
    infile_close(file->fd);
    free(file->path);
    free(file->buffer);
    free(file);
}

/* Hands out [begin, stop), which a newline or the end of the file follows. */
static void keyfile_take(struct keyfile *file, size_t stop)
{
    const char *key = file->buffer + file->begin;
    file->keys[file->n_keys++] = (struct rs_bytes){key, stop - file->begin};
}

/* Hands out whole lines while there are any and they fit a block. */
static void keyfile_split(struct keyfile *file)
{
    while (file->n_keys < KEYFILE_BLOCK) {
        const char *newline = memchr(file->buffer + file->scanned, '\n', file->end - file->scanned);
        if (!newline) {
            file->scanned = file->end;
            return;
        }
        size_t stop = (size_t)(newline - file->buffer);
        keyfile_take(file, stop);
        file->begin = file->scanned = stop + 1;
    }
}

/* Makes room behind the part of a line that is left. */
static bool keyfile_make_room(struct keyfile *file, struct rs_why *why)
{
    size_t part = file->end - file->begin;
    if (part > KEYFILE_KEY_MAX)
        return reason_at(why, infile_name(file->path), file->line,
                         "the key has more than %zu bytes; give a file with a key a line",
                         KEYFILE_KEY_MAX);
    memmove(file->buffer, file->buffer + file->begin, part);
    file->begin = 0;
    file->scanned = file->end = part;
    if (part < file->buffer_bytes)
        return true;
    size_t doubled = 2 * file->buffer_bytes, most = KEYFILE_KEY_MAX + 1;
    size_t buffer_bytes = doubled < most ? doubled : most;
    char *grown = realloc(file->buffer, buffer_bytes);
    if (!grown)
        return reason_at(why, infile_name(file->path), file->line,
                         "out of memory for a key of %zu bytes or more; shorten it", part);
    file->buffer = grown;
    file->buffer_bytes = buffer_bytes;
    return true;
}

static bool keyfile_fill(struct keyfile *file, struct rs_why *why)
{
    if (!keyfile_make_room(file, why))
        return false;
    ssize_t n = infile_read(file->fd, file->buffer + file->end, file->buffer_bytes - file->end);
    if (n < 0)
        return reason_at(why, infile_name(file->path), file->line,
                         "reading stops here: %s; check the disk or copy the file elsewhere",
                         strerror(errno));
    file->end += (size_t)n;
    file->ended = n == 0;
    return true;
}

bool keyfile_next(struct keyfile *file, const struct rs_bytes **keys, size_t *n, struct rs_why *why)
{
    file->line += file->n_keys;
    file->n_keys = 0;
    keyfile_split(file);
    while (file->n_keys == 0 && !file->ended) {
        if (!keyfile_fill(file, why))
            return false;
        keyfile_split(file);
    }
    if (file->n_keys == 0 && file->begin < file->end) {
        keyfile_take(file, file->end);
        file->begin = file->end;
    }
    *keys = file->keys;
    *n = file->n_keys;
    return true;
}

uint64_t keyfile_line(const struct keyfile *file)
{
    return file->line;
}

bool keyfile_rewind(struct keyfile *file, struct rs_why *why)
{
    if (file->start < 0 || lseek(file->fd, file->start, SEEK_SET) < 0)
        return reason_at(why, infile_name(file->path), 0,
                         "cannot be read a second time; save it to a file and give that");
    keyfile_reset(file);
    return true;
}
