/* naive_slots.c - a table of slots, planned anew for every node that comes, goes or weighs more
 *
 * Targets are the largest remainders of the weights, at least one each; of equal remainders the
 * node that holds more goes first, then the one that joined first. From the lowest slot on, each
 * slot whose owner holds more than its target, or is gone, goes to the first node, in the order of
 * joining, that holds less. While nothing but joining happens, the way back is remembered whole:
 * a copy of the table for every node that joined. Who comes when every slot has an owner of its own
 * stands in line until one leaves.
 */
#include "naive.h"

#include <stdlib.h>
#include <string.h>

struct naive_slots {
    uint32_t n_slots, n; /* owners, in the order of joining */
    uint32_t ids[NAIVE_MAX], have[NAIVE_MAX], target[NAIVE_MAX];
    double weights[NAIVE_MAX];
    uint32_t *owners;          /* ids by slot; RS_NO_NODE: nobody's */
    uint32_t *past[NAIVE_MAX]; /* the table before the i-th owner joined; NULL: no way back */
    struct {
        uint32_t id;
        double weight;
    } line[NAIVE_MAX]; /* of those who found no room, the first first */
    size_t n_line;
};

static uint32_t naive_slots_place(const struct naive_slots *slots, uint32_t id)
{
    uint32_t i = 0;
    while (i < slots->n && slots->ids[i] != id)
        i++;
    return i;
}

static void naive_slots_count(struct naive_slots *slots)
{
    memset(slots->have, 0, sizeof slots->have);
    for (uint32_t at = 0; at < slots->n_slots; at++) {
        uint32_t i = naive_slots_place(slots, slots->owners[at]);
        if (i < slots->n)
            slots->have[i]++;
    }
}

/* Who deserves less than one slot gets one, and the others share what is left, until all who share
 * deserve one. Returns slots for each unit of weight. */
static double naive_slots_raise(struct naive_slots *slots)
{
    bool again = true;
    double each = 0;
    memset(slots->target, 0, sizeof slots->target);
    while (again) {
        double left = slots->n_slots, weight = 0;
        again = false;
        for (uint32_t i = 0; i < slots->n; i++) {
            left -= slots->target[i];
            weight += slots->target[i] ? 0 : slots->weights[i];
        }
        if (!(weight > 0))
            break;
        each = left / weight;
        for (uint32_t i = 0; i < slots->n; i++)
            if (!slots->target[i] && slots->weights[i] * each < 1)
                slots->target[i] = 1, again = true;
    }
    return each;
}

/* Whether i is served before j when single slots are left over. */
static bool naive_slots_first(const struct naive_slots *slots, const double *rest, uint32_t i,
                              uint32_t j)
{
    if (rest[i] != rest[j])
        return rest[i] > rest[j];
    return slots->have[i] != slots->have[j] ? slots->have[i] > slots->have[j] : i < j;
}

static void naive_slots_aim(struct naive_slots *slots)
{
    double each = naive_slots_raise(slots), rest[NAIVE_MAX];
    uint32_t left = slots->n_slots, n_served = 0;
    for (uint32_t i = 0; i < slots->n; i++) {
        rest[i] = -1; /* who was raised has no remainder */
        if (!slots->target[i]) {
            slots->target[i] = (uint32_t)(slots->weights[i] * each);
            rest[i] = slots->weights[i] * each - slots->target[i];
        }
        left -= slots->target[i];
    }
    for (; left && n_served < slots->n; n_served++) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < slots->n; i++)
            best = naive_slots_first(slots, rest, i, best) ? i : best;
        if (rest[best] < 0)
            break;
        slots->target[best]++, left--;
        rest[best] = -1;
    }
    slots->target[0] += left;
}

static void naive_slots_deal(struct naive_slots *slots)
{
    naive_slots_count(slots);
    naive_slots_aim(slots);
    for (uint32_t at = 0; at < slots->n_slots && slots->n; at++) {
        uint32_t from = naive_slots_place(slots, slots->owners[at]), to = 0;
        if (from < slots->n && slots->have[from] <= slots->target[from])
            continue;
        while (to < slots->n && slots->have[to] >= slots->target[to])
            to++;
        if (to == slots->n)
            return;
        if (from < slots->n)
            slots->have[from]--;
        slots->have[to]++;
        slots->owners[at] = slots->ids[to];
    }
}

static void naive_slots_forget_past(struct naive_slots *slots)
{
    for (size_t i = 0; i < NAIVE_MAX; i++) {
        free(slots->past[i]);
        slots->past[i] = NULL;
    }
}

static void naive_slots_join(struct naive_slots *slots, uint32_t id, double weight)
{
    size_t n_bytes = slots->n_slots * sizeof *slots->owners;
    uint32_t *past = malloc(n_bytes);
    if (!past)
        abort();
    memcpy(past, slots->owners, n_bytes);
    slots->past[slots->n] = past;
    slots->ids[slots->n] = id;
    slots->weights[slots->n++] = weight;
    naive_slots_deal(slots);
}

static void naive_slots_leave(struct naive_slots *slots, uint32_t id)
{
    uint32_t place = naive_slots_place(slots, id), last = slots->n - 1;
    if (place == last && slots->past[last]) {
        free(slots->owners);
        slots->owners = slots->past[last];
        slots->past[last] = NULL;
        slots->n--;
        return;
    }
    naive_slots_forget_past(slots);
    for (uint32_t at = 0; at < slots->n_slots; at++)
        if (slots->owners[at] == id)
            slots->owners[at] = RS_NO_NODE;
    memmove(&slots->ids[place], &slots->ids[place + 1], (last - place) * sizeof *slots->ids);
    memmove(&slots->weights[place], &slots->weights[place + 1],
            (last - place) * sizeof *slots->weights);
    slots->n--;
    naive_slots_deal(slots);
}

static void naive_slots_next(struct naive_slots *slots)
{
    if (!slots->n_line)
        return;
    naive_slots_join(slots, slots->line[0].id, slots->line[0].weight);
    memmove(&slots->line[0], &slots->line[1], --slots->n_line * sizeof *slots->line);
}

static void naive_slots_note(struct naive *naive, const struct rs_node *node, double from,
                             double to)
{
    struct naive_slots *slots = naive->state;
    if (!(from > 0) && slots->n == slots->n_slots) {
        slots->line[slots->n_line].id = node->id;
        slots->line[slots->n_line++].weight = to;
    } else if (!(from > 0)) {
        naive_slots_join(slots, node->id, to);
    } else if (!(to > 0)) {
        naive_slots_leave(slots, node->id);
        naive_slots_next(slots);
    } else {
        naive_slots_forget_past(slots);
        slots->weights[naive_slots_place(slots, node->id)] = to;
        naive_slots_deal(slots);
    }
}

static void naive_slots_settle(struct naive *naive)
{
    struct naive_slots *slots = naive->state;
    if (slots->owners)
        return;
    slots->n_slots = (uint32_t)naive_number(naive, "slots", 0);
    slots->owners = malloc(slots->n_slots * sizeof *slots->owners);
    if (!slots->owners)
        abort();
    memset(slots->owners, 0xff, slots->n_slots * sizeof *slots->owners);
}

static void naive_slots_forget(struct naive *naive)
{
    struct naive_slots *slots = naive->state;
    naive_slots_forget_past(slots);
    free(slots->owners);
}

static uint32_t naive_slots_locate(const struct naive *naive, uint64_t digest)
{
    const struct naive_slots *slots = naive->state;
    return slots->owners[naive_range(naive, digest, slots->n_slots)];
}

static size_t naive_slots_replicas(const struct naive *naive, uint64_t digest, size_t k,
                                   uint32_t *ids)
{
    const struct naive_slots *slots = naive->state;
    return naive_walk(naive, slots->owners, slots->n_slots, digest, k, ids);
}

const struct naive_row naive_slots = {
    .strategy = "slots",
    .locate = naive_slots_locate,
    .replicas = naive_slots_replicas,
    .state_bytes = sizeof(struct naive_slots),
    .settle = naive_slots_settle,
    .note = naive_slots_note,
    .forget = naive_slots_forget,
};
