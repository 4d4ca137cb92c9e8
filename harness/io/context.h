/* context.h - what a reader of results must know to believe them, as JSON
 */
#ifndef RINGSIDE_CONTEXT_H
#define RINGSIDE_CONTEXT_H

#include "ringside.h"

#include <stdio.h>

/* What the harness found when it checked itself. */
struct context_check {
    const char *name, *outcome, *expected, *found;
};

struct context {
    const char *run; /* as in the CSV */
    int argc;
    char **argv;
    uint64_t seed;
    const struct rs_spec *specs; /* each is recorded with every default filled in */
    size_t n_specs;
    char **labels; /* what rows call them */
    const char *benchmark_version;
    const struct context_check *checks;
    size_t n_checks; /* 0: nothing is said of them */
};

/* Versions, compiler and flags, processor, load, seed, command line, commit. false: memory was
 * short. What the stream could not take is for ferror(out), as with any output. */
bool context_write(const struct context *context, FILE *out);

/* What the processor calls itself, at most n bytes with the NUL; "unknown" where the system does
 * not say it. */
enum { CONTEXT_PROCESSOR_MAX = 256 };
void context_processor(char *text, size_t n);

#endif
