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

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *parts_path(const struct parts *parts, const char *name)
{
    char *path;
    return asprintf(&path, "%s/%s", parts->dir, name) < 0 ? NULL : path;
}

enum { PARTS_NAME = 64 };

static void parts_name(const char *workload, uint64_t n_nodes, char name[PARTS_NAME])
{
    snprintf(name, PARTS_NAME, "%s-%llu.csv", workload, (unsigned long long)n_nodes);
}

/* The file, and what a killed run left of it. */
static void parts_unlink(const struct parts *parts, const char *name)
{
    char *path = parts_path(parts, name);
    if (path)
        unlink(path);
    free(path);
    outfile_sweep(parts->dir, name);
}

/* A link would lead to files of somebody else. */
static bool parts_is_folder(const struct parts *parts, struct rs_why *why)
{
    struct stat status;
    if (lstat(parts->dir, &status) || S_ISDIR(status.st_mode))
        return true;
    return reason_set(why, "%s is no folder; remove it, or use another --out",
                      reason_path(parts->dir).text);
}

bool parts_open(struct parts *parts, const char *dir, const char *asked, struct results *results,
                struct rs_why *why)
{
    *parts = (struct parts){0};
    if (asprintf(&parts->dir, "%s/parts", dir) < 0) {
        parts->dir = NULL;
        return reason_set(why, "out of memory");
    }
    if (!parts_is_folder(parts, why))
        return false;
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
    char name[PARTS_NAME];
    *done = false;
    if (!parts->dir)
        return true;
    parts_name(workload, n_nodes, name);
    char *path = parts_path(parts, name);
    if (!path)
        return reason_set(why, "out of memory");
    bool good = parts_run_is_there(path, done, why);
    if (good && *done)
        good = parts_read(path, options, workload, n_nodes, results, why);
    else if (good)
        good = outfile_open(&parts->file, path, false, why) &&
               (results_open_part(results, parts->file.out) || reason_set(why, "out of memory"));
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
    char *text = infile_read_all(parts->file.temporary, &n_bytes, NULL);
    if (!text)
        return reason_set(why, "%s: what was written there is gone; was its folder moved?",
                          reason_path(parts->file.path).text);
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

void parts_discard(const char *dir, const struct bench_options *options)
{
    struct parts parts = {0};
    char name[PARTS_NAME];
    if (asprintf(&parts.dir, "%s/parts", dir) < 0)
        return;
    parts_unlink(&parts, "run");
    for (size_t w = 0; w < options->n_workloads; w++)
        for (size_t i = 0; i < options->n_sizes; i++) {
            parts_name(options->workloads[w]->name, options->sizes[i], name);
            parts_unlink(&parts, name);
        }
    rmdir(parts.dir);
    free(parts.dir);
}
