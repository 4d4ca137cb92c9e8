/* table_json.c - a table as a JSON array of objects, one a line
 */
#include "table_style.h"

#include <jansson.h>
#include <string.h>

/* JSON knows text only as Unicode, so other bytes become an object with their hex digits. */
static void table_json_string(struct table *table, struct rs_bytes cell)
{
    json_t *string = json_stringn(cell.at, cell.n_bytes);
    if (string) {
        if (json_dumpf(string, table->out, JSON_ENCODE_ANY) != 0 && !ferror(table->out))
            table->short_of_memory = true;
        json_decref(string);
        return;
    }
    fputs("{\"hex\": \"", table->out);
    for (size_t i = 0; i < cell.n_bytes; i++)
        fprintf(table->out, "%02x", (unsigned char)cell.at[i]);
    fputs("\"}", table->out);
}

static void table_json_cell(struct table *table, enum table_kind kind, struct rs_bytes cell)
{
    const char *name = table->columns[table->column];
    fputs(table->column > 0 ? ", " : table->n_rows > 0 ? ",\n{" : "{", table->out);
    table_json_string(table, (struct rs_bytes){name, strlen(name)});
    fputs(": ", table->out);
    if (kind == TABLE_BYTES)
        table_json_string(table, cell);
    else if (kind == TABLE_NUMBER)
        fwrite(cell.at, 1, cell.n_bytes, table->out);
    else
        fputs("null", table->out);
}

static void table_json_end_row(struct table *table)
{
    putc('}', table->out);
}

static bool table_json_open(struct table *table)
{
    fputs("[\n", table->out);
    return true;
}

static void table_json_close(struct table *table)
{
    fputs(table->n_rows > 0 ? "\n]\n" : "]\n", table->out);
}

const struct table_style table_json_style = {table_json_open, table_json_cell, table_json_end_row,
                                             table_json_close, .for_people = false};
