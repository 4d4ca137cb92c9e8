/* table.h - rows for a person, a spreadsheet or a program
 *
 * One way to print data for every command: columns once, then cells, then rows. As text, columns
 * are aligned (numbers to the right; widths from the first thousand rows, fewer when they are long,
 * so memory stays bounded) and an empty cell is a dash; as CSV by RFC 4180; as JSON an array of
 * objects, one a line, in which an empty cell is null and a cell that is not UTF-8 is
 * {"hex": "..."}.
 */
#ifndef RINGSIDE_TABLE_H
#define RINGSIDE_TABLE_H

#include "real.h"
#include "ringside.h"

#include <stdio.h>

enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_JSON };
bool table_format_parse(const char *text, enum table_format *format);

struct table;

/* Columns live as long as the table. out stays the caller's. NULL: out of memory. */
struct table *table_open(FILE *out, enum table_format format, const char *const *columns,
                         size_t n_columns);
/* A cell each, in the order of the columns; text is copied where it must be kept. */
void table_bytes(struct table *table, struct rs_bytes cell);
void table_string(struct table *table, const char *cell);
void table_u64(struct table *table, uint64_t cell);
void table_real(struct table *table, double cell); /* as real_print; text format: real_show */
void table_empty(struct table *table);
void table_end_row(struct table *table);
/* Writes what is left and frees. false: the output has failed (outfile_flush says why), or memory
 * was short. */
bool table_close(struct table *table);

#endif
