/* legend.c - names too long for the first column of a table on a terminal become numbers
 */
#include "legend.h"

#include <string.h>

static bool legend_is_long(const char *name)
{
    return strlen(name) > LEGEND_NAME_MAX;
}

struct legend legend_print(FILE *out, char *const *names, size_t n)
{
    struct legend legend = {.names = names};
    size_t n_long = 0;
    for (size_t i = 0; i < n; i++)
        if (legend_is_long(names[i]))
            fprintf(out, "%4s(%zu)  %s\n", "", ++n_long, names[i]);
        else if (strlen(names[i]) > legend.width)
            legend.width = strlen(names[i]);
    if (n_long)
        fputc('\n', out);
    return legend;
}

void legend_cell(const struct legend *legend, struct table *table, size_t i)
{
    size_t number = 0;
    char text[24];
    for (size_t k = 0; k <= i; k++)
        number += legend_is_long(legend->names[k]);
    snprintf(text, sizeof text, "(%zu)", number);
    table_string(table, legend_is_long(legend->names[i]) ? text : legend->names[i]);
}
