/* nodefile.h - the nodes of a cluster, as people write them down
 *
 * A node a line: name | name,weight | name,weight,id, fields quoted by RFC 4180 where they need it.
 * Blank lines and lines that start with # are skipped. Without an id a node has its position, from
 * 0. Anything else (CRLF, NUL, a byte-order mark, a duplicate name or id, a weight that is negative
 * or no decimal number) is an error that names file and line.
 */
#ifndef RINGSIDE_NODEFILE_H
#define RINGSIDE_NODEFILE_H

#include "ringside.h"

struct node_list {
    struct rs_node *nodes; /* in the order of the file; names point into `text` */
    size_t *lines;         /* lines[i]: where nodes[i] stands, from 1 */
    bool *has_id;          /* has_id[i]: the file gave nodes[i] its id */
    size_t n;
    char *text;
    char *file; /* as given, for messages */
};

/* Reads a whole file; "-" is standard input. false: why says "FILE:LINE: reason; remedy", and *list
 * is empty. node_list_free takes any list, an empty one too. */
bool nodefile_read(const char *path, struct node_list *list, struct rs_why *why);
/* The same from memory; file is the name for messages. text is not kept. */
bool nodefile_parse(const char *file, const char *text, size_t n_bytes, struct node_list *list,
                    struct rs_why *why);
void node_list_free(struct node_list *list);

#endif
