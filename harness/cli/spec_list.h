/* spec_list.h - the strategies of a command line: parsed, canonical, each once
 */
#ifndef RINGSIDE_SPEC_LIST_H
#define RINGSIDE_SPEC_LIST_H

#include "ringside.h"

struct spec_list {
    struct rs_spec *specs;
    char **texts; /* texts[i]: canonical form of specs[i] */
    size_t n;
};

/* first: a spec before all others, or NULL. 0, or the exit code after an error; close all the
 * same. */
int spec_list_open(struct spec_list *list, const char *text, const char *first);
void spec_list_close(struct spec_list *list);

#endif
