/* table.c - rows for a person, a spreadsheet or a program
 *
 * A cell becomes a kind and its text here; what is done with it is up to the style.
 */
#include "table.h"

#include "csv.h"
#include "table_style.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool table_format_parse(const char *text, enum table_format *format)
{
    static const char *const names[] = {
        [TABLE_TEXT] = "text", [TABLE_CSV] = "csv", [TABLE_JSON] = "json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) == 0) {
            *format = (enum table_format)i;
            return true;
        }
    }
    return false;
}

struct table *table_open(FILE *out, enum table_format format, const char *const *columns,
                         size_t n_columns)
{
    static const struct table_style *const styles[] = {[TABLE_TEXT] = &table_text_style,
                                                       [TABLE_CSV] = &table_csv_style,
                                                       [TABLE_JSON] = &table_json_style};
    struct table *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    *table = (struct table){
        .style = styles[format], .out = out, .columns = columns, .n_columns = n_columns};
    if (table->style->open(table))
        return table;
    free(table);
    return NULL;
}

static void table_cell(struct table *table, enum table_kind kind, struct rs_bytes cell)
{
    assert(table->column < table->n_columns);
    table->style->cell(table, kind, cell);
    table->column++;
}

void table_bytes(struct table *table, struct rs_bytes cell)
{
    table_cell(table, TABLE_BYTES, cell);
}

void table_string(struct table *table, const char *cell)
{
    table_cell(table, TABLE_BYTES, (struct rs_bytes){cell, strlen(cell)});
}

void table_u64(struct table *table, uint64_t cell)
{
    char text[20], *end = text + sizeof text, *first = end;
    do
        *--first = (char)('0' + cell % 10);
    while (cell /= 10);
    table_cell(table, TABLE_NUMBER, (struct rs_bytes){first, (size_t)(end - first)});
}

void table_real(struct table *table, double cell)
{
    char text[REAL_MAX];
    (table->style->for_people ? real_show : real_print)(cell, text);
    table_cell(table, TABLE_NUMBER, (struct rs_bytes){text, strlen(text)});
}

void table_empty(struct table *table)
{
    table_cell(table, TABLE_EMPTY, RS_TEXT_BYTES(""));
}

void table_end_row(struct table *table)
{
    assert(table->column == table->n_columns);
    table->style->end_row(table);
    table->column = 0;
    table->n_rows++;
}

bool table_close(struct table *table)
{
    table->style->close(table);
    bool whole = !table->short_of_memory && !ferror(table->out);
    free(table);
    return whole;
}

static void table_csv_cell(struct table *table, enum table_kind kind, struct rs_bytes cell)
{
    if (table->column > 0)
        putc_unlocked(',', table->out);
    if (kind != TABLE_EMPTY)
        csv_write(table->out, cell);
}

static void table_csv_end_row(struct table *table)
{
    putc_unlocked('\n', table->out);
}

static bool table_csv_open(struct table *table)
{
    for (size_t i = 0; i < table->n_columns; i++) {
        const char *name = table->columns[i];
        table->column = i;
        table_csv_cell(table, TABLE_BYTES, (struct rs_bytes){name, strlen(name)});
    }
    table->column = 0;
    table_csv_end_row(table);
    return true;
}

static void table_csv_close(struct table *table)
{
    (void)table; /* every row is out */
}

const struct table_style table_csv_style = {table_csv_open, table_csv_cell, table_csv_end_row,
                                            table_csv_close, .for_people = false};
