/* wrapped.h - words in lines that fit a terminal
 */
#ifndef RINGSIDE_WRAPPED_H
#define RINGSIDE_WRAPPED_H

#include <stdio.h>

enum { WRAPPED_COLUMNS = 80 };

/* Prints text in lines of at most 80 columns, broken at spaces. The first is indented by the spaces
 * that text begins with, all others by indent. A word without a space is never broken. Ends with a
 * newline. */
void wrapped_print(FILE *out, int indent, const char *text);
/* The same of text as printf makes it. */
void wrapped_printf(FILE *out, int indent, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
