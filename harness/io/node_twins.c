/* node_twins.c - nodes that cannot be told apart
 *
 * Nodes are sorted by name, then by id, so that twins stand side by side: O(n log n) whatever the
 * names are, with one array of pointers.
 */
#include "node_twins.h"

#include "reason.h"

#include <stdlib.h>
#include <string.h>

struct node_twins {
    const struct rs_node *first, *again;
};

/* In a struct, since a pointer to a function does not fit a pointer to data. */
struct node_twins_order {
    int (*compare)(const struct rs_node *a, const struct rs_node *b);
};

static int node_twins_by_name(const struct rs_node *a, const struct rs_node *b)
{
    size_t x = a->name.n_bytes, y = b->name.n_bytes;
    int order = memcmp(a->name.at, b->name.at, x < y ? x : y);
    return order ? order : (x > y) - (x < y);
}

static int node_twins_by_id(const struct rs_node *a, const struct rs_node *b)
{
    return (a->id > b->id) - (a->id < b->id);
}

/* Twins keep the order of the file. */
static int node_twins_compare(const void *x, const void *y, void *context)
{
    const struct rs_node *a = *(const struct rs_node *const *)x;
    const struct rs_node *b = *(const struct rs_node *const *)y;
    const struct node_twins_order *order = context;
    int by = order->compare(a, b);
    return by ? by : (a > b) - (a < b);
}

/* The first of the file that are twins in this order; NULLs when there are none. sorted has room
 * for all nodes. */
static struct node_twins node_twins_find(const struct node_list *list,
                                         struct node_twins_order order,
                                         const struct rs_node **sorted)
{
    for (size_t i = 0; i < list->n; i++)
        sorted[i] = &list->nodes[i];
    qsort_r(sorted, list->n, sizeof(*sorted), node_twins_compare, &order);
    struct node_twins found = {NULL, NULL};
    for (size_t i = 1; i < list->n; i++) {
        bool twins = order.compare(sorted[i - 1], sorted[i]) == 0;
        if (twins && (!found.again || sorted[i] < found.again))
            found = (struct node_twins){sorted[i - 1], sorted[i]};
    }
    return found;
}

static bool node_twins_refuse_names(const struct node_list *list, const struct rs_node **sorted,
                                    struct rs_why *why)
{
    struct node_twins_order by_name = {node_twins_by_name};
    struct node_twins found = node_twins_find(list, by_name, sorted);
    if (!found.again)
        return true;
    return reason_at(why, list->file, list->lines[found.again - list->nodes],
                     "the name \"%s\" stands in line %zu already; give each node its own name",
                     reason_text(found.again->name).text, list->lines[found.first - list->nodes]);
}

static bool node_twins_refuse_ids(const struct node_list *list, const struct rs_node **sorted,
                                  struct rs_why *why)
{
    struct node_twins_order by_id = {node_twins_by_id};
    struct node_twins found = node_twins_find(list, by_id, sorted);
    if (!found.again)
        return true;
    return reason_at(why, list->file, list->lines[found.again - list->nodes],
                     "the id %lu is that of line %zu already; give each node its own id (without "
                     "one it has its position, from 0)",
                     (unsigned long)found.again->id, list->lines[found.first - list->nodes]);
}

bool node_twins_refuse(const struct node_list *list, struct rs_why *why)
{
    const struct rs_node **sorted = malloc((list->n + 1) * sizeof(*sorted));
    if (!sorted)
        return reason_at(why, list->file, 0, "out of memory; give fewer nodes");
    bool unique =
        node_twins_refuse_names(list, sorted, why) && node_twins_refuse_ids(list, sorted, why);
    free(sorted);
    return unique;
}
