/* balancer_watch.c - sums up the reports of uneven intervals, and reads levels from them
 */
#include "balancer_plan.h"
#include "cluster_fail.h"
#include "rows.h"

#include <math.h>

/* Standard errors above 1 at which a level is no accident: one in three million, which leaves room
 * for a thousand nodes and days of intervals. */
#define BALANCER_SURE 5

enum rs_status balancer_watch_reserve(struct rc_balancer *b, size_t n, struct rs_why *why)
{
    const struct rs_allocator *a = &b->options.allocator;
    if (n <= b->cap_nodes)
        return RS_OK;
    struct balancer_node *nodes = rows_alloc(a, n, sizeof *nodes);
    double *weights = rows_alloc(a, n, sizeof *weights);
    if (!nodes || !weights) {
        rows_free(a, nodes, n, sizeof *nodes);
        rows_free(a, weights, n, sizeof *weights);
        return cluster_fail(why, RS_ENOMEM, "out of memory");
    }
    if (b->n_nodes)
        memcpy(nodes, b->nodes, b->n_nodes * sizeof *nodes);
    rows_free(a, b->nodes, b->cap_nodes, sizeof *b->nodes);
    rows_free(a, b->weights, b->cap_nodes, sizeof *b->weights);
    b->nodes = nodes, b->weights = weights, b->cap_nodes = n;
    return RS_OK;
}

void balancer_watch_anew(struct rc_balancer *b)
{
    b->n_watched = 0;
    for (size_t i = 0; i < b->n_nodes; i++) {
        struct rc_load *sums = &b->nodes[i].sums;
        *sums =
            (struct rc_load){.id = sums->id, .capacity = sums->capacity, .weight = sums->weight};
    }
    if (b->options.n_shards)
        memset(b->shard_requests, 0, b->options.n_shards * sizeof *b->shard_requests);
}

void balancer_watch_forget(struct rc_balancer *b)
{
    balancer_watch_anew(b);
    b->n_tries = b->n_rests = b->resting = 0;
    b->best_skew = 0;
    b->stuck = false;
}

static uint64_t balancer_watch_placement(const struct rc_balancer *b,
                                         const struct rc_load_report *report)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < report->n_nodes && !b->options.n_shards; i++) {
        uint64_t bits;
        memcpy(&bits, &report->nodes[i].weight, sizeof bits);
        sum = rs_mix(sum + bits + 1);
    }
    for (uint32_t s = 0; s < b->options.n_shards; s++)
        sum = rs_mix(sum + report->shard_owners[s] + 1);
    return sum;
}

void balancer_watch_meet(struct rc_balancer *b, const struct rc_load_report *report)
{
    bool first = !b->is_met, same = report->n_nodes == b->n_nodes;
    for (size_t i = 0; same && i < b->n_nodes; i++)
        same = report->nodes[i].id == b->nodes[i].sums.id &&
               report->nodes[i].capacity == b->nodes[i].sums.capacity;
    uint64_t placement = balancer_watch_placement(b, report);
    if (same && placement == b->placement)
        return;
    b->n_nodes = report->n_nodes;
    b->placement = placement;
    b->is_met = true;
    for (size_t i = 0; i < b->n_nodes; i++)
        b->nodes[i].sums = report->nodes[i];
    if (same)
        balancer_watch_anew(b);
    else
        balancer_watch_forget(b);
    b->settling = first ? 0 : b->options.settle;
}

void balancer_watch_add(struct rc_balancer *b, const struct rc_load_report *report)
{
    for (size_t i = 0; i < b->n_nodes; i++) {
        struct rc_load *sums = &b->nodes[i].sums;
        const struct rc_load *load = &report->nodes[i];
        sums->n_requests += load->n_requests;
        sums->n_bytes += load->n_bytes;
        sums->queue += load->queue;
        sums->latency_us += load->latency_us;
        sums->n_hottest += load->n_hottest;
    }
    for (uint32_t s = 0; s < b->options.n_shards; s++)
        b->shard_requests[s] += report->shard_requests[s];
    b->n_watched++;
}

/* The measures that make up load, with the sum of each. */
struct balancer_totals {
    double capacity, requests, bytes, latency, queue;
};

static double balancer_watch_part(double mix, double amount, double total)
{
    return total > 0 ? mix * (amount / total) : 0;
}

static double balancer_watch_load(const struct rc_load_mix *mix, const struct rc_load *load,
                                  const struct balancer_totals *totals)
{
    return balancer_watch_part(mix->requests, load->n_requests, totals->requests) +
           balancer_watch_part(mix->bytes, load->n_bytes, totals->bytes) +
           balancer_watch_part(mix->latency, load->latency_us * load->capacity, totals->latency) +
           balancer_watch_part(mix->queue, load->queue, totals->queue);
}

static struct balancer_totals balancer_watch_totals(const struct rc_balancer *b,
                                                    const struct rc_load_report *report)
{
    struct balancer_totals totals = {0};
    for (size_t i = 0; i < b->n_nodes; i++) {
        const struct rc_load *load = report ? &report->nodes[i] : &b->nodes[i].sums;
        if (load->capacity <= 0)
            continue;
        totals.capacity += load->capacity;
        totals.requests += load->n_requests;
        totals.bytes += load->n_bytes;
        totals.latency += load->latency_us * load->capacity;
        totals.queue += load->queue;
    }
    return totals;
}

static void balancer_watch_loads(struct rc_balancer *b, const struct rc_load_report *report)
{
    const struct rc_load_mix *mix = &b->options.mix;
    struct balancer_totals totals = balancer_watch_totals(b, report);
    double parts = (totals.requests > 0 ? mix->requests : 0) + (totals.bytes > 0 ? mix->bytes : 0) +
                   (totals.latency > 0 ? mix->latency : 0) + (totals.queue > 0 ? mix->queue : 0);
    for (size_t i = 0; i < b->n_nodes; i++) {
        struct balancer_node *node = &b->nodes[i];
        const struct rc_load *load = report ? &report->nodes[i] : &node->sums;
        node->load = node->fair = 0;
        if (load->capacity <= 0)
            continue;
        node->fair = load->capacity / totals.capacity;
        node->load = parts > 0 ? balancer_watch_load(mix, load, &totals) / parts : node->fair;
    }
}

struct balancer_levels balancer_watch_levels(struct rc_balancer *b,
                                             const struct rc_load_report *report)
{
    struct balancer_levels levels = {.skew = 1, .busiest = RS_NO_NODE, .idlest = RS_NO_NODE};
    double highest = -1, lowest = INFINITY, squares = 0;
    size_t n = 0;
    balancer_watch_loads(b, report);
    for (size_t i = 0; i < b->n_nodes; i++) {
        const struct balancer_node *node = &b->nodes[i];
        if (node->fair <= 0)
            continue;
        double level = balancer_level(node);
        if (level > highest)
            highest = levels.skew = level, levels.busiest = node->sums.id;
        if (level < lowest)
            lowest = level, levels.idlest = node->sums.id;
        squares += (level - 1) * (level - 1);
        n++;
    }
    levels.deviation = n ? sqrt(squares / (double)n) : 0;
    return levels;
}

bool balancer_watch_sure(const struct rc_balancer *b, double limit)
{
    for (size_t i = 0; i < b->n_nodes; i++) {
        const struct balancer_node *node = &b->nodes[i];
        if (node->fair <= 0 || node->sums.n_requests <= 0)
            continue;
        double level = balancer_level(node);
        if (level > limit && level - BALANCER_SURE * level / sqrt(node->sums.n_requests) > 1)
            return true;
    }
    return false;
}
