/* table_text.c - a table in aligned columns, for a person
 *
 * The first rows are kept, already in the form in which they will be seen, until there are enough
 * to tell how wide and on which side each column is. Then they are written, and every further row
 * as soon as it ends. A cell wider than its column pushes the rest of its row to the right.
 */
#include "shown.h"
#include "table_style.h"

#include <stdlib.h>
#include <string.h>

#define TABLE_TEXT_ROWS 1000
#define TABLE_TEXT_BYTES ((size_t)1 << 20) /* or when so much is kept */
#define TABLE_TEXT_WIDTH 64                /* one long key must not push all others away */

struct table_text_cell {
    size_t offset, n_bytes, width;
};

struct table_text_column {
    size_t width;
    bool is_number;
};

struct table_text {
    bool settled; /* widths are known, the header is out */
    struct table_text_column *columns;
    struct table_text_cell *cells; /* room for TABLE_TEXT_ROWS rows */
    size_t n_cells;
    char *bytes;
    size_t n_bytes, room_bytes;
    size_t
        n_blanks; /* owed to this line: they are written before the next text, never at its end */
};

static void table_text_free(struct table *table)
{
    free(table->text->columns);
    free(table->text->cells);
    free(table->text->bytes);
    free(table->text);
}

/* Makes room for n_bytes more. */
static bool table_text_reserve(struct table_text *text, size_t n_bytes)
{
    size_t needed = text->n_bytes + n_bytes;
    if (needed <= text->room_bytes)
        return true;
    char *grown = realloc(text->bytes, 2 * needed);
    if (!grown)
        return false;
    text->bytes = grown;
    text->room_bytes = 2 * needed;
    return true;
}

static bool table_text_open(struct table *table)
{
    struct table_text *text = table->text = calloc(1, sizeof *text);
    if (!text)
        return false;
    text->columns = calloc(table->n_columns, sizeof *text->columns);
    text->cells = calloc(TABLE_TEXT_ROWS * table->n_columns, sizeof *text->cells);
    if (text->columns && text->cells && table_text_reserve(text, 1))
        return true;
    table_text_free(table);
    return false;
}

/* Keeps cell as it will be seen; room for it is there. */
static void table_text_keep(struct table_text *text, struct table_text_cell *kept,
                            struct rs_bytes cell)
{
    for (size_t i = 0; i < cell.n_bytes;) {
        struct shown shown = shown_first((struct rs_bytes){cell.at + i, cell.n_bytes - i});
        memcpy(text->bytes + text->n_bytes, shown.text, shown.n_text);
        text->n_bytes += shown.n_text;
        kept->width += shown.width;
        i += shown.n_taken;
    }
    kept->n_bytes = text->n_bytes - kept->offset;
}

static void table_text_cell(struct table *table, enum table_kind kind, struct rs_bytes cell)
{
    struct table_text *text = table->text;
    struct table_text_column *column = &text->columns[table->column];
    struct table_text_cell *kept = &text->cells[text->n_cells++];
    *kept = (struct table_text_cell){text->n_bytes, 0, 0};
    if (kind == TABLE_EMPTY)
        cell = RS_TEXT_BYTES("-");
    if (table_text_reserve(text, 4 * cell.n_bytes))
        table_text_keep(text, kept, cell);
    else
        table->short_of_memory = true;
    if (!text->settled) {
        column->is_number |= kind == TABLE_NUMBER;
        if (kept->width > column->width)
            column->width = kept->width < TABLE_TEXT_WIDTH ? kept->width : TABLE_TEXT_WIDTH;
    }
}

static void table_text_blanks(struct table *table)
{
    for (; table->text->n_blanks > 0; table->text->n_blanks--)
        putc_unlocked(' ', table->out);
}

static void table_text_write(struct table *table, size_t i, struct rs_bytes cell, size_t width)
{
    struct table_text *text = table->text;
    const struct table_text_column *column = &text->columns[i];
    size_t padding = width < column->width ? column->width - width : 0;
    text->n_blanks += (i > 0 ? 2 : 0) + (column->is_number ? padding : 0);
    if (cell.n_bytes > 0) {
        table_text_blanks(table);
        fwrite_unlocked(cell.at, 1, cell.n_bytes, table->out);
    }
    text->n_blanks += column->is_number ? 0 : padding;
}

static void table_text_end_line(struct table *table)
{
    table->text->n_blanks = 0;
    putc_unlocked('\n', table->out);
}

static void table_text_write_rows(struct table *table)
{
    struct table_text *text = table->text;
    for (size_t i = 0; i < text->n_cells; i++) {
        const struct table_text_cell *cell = &text->cells[i];
        size_t column = i % table->n_columns;
        struct rs_bytes bytes = {text->bytes + cell->offset, cell->n_bytes};
        table_text_write(table, column, bytes, cell->width);
        if (column + 1 == table->n_columns)
            table_text_end_line(table);
    }
    text->n_cells = text->n_bytes = 0;
}

static void table_text_settle(struct table *table)
{
    struct table_text *text = table->text;
    text->settled = true;
    for (size_t i = 0; i < table->n_columns; i++) {
        const char *name = table->columns[i];
        size_t width = strlen(name);
        if (width > text->columns[i].width)
            text->columns[i].width = width;
        table_text_write(table, i, (struct rs_bytes){name, width}, width);
    }
    table_text_end_line(table);
    table_text_write_rows(table);
}

static void table_text_end_row(struct table *table)
{
    struct table_text *text = table->text;
    bool full = text->n_cells == TABLE_TEXT_ROWS * table->n_columns;
    if (text->settled)
        table_text_write_rows(table);
    else if (full || text->n_bytes >= TABLE_TEXT_BYTES)
        table_text_settle(table);
}

static void table_text_close(struct table *table)
{
    if (!table->text->settled)
        table_text_settle(table);
    table_text_free(table);
}

const struct table_style table_text_style = {table_text_open, table_text_cell, table_text_end_row,
                                             table_text_close, .for_people = true};
