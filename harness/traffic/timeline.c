/* timeline.c - what happens to a cluster, second by second, as people write it down
 *
 * Each line is judged by itself, in order; then the events are sorted and looked at together.
 */
#include "timeline_parts.h"

#include "infile.h"
#include "reason.h"

#include <stdlib.h>
#include <string.h>

/* Carriage returns, NULs and escapes of a terminal all end here. */
static bool timeline_is_plain(const struct timeline_line *line)
{
    struct rs_bytes text = line->rest;
    if (line->number == 1 && text.n_bytes >= 3 && memcmp(text.at, "\xef\xbb\xbf", 3) == 0)
        return reason_at(line->why, line->file, 1,
                         "a byte-order mark; save the file as UTF-8 without one");
    for (size_t i = 0; i < text.n_bytes; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if ((c < 0x20 && c != '\t') || c == 0x7f)
            return reason_at(line->why, line->file, line->number,
                             "a control character, \\x%02x; save the file as plain text, with "
                             "newlines only at the ends of lines",
                             c);
    }
    return true;
}

static bool timeline_take_line(struct timeline_line *line, struct timeline *timeline,
                               struct timeline_seen *seen)
{
    if (!timeline_is_plain(line))
        return false;
    if (line->rest.n_bytes == 0 || line->rest.at[0] == '#')
        return true;
    struct timeline_line behind = *line;
    bool is_event = timeline_word_is(timeline_word(&behind), "at");
    if (is_event)
        *line = behind;
    return (is_event ? timeline_event_take(line, timeline)
                     : timeline_setting_take(line, timeline, seen)) &&
           timeline_end(line);
}

static bool timeline_take_lines(const char *file, size_t n_bytes, struct timeline *timeline,
                                struct timeline_seen *seen, struct rs_why *why)
{
    struct timeline_line line = {.file = file, .number = 1, .why = why};
    const char *text = timeline->text, *end = text + n_bytes;
    for (; text < end; line.number++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t line_bytes = (size_t)((newline ? newline : end) - text);
        timeline_line_set(&line, text, line_bytes);
        if (!timeline_take_line(&line, timeline, seen))
            return false;
        text += line_bytes + 1;
    }
    return true;
}

static int timeline_by_time(const void *x, const void *y)
{
    const struct timeline_event *a = x, *b = y;
    int order = (a->at_s > b->at_s) - (a->at_s < b->at_s);
    return order ? order : (a->line > b->line) - (a->line < b->line);
}

static bool timeline_finish(const char *file, struct timeline *timeline,
                            const struct timeline_seen *seen, struct rs_why *why)
{
    if (!timeline_settings_default(file, timeline, seen, why))
        return false;
    if (timeline->n_events > 0)
        qsort(timeline->events, timeline->n_events, sizeof *timeline->events, timeline_by_time);
    return timeline_check(file, timeline, why);
}

/* Takes text over; NULL: there was no memory for it. */
static bool timeline_take(const char *file, char *text, size_t n_bytes, struct timeline *timeline,
                          struct rs_why *why)
{
    struct timeline_seen seen = {{0}};
    *timeline = (struct timeline){.text = text};
    if (!text)
        return reason_at(why, file, 0, "out of memory; give a shorter timeline");
    if (timeline_take_lines(file, n_bytes, timeline, &seen, why) &&
        timeline_finish(file, timeline, &seen, why))
        return true;
    timeline_free(timeline);
    return false;
}

bool timeline_parse(const char *file, const char *text, size_t n_bytes, struct timeline *timeline,
                    struct rs_why *why)
{
    char *copy = malloc(n_bytes + 1);
    if (copy && n_bytes)
        memcpy(copy, text, n_bytes);
    return timeline_take(file, copy, n_bytes, timeline, why);
}

bool timeline_read(const char *path, struct timeline *timeline, struct rs_why *why)
{
    *timeline = (struct timeline){0};
    size_t n_bytes;
    char *text = infile_read_all(path, &n_bytes, why);
    return text && timeline_take(infile_name(path), text, n_bytes, timeline, why);
}

void timeline_free(struct timeline *timeline)
{
    node_list_free(&timeline->nodes);
    free(timeline->events);
    free(timeline->text);
    *timeline = (struct timeline){0};
}
