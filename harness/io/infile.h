/* infile.h - a file to be read, or standard input
 */
#ifndef RINGSIDE_INFILE_H
#define RINGSIDE_INFILE_H

#include "ringside.h"

#include <sys/types.h>

/* What messages call it: "standard input" for "-", else the path. */
const char *infile_name(const char *path);
/* Returns a descriptor for infile_read and infile_close, or -1: why says "FILE: cannot be read:
 * reason; remedy". A folder is an error. */
int infile_open(const char *path, struct rs_why *why);
/* read(2) that signals do not disturb. -1: infile_failed says why. */
ssize_t infile_read(int fd, char *buffer, size_t n_bytes);
void infile_close(int fd);
/* Puts errno into why; returns false. */
bool infile_failed(const char *path, struct rs_why *why);

/* A whole file, the caller's to free, with a NUL behind. NULL: why says it. */
char *infile_read_all(const char *path, size_t *n_bytes, struct rs_why *why);

#endif
