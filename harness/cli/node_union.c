/* node_union.c - two node lists side by side
 *
 * The names of the first list are sorted, and each name of the second is searched for among them.
 */
#include "node_union.h"

#include <stdlib.h>
#include <string.h>

static int node_union_compare(const void *a, const void *b)
{
    struct rs_bytes x = (*(const struct rs_node *const *)a)->name;
    struct rs_bytes y = (*(const struct rs_node *const *)b)->name;
    size_t n = x.n_bytes < y.n_bytes ? x.n_bytes : y.n_bytes;
    int order = n ? memcmp(x.at, y.at, n) : 0;
    return order ? order : (x.n_bytes > y.n_bytes) - (x.n_bytes < y.n_bytes);
}

static bool node_union_join(struct node_union *all)
{
    size_t n_from = all->from->n;
    const struct rs_node **sorted = calloc(n_from + 1, sizeof *sorted);
    if (!sorted)
        return false;
    for (size_t i = 0; i < n_from; i++) {
        sorted[i] = &all->from->nodes[i];
        all->names[all->n++] = sorted[i]->name;
    }
    qsort(sorted, n_from, sizeof *sorted, node_union_compare);
    for (size_t i = 0; i < all->to->n; i++) {
        const struct rs_node *node = &all->to->nodes[i], **same;
        same = bsearch(&node, sorted, n_from, sizeof *sorted, node_union_compare);
        all->of_to[i] = (uint32_t)(same ? (size_t)(*same - all->from->nodes) : all->n);
        if (!same)
            all->names[all->n++] = node->name;
    }
    free(sorted);
    return true;
}

static void node_union_targets(const struct node_list *list, const uint32_t *of, double *targets,
                               size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < list->n; i++)
        sum += list->nodes[i].weight;
    for (size_t i = 0; i < list->n; i++)
        if (sum > 0)
            targets[of ? of[i] : i] = list->nodes[i].weight / sum;
    targets[n] = sum > 0 ? 0 : 1;
}

/* What some lose is what others gain; the sum of fewer terms is the more exact one. */
static double node_union_minimum(const struct node_union *all)
{
    double lost = 0, gained = 0;
    size_t n_losers = 0, n_gainers = 0;
    for (size_t i = 0; i <= all->n; i++) {
        double before = all->target_before[i], after = all->target_after[i];
        if (before > after)
            lost += before - after, n_losers++;
        else if (after > before)
            gained += after - before, n_gainers++;
    }
    return n_losers < n_gainers ? lost : gained;
}

bool node_union_open(struct node_union *all, const struct node_list *from,
                     const struct node_list *to)
{
    size_t n_max = from->n + to->n;
    *all = (struct node_union){.from = from, .to = to};
    all->of_to = calloc(to->n + 1, sizeof *all->of_to);
    all->names = calloc(n_max + 1, sizeof *all->names);
    all->target_before = calloc(n_max + 1, sizeof(double));
    all->target_after = calloc(n_max + 1, sizeof(double));
    if (!all->of_to || !all->names || !all->target_before || !all->target_after ||
        !node_union_join(all))
        return false;
    node_union_targets(from, NULL, all->target_before, all->n);
    node_union_targets(to, all->of_to, all->target_after, all->n);
    all->minimum = node_union_minimum(all);
    return true;
}

void node_union_close(struct node_union *all)
{
    free(all->of_to);
    free(all->names);
    free(all->target_before);
    free(all->target_after);
}
