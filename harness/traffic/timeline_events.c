/* timeline_events.c - the lines that start with a time
 *
 * One table says what each event takes; it is read and printed by that.
 */
#include "timeline_parts.h"

#include "real.h"
#include "reason.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

/* What stands behind the name of an event: first a node, then a bare weight, then options by name
 * in any order. */
enum timeline_events_part { TAKES_NODE = 1, TAKES_VALUE = 2, TAKES_WEIGHT = 4, TAKES_OVER = 8 };

struct timeline_events_row {
    const char *name;
    unsigned takes;
    const char *form;
};

static const struct timeline_events_row timeline_events_rows[] = {
    [EVENT_ADD] = {"add", TAKES_NODE | TAKES_WEIGHT | TAKES_OVER,
                   "at 10s add node-d weight 2 over 20s (both may be left out)"},
    [EVENT_CRASH] = {"crash", TAKES_NODE, "at 30s crash node-b"},
    [EVENT_REJOIN] = {"rejoin", TAKES_NODE, "at 50s rejoin node-b"},
    [EVENT_DRAIN] = {"drain", TAKES_NODE | TAKES_OVER, "at 60s drain node-a over 20s"},
    [EVENT_WEIGHT] = {"weight", TAKES_NODE | TAKES_VALUE, "at 90s weight node-c 2"},
    [EVENT_SHIFT] = {"shift", 0, "at 100s shift"},
};
#define TIMELINE_EVENTS_N (sizeof timeline_events_rows / sizeof *timeline_events_rows)

static const struct timeline_quantity timeline_events_time = {"time in seconds", timeline_seconds,
                                                              0, TIMELINE_MAX_S};
static const struct timeline_quantity timeline_events_weight = {"weight", timeline_plain, 0,
                                                                DBL_MAX};

/* Takes the option out of takes, so that it stands there once. */
static bool timeline_events_option(struct timeline_line *line, unsigned *takes,
                                   struct timeline_event *event)
{
    struct rs_bytes word = timeline_word(line);
    unsigned part = timeline_word_is(word, "weight") ? TAKES_WEIGHT
                    : timeline_word_is(word, "over") ? TAKES_OVER
                                                     : 0;
    if (!(*takes & part))
        return timeline_refuse(line, word, "does not belong here");
    *takes &= ~part;
    if (part == TAKES_WEIGHT)
        return timeline_real(line, &timeline_events_weight, &event->weight);
    return timeline_real(line, &timeline_events_time, &event->over_s);
}

static bool timeline_events_parts(struct timeline_line *line, unsigned takes,
                                  struct timeline_event *event)
{
    if (takes & TAKES_NODE && !timeline_name(line, &event->node))
        return false;
    if (takes & TAKES_VALUE && !timeline_real(line, &timeline_events_weight, &event->weight))
        return false;
    while (line->rest.n_bytes > 0) {
        if (!timeline_events_option(line, &takes, event))
            return false;
    }
    return true;
}

static bool timeline_events_append(const struct timeline_line *line, struct timeline *timeline,
                                   const struct timeline_event *event)
{
    size_t n = timeline->n_events;
    if ((n & (n - 1)) == 0) { /* capacities are powers of two */
        struct timeline_event *events = realloc(timeline->events, (n ? 2 * n : 1) * sizeof *events);
        if (!events)
            return reason_at(line->why, line->file, line->number,
                             "out of memory; give fewer events");
        timeline->events = events;
    }
    timeline->events[n] = *event;
    timeline->n_events++;
    return true;
}

bool timeline_event_take(struct timeline_line *line, struct timeline *timeline)
{
    struct timeline_event event = {.weight = 1, .line = line->number};
    size_t kind;
    line->form = timeline_events_rows[EVENT_ADD].form;
    if (!timeline_real(line, &timeline_events_time, &event.at_s) ||
        !timeline_choose(line, timeline_events_rows, sizeof *timeline_events_rows,
                         TIMELINE_EVENTS_N, &kind))
        return false;
    event.kind = (enum event_kind)kind;
    line->form = timeline_events_rows[kind].form;
    return timeline_events_parts(line, timeline_events_rows[kind].takes, &event) &&
           timeline_events_append(line, timeline, &event);
}

void timeline_event_print(const struct timeline_event *event, char *text, size_t text_bytes)
{
    const struct timeline_events_row *row = &timeline_events_rows[event->kind];
    bool weighs = row->takes & TAKES_WEIGHT && event->weight != 1;
    bool lasts = row->takes & TAKES_OVER && event->over_s > 0;
    char weight[REAL_MAX] = "", over[REAL_MAX] = "";
    if (weighs || row->takes & TAKES_VALUE)
        real_print(event->weight, weight);
    if (lasts)
        real_print(event->over_s, over);
    snprintf(text, text_bytes, "%s%s%.*s%s%s%s%s%s%s", row->name, event->node.n_bytes ? " " : "",
             (int)event->node.n_bytes, event->node.n_bytes ? event->node.at : "",
             weighs ? " weight" : "", *weight ? " " : "", weight, lasts ? " over " : "", over,
             lasts ? "s" : "");
}
