/* table_output.h - a table of three columns that is written to memory
 */
#ifndef RINGSIDE_TABLE_OUTPUT_H
#define RINGSIDE_TABLE_OUTPUT_H

#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *const columns[] = {"key", "n", "share"};

struct table_output {
    FILE *out;
    char *text;
    size_t n_bytes;
    struct table *table;
};

static inline struct table_output *table_begin(struct table_output *output,
                                               enum table_format format)
{
    output->out = open_memstream(&output->text, &output->n_bytes);
    output->table = table_open(output->out, format, columns, 3);
    assert_non_null(output->table);
    return output;
}

/* The text stays, the caller's to free. */
static inline void table_finish(struct table_output *output)
{
    assert_true(table_close(output->table));
    fclose(output->out);
}

static inline void table_check(struct table_output *output, const char *expected)
{
    table_finish(output);
    assert_string_equal(output->text, expected);
    free(output->text);
}

#endif
