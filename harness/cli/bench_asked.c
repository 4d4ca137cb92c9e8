/* bench_asked.c - what the rows of a bench depend on, as text
 *
 * Files stand as a digest of what is in them: another file under the old name would give a folder
 * of two minds. So does the program: two builds of a commit may differ by what was not committed.
 */
#include "bench_asked.h"

#include "build_info.h"
#include "cli.h"
#include "context.h"
#include "infile.h"
#include "keyfile.h"
#include "reason.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Continues the digest; starting at 0. */
static void bench_asked_mix(struct rs_bytes bytes, uint64_t *digest)
{
    rs_hash_find("xxh3")->digest(bytes, *digest, digest);
}

static bool bench_asked_file(const char *path, uint64_t *digest, struct rs_why *why)
{
    struct stat status;
    size_t n_bytes;
    if (!strcmp(path, "-") || (!stat(path, &status) && !S_ISREG(status.st_mode)))
        return reason_set(why, "%s: with --resume each file is read twice; give one that can be",
                          strcmp(path, "-") ? reason_path(path).text : "standard input");
    char *text = infile_read_all(path, &n_bytes, why);
    if (!text)
        return false;
    bench_asked_mix((struct rs_bytes){text, n_bytes}, digest);
    free(text);
    return true;
}

/* Key by key, since keys may be more than memory holds. */
static bool bench_asked_keys(const char *path, uint64_t *digest, struct rs_why *why)
{
    struct keyfile *file = keyfile_open(path, why);
    const struct rs_bytes *keys;
    size_t n = 1;
    bool good = file != NULL;
    while (good && n) {
        good = keyfile_next(file, &keys, &n, why);
        for (size_t i = 0; good && i < n; i++)
            bench_asked_mix(keys[i], digest);
    }
    good = good && keyfile_rewind(file, why);
    keyfile_close(file);
    return good;
}

static void bench_asked_text(FILE *out, const char *option, const char *text)
{
    if (text)
        fprintf(out, "%s %s\n", option, text);
}

static void bench_asked_number(FILE *out, const char *option, uint64_t number)
{
    if (number != BENCH_UNSAID)
        fprintf(out, "%s %" PRIu64 "\n", option, number);
}

/* Where it cannot be read, no other run has the same line. */
static void bench_asked_build(FILE *out)
{
    uint64_t digest = 0;
    struct rs_why why;
    if (bench_asked_file("/proc/self/exe", &digest, &why))
        fprintf(out, "a build of ringside with digest %016" PRIx64 "\n", digest);
    else
        fprintf(out, "a build of ringside that cannot be read, in process %ld: %s\n",
                (long)getpid(), why.text);
}

/* What times depend on, and the last bit of a double might. */
static void bench_asked_program(FILE *out)
{
    char processor[CONTEXT_PROCESSOR_MAX];
    context_processor(processor, sizeof processor);
    fprintf(out, "ringside %s %s\n", RINGSIDE_VERSION, RINGSIDE_COMMIT);
    fprintf(out, "compiler %s\n", RINGSIDE_COMPILER);
    fprintf(out, "flags %s\n", RINGSIDE_FLAGS);
    bench_asked_build(out);
    fprintf(out, "processor %s\n", processor);
}

static void bench_asked_words(FILE *out, const struct bench_wish *wish)
{
    int n;
    char **words = cli_words(&n);
    bench_asked_text(out, "--strategies", wish->strategies);
    bench_asked_text(out, "--preset", wish->preset);
    bench_asked_text(out, "--sizes", wish->sizes);
    bench_asked_text(out, "--workload", wish->workloads);
    bench_asked_text(out, "--metrics", wish->metrics);
    bench_asked_number(out, "--n-keys", wish->n_keys);
    bench_asked_number(out, "--reps", wish->n_reps);
    bench_asked_number(out, "--seed", wish->seed);
    fputs(wish->smoke ? "--smoke\n" : wish->quick ? "--quick\n" : "", out);
    for (int i = 1; i < n; i++)
        if (!strncmp(words[i], "--benchmark_", 12))
            fprintf(out, "%s\n", words[i]);
}

char *bench_asked(const struct bench_wish *wish, struct rs_why *why)
{
    uint64_t nodes = 0, keys = 0;
    char *text = NULL;
    size_t n_bytes;
    if ((wish->nodes && !bench_asked_file(wish->nodes, &nodes, why)) ||
        (wish->keys && !bench_asked_keys(wish->keys, &keys, why)))
        return NULL;
    FILE *out = open_memstream(&text, &n_bytes);
    if (out) {
        bench_asked_program(out);
        bench_asked_words(out, wish);
        if (wish->nodes)
            fprintf(out, "--nodes, a file with digest %016" PRIx64 "\n", nodes);
        if (wish->keys)
            fprintf(out, "--keys, a file with digest %016" PRIx64 "\n", keys);
    }
    if (out && !fclose(out))
        return text;
    free(text);
    reason_set(why, "out of memory");
    return NULL;
}
