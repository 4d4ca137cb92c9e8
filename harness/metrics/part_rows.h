/* part_rows.h - the rows of a part, read back
 */
#ifndef RINGSIDE_PART_ROWS_H
#define RINGSIDE_PART_ROWS_H

#include "driver.h"

/* Adds the rows of a CSV text, a header and a line each, to the results: as their cells stand. The
 * text is cut up in place and has a byte more than n_bytes. false: a line is no row of this run
 * (why says which), and the rows before it are there. */
bool part_rows_take(const char *path, char *text, size_t n_bytes,
                    const struct bench_options *options, const char *workload, uint64_t n_nodes,
                    struct results *results, struct rs_why *why);

#endif
