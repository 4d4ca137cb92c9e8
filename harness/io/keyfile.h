/* keyfile.h - keys from a file, a block at a time
 *
 * A key a line: any bytes but newline; an empty line is the empty key; the last line need not end.
 * Memory is one block and the longest key, however long the file.
 */
#ifndef RINGSIDE_KEYFILE_H
#define RINGSIDE_KEYFILE_H

#include "ringside.h"

#define KEYFILE_BLOCK 4096                /* keys a block, at most */
#define KEYFILE_BUFFER ((size_t)1 << 20)  /* bytes read at once, until a key is longer */
#define KEYFILE_KEY_MAX ((size_t)1 << 27) /* bytes of a key, at most: longer is an error */

struct keyfile;

/* path "-" is standard input. NULL: why says it. */
struct keyfile *keyfile_open(const char *path, struct rs_why *why);
/* The same with another KEYFILE_BUFFER, at least 1: a test can put its edge anywhere. */
struct keyfile *keyfile_open_buffer(const char *path, size_t buffer_bytes, struct rs_why *why);
/* The next block. *n == 0 at the end. The keys live until the next call. false: why names file and
 * line (a read error, a key too long). */
bool keyfile_next(struct keyfile *file, const struct rs_bytes **keys, size_t *n,
                  struct rs_why *why);
/* Number of the line that the first key of the last block stands on, from 1. */
uint64_t keyfile_line(const struct keyfile *file);
/* Back to the first key. false: the file cannot be read twice (a pipe). */
bool keyfile_rewind(struct keyfile *file, struct rs_why *why);
/* NULL is fine. */
void keyfile_close(struct keyfile *file);

#endif
