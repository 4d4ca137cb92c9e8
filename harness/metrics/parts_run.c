/* parts_run.c - which run the parts of a folder are of
 *
 *     2026-01-02T03:04:05Z      when it began: the column run of all its rows
 *     ringside 0.1.0 abcdef     what was asked for, a thing a line
 *     --sizes 10,100
 */
#include "parts_run.h"

#include "infile.h"
#include "outfile.h"
#include "reason.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool parts_run_write(const char *path, const struct results *results, const char *asked,
                            struct rs_why *why)
{
    struct outfile file;
    if (!outfile_open(&file, path, true, why))
        return false;
    fprintf(file.out, "%s\n%s\n", results->run, asked);
    return outfile_commit(&file, why);
}

/* One line of what was asked for; a line that is missing is empty. */
static struct rs_bytes parts_run_line(const char **text)
{
    struct rs_bytes line = {*text, strcspn(*text, "\n")};
    *text += line.n_bytes + (line.at[line.n_bytes] == '\n');
    return line;
}

/* Names the first thing in which the two differ. */
static bool parts_run_refuse(const char *path, const char *was, const char *asked,
                             struct rs_why *why)
{
    struct rs_bytes old, now;
    do {
        old = parts_run_line(&was);
        now = parts_run_line(&asked);
    } while ((old.n_bytes || now.n_bytes) && old.n_bytes == now.n_bytes &&
             !memcmp(old.at, now.at, now.n_bytes));
    return reason_set(
        why,
        "%s is of a run that asked for something else: '%s' there, '%s' now; give the "
        "same options to go on with it, or another --out, or remove its folder",
        reason_path(path).text, reason_text(old).text, reason_text(now).text);
}

static bool parts_run_check(const char *path, struct results *results, const char *asked,
                            struct rs_why *why)
{
    size_t n_bytes;
    char *text = infile_read_all(path, &n_bytes, why);
    if (!text)
        return false;
    char *line = strchr(text, '\n');
    size_t n = strlen(asked);
    bool whole = line && line - text < (long)sizeof results->run && line[1];
    bool same = whole && !strncmp(line + 1, asked, n) && !strcmp(line + 1 + n, "\n");
    if (same) {
        *line = '\0';
        snprintf(results->run, sizeof results->run, "%s", text);
    } else if (whole) {
        parts_run_refuse(path, line + 1, asked, why);
    } else {
        reason_set(why, "%s is damaged; remove its folder to begin anew", reason_path(path).text);
    }
    free(text);
    return same;
}

bool parts_run_is_there(const char *path, bool *is_there, struct rs_why *why)
{
    struct stat status;
    *is_there = lstat(path, &status) == 0;
    return !*is_there || S_ISREG(status.st_mode) ||
           reason_set(why, "%s is no file of a run; remove it to go on", reason_path(path).text);
}

bool parts_run_take(const char *path, struct results *results, const char *asked,
                    struct rs_why *why)
{
    bool is_there;
    if (!parts_run_is_there(path, &is_there, why))
        return false;
    return is_there ? parts_run_check(path, results, asked, why)
                    : parts_run_write(path, results, asked, why);
}
