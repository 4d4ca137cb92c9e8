/* outfile.h - a result is there whole or not at all
 *
 * A file is written under a temporary name beside its own, flushed to disk, then renamed. Signals
 * that would end the program take the temporary name away, so opening one sets their handlers
 * where nobody else has.
 */
#ifndef RINGSIDE_OUTFILE_H
#define RINGSIDE_OUTFILE_H

#include "ringside.h"

#include <stdio.h>

struct outfile {
    FILE *out;
    char *path, *temporary;
    bool force;
};

/* false when path is there already and force is not given ("...; use --force to replace it, or
 * another --out"), is no regular file, or cannot be made. Missing folders above it are made. */
bool outfile_open(struct outfile *file, const char *path, bool force, struct rs_why *why);
/* Takes the temporary name away on failure (full disk) as well. Without force, a file that came to
 * be there in the meantime is a failure too. */
bool outfile_commit(struct outfile *file, struct rs_why *why);
/* Two files that belong together: neither has its name before both are whole on disk. */
bool outfile_commit_both(struct outfile *first, struct outfile *second, struct rs_why *why);
/* Takes it away without a trace; fine after commit, and for a file that is all zeros. */
void outfile_abandon(struct outfile *file);

/* Makes a folder, and those above it that are missing. Says nothing: who then opens a file there is
 * told what is wrong. */
void outfile_make_folder(const char *path);

/* Takes away the temporary files of FOLDER/BASE that killed runs have left. For one who knows that
 * nobody is writing it. */
void outfile_sweep(const char *folder, const char *base);

/* Flushes a stream that the caller keeps, such as standard output, and says why it failed, naming
 * it: "cannot write to standard output: No space left on device; ...". */
bool outfile_flush(FILE *out, const char *name, struct rs_why *why);

#endif
