/* timeline_parts.h - what the files that read a timeline share
 *
 * A line is taken word by word from its front; whatever is wrong with a word is told together with
 * the form of the statement.
 */
#ifndef RINGSIDE_TIMELINE_PARTS_H
#define RINGSIDE_TIMELINE_PARTS_H

#include "timeline.h"

struct timeline_line {
    const char *file;
    size_t number;
    struct rs_bytes rest; /* what is not taken yet; no blanks at its ends */
    const char *form;     /* how the statement is written: the remedy */
    struct rs_why *why;
};

/* A number with one of these units; the last has a NULL suffix. An empty suffix is a plain number.
 * */
struct timeline_unit {
    const char *suffix;
    double times;
};
extern const struct timeline_unit timeline_plain[], timeline_seconds[], timeline_bytes[],
    timeline_percent[];

struct timeline_quantity {
    const char *what; /* "time in seconds" */
    const struct timeline_unit *units;
    double min, max;
};
#define TIMELINE_MAX_S 31536000 /* a year */

/* Sets the rest, without the blanks at its ends. */
void timeline_line_set(struct timeline_line *line, const char *text, size_t n_bytes);
/* The next word; empty: there is none. */
struct rs_bytes timeline_word(struct timeline_line *line);
bool timeline_word_is(struct rs_bytes word, const char *text);

/* All below: false, and why says "FILE:LINE: reason; write it as: form". */
bool timeline_refuse(const struct timeline_line *line, struct rs_bytes word, const char *problem);
bool timeline_end(struct timeline_line *line); /* no word is left */
bool timeline_name(struct timeline_line *line, struct rs_bytes *name);
bool timeline_real(struct timeline_line *line, const struct timeline_quantity *quantity,
                   double *value);
bool timeline_whole(struct timeline_line *line, const struct timeline_quantity *quantity,
                    uint64_t *value);
/* Looks for the next word among the names that n rows begin with. */
bool timeline_choose(struct timeline_line *line, const void *rows, size_t row_bytes, size_t n,
                     size_t *chosen);

/* A line that starts with a time, behind its "at". */
bool timeline_event_take(struct timeline_line *line, struct timeline *timeline);

/* The words behind "nodes". */
bool timeline_nodes_take(struct timeline_line *line, struct node_list *list);

/* A line that is a setting. seen: the lines of the settings so far, zero at first. */
struct timeline_seen {
    size_t lines[16];
};
bool timeline_setting_take(struct timeline_line *line, struct timeline *timeline,
                           struct timeline_seen *seen);
bool timeline_settings_default(const char *file, struct timeline *timeline,
                               const struct timeline_seen *seen, struct rs_why *why);

/* The events, which are sorted, can happen to these nodes within the duration. */
bool timeline_check(const char *file, const struct timeline *timeline, struct rs_why *why);

#endif
