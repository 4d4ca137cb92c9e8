/* infile.c - a file to be read, or standard input
 */
#include "infile.h"

#include "reason.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool infile_is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

const char *infile_name(const char *path)
{
    return infile_is_stdin(path) ? "standard input" : path;
}

bool infile_failed(const char *path, struct rs_why *why)
{
    return reason_at(why, infile_name(path), 0,
                     "cannot be read: %s; give a file that is there and that you may read",
                     strerror(errno));
}

int infile_open(const char *path, struct rs_why *why)
{
    int fd = infile_is_stdin(path) ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd >= 0 && fstat(fd, &status) == 0) {
        if (!S_ISDIR(status.st_mode))
            return fd;
        errno = EISDIR;
    }
    infile_failed(path, why);
    infile_close(fd);
    return -1;
}

ssize_t infile_read(int fd, char *buffer, size_t n_bytes)
{
    ssize_t n;
    do
        n = read(fd, buffer, n_bytes);
    while (n < 0 && errno == EINTR);
    return n;
}

void infile_close(int fd)
{
    if (fd > STDIN_FILENO)
        close(fd);
}

/* Fills *text to the end of the file, growing it; false: errno says why. */
static bool infile_fill(int fd, char **text, size_t *n_bytes)
{
    size_t capacity = 0;
    for (ssize_t n = 1; n != 0; *n_bytes += (size_t)n) {
        if (*n_bytes + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *grown = realloc(*text, capacity);
            if (!grown)
                return false;
            *text = grown;
        }
        n = infile_read(fd, *text + *n_bytes, capacity - *n_bytes - 1);
        if (n < 0)
            return false;
    }
    (*text)[*n_bytes] = '\0';
    return true;
}

char *infile_read_all(const char *path, size_t *n_bytes, struct rs_why *why)
{
    int fd = infile_open(path, why);
    if (fd < 0)
        return NULL;
    char *text = NULL;
    *n_bytes = 0;
    if (!infile_fill(fd, &text, n_bytes)) {
        infile_failed(path, why);
        free(text);
        text = NULL;
    }
    infile_close(fd);
    return text;
}
