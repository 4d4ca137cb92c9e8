/* diff_count.h - the keys of a diff: of a file, or made up
 */
#ifndef RINGSIDE_DIFF_COUNT_H
#define RINGSIDE_DIFF_COUNT_H

#include "diff_report.h"

/* Counts every key in every transition, and lists those that move if that is asked for: the table
 * is opened with the first key, so a file without any prints none. path NULL: a million keys are
 * made up. Returns the exit code: CLI_NOTHING when there is no key. */
int diff_count(struct diff *diff, const char *path);

#endif
