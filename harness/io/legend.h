/* legend.h - names too long for the first column of a table on a terminal become numbers
 */
#ifndef RINGSIDE_LEGEND_H
#define RINGSIDE_LEGEND_H

#include "table.h"

enum { LEGEND_NAME_MAX = 13 }; /* of a name that is short enough */

struct legend {
    char *const *names; /* the caller's */
    bool numbered;      /* one of them is too long */
};

/* Where one is too long, all are printed, numbered from 1, a line each, and an empty line. */
struct legend legend_print(FILE *out, char *const *names, size_t n);
/* The cell that stands for names[i]. */
void legend_cell(const struct legend *legend, struct table *table, size_t i);

#endif
