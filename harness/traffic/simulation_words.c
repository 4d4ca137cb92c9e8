/* simulation_words.c - a run in words: a row for each event and strategy
 */
#include "simulation.h"

#include "legend.h"
#include "real.h"
#include "reason.h"
#include "wrapped.h"

#include <stdlib.h>
#include <string.h>

/* The row of a measure; NULL: there is none. */
static const struct result *simulation_row(const struct results *results, const char *spec,
                                           const char *change, const char *measure)
{
    for (size_t i = 0; i < results->n; i++) {
        const struct result *row = &results->rows[i];
        if (!strcmp(row->spec, spec) && !strcmp(row->change, change) &&
            !strcmp(row->measure->name, measure))
            return row;
    }
    return NULL;
}

static void simulation_cell(struct table *table, const struct results *results, const char *spec,
                            const char *change, const char *measure, double scale)
{
    const struct result *row = simulation_row(results, spec, change, measure);
    if (row && row->has != RESULT_NONE)
        table_real(table, row->real * scale);
    else
        table_empty(table);
}

/* What a terminal has beside the columns of numbers, for an event and a strategy. */
enum {
    SIMULATION_WORDS_MAX =
        WRAPPED_COLUMNS + 1 - (int)sizeof "    moved %  before/s  peak/s  back in s  hits %"
};

struct simulation_words {
    const struct simulation_options *options;
    const struct results *results;
    const char **events; /* each once, by time; results owns them */
    size_t n_events;
    struct legend specs;
    bool numbered; /* events: they are too long for the table */
};

static bool simulation_find_events(struct simulation_words *words)
{
    const struct results *results = words->results;
    words->events = calloc(results->n + 1, sizeof *words->events);
    for (size_t i = 0; words->events && i < results->n; i++) {
        const struct result *row = &results->rows[i];
        const char *last = words->n_events ? words->events[words->n_events - 1] : "";
        if (!strcmp(row->measure->name, "database_before") &&
            !strcmp(row->spec, words->options->specs[0]) && strcmp(row->change, last))
            words->events[words->n_events++] = row->change;
    }
    return words->events;
}

/* As a table, which makes any name of a node fit to be seen. */
static bool simulation_list_events(FILE *out, const struct simulation_words *words)
{
    static const char *const columns[] = {"", "event"};
    struct table *table = table_open(out, TABLE_TEXT, columns, 2);
    for (size_t i = 0; table && i < words->n_events; i++) {
        table_u64(table, i + 1);
        table_string(table, words->events[i]);
        table_end_row(table);
    }
    bool whole = table && table_close(table);
    fputc('\n', out);
    return whole;
}

/* Specs and events that would make lines wider than a terminal are listed first, with a number. */
static bool simulation_legends(FILE *out, struct simulation_words *words)
{
    const struct simulation_options *options = words->options;
    words->specs = legend_print(out, options->specs, options->n_specs);
    size_t specs = words->specs.width, events = strlen("in all");
    if (specs < strlen("strategy"))
        specs = strlen("strategy");
    for (size_t i = 0; i < words->n_events; i++)
        if (strlen(words->events[i]) > events)
            events = strlen(words->events[i]);
    words->numbered = events + specs > SIMULATION_WORDS_MAX;
    return !words->numbered || simulation_list_events(out, words);
}

/* event: n_events is the run as a whole. */
static void simulation_rows(struct table *table, const struct simulation_words *words, size_t event)
{
    const struct results *results = words->results;
    bool whole = event == words->n_events;
    const char *change = whole ? "" : words->events[event];
    char number[24];
    snprintf(number, sizeof number, "%zu", event + 1);
    for (size_t i = 0; i < words->options->n_specs; i++) {
        const char *spec = words->options->specs[i];
        table_string(table, whole ? "in all" : words->numbered ? number : change);
        legend_cell(&words->specs, table, i);
        simulation_cell(table, results, spec, change, "moved_fraction", 100);
        simulation_cell(table, results, spec, change, "database_before", 1);
        simulation_cell(table, results, spec, change, "database_peak", 1);
        simulation_cell(table, results, spec, change, "recovery_s", 1);
        simulation_cell(table, results, spec, change, "hit_ratio", 100);
        table_end_row(table);
    }
}

/* Why there is no value; NULL: there is one. */
static const char *simulation_reason(const struct simulation_words *words, const char *spec,
                                     const char *change, const char *measure)
{
    const struct result *row = simulation_row(words->results, spec, change, measure);
    return row && row->has == RESULT_NONE ? row->message : NULL;
}

/* An event's words bear any name of a node, which is to be fit to be seen here too. */
static void simulation_note(FILE *out, const struct simulation_words *words, size_t event,
                            const char *spec, const char *reason)
{
    const char *change = words->events[event];
    if (words->numbered)
        wrapped_printf(out, 2, "%s cannot do event %zu: %s.", spec, event + 1, reason);
    else
        wrapped_printf(out, 2, "%s cannot do \"%s\": %s.", spec,
                       reason_text((struct rs_bytes){change, strlen(change)}).text, reason);
}

/* Each once: who could not run at all, and who could not do what an event asks for. */
static void simulation_notes(FILE *out, const struct simulation_words *words)
{
    const char *above = "\n", *reason;
    for (size_t i = 0; i < words->options->n_specs; i++) {
        const char *spec = words->options->specs[i];
        if ((reason = simulation_reason(words, spec, "", "hit_ratio"))) {
            fputs(above, out), above = "";
            wrapped_printf(out, 2, "%s cannot run this: %s.", spec, reason);
            continue;
        }
        for (size_t e = 0; e < words->n_events; e++) {
            if (!(reason = simulation_reason(words, spec, words->events[e], "moved_fraction")))
                continue;
            fputs(above, out), above = "";
            simulation_note(out, words, e, spec, reason);
        }
    }
}

bool simulation_print(FILE *out, const struct simulation_options *options,
                      const struct results *results)
{
    static const char *const columns[] = {"event",  "strategy",  "moved %", "before/s",
                                          "peak/s", "back in s", "hits %"};
    struct simulation_words words = {.options = options, .results = results};
    bool whole = simulation_find_events(&words) && simulation_legends(out, &words);
    struct table *table = whole ? table_open(out, TABLE_TEXT, columns, 7) : NULL;
    for (size_t i = 0; table && i <= words.n_events; i++)
        simulation_rows(table, &words, i);
    whole = table && table_close(table);
    fputs("\nbefore/s, peak/s: reads that reach the database; back in s: until they are\n"
          "within a tenth of before again; -: not before the next event or the end.\n",
          out);
    if (whole)
        simulation_notes(out, &words);
    free(words.events);
    return whole || ferror(out);
}
