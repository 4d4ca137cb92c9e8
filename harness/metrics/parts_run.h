/* parts_run.h - which run the parts of a folder are of
 */
#ifndef RINGSIDE_PARTS_RUN_H
#define RINGSIDE_PARTS_RUN_H

#include "results.h"

/* Writes the file when it is not there; else takes over its date when it is of the same run. false:
 * why says it, and names the first line of asked that differs. */
bool parts_run_take(const char *path, struct results *results, const char *asked,
                    struct rs_why *why);

/* Of any file of a run. false: what is there is none, such as a link or a pipe; why says it. */
bool parts_run_is_there(const char *path, bool *is_there, struct rs_why *why);

#endif
