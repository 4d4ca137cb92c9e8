/* spec_list.c - the strategies of a command line
 */
#include "spec_list.h"

#include "cli.h"
#include "spec_scale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was typed is named, not only the number that came of it. */
static int spec_list_refuse(const struct spec_list *list, const char *item, bool scales,
                            const struct rs_why *why)
{
    if (scales)
        return cli_fail(CLI_USAGE, "%s: %s at %llu nodes: %s", list->option, item,
                        (unsigned long long)list->scale_to, why->text);
    return cli_fail(CLI_USAGE, "%s: %s%s", list->option, why->text, spec_scale_hint(item));
}

static int spec_list_add(struct spec_list *list, const char *item)
{
    struct rs_why why;
    char text[RS_SPEC_MAX];
    bool scales = list->scale_to && spec_scale_has(item);
    if (scales && !spec_scale(item, list->scale_to, text))
        return cli_fail(CLI_USAGE, "%s: %s: no number from 1 to 2^53 comes of it at %llu nodes",
                        list->option, item, (unsigned long long)list->scale_to);
    if (rs_spec_parse(scales ? text : item, &list->specs[list->n], &why))
        return spec_list_refuse(list, item, scales, &why);
    if (scales)
        snprintf(text, sizeof text, "%s", item);
    else
        rs_spec_print(&list->specs[list->n], false, text, sizeof text);
    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->texts[i], text))
            return 0;
    list->texts[list->n] = strdup(text);
    return list->texts[list->n++] ? 0 : cli_fail(CLI_ERROR, "out of memory");
}

static int spec_list_fill(struct spec_list *list, const char *text, const char *first)
{
    size_t n_items;
    char **items = cli_split(text, &n_items);
    list->specs = calloc(n_items + 1, sizeof *list->specs);
    list->texts = calloc(n_items + 1, sizeof *list->texts);
    int code = items && list->specs && list->texts ? 0 : cli_fail(CLI_ERROR, "out of memory");
    if (!code && !n_items)
        code = cli_fail(CLI_NOTHING, "there is no strategy to run");
    if (!code && first)
        code = spec_list_add(list, first);
    for (size_t i = 0; !code && i < n_items; i++)
        code = spec_list_add(list, items[i]);
    free(items);
    return code;
}

int spec_list_open(struct spec_list *list, const char *option, const char *text, const char *first)
{
    *list = (struct spec_list){.option = option};
    return spec_list_fill(list, text, first);
}

int spec_list_open_scaled(struct spec_list *list, const char *text, const char *first,
                          uint64_t scale_to)
{
    *list = (struct spec_list){.option = "--strategies", .scale_to = scale_to};
    return spec_list_fill(list, text, first);
}

int spec_check(const char *option, const char *spec)
{
    struct rs_placement *p;
    struct rs_why why;
    enum rs_status status = rs_open(spec, NULL, &p, &why);
    if (status == RS_EINVAL)
        return cli_fail(CLI_USAGE, "%s: %s: %s%s", option, spec, why.text, spec_scale_hint(spec));
    if (status)
        return cli_spec_refused(spec, status, &why);
    rs_close(p);
    return 0;
}

int spec_list_check(const struct spec_list *list)
{
    int code = 0;
    for (size_t i = 0; !code && i < list->n; i++)
        code = spec_check(list->option, list->texts[i]);
    return code;
}

void spec_list_close(struct spec_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->texts[i]);
    free(list->texts);
    free(list->specs);
}
