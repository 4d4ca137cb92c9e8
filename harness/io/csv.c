/* csv.c - one record of RFC 4180: fields apart, fields together
 */
#include "csv.h"

#include <string.h>

/* A quoted field, read from behind its opening quote. Every doubled quote moves the rest of the
 * field one byte to the front. Returns behind the closing quote; NULL when there is none. */
static char *csv_unquote(char *from, char *end, struct rs_bytes *field)
{
    char *to = from;
    field->at = from;
    for (; from < end; *to++ = *from++) {
        if (*from != '"')
            continue;
        if (from + 1 == end || from[1] != '"') {
            field->n_bytes = (size_t)(to - field->at);
            return from + 1;
        }
        from++;
    }
    return NULL;
}

/* A field without quotes. Returns its end, NULL when it has a quote all the same. */
static char *csv_bare(char *from, char *end, struct rs_bytes *field)
{
    char *comma = memchr(from, ',', (size_t)(end - from));
    char *stop = comma ? comma : end;
    *field = (struct rs_bytes){from, (size_t)(stop - from)};
    return memchr(from, '"', field->n_bytes) ? NULL : stop;
}

size_t csv_split(char *record, size_t n_bytes, struct rs_bytes *fields, size_t max,
                 const char **bad)
{
    char *end = record + n_bytes;
    for (size_t n = 1;; n++) {
        struct rs_bytes field;
        bool quoted = record < end && *record == '"';
        record = quoted ? csv_unquote(record + 1, end, &field) : csv_bare(record, end, &field);
        if (!record || (record < end && *record != ',')) {
            *bad = quoted && !record ? "a quoted field is not closed on its line"
                                     : "a quote stands in the middle of a field";
            return 0;
        }
        if (n <= max)
            fields[n - 1] = field;
        if (record == end)
            return n;
        record++;
    }
}

static bool csv_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool csv_needs_quotes(struct rs_bytes field)
{
    static const bool special[256] = {[','] = true, ['"'] = true, ['\r'] = true, ['\n'] = true};
    if (field.n_bytes == 0)
        return false;
    for (size_t i = 0; i < field.n_bytes; i++) {
        if (special[(unsigned char)field.at[i]])
            return true;
    }
    return csv_is_blank(field.at[0]) || csv_is_blank(field.at[field.n_bytes - 1]);
}

void csv_write(FILE *out, struct rs_bytes field)
{
    if (!csv_needs_quotes(field)) {
        fwrite_unlocked(field.at, 1, field.n_bytes, out);
        return;
    }
    putc_unlocked('"', out);
    for (size_t i = 0; i < field.n_bytes; i++) {
        if (field.at[i] == '"')
            putc_unlocked('"', out);
        putc_unlocked(field.at[i], out);
    }
    putc_unlocked('"', out);
}
