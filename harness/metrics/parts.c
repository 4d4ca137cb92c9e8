/* parts.c - what a long run has done so far
 *
 * A part appears in one step (outfile.h), so what is there is whole; rows that were read back are
 * written again cell by cell, so no digit changes on the way.
 */
#include "parts.h"

#include "driver.h"
#include "infile.h"
#include "part_rows.h"
#include "parts_run.h"
#include "reason.h"
#include "whole.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *parts_path(const struct parts *parts, const char *name)
{
    char *path;
    return asprintf(&path, "%s/%s", parts->dir, name) < 0 ? NULL : path;
}

bool parts_open(struct parts *parts, const char *dir, const char *asked, struct results *results,
                struct rs_why *why)
{
    *parts = (struct parts){0};
    if (asprintf(&parts->dir, "%s/parts", dir) < 0) {
        parts->dir = NULL;
        return reason_set(why, "out of memory");
    }
    char *path = parts_path(parts, "run");
    if (!path)
        return reason_set(why, "out of memory");
    bool good = parts_run_take(path, results, asked, why);
    free(path);
    return good;
}

/* ---- the seal: the last line, with a digest of all before it */

static const char parts_seal[] = "end ";
enum { PARTS_SEAL_BYTES = sizeof parts_seal - 1 + 16 + 1 };

static unsigned long long parts_digest(const char *text, size_t n_bytes)
{
    uint64_t digest = 0;
    rs_hash_find("xxh3")->digest((struct rs_bytes){text, n_bytes}, 0, &digest);
    return digest;
}

/* Takes the seal off. false: it is not that of the text. */
static bool parts_unseal(char *text, size_t *n_bytes)
{
    char seal[PARTS_SEAL_BYTES + 1];
    if (*n_bytes < PARTS_SEAL_BYTES)
        return false;
    size_t n = *n_bytes - PARTS_SEAL_BYTES;
    snprintf(seal, sizeof seal, "%s%016llx\n", parts_seal, parts_digest(text, n));
    if (memcmp(text + n, seal, PARTS_SEAL_BYTES) != 0)
        return false;
    text[n] = '\0';
    *n_bytes = n;
    return true;
}

static bool parts_read(const char *path, const struct bench_options *options, const char *workload,
                       uint64_t n_nodes, struct results *results, struct rs_why *why)
{
    size_t n_bytes;
    char *text = infile_read_all(path, &n_bytes, why);
    bool good = text != NULL;
    if (good && !parts_unseal(text, &n_bytes))
        good = reason_set(why, "%s is damaged; remove it, and its size is measured again",
                          reason_path(path).text);
    good = good && part_rows_take(path, text, n_bytes, options, workload, n_nodes, results, why);
    free(text);
    return good;
}

/* ---- one part */

bool parts_begin(struct parts *parts, const struct bench_options *options, const char *workload,
                 uint64_t n_nodes, struct results *results, bool *done, struct rs_why *why)
{
    char name[64];
    *done = false;
    if (!parts->dir)
        return true;
    snprintf(name, sizeof name, "%s-%llu.csv", workload, (unsigned long long)n_nodes);
    char *path = parts_path(parts, name);
    if (!path)
        return reason_set(why, "out of memory");
    *done = access(path, F_OK) == 0;
    bool good = *done ? parts_read(path, options, workload, n_nodes, results, why)
                      : outfile_open(&parts->file, path, false, why) &&
                            (results_open_part(results, parts->file.out) ||
                             reason_set(why, "out of memory"));
    free(path);
    return good;
}

/* Seals what was written, so that a part which a crash of the machine has damaged is seen. */
bool parts_end(struct parts *parts, struct results *results, struct rs_why *why)
{
    size_t n_bytes;
    if (!parts->dir)
        return true;
    bool closed = results_close_part(results);
    if (!outfile_flush(parts->file.out, parts->file.path, why))
        return false;
    if (!closed)
        return reason_set(why, "out of memory");
    char *text = infile_read_all(parts->file.temporary, &n_bytes, why);
    if (!text)
        return false;
    fprintf(parts->file.out, "%s%016llx\n", parts_seal, parts_digest(text, n_bytes));
    free(text);
    return outfile_commit(&parts->file, why);
}

void parts_close(struct parts *parts, struct results *results)
{
    results_close_part(results);
    outfile_abandon(&parts->file);
    free(parts->dir);
    parts->dir = NULL;
}

/* run, uniform-100.csv, and what outfile.h makes on the way to them: .run.Ab3dE5 */
static bool parts_is_ours(const char *name)
{
    size_t n_digits = 0, n = strlen(name);
    if (!strncmp(name, ".run.", 5) || strcmp(name, "run") == 0)
        return true;
    const char *end = name[0] == '.' ? strstr(name, ".csv.") : n > 4 ? name + n - 4 : NULL;
    if (!end || strncmp(end, ".csv", 4) != 0)
        return false;
    while (end - n_digits > name && isdigit((unsigned char)end[-1 - (ptrdiff_t)n_digits]))
        n_digits++;
    return n_digits > 0 && end - n_digits > name && end[-1 - (ptrdiff_t)n_digits] == '-';
}

/* What is not ours stays, and the folder with it. */
void parts_discard(const char *dir)
{
    char *path;
    if (asprintf(&path, "%s/parts", dir) < 0)
        return;
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (parts_is_ours(entry->d_name))
            unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
    rmdir(path);
    free(path);
}
