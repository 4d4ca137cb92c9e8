/* fuzz_keys.c - any bytes as a key file
 *
 * In blocks, with a buffer that ends anywhere, and twice over: always the keys that a plain split
 * at newlines gives.
 */
#include "check.h"

#include "keyfile.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A file in memory that can be opened under path. */
static int fuzz_keys_file(const uint8_t *data, size_t n_bytes, char path[32])
{
    int fd = memfd_create("keys", MFD_CLOEXEC);
    CHECK(fd >= 0);
    CHECK(write(fd, data, n_bytes) == (ssize_t)n_bytes);
    snprintf(path, 32, "/dev/fd/%d", fd);
    return fd;
}

/* Takes the next line off the front of rest, which is not empty. */
static struct rs_bytes fuzz_keys_split(struct rs_bytes *rest)
{
    const char *newline = memchr(rest->at, '\n', rest->n_bytes);
    struct rs_bytes key = {rest->at, newline ? (size_t)(newline - rest->at) : rest->n_bytes};
    size_t n_taken = key.n_bytes + (newline != NULL);
    *rest = (struct rs_bytes){rest->at + n_taken, rest->n_bytes - n_taken};
    return key;
}

static void fuzz_keys_check_pass(struct keyfile *file, struct rs_bytes rest)
{
    const struct rs_bytes *keys;
    size_t n = 1; /* a failed read is not the end */
    for (uint64_t line = 1; keyfile_next(file, &keys, &n, NULL) && n > 0; line += n) {
        CHECK(n <= KEYFILE_BLOCK);
        CHECK(keyfile_line(file) == line);
        for (size_t i = 0; i < n; i++) {
            CHECK(rest.n_bytes > 0);
            struct rs_bytes key = fuzz_keys_split(&rest);
            CHECK(keys[i].n_bytes == key.n_bytes);
            CHECK(memcmp(keys[i].at, key.at, key.n_bytes) == 0);
            check_note_number(key.n_bytes);
        }
    }
    CHECK(n == 0 && rest.n_bytes == 0);
}

void fuzz_one(const uint8_t *data, size_t n_bytes)
{
    size_t buffers[] = {1 + n_bytes % 64, 4096};
    struct rs_bytes all = {(const char *)data, n_bytes};
    char path[32];
    int fd = fuzz_keys_file(data, n_bytes, path);
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        struct keyfile *file = keyfile_open_buffer(path, buffers[i], NULL);
        CHECK(file);
        fuzz_keys_check_pass(file, all);
        CHECK(keyfile_rewind(file, NULL));
        fuzz_keys_check_pass(file, all);
        keyfile_close(file);
    }
    close(fd);
}
