/* timeline_words.c - the words of a line, and the numbers with units among them
 */
#include "timeline_parts.h"

#include "real.h"
#include "reason.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct timeline_unit timeline_plain[] = {{"", 1}, {NULL, 0}};
const struct timeline_unit timeline_seconds[] = {
    {"s", 1}, {"m", 60}, {"h", 3600}, {"", 1}, {NULL, 0}};
const struct timeline_unit timeline_bytes[] = {
    {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"", 1}, {NULL, 0}};
const struct timeline_unit timeline_percent[] = {{"%", 1}, {NULL, 0}};

static bool timeline_words_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

void timeline_line_set(struct timeline_line *line, const char *text, size_t n_bytes)
{
    while (n_bytes && timeline_words_is_blank(*text))
        text++, n_bytes--;
    while (n_bytes && timeline_words_is_blank(text[n_bytes - 1]))
        n_bytes--;
    line->rest = (struct rs_bytes){text, n_bytes};
}

struct rs_bytes timeline_word(struct timeline_line *line)
{
    struct rs_bytes word = {line->rest.at, 0};
    while (word.n_bytes < line->rest.n_bytes && !timeline_words_is_blank(word.at[word.n_bytes]))
        word.n_bytes++;
    timeline_line_set(line, word.at + word.n_bytes, line->rest.n_bytes - word.n_bytes);
    return word;
}

bool timeline_word_is(struct rs_bytes word, const char *text)
{
    return word.n_bytes == strlen(text) && memcmp(word.at, text, word.n_bytes) == 0;
}

bool timeline_refuse(const struct timeline_line *line, struct rs_bytes word, const char *problem)
{
    if (word.n_bytes == 0)
        return reason_at(line->why, line->file, line->number, "a word is missing; write it as: %s",
                         line->form);
    return reason_at(line->why, line->file, line->number, "\"%s\" %s; write it as: %s",
                     reason_text(word).text, problem, line->form);
}

bool timeline_end(struct timeline_line *line)
{
    struct rs_bytes word = timeline_word(line);
    return word.n_bytes == 0 || timeline_refuse(line, word, "does not belong here");
}

bool timeline_name(struct timeline_line *line, struct rs_bytes *name)
{
    *name = timeline_word(line);
    if (name->n_bytes > 0 && name->n_bytes <= RS_NAME_MAX)
        return true;
    return timeline_refuse(line, *name, "is longer than the 255 bytes of a name");
}

static bool timeline_words_ends(struct rs_bytes word, const char *suffix)
{
    size_t n = strlen(suffix);
    return word.n_bytes >= n && memcmp(word.at + word.n_bytes - n, suffix, n) == 0;
}

static bool timeline_words_parse(struct rs_bytes word, const struct timeline_unit *unit,
                                 double *value)
{
    while (unit->suffix && !timeline_words_ends(word, unit->suffix))
        unit++;
    if (!unit->suffix)
        return false;
    word.n_bytes -= strlen(unit->suffix);
    if (!real_parse(word, value))
        return false;
    *value *= unit->times;
    return true;
}

static bool timeline_words_refuse(const struct timeline_line *line, struct rs_bytes word,
                                  const struct timeline_quantity *quantity)
{
    char problem[64 + 2 * REAL_MAX], min[REAL_MAX], max[REAL_MAX];
    real_show(quantity->min, min);
    real_show(quantity->max, max);
    snprintf(problem, sizeof problem, "is no %s from %s to %s", quantity->what, min, max);
    return timeline_refuse(line, word, problem);
}

/* whole: fractions are only what units leave behind, as in 2.3KB. */
static bool timeline_words_number(struct timeline_line *line,
                                  const struct timeline_quantity *quantity, bool whole,
                                  double *value)
{
    struct rs_bytes word = timeline_word(line);
    double read;
    if (!timeline_words_parse(word, quantity->units, &read))
        return timeline_words_refuse(line, word, quantity);
    double rounded = whole ? round(read) : read;
    bool legal = fabs(read - rounded) <= 1e-9 * rounded;
    if (!legal || !(rounded >= quantity->min && rounded <= quantity->max))
        return timeline_words_refuse(line, word, quantity);
    *value = rounded;
    return true;
}

bool timeline_real(struct timeline_line *line, const struct timeline_quantity *quantity,
                   double *value)
{
    return timeline_words_number(line, quantity, false, value);
}

bool timeline_whole(struct timeline_line *line, const struct timeline_quantity *quantity,
                    uint64_t *value)
{
    double real;
    if (!timeline_words_number(line, quantity, true, &real))
        return false;
    *value = (uint64_t)real;
    return true;
}

static const char *timeline_words_row(const void *rows, size_t row_bytes, size_t i)
{
    const char *name;
    memcpy(&name, (const char *)rows + i * row_bytes, sizeof name);
    return name;
}

bool timeline_choose(struct timeline_line *line, const void *rows, size_t row_bytes, size_t n,
                     size_t *chosen)
{
    struct rs_bytes word = timeline_word(line);
    char problem[160] = "is none of";
    for (size_t i = 0; i < n; i++) {
        const char *name = timeline_words_row(rows, row_bytes, i);
        *chosen = i;
        if (timeline_word_is(word, name))
            return true;
        size_t used = strlen(problem);
        snprintf(problem + used, sizeof problem - used, "%s %s", i ? "," : "", name);
    }
    return timeline_refuse(line, word, problem);
}
