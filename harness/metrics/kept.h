/* kept.h - tells a person what a long run has kept, and how to go on after Ctrl-C
 */
#ifndef RINGSIDE_KEPT_H
#define RINGSIDE_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From now on SIGINT, SIGTERM and SIGHUP say what is kept before they end the program; one that is
 * ignored stays so. One run at a time. */
void kept_begin(const char *dir, size_t n_parts);
/* A part is whole. was_there: an earlier run made it. */
void kept_part(const char *workload, uint64_t n_nodes, bool was_there);
void kept_end(void);

#endif
