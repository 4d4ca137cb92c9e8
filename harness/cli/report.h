/* report.h - the rows of a run, to where the command line wants them
 *
 * With a folder: DIR/results.csv and DIR/context.json, whole or not at all, and the run in words on
 * standard output. Without one: the words, or all rows as CSV or JSON.
 */
#ifndef RINGSIDE_REPORT_H
#define RINGSIDE_REPORT_H

#include "results.h"
#include "self_check.h"
#include "spec_list.h"

struct report {
    const char *dir; /* NULL: none */
    bool force;
    enum table_format format;
    uint64_t seed;
    const struct spec_list *specs;
    /* 0, or the exit code and why. */
    int (*run)(void *ctx, struct results *results, struct rs_why *why);
    bool (*print)(void *ctx, const struct results *results); /* false: out of memory */
    void (*written)(void *ctx);                              /* optional: both files are there */
    const struct self_check *checks; /* optional, N_SELF_CHECKS: for the context */
    void *ctx;
};

/* What would be refused at the end is refused before a long run: a folder without a name, files
 * that are there or cannot be made. 0, or the exit code. */
int report_check(const struct report *report);
/* Behind report_check. Returns the exit code. */
int report_run(const struct report *report);

#endif
