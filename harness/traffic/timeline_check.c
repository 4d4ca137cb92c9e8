/* timeline_check.c - can all this happen to these nodes?
 *
 * The events are walked in the order of time, with the state that each node is in: O(log n) an
 * event by a search tree of names.
 */
#include "timeline_parts.h"

#include "real.h"
#include "reason.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

enum timeline_check_state { IS_ABSENT, IS_THERE, IS_CRASHED, IS_LEAVING };

struct timeline_check_node {
    struct rs_bytes name;
    enum timeline_check_state state;
    double gone_s; /* when one that is leaving has left */
    size_t line;   /* of its last event */
};

struct timeline_check {
    const char *file;
    double duration_s;
    struct timeline_check_node *nodes; /* all that are ever named */
    size_t n_nodes;
    void *tree;    /* of pointers into nodes, by name */
    size_t n_stay; /* nodes that are there and are not leaving */
    struct rs_why *why;
};

static int timeline_check_compare(const void *x, const void *y)
{
    const struct timeline_check_node *a = x, *b = y;
    size_t n = a->name.n_bytes, m = b->name.n_bytes;
    int order = memcmp(a->name.at, b->name.at, n < m ? n : m);
    return order ? order : (n > m) - (n < m);
}

/* The node of that name, absent when it is new; nodes has room for it. NULL: out of memory. */
static struct timeline_check_node *timeline_check_find(struct timeline_check *check,
                                                       struct rs_bytes name)
{
    struct timeline_check_node *fresh = &check->nodes[check->n_nodes];
    fresh->name = name;
    struct timeline_check_node **found = tsearch(fresh, &check->tree, timeline_check_compare);
    if (!found)
        return NULL;
    if (*found == fresh)
        check->n_nodes++;
    return *found;
}

static bool timeline_check_refuse(const struct timeline_check *check,
                                  const struct timeline_event *event,
                                  const struct timeline_check_node *node)
{
    struct reason_part name = reason_text(node->name);
    char gone[REAL_MAX];
    real_print(node->gone_s, gone);
    switch (node->state) {
    case IS_ABSENT:
        return reason_at(check->why, check->file, event->line,
                         "node \"%s\" is not there then; add it before, or name it in nodes",
                         name.text);
    case IS_CRASHED:
        return reason_at(check->why, check->file, event->line,
                         "node \"%s\" is down since line %zu; let it rejoin before, or instead",
                         name.text, node->line);
    case IS_LEAVING:
        return reason_at(check->why, check->file, event->line,
                         "node \"%s\" is draining since line %zu; move this event before that, or "
                         "to %ss or later",
                         name.text, node->line, gone);
    default:
        return reason_at(check->why, check->file, event->line,
                         "node \"%s\" is there already; let it crash or drain before, or leave "
                         "this line out",
                         name.text);
    }
}

static bool timeline_check_is_legal(enum event_kind kind, enum timeline_check_state state)
{
    switch (kind) {
    case EVENT_ADD:
        return state == IS_ABSENT;
    case EVENT_REJOIN:
        return state == IS_CRASHED;
    case EVENT_CRASH:
        return state == IS_THERE || state == IS_LEAVING;
    default:
        return state == IS_THERE;
    }
}

static enum timeline_check_state timeline_check_next(enum event_kind kind)
{
    return kind == EVENT_CRASH ? IS_CRASHED : kind == EVENT_DRAIN ? IS_LEAVING : IS_THERE;
}

static bool timeline_check_node(struct timeline_check *check, const struct timeline_event *event)
{
    struct timeline_check_node *node = timeline_check_find(check, event->node);
    if (!node)
        return reason_at(check->why, check->file, event->line, "out of memory; give fewer events");
    if (node->state == IS_LEAVING && node->gone_s <= event->at_s)
        node->state = IS_ABSENT;
    if (!timeline_check_is_legal(event->kind, node->state))
        return timeline_check_refuse(check, event, node);
    enum timeline_check_state next = timeline_check_next(event->kind);
    check->n_stay += (next == IS_THERE);
    check->n_stay -= (node->state == IS_THERE);
    if (check->n_stay == 0)
        return reason_at(check->why, check->file, event->line,
                         "node \"%s\" is the last that stays; add or rejoin another before",
                         reason_text(node->name).text);
    node->state = next;
    node->gone_s = event->at_s + event->over_s;
    node->line = event->line;
    return true;
}

static bool timeline_check_event(struct timeline_check *check, const struct timeline_event *event)
{
    char end[REAL_MAX], duration[REAL_MAX];
    real_print(event->at_s + event->over_s, end);
    real_print(check->duration_s, duration);
    if (event->at_s >= check->duration_s || event->at_s + event->over_s > check->duration_s)
        return reason_at(check->why, check->file, event->line,
                         "this lasts until %ss, and the timeline ends at %ss; give it a longer "
                         "duration, or an earlier event",
                         end, duration);
    return event->kind == EVENT_SHIFT || timeline_check_node(check, event);
}

static bool timeline_check_begin(struct timeline_check *check, const struct node_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        struct timeline_check_node *node = timeline_check_find(check, list->nodes[i].name);
        if (!node)
            return reason_at(check->why, check->file, 0, "out of memory; give fewer nodes");
        node->state = IS_THERE;
    }
    check->n_stay = list->n;
    return true;
}

/* The tree does not own its nodes. */
static void timeline_check_keep(void *node)
{
    (void)node;
}

bool timeline_check(const char *file, const struct timeline *timeline, struct rs_why *why)
{
    struct timeline_check check = {.file = file, .duration_s = timeline->duration_s, .why = why};
    check.nodes = calloc(timeline->nodes.n + timeline->n_events + 1, sizeof *check.nodes);
    if (!check.nodes)
        return reason_at(why, file, 0, "out of memory; give fewer events");
    bool good = timeline_check_begin(&check, &timeline->nodes);
    for (size_t i = 0; good && i < timeline->n_events; i++)
        good = timeline_check_event(&check, &timeline->events[i]);
    tdestroy(check.tree, timeline_check_keep);
    free(check.nodes);
    return good;
}
