/* nodefile.c - the nodes of a cluster, as people write them down
 *
 * The text is split in place, so names need no memory of their own. First every line is judged by
 * itself, in order; then node_twins.c finds the names and ids that are there twice.
 */
#include "nodefile.h"

#include "csv.h"
#include "infile.h"
#include "node_twins.h"
#include "real.h"
#include "reason.h"
#include "whole.h"

#include <stdlib.h>
#include <string.h>

enum nodefile_field { NODEFILE_NAME, NODEFILE_WEIGHT, NODEFILE_ID, NODEFILE_N_FIELDS };

/* A line that is being judged. */
struct nodefile_line {
    const char *file;
    size_t number;
    char *text;
    size_t n_bytes;
    struct rs_why *why;
};

#define NODEFILE_BAD(line, ...) reason_at((line)->why, (line)->file, (line)->number, __VA_ARGS__)

static bool nodefile_has(const struct nodefile_line *line, char c)
{
    return memchr(line->text, c, line->n_bytes) != NULL;
}

static bool nodefile_check_text(const struct nodefile_line *line)
{
    bool marked = line->n_bytes >= 3 && memcmp(line->text, "\xef\xbb\xbf", 3) == 0;
    if (line->number == 1 && marked)
        return NODEFILE_BAD(line, "a byte-order mark; save the file as UTF-8 without one");
    if (nodefile_has(line, '\r'))
        return NODEFILE_BAD(line, "a carriage return; end lines with a newline only, as dos2unix "
                                  "does");
    if (nodefile_has(line, '\0'))
        return NODEFILE_BAD(line, "a NUL byte; save the file as plain text, such as UTF-8");
    return true;
}

static bool nodefile_is_skipped(const struct nodefile_line *line)
{
    for (size_t i = 0; i < line->n_bytes; i++) {
        if (line->text[i] != ' ' && line->text[i] != '\t')
            return line->text[0] == '#';
    }
    return true;
}

static bool nodefile_name(const struct nodefile_line *line, struct rs_bytes field,
                          struct rs_node *node)
{
    if (field.n_bytes == 0)
        return NODEFILE_BAD(line, "the name is empty; write name, name,weight or name,weight,id");
    if (field.n_bytes > RS_NAME_MAX)
        return NODEFILE_BAD(line, "the name has %zu bytes; shorten it to at most %d", field.n_bytes,
                            RS_NAME_MAX);
    node->name = field;
    return true;
}

static bool nodefile_weight(const struct nodefile_line *line, struct rs_bytes field,
                            struct rs_node *node)
{
    if (real_parse(field, &node->weight))
        return true;
    return NODEFILE_BAD(line,
                        "weight \"%s\" is no decimal number from 0 to 1.79e308; write it as "
                        "1, 0.5 or 2e3",
                        reason_text(field).text);
}

static bool nodefile_id(const struct nodefile_line *line, struct rs_bytes field,
                        struct rs_node *node)
{
    uint64_t id;
    if (!whole_parse(field, RS_NO_NODE - 1, &id))
        return NODEFILE_BAD(line,
                            "id \"%s\" is no whole number below %lu; write one, or leave it "
                            "and its comma out",
                            reason_text(field).text, (unsigned long)RS_NO_NODE);
    node->id = (uint32_t)id;
    return true;
}

/* node has the weight and id of one that the line says nothing of. */
static bool nodefile_node(const struct nodefile_line *line, struct rs_node *node, bool *has_id)
{
    struct rs_bytes fields[NODEFILE_N_FIELDS];
    const char *bad;
    size_t n = csv_split(line->text, line->n_bytes, fields, NODEFILE_N_FIELDS, &bad);
    if (n == 0)
        return NODEFILE_BAD(
            line, "%s; write \"...\" around all of a field and \"\" for a quote in it", bad);
    if (n > NODEFILE_N_FIELDS)
        return NODEFILE_BAD(line,
                            "%zu fields; write name,weight,id at most, and a name that has a "
                            "comma in quotes",
                            n);
    *has_id = n > NODEFILE_ID;
    return nodefile_name(line, fields[NODEFILE_NAME], node) &&
           (n <= NODEFILE_WEIGHT || nodefile_weight(line, fields[NODEFILE_WEIGHT], node)) &&
           (!*has_id || nodefile_id(line, fields[NODEFILE_ID], node));
}

static bool nodefile_reserve(struct node_list *list, size_t capacity)
{
    struct rs_node *nodes = realloc(list->nodes, capacity * sizeof *nodes);
    list->nodes = nodes ? nodes : list->nodes;
    size_t *lines = realloc(list->lines, capacity * sizeof *lines);
    list->lines = lines ? lines : list->lines;
    bool *has_id = realloc(list->has_id, capacity * sizeof *has_id);
    list->has_id = has_id ? has_id : list->has_id;
    return nodes && lines && has_id;
}

static bool nodefile_add_line(struct node_list *list, const struct nodefile_line *line)
{
    if (!nodefile_check_text(line))
        return false;
    if (nodefile_is_skipped(line))
        return true;
    size_t n = list->n;
    bool full = (n & (n - 1)) == 0; /* capacities are powers of two */
    if (full && !nodefile_reserve(list, n ? 2 * n : 1))
        return NODEFILE_BAD(line, "out of memory; give fewer nodes");
    list->nodes[n] = (struct rs_node){.id = (uint32_t)n, .weight = 1};
    list->lines[n] = line->number;
    list->n++;
    return nodefile_node(line, &list->nodes[n], &list->has_id[n]);
}

static bool nodefile_add_lines(struct node_list *list, size_t n_bytes, struct rs_why *why)
{
    struct nodefile_line line = {list->file, 1, list->text, 0, why};
    for (char *end = list->text + n_bytes; line.text < end; line.number++) {
        char *newline = memchr(line.text, '\n', (size_t)(end - line.text));
        line.n_bytes = (size_t)((newline ? newline : end) - line.text);
        if (!nodefile_add_line(list, &line))
            return false;
        line.text += line.n_bytes + 1;
    }
    return true;
}

/* Takes text over, which has a byte of room behind it; NULL: there was no memory for it. */
static bool nodefile_take(const char *file, char *text, size_t n_bytes, struct node_list *list,
                          struct rs_why *why)
{
    *list = (struct node_list){.text = text, .file = strdup(file)};
    bool whole = list->text && list->file;
    if (!whole)
        reason_at(why, file, 0, "out of memory; give fewer nodes");
    if (whole && nodefile_add_lines(list, n_bytes, why) && node_twins_refuse(list, why))
        return true;
    node_list_free(list);
    return false;
}

bool nodefile_parse(const char *file, const char *text, size_t n_bytes, struct node_list *list,
                    struct rs_why *why)
{
    char *copy = malloc(n_bytes + 1);
    if (copy && n_bytes)
        memcpy(copy, text, n_bytes);
    return nodefile_take(file, copy, n_bytes, list, why);
}

bool nodefile_read(const char *path, struct node_list *list, struct rs_why *why)
{
    *list = (struct node_list){0};
    size_t n_bytes;
    char *text = infile_read_all(path, &n_bytes, why);
    return text && nodefile_take(infile_name(path), text, n_bytes, list, why);
}

void node_list_free(struct node_list *list)
{
    free(list->nodes);
    free(list->lines);
    free(list->has_id);
    free(list->text);
    free(list->file);
    *list = (struct node_list){0};
}
