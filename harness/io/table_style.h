/* table_style.h - what a format of tables must be able to do
 */
#ifndef RINGSIDE_TABLE_STYLE_H
#define RINGSIDE_TABLE_STYLE_H

#include "ringside.h"

#include <stdio.h>

enum table_kind { TABLE_BYTES, TABLE_NUMBER, TABLE_EMPTY };

struct table_text;

struct table {
    const struct table_style *style;
    FILE *out;
    const char *const *columns;
    size_t n_columns;
    size_t column;   /* of the next cell */
    uint64_t n_rows; /* that have ended */
    bool short_of_memory;
    struct table_text *text; /* of the text format */
};

struct table_style {
    bool (*open)(struct table *table); /* false: out of memory */
    void (*cell)(struct table *table, enum table_kind kind, struct rs_bytes cell);
    void (*end_row)(struct table *table);
    void (*close)(struct table *table);
    bool for_people; /* numbers are rounded */
};

extern const struct table_style table_text_style, table_csv_style, table_json_style;

#endif
