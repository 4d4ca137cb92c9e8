/* simulation_words.c - a run in words: a row for each event and strategy
 */
#include "simulation.h"

#include "real.h"

#include <string.h>

static void simulation_cell(struct table *table, const struct results *results, const char *spec,
                            const char *change, const char *measure, double scale)
{
    for (size_t i = 0; i < results->n; i++) {
        const struct result *row = &results->rows[i];
        if (!strcmp(row->spec, spec) && !strcmp(row->change, change) &&
            !strcmp(row->measure->name, measure) && row->has != RESULT_NONE) {
            table_real(table, row->real * scale);
            return;
        }
    }
    table_empty(table);
}

static void simulation_rows(struct table *table, const struct simulation_options *options,
                            const struct results *results, const char *change)
{
    for (size_t i = 0; i < options->n_specs; i++) {
        const char *spec = options->specs[i];
        table_string(table, *change ? change : "in all");
        table_string(table, spec);
        simulation_cell(table, results, spec, change, "moved_fraction", 100);
        simulation_cell(table, results, spec, change, "database_before", 1);
        simulation_cell(table, results, spec, change, "database_peak", 1);
        simulation_cell(table, results, spec, change, "recovery_s", 1);
        simulation_cell(table, results, spec, change, "hit_ratio", 100);
        table_end_row(table);
    }
}

bool simulation_print(FILE *out, const struct simulation_options *options,
                      const struct results *results)
{
    static const char *const columns[] = {"event",  "strategy",  "moved %", "before/s",
                                          "peak/s", "back in s", "hits %"};
    struct table *table = table_open(out, TABLE_TEXT, columns, 7);
    const char *last = "";
    for (size_t i = 0; table && i < results->n; i++) {
        const struct result *row = &results->rows[i];
        bool is_event =
            !strcmp(row->measure->name, "database_before") && !strcmp(row->spec, options->specs[0]);
        if (is_event && strcmp(row->change, last)) {
            simulation_rows(table, options, results, row->change);
            last = row->change;
        }
    }
    if (table)
        simulation_rows(table, options, results, "");
    bool whole = table && table_close(table);
    fputs("\nbefore/s, peak/s: reads that reach the database; back in s: until they are within a\n"
          "tenth of before again; -: not before the next event or the end.\n",
          out);
    return whole || ferror(out);
}
