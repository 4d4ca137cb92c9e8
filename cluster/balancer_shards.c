/* balancer_shards.c - moves single shards from the busiest nodes to the idlest
 *
 * Greedy: as long as a node is above the aim, the busiest gives the idlest its largest shard that
 * neither takes it below the mean nor lifts the other above it, until the damped part of its
 * overload is gone. Large shards leave gaps that nothing fits in. Then two things are tried once:
 *
 *     a shard of up to half the gap between the two, so that the busier stays the busier
 *     an exchange: the smallest larger shard goes, and smaller ones come back for what is too much
 *
 * The items lie sorted by (owner, load), so that the largest one under a limit is found by halving.
 */
#include "balancer_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int balancer_shards_compare(const void *left, const void *right)
{
    const struct balancer_item *a = left, *b = right;
    if (a->owner != b->owner)
        return a->owner < b->owner ? -1 : 1;
    if (a->load != b->load)
        return a->load < b->load ? -1 : 1;
    return a->shard < b->shard ? -1 : a->shard > b->shard;
}

/* A shard's load is its part of its owner's, by requests. */
static void balancer_shards_list(struct rc_balancer *b, const uint32_t *owners)
{
    uint32_t n = b->options.n_shards;
    for (size_t i = 0; i < b->n_nodes; i++)
        b->nodes[i].given = b->nodes[i].first = b->nodes[i].end = 0;
    for (uint32_t s = 0; s < n; s++)
        if (owners[s] != RS_NO_NODE)
            b->nodes[owners[s]].given += (double)b->shard_requests[s];
    for (uint32_t s = 0; s < n; s++) {
        const struct balancer_node *owner = owners[s] == RS_NO_NODE ? NULL : &b->nodes[owners[s]];
        double load = owner && owner->given > 0
                          ? owner->load * ((double)b->shard_requests[s] / owner->given)
                          : 0;
        b->items[s] = (struct balancer_item){load, owners[s], s};
    }
    qsort(b->items, n, sizeof *b->items, balancer_shards_compare);
    for (uint32_t i = 0; i < n && b->items[i].owner != RS_NO_NODE; i++) {
        struct balancer_node *owner = &b->nodes[b->items[i].owner];
        if (owner->end == 0)
            owner->first = i;
        owner->end = i + 1;
    }
}

/* Index of the node's first item of more than this load; its end when there is none. */
static uint32_t balancer_shards_above(const struct rc_balancer *b, const struct balancer_node *node,
                                      double load)
{
    uint32_t low = node->first, high = node->end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (b->items[middle].load <= load)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The largest item of at most this load that is still there and has any load. */
static struct balancer_item *balancer_shards_largest(const struct rc_balancer *b,
                                                     const struct balancer_node *node, double limit)
{
    uint32_t i = balancer_shards_above(b, node, limit);
    while (i > node->first && b->items[i - 1].owner == RS_NO_NODE)
        i--;
    return i > node->first && b->items[i - 1].load > 0 ? &b->items[i - 1] : NULL;
}

static void balancer_shards_move(struct rc_balancer *b, struct balancer_item *item,
                                 struct balancer_node *from, struct balancer_node *to,
                                 struct rc_verdict *verdict)
{
    b->moves[verdict->n_moves++] = (struct rc_shard_move){item->shard, from->sums.id, to->sums.id};
    verdict->moved += item->load;
    from->load -= item->load, to->load += item->load;
    from->given += item->load, from->want -= item->load;
    from->part = PART_GIVER, to->part = PART_GETTER;
    item->owner = RS_NO_NODE;
}

/* What comes back in an exchange: largest first, together at most `amount`, a tenth less being good
 * enough. Returns the sum; moves only with a verdict. */
static double balancer_shards_back(struct rc_balancer *b, struct balancer_node *from,
                                   struct balancer_node *to, double amount,
                                   struct rc_verdict *verdict)
{
    double sum = 0;
    for (uint32_t i = from->end; i-- > from->first && sum < 0.9 * amount;) {
        struct balancer_item *item = &b->items[i];
        if (item->owner == RS_NO_NODE || item->load <= 0 || sum + item->load > amount)
            continue;
        sum += item->load;
        if (verdict)
            balancer_shards_move(b, item, from, to, verdict);
    }
    return sum;
}

static void balancer_shards_exchange(struct rc_balancer *b, struct balancer_node *busy,
                                     struct balancer_node *idle, double half, double least,
                                     struct rc_verdict *verdict)
{
    uint32_t i = balancer_shards_above(b, busy, half);
    while (i < busy->end && b->items[i].owner == RS_NO_NODE)
        i++;
    if (i == busy->end)
        return;
    struct balancer_item *item = &b->items[i];
    double load = item->load, too_much = load - half;
    double back = balancer_shards_back(b, idle, busy, too_much, NULL);
    double level = (idle->load + load - back) / idle->fair;
    double gained = (balancer_level(busy) - level) * fmin(busy->fair, idle->fair);
    if (gained < least || load + back > b->options.payback * gained)
        return;
    balancer_shards_back(b, idle, busy, too_much, verdict);
    balancer_shards_move(b, item, busy, idle, verdict);
    verdict->gained += gained;
}

/* Highest level among those that may give (sign 1), lowest among those that may get (-1). */
static struct balancer_node *balancer_shards_extreme(struct rc_balancer *b, double sign,
                                                     enum balancer_part also)
{
    struct balancer_node *best = NULL;
    for (size_t i = 0; i < b->n_nodes; i++) {
        struct balancer_node *node = &b->nodes[i];
        if (node->fair <= 0 || (node->part != PART_NONE && node->part != also))
            continue;
        if (!best || sign * balancer_level(node) > sign * balancer_level(best))
            best = node;
    }
    return best;
}

/* Takes one shard off the busy node. false: that was the last for now. */
static bool balancer_shards_relieve(struct rc_balancer *b, struct balancer_node *busy, double least,
                                    struct rc_verdict *verdict)
{
    struct balancer_node *idle = balancer_shards_extreme(b, -1, PART_GETTER);
    if (!idle || balancer_level(idle) >= balancer_level(busy))
        return false;
    double gap = balancer_level(busy) - balancer_level(idle);
    double half = gap / (1 / busy->fair + 1 / idle->fair);
    bool fits = true;
    struct balancer_item *item =
        balancer_shards_largest(b, busy, fmin(busy->want, idle->fair - idle->load));
    if (!item && busy->given < least) {
        item = balancer_shards_largest(b, busy, half);
        fits = false;
        if (!item || item->load < least) {
            if (balancer_level(busy) > b->options.threshold)
                balancer_shards_exchange(b, busy, idle, half, least, verdict);
            return false;
        }
    }
    if (!item)
        return false;
    verdict->gained += item->load;
    balancer_shards_move(b, item, busy, idle, verdict);
    return fits;
}

static void balancer_shards_explain(struct rc_balancer *b, const struct balancer_node *busiest,
                                    double level, double strongest)
{
    const struct balancer_item *hottest = busiest->end ? &b->items[busiest->end - 1] : NULL;
    if (hottest && hottest->load > b->options.threshold * strongest)
        snprintf(
            b->reason.text, sizeof b->reason.text,
            "shard %u alone carries %.2f times what a whole node should: split it, or serve it "
            "from more nodes",
            hottest->shard, hottest->load / strongest);
    else
        snprintf(b->reason.text, sizeof b->reason.text,
                 "node %u is at %.2f times its part, and no move of its shards gains enough: use "
                 "more and smaller shards, or a smaller min_gain",
                 busiest->sums.id, level);
}

bool balancer_plan_shards(struct rc_balancer *b, const uint32_t *owners, struct rc_verdict *verdict)
{
    size_t n_active = 0;
    double strongest = 0;
    balancer_shards_list(b, owners);
    for (size_t i = 0; i < b->n_nodes; i++) {
        struct balancer_node *node = &b->nodes[i];
        n_active += node->fair > 0;
        strongest = fmax(strongest, node->fair);
        node->part = PART_NONE;
        node->given = 0;
        node->want = b->options.damping * (node->load - node->fair);
    }
    const struct balancer_node *busiest = balancer_shards_extreme(b, 1, PART_NONE);
    double level = balancer_level(busiest), least = b->options.min_gain / (double)n_active;
    struct balancer_node *busy;
    while ((busy = balancer_shards_extreme(b, 1, PART_GIVER)) &&
           balancer_level(busy) > balancer_aim(b))
        if (!balancer_shards_relieve(b, busy, least, verdict))
            busy->part = PART_DONE;
    verdict->moves = b->moves;
    if (verdict->gained >= least)
        return true;
    balancer_shards_explain(b, busiest, level, strongest);
    return false;
}
