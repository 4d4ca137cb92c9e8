/* timeline_nodes.c - the nodes that a timeline begins with: names, or a node list
 */
#include "timeline_parts.h"

#include "node_twins.h"
#include "reason.h"

#include <stdlib.h>
#include <string.h>

/* The path of a node list, which is looked for beside the timeline. NULL: out of memory. */
static char *timeline_nodes_path(const char *file, struct rs_bytes path)
{
    const char *slash = strrchr(file, '/');
    size_t folder_bytes = slash && path.at[0] != '/' ? (size_t)(slash + 1 - file) : 0;
    char *text = malloc(folder_bytes + path.n_bytes + 1);
    if (!text)
        return NULL;
    memcpy(text, file, folder_bytes);
    memcpy(text + folder_bytes, path.at, path.n_bytes);
    text[folder_bytes + path.n_bytes] = '\0';
    return text;
}

/* The rest of the line is a path, blanks and all. */
static bool timeline_nodes_file(struct timeline_line *line, struct node_list *list)
{
    struct rs_bytes path = line->rest;
    if (path.n_bytes == 0)
        return timeline_refuse(line, path, "");
    line->rest.n_bytes = 0;
    char *text = timeline_nodes_path(line->file, path);
    if (!text)
        return reason_at(line->why, line->file, line->number, "out of memory; give fewer nodes");
    bool good = nodefile_read(text, list, line->why);
    free(text);
    return good && (list->n > 0 || timeline_refuse(line, path, "names no node"));
}

static size_t timeline_nodes_count(struct timeline_line line)
{
    size_t n = 0;
    while (timeline_word(&line).n_bytes > 0)
        n++;
    return n;
}

static bool timeline_nodes_names(struct timeline_line *line, struct node_list *list)
{
    size_t n_max = timeline_nodes_count(*line);
    list->nodes = calloc(n_max + 1, sizeof *list->nodes);
    list->lines = calloc(n_max + 1, sizeof *list->lines);
    list->has_id = calloc(n_max + 1, sizeof *list->has_id);
    list->file = strdup(line->file);
    if (!list->nodes || !list->lines || !list->has_id || !list->file)
        return reason_at(line->why, line->file, line->number, "out of memory; give fewer nodes");
    do {
        struct rs_node *node = &list->nodes[list->n];
        *node = (struct rs_node){.id = (uint32_t)list->n, .weight = 1};
        if (!timeline_name(line, &node->name))
            return false;
        if (memchr(node->name.at, ',', node->name.n_bytes))
            return timeline_refuse(line, node->name, "has a comma, and blanks part names");
        list->lines[list->n++] = line->number;
    } while (line->rest.n_bytes > 0);
    return node_twins_refuse(list, line->why);
}

bool timeline_nodes_take(struct timeline_line *line, struct node_list *list)
{
    struct timeline_line behind = *line;
    if (!timeline_word_is(timeline_word(&behind), "file"))
        return timeline_nodes_names(line, list);
    *line = behind;
    return timeline_nodes_file(line, list);
}
