/* csv.h - one record of RFC 4180: fields apart, fields together
 */
#ifndef RINGSIDE_CSV_H
#define RINGSIDE_CSV_H

#include "ringside.h"

#include <stdio.h>

/* Splits a record (no line end) in place: quoted fields are unquoted where they stand. Returns the
 * number of fields, also past max (of which max are stored), or 0 when a quote is not closed or
 * stands where it must not; *bad then points at the text of the reason. */
size_t csv_split(char *record, size_t n_bytes, struct rs_bytes *fields, size_t max,
                 const char **bad);

/* Writes a field, quoted only where it has a comma, a quote, CR or LF, or a blank (space, tab)
 * at an end. */
void csv_write(FILE *out, struct rs_bytes field);

#endif
