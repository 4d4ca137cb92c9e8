/* kept.c - tells a person what a long run has kept, and how to go on after Ctrl-C
 *
 * A signal may come at any moment, so its words are always ready: they are written into the buffer
 * that is not in use, which then becomes the one that is.
 */
#include "kept.h"

#include "reason.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int kept_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { KEPT_N_SIGNALS = sizeof kept_signals / sizeof *kept_signals };

static struct {
    const char *dir;
    size_t n_parts, n_kept;
    struct sigaction before[KEPT_N_SIGNALS];
} kept;
static char kept_words[2][512];
static volatile sig_atomic_t kept_ready;

/* The signal comes again when this returns, and finds what was there before: outfile.c, which takes
 * temporary files away. */
static void kept_stop(int number)
{
    const char *words = kept_words[kept_ready];
    ssize_t n = write(STDERR_FILENO, words, strlen(words));
    (void)n;
    kept_end();
    raise(number);
}

static void kept_prepare(void)
{
    int next = !kept_ready;
    snprintf(kept_words[next], sizeof kept_words[next],
             "\nringside: stopped; %zu of %zu parts are kept in %s/parts. The same command\n"
             "goes on from there; the part that was under way is measured anew.\n",
             kept.n_kept, kept.n_parts, reason_path(kept.dir).text);
    kept_ready = next;
}

void kept_begin(const char *dir, size_t n_parts)
{
    struct sigaction stop = {.sa_handler = kept_stop};
    kept.dir = dir, kept.n_parts = n_parts, kept.n_kept = 0;
    kept_prepare();
    for (size_t i = 0; i < KEPT_N_SIGNALS; i++) {
        sigaction(kept_signals[i], NULL, &kept.before[i]);
        if (kept.before[i].sa_handler != SIG_IGN)
            sigaction(kept_signals[i], &stop, NULL);
    }
    printf("%zu part%s to measure; each that is done is kept in %s/parts.\n", n_parts,
           n_parts == 1 ? "" : "s", reason_path(dir).text);
    fflush(stdout);
}

void kept_part(const char *workload, uint64_t n_nodes, bool was_there)
{
    kept.n_kept++;
    kept_prepare();
    printf("%zu of %zu: %llu node%s, workload %s: %s\n", kept.n_kept, kept.n_parts,
           (unsigned long long)n_nodes, n_nodes == 1 ? "" : "s", workload,
           was_there ? "kept from an earlier run" : "done and kept");
    fflush(stdout);
}

void kept_end(void)
{
    for (size_t i = 0; i < KEPT_N_SIGNALS; i++)
        sigaction(kept_signals[i], &kept.before[i], NULL);
}
