/* parts.h - what a long run has done so far, so that another can go on
 *
 *     DIR/parts/run           the run it is of: when it began, and what was asked for
 *     DIR/parts/uniform-100.csv   the rows of one size under one workload, whole or not there
 *
 * A run that is stopped leaves its parts; when its results are written they are discarded.
 */
#ifndef RINGSIDE_PARTS_H
#define RINGSIDE_PARTS_H

#include "outfile.h"
#include "results.h"

struct bench_options;

struct parts {
    char *dir;           /* DIR/parts; NULL: no parts are kept */
    struct outfile file; /* of the part that is being measured */
};

/* Makes the folder, or finds one of the same run (asked: everything that rows depend on, a thing a
 * line) and takes over its date. false: why says it, and names the first line that differs. */
bool parts_open(struct parts *parts, const char *dir, const char *asked, struct results *results,
                struct rs_why *why);
/* *done: the part was there, and its rows are in results now. Otherwise rows that are added from
 * now on go into the part as well, until parts_end. false: why says it. */
bool parts_begin(struct parts *parts, const struct bench_options *options, const char *workload,
                 uint64_t n_nodes, struct results *results, bool *done, struct rs_why *why);
bool parts_end(struct parts *parts, struct results *results, struct rs_why *why);
/* Leaves the parts that are whole. Also after a failed open. */
void parts_close(struct parts *parts, struct results *results);
/* Takes away the parts of this run, and DIR/parts unless there is something else in it. */
void parts_discard(const char *dir, const struct bench_options *options);

#endif
