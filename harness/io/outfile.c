/* outfile.c - a result is there whole or not at all
 *
 *     results/.x.csv.Ab3dE5   written, flushed, fsync
 *     results/x.csv           renamed to: for others it appears in one step
 *
 * A signal that ends the program (SIGINT, SIGTERM, SIGHUP) takes the temporary names away first.
 */
#include "outfile.h"

#include "reason.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool outfile_failed(const char *name, struct rs_why *why)
{
    bool is_full = errno == ENOSPC || errno == EDQUOT || errno == EFBIG;
    return reason_set(why, "cannot write to %s: %s; %s", reason_path(name).text, strerror(errno),
                      is_full ? "make room there or write elsewhere"
                              : "write to a folder that is there and that you may write to");
}

static bool outfile_is_there(const char *path, struct rs_why *why)
{
    return reason_set(why, "%s is there already; use --force to replace it, or another --out",
                      reason_path(path).text);
}

/* A device or a link must not be replaced by a file, not even by force. */
static bool outfile_check_path(const char *path, bool force, struct rs_why *why)
{
    size_t n = strlen(path);
    struct stat status;
    bool there = lstat(path, &status) == 0;
    if (n == 0 || path[n - 1] == '/' || (there && !S_ISREG(status.st_mode)))
        return reason_set(why, "%s cannot be replaced, being no regular file; use another --out",
                          n ? reason_path(path).text : "\"\"");
    return !there || force || outfile_is_there(path, why);
}

/* mkdir -p of all above path, which is as before afterwards. */
static bool outfile_make_folders(char *path)
{
    bool made = true;
    for (size_t i = *path != '\0'; made && path[i]; i++) {
        if (path[i] != '/')
            continue;
        path[i] = '\0';
        made = mkdir(path, 0777) == 0 || errno == EEXIST;
        path[i] = '/';
    }
    return made;
}

void outfile_make_folder(const char *path)
{
    char *below;
    if (asprintf(&below, "%s/", path) < 0)
        return;
    outfile_make_folders(below);
    free(below);
}

/* A pattern for mkostemp: results/x.csv -> results/.x.csv.XXXXXX */
static char *outfile_temporary(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    char *temporary;
    int n = asprintf(&temporary, "%.*s.%s.XXXXXX", (int)(base - path), path, base);
    return n < 0 ? NULL : temporary;
}

/* mkostemp lets only the owner read; others may as far as the umask lets them. */
static FILE *outfile_create(char *temporary)
{
    int fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0)
        return NULL;
    mode_t mask = umask(0);
    umask(mask);
    FILE *out = fchmod(fd, 0666 & ~mask) == 0 ? fdopen(fd, "w") : NULL;
    if (!out) {
        close(fd);
        unlink(temporary);
    }
    return out;
}

/* ---- signals */

/* What is to go when a signal ends the program; more than these stay behind. */
enum { OUTFILE_MAX_OPEN = 8 };
static char *volatile outfile_open_now[OUTFILE_MAX_OPEN];

/* The signal is held back until this returns, and then does what it does by default. */
static void outfile_interrupted(int number)
{
    for (size_t i = 0; i < OUTFILE_MAX_OPEN; i++)
        if (outfile_open_now[i])
            unlink(outfile_open_now[i]);
    raise(number);
}

/* A signal that is ignored, as under nohup, stays so. */
static void outfile_watch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = outfile_interrupted, .sa_flags = SA_RESETHAND}, old;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
}

/* Puts `now` where `was` is, one of them NULL. */
static void outfile_swap(const char *was, char *now)
{
    for (size_t i = 0; i < OUTFILE_MAX_OPEN; i++)
        if (outfile_open_now[i] == was) {
            outfile_open_now[i] = now;
            return;
        }
}

static void outfile_forget(struct outfile *file)
{
    if (file->temporary)
        outfile_swap(file->temporary, NULL);
    free(file->path);
    free(file->temporary);
    *file = (struct outfile){0};
}

bool outfile_open(struct outfile *file, const char *path, bool force, struct rs_why *why)
{
    *file = (struct outfile){.force = force};
    if (!outfile_check_path(path, force, why))
        return false;
    file->path = strdup(path);
    file->temporary = outfile_temporary(path);
    if (file->path && file->temporary && outfile_make_folders(file->path)) {
        outfile_watch_signals();
        outfile_swap(NULL, file->temporary); /* before it is there: no moment is missed */
        file->out = outfile_create(file->temporary);
    }
    if (file->out)
        return true;
    outfile_failed(path, why);
    outfile_forget(file);
    return false;
}

/* Gives the file its name. Not every file system can refuse to replace one in the same step; on
 * those, the check when it was opened is all there is. */
static bool outfile_rename(const struct outfile *file, struct rs_why *why)
{
    int failed = renameat2(AT_FDCWD, file->temporary, AT_FDCWD, file->path,
                           file->force ? 0 : RENAME_NOREPLACE);
    if (failed && (errno == EINVAL || errno == ENOSYS))
        failed = rename(file->temporary, file->path);
    if (!failed)
        return true;
    return errno == EEXIST ? outfile_is_there(file->path, why) : outfile_failed(file->path, why);
}

/* All that can fail for want of room, before the name is given. */
static bool outfile_settle(struct outfile *file, struct rs_why *why)
{
    bool done = outfile_flush(file->out, file->path, why);
    if (done && fsync(fileno(file->out)) != 0)
        done = outfile_failed(file->path, why);
    int closed = fclose(file->out);
    file->out = NULL;
    return done && (closed == 0 || outfile_failed(file->path, why));
}

bool outfile_commit(struct outfile *file, struct rs_why *why)
{
    bool done = outfile_settle(file, why) && outfile_rename(file, why);
    if (done)
        outfile_forget(file);
    else
        outfile_abandon(file);
    return done;
}

bool outfile_commit_both(struct outfile *first, struct outfile *second, struct rs_why *why)
{
    /* What came to be there meanwhile is seen before the first has its name. */
    bool done = outfile_settle(first, why) && outfile_settle(second, why) &&
                outfile_check_path(second->path, second->force, why) && outfile_rename(first, why);
    if (done)
        outfile_forget(first);
    else
        outfile_abandon(first);
    done = done && outfile_rename(second, why);
    if (done)
        outfile_forget(second);
    else
        outfile_abandon(second);
    return done;
}

void outfile_abandon(struct outfile *file)
{
    if (file->out)
        fclose(file->out);
    if (file->temporary)
        unlink(file->temporary);
    outfile_forget(file);
}

bool outfile_flush(FILE *out, const char *name, struct rs_why *why)
{
    bool failed_before = ferror(out);
    if (fflush(out) != 0)
        return outfile_failed(name, why);
    errno = EIO; /* the reason of an earlier failure is lost */
    return !failed_before || outfile_failed(name, why);
}
