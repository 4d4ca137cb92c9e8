/* diff_place.c - a strategy with the nodes of a list, or why it cannot have them
 */
#include "diff_place.h"

#include "cli.h"
#include "reason.h"

enum rs_status diff_place(const char *spec, const struct node_list *list, struct rs_placement **out,
                          struct rs_why *why)
{
    struct rs_placement *p;
    struct rs_why reason = {""};
    enum rs_status status = rs_open(spec, NULL, &p, why);
    if (status)
        return status;
    status = cli_check_nodes(p, list, why);
    if (!status) {
        status = rs_add(p, list->nodes, list->n, &reason);
        if (status)
            reason_at(why, list->file, 0, "%s", reason.text);
    }
    if (status)
        rs_close(p);
    else
        *out = p;
    return status;
}
