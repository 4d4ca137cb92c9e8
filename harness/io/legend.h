/* legend.h - names too long for the first column of a table on a terminal become numbers
 */
#ifndef RINGSIDE_LEGEND_H
#define RINGSIDE_LEGEND_H

#include "table.h"

enum { LEGEND_NAME_MAX = 13 }; /* of a name that is short enough */

struct legend {
    char *const *names; /* the caller's */
    size_t width;       /* of the longest that is short enough */
};

/* Those that are too long are printed, numbered from 1, a line each, and an empty line. */
struct legend legend_print(FILE *out, char *const *names, size_t n);
/* The cell that stands for names[i]: itself or, if it is too long, its number, such as (1). */
void legend_cell(const struct legend *legend, struct table *table, size_t i);

#endif
