/* plan.c - the moves of a change before it is made, and the fewest that it could do with
 */
#include "cluster_state.h"

#include <stdlib.h>

unsigned plan_moves(const struct rc_cluster *cluster, const struct aim *aim, uint32_t shard,
                    struct rc_move moves[RC_MAX_FACTOR])
{
    const uint32_t *owners = shards_owners(cluster, shard);
    const uint32_t *targets = shards_targets(cluster, aim, shard);
    const size_t list_bytes = cluster->factor * sizeof *owners;
    unsigned n = 0;
    if (owners[0] == NO_ROW || !memcmp(owners, targets, list_bytes))
        return 0;
    struct rc_move move = {.shard = shard, .from = RS_NO_NODE};
    for (unsigned rank = 0; rank < cluster->factor && targets[rank] != NO_ROW; rank++) {
        if (shards_has(cluster, owners, targets[rank]))
            continue;
        if (move.from == RS_NO_NODE) {
            const struct member *source =
                &cluster->aim.members[shards_fullest(cluster, shard, owners, targets)];
            struct rc_counts counts;
            cluster->type->count(source->store, shard, &counts);
            move.from = source->id, move.n_keys = counts.n_items, move.n_bytes = counts.n_bytes;
        }
        move.to = aim->members[targets[rank]].id, move.rank = rank;
        moves[n++] = move;
    }
    return n;
}

/* A node's claim on the copies: its part is what is whole of its quota, and perhaps one more. */
struct plan_part {
    double weight, rest;
    uint32_t row;
    uint64_t have, part;
    bool full; /* it has a copy of every shard */
};

/* Divides n_copies by weight among the parts that are not full; returns how many became full. No
 * node takes two copies of a shard. */
static size_t plan_divide(struct plan_part *parts, size_t n, uint64_t n_copies, uint32_t n_shards)
{
    double sum = 0;
    size_t n_full = 0;
    for (size_t i = 0; i < n; i++)
        sum += parts[i].full ? 0 : parts[i].weight;
    for (size_t i = 0; i < n; i++) {
        struct plan_part *part = &parts[i];
        if (part->full)
            continue;
        double quota = (double)n_copies * part->weight / sum;
        part->full = quota >= n_shards;
        n_full += part->full;
        part->part = part->full ? n_shards : (uint64_t)quota;
        part->rest = part->full ? 0 : quota - (double)part->part;
    }
    return n_full;
}

/* Largest rest first; of equals one that has the copy already. */
static int plan_compare(const void *a, const void *b)
{
    const struct plan_part *x = a, *y = b;
    if (x->full != y->full)
        return x->full - y->full;
    if (x->rest != y->rest)
        return x->rest < y->rest ? 1 : -1;
    bool x_has = x->have > x->part, y_has = y->have > y->part;
    if (x_has != y_has)
        return x_has ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static uint64_t plan_left(const struct plan_part *parts, size_t n, uint64_t n_copies, bool full)
{
    for (size_t i = 0; i < n; i++)
        if (!full || parts[i].full)
            n_copies -= parts[i].part;
    return n_copies;
}

static uint64_t plan_least_of(struct plan_part *parts, size_t n, uint64_t n_copies,
                              uint32_t n_shards)
{
    while (plan_divide(parts, n, plan_left(parts, n, n_copies, true), n_shards) > 0)
        ;
    qsort(parts, n, sizeof *parts, plan_compare);
    uint64_t left = plan_left(parts, n, n_copies, false), least = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t part = parts[i].part + (i < left && !parts[i].full);
        least += part > parts[i].have ? part - parts[i].have : 0;
    }
    return least;
}

/* Shards that nobody has begin where they shall be: no moves. */
static enum rs_status plan_least(const struct rc_cluster *cluster, const struct aim *aim,
                                 uint64_t *least)
{
    size_t n = aim->n_answering;
    uint64_t n_copies = n < cluster->factor ? n : cluster->factor;
    struct plan_part *parts = rows_alloc(&cluster->allocator, n + 1, sizeof *parts);
    if (!parts)
        return RS_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        const struct member *member = &aim->members[aim->answering[i]];
        parts[i] = (struct plan_part){.weight = member->weight, .row = aim->answering[i]};
        parts[i].have = (uint64_t)member->n_primary + member->n_replica;
    }
    *least = plan_least_of(parts, n, n_copies * cluster->n_shards, cluster->n_shards);
    uint64_t n_begin = n_copies * cluster->sums.n_unserved;
    *least = *least > n_begin ? *least - n_begin : 0;
    rows_free(&cluster->allocator, parts, n + 1, sizeof *parts);
    return RS_OK;
}

/* moves NULL: only counts. */
static void plan_fill(const struct rc_cluster *cluster, const struct aim *aim, struct rc_plan *plan)
{
    struct rc_move moves[RC_MAX_FACTOR];
    plan->n_moves = 0;
    for (uint32_t shard = 0; shard < cluster->n_shards; shard++) {
        unsigned n = plan_moves(cluster, aim, shard, moves);
        for (unsigned i = 0; plan->moves && i < n; i++) {
            plan->moves[plan->n_moves + i] = moves[i];
            plan->n_keys += moves[i].n_keys;
            plan->n_bytes += moves[i].n_bytes;
        }
        plan->n_shards += plan->moves && n > 0;
        plan->n_moves += n;
    }
}

enum rs_status rc_plan(const struct rc_cluster *cluster, const struct rs_node *nodes, size_t n,
                       struct rc_plan *plan, struct rs_why *why)
{
    struct aim aim;
    struct rc_plan made = {.n_moves = 0};
    enum rs_status status = aim_nodes(cluster, nodes, n, false, &aim, why);
    if (status)
        return status;
    plan_fill(cluster, &aim, &made);
    made.moves = rows_alloc(&cluster->allocator, made.n_moves + 1, sizeof *made.moves);
    if (!made.moves || plan_least(cluster, &aim, &made.least)) {
        rows_free(&cluster->allocator, made.moves, made.n_moves + 1, sizeof *made.moves);
        status = cluster_fail(why, RS_ENOMEM, "out of memory");
    } else {
        plan_fill(cluster, &aim, &made);
        *plan = made;
    }
    aim_free(cluster, &aim);
    return status;
}

void rc_plan_free(const struct rc_cluster *cluster, struct rc_plan *plan)
{
    rows_free(&cluster->allocator, plan->moves, plan->n_moves + 1, sizeof *plan->moves);
    *plan = (struct rc_plan){.moves = NULL};
}
