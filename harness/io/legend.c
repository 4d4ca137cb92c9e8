/* legend.c - names too long for the first column of a table on a terminal become numbers
 */
#include "legend.h"

#include <string.h>

struct legend legend_print(FILE *out, char *const *names, size_t n)
{
    struct legend legend = {names, false};
    for (size_t i = 0; i < n; i++)
        legend.numbered |= strlen(names[i]) > LEGEND_NAME_MAX;
    for (size_t i = 0; legend.numbered && i < n; i++)
        fprintf(out, "%3zu  %s\n", i + 1, names[i]);
    if (legend.numbered)
        fputc('\n', out);
    return legend;
}

void legend_cell(const struct legend *legend, struct table *table, size_t i)
{
    if (legend->numbered)
        table_u64(table, i + 1);
    else
        table_string(table, legend->names[i]);
}
