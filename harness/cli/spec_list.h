/* spec_list.h - the strategies of a command line: parsed, canonical, each once
 */
#ifndef RINGSIDE_SPEC_LIST_H
#define RINGSIDE_SPEC_LIST_H

#include "ringside.h"

struct spec_list {
    struct rs_spec *specs;
    char **texts; /* texts[i]: canonical form of specs[i], or as typed where it scales */
    size_t n;
    const char *option; /* that errors name */
    uint64_t scale_to;  /* nodes for which specs that scale are parsed; 0: they may not */
};

/* option: where text was given, such as "--strategies". first: a spec before all others, or NULL.
 * 0, or the exit code after an error; close all the same. */
int spec_list_open(struct spec_list *list, const char *option, const char *text, const char *first);
/* The same of --strategies, with specs that scale with the nodes (spec_scale.h), checked for so
 * many; 0: they are refused. */
int spec_list_open_scaled(struct spec_list *list, const char *text, const char *first,
                          uint64_t scale_to);
/* The spec can be opened, as can each of a list. 0, or the exit code after an error that names the
 * option it was given with. */
int spec_check(const char *option, const char *spec);
int spec_list_check(const struct spec_list *list);
void spec_list_close(struct spec_list *list);

#endif
