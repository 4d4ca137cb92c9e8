/* vectors.h - the rows of answers of real systems, where the folder RINGSIDE_VECTORS is there
 */
#ifndef RINGSIDE_VECTORS_H
#define RINGSIDE_VECTORS_H

#include "support.h"

#include <inttypes.h>

/* Calls check with each line but the first, its newline cut off; skips the test where there is no
 * such file. Returns how many lines were checked. */
static inline size_t vectors_each(const char *name, void (*check)(char *line))
{
    FILE *in = fopen(name, "rb");
    if (!in) {
        print_message("%s is not there\n", name);
        skip();
    }
    char *line = NULL;
    size_t cap = 0, n = 0;
    ssize_t n_bytes = getline(&line, &cap, in); /* the header */
    while (n_bytes > 0 && (n_bytes = getline(&line, &cap, in)) > 0) {
        if (line[n_bytes - 1] == '\n')
            line[n_bytes - 1] = '\0';
        check(line);
        n++;
    }
    free(line);
    fclose(in);
    return n;
}

/* The next field of a line, cut out of it. */
static inline char *vectors_field(char **line)
{
    char *field = strsep(line, ",");
    assert_non_null(field);
    return field;
}

#endif
