/* wrapped.c - words in lines that fit a terminal
 */
#include "wrapped.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Of UTF-8: what continues a character takes no column. */
static size_t wrapped_columns(const char *text, size_t n_bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < n_bytes; i++)
        n += (text[i] & 0xc0) != 0x80;
    return n;
}

void wrapped_print(FILE *out, int indent, const char *text)
{
    size_t column = strspn(text, " ");
    bool first = true;
    fprintf(out, "%*s", (int)column, "");
    for (text += column; *text; first = false) {
        size_t n = strcspn(text, " "), wide = wrapped_columns(text, n);
        if (!first && column + 1 + wide > WRAPPED_COLUMNS)
            column = (size_t)fprintf(out, "\n%*s", indent, "") - 1;
        else if (!first)
            column += (size_t)fprintf(out, " ");
        fwrite(text, 1, n, out);
        column += wide;
        text += n + (text[n] == ' ');
    }
    fputc('\n', out);
}

void wrapped_printf(FILE *out, int indent, const char *format, ...)
{
    va_list args;
    char *text;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    wrapped_print(out, indent, n < 0 ? "out of memory" : text);
    if (n >= 0)
        free(text);
}
