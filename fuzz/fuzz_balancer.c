/* fuzz_balancer.c - any bytes as the loads of intervals, held against what a balancer promises
 *
 * The same loads go to one that moves shards and to one that sets weights. Every shard that has
 * requests has ten thousand at least and patience is 1, so that an interval is judged at once and
 * by itself. Bytes: how many nodes, and whether there are exchanges; a capacity a node; an owner a
 * shard; then for each interval a load a shard.
 */
#include "check.h"

#include "balancer.h"

#include <math.h>

enum { N_NODES = 5, N_SHARDS = 16, N_INTERVALS = 16 };
#define FUZZ_BALANCER_SLACK 1e-9

struct fuzz_bytes {
    const uint8_t *at, *end;
};

struct fuzz_tier {
    struct rc_balancer *balancer;
    struct rc_balancer_options options; /* those that count here, defaults filled in */
    struct rc_load nodes[N_NODES];
    size_t n_nodes;
    uint64_t requests[N_SHARDS];
    uint32_t owners[N_SHARDS];
    unsigned n_actions;
};

static unsigned fuzz_balancer_byte(struct fuzz_bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static void fuzz_balancer_open(struct fuzz_tier *tier, struct fuzz_bytes *bytes, uint32_t n_shards)
{
    unsigned first = fuzz_balancer_byte(bytes);
    *tier = (struct fuzz_tier){.options = {.n_shards = n_shards,
                                           .threshold = 1.2,
                                           .damping = 0.5,
                                           .patience = 1,
                                           .settle = 1,
                                           .max_change = 0.25,
                                           .min_weight = 0.2,
                                           .max_weight = 5,
                                           .min_gain = 0.01,
                                           .payback = first & 128 ? 8 : 1}};
    tier->n_nodes = 2 + first % (N_NODES - 1);
    CHECK(!rc_balancer_open(&tier->options, &tier->balancer, NULL));
    for (uint32_t i = 0; i < tier->n_nodes; i++)
        tier->nodes[i] =
            (struct rc_load){.id = i, .capacity = 1 + fuzz_balancer_byte(bytes) % 4, .weight = 1};
    for (size_t s = 0; s < N_SHARDS; s++)
        tier->owners[s] = (uint32_t)(fuzz_balancer_byte(bytes) % tier->n_nodes);
}

static void fuzz_balancer_read(struct fuzz_tier *tier, struct fuzz_bytes *bytes)
{
    for (size_t i = 0; i < tier->n_nodes; i++)
        tier->nodes[i].n_requests = 0;
    for (size_t s = 0; s < N_SHARDS; s++) {
        tier->requests[s] = 10000 * fuzz_balancer_byte(bytes);
        tier->nodes[tier->owners[s]].n_requests += (double)tier->requests[s];
    }
}

static double fuzz_balancer_all(const struct fuzz_tier *tier)
{
    double all = 0;
    for (size_t s = 0; s < N_SHARDS; s++)
        all += (double)tier->requests[s];
    return all;
}

static double fuzz_balancer_fair(const struct fuzz_tier *tier, uint32_t i)
{
    double sum = 0;
    for (size_t other = 0; other < tier->n_nodes; other++)
        sum += tier->nodes[other].capacity;
    return tier->nodes[i].capacity / sum;
}

static double fuzz_balancer_load(const struct fuzz_tier *tier, uint32_t i)
{
    return tier->nodes[i].n_requests / fuzz_balancer_all(tier);
}

static double fuzz_balancer_level(const struct fuzz_tier *tier, uint32_t i)
{
    return fuzz_balancer_load(tier, i) / fuzz_balancer_fair(tier, i);
}

/* Carried out; without exchanges each goes from who is above the aim to who stays no higher. */
static void fuzz_balancer_check_move(struct fuzz_tier *tier, const struct rc_shard_move *move)
{
    CHECK(move->shard < N_SHARDS && move->from < tier->n_nodes && move->to < tier->n_nodes);
    CHECK(move->from != move->to && tier->owners[move->shard] == move->from);
    double from = fuzz_balancer_level(tier, move->from), to = fuzz_balancer_level(tier, move->to);
    tier->owners[move->shard] = move->to;
    tier->nodes[move->from].n_requests -= (double)tier->requests[move->shard];
    tier->nodes[move->to].n_requests += (double)tier->requests[move->shard];
    if (tier->options.payback > 1)
        return;
    CHECK(from > (1 + tier->options.threshold) / 2 - FUZZ_BALANCER_SLACK && to < from);
    CHECK(fuzz_balancer_level(tier, move->from) >=
          fuzz_balancer_level(tier, move->to) - FUZZ_BALANCER_SLACK);
}

static void fuzz_balancer_check_moves(struct fuzz_tier *tier, const struct rc_verdict *verdict)
{
    double moved = 0;
    CHECK(!verdict->weights && verdict->n_moves > 0);
    for (size_t i = 0; i < verdict->n_moves; i++) {
        moved += (double)tier->requests[verdict->moves[i].shard] / fuzz_balancer_all(tier);
        fuzz_balancer_check_move(tier, &verdict->moves[i]);
    }
    CHECK(fabs(moved - verdict->moved) < FUZZ_BALANCER_SLACK);
    CHECK(moved <= tier->options.payback * verdict->gained + FUZZ_BALANCER_SLACK);
}

/* Weight goes from nodes above the aim to those below the mean, no more than the damped part. */
static void fuzz_balancer_check_weights(struct fuzz_tier *tier, const struct rc_verdict *verdict)
{
    double before = 0, after = 0;
    CHECK(!verdict->moves && verdict->weights);
    for (uint32_t i = 0; i < tier->n_nodes; i++) {
        double weight = tier->nodes[i].weight, gain = verdict->weights[i] - weight;
        double level = fuzz_balancer_level(tier, i), slack = FUZZ_BALANCER_SLACK * weight;
        double overload = weight * (1 - 1 / level);
        before += weight, after += verdict->weights[i];
        CHECK(fabs(gain) <= tier->options.max_change * weight + slack);
        CHECK(gain <= slack || level < 1);
        CHECK(gain >= -slack || (level > (1 + tier->options.threshold) / 2 - FUZZ_BALANCER_SLACK &&
                                 -gain <= tier->options.damping * overload + slack));
        tier->nodes[i].weight = verdict->weights[i];
    }
    CHECK(fabs(after - before) <= FUZZ_BALANCER_SLACK * before);
}

/* Not before the obvious was done: the busiest node has no shard that is worth a move, fits below
 * the mean of the idlest, and is of the damped part of its overload. */
static void fuzz_balancer_check_stuck(const struct fuzz_tier *tier,
                                      const struct rc_verdict *verdict)
{
    uint32_t busy = verdict->busiest, idle = verdict->idlest;
    double over = fuzz_balancer_load(tier, busy) - fuzz_balancer_fair(tier, busy);
    double room = fuzz_balancer_fair(tier, idle) - fuzz_balancer_load(tier, idle);
    double most = fmin(tier->options.damping * over, room);
    CHECK(verdict->reason.text[0]);
    for (size_t s = 0; s < N_SHARDS; s++) {
        double load = (double)tier->requests[s] / fuzz_balancer_all(tier);
        bool is_worth_it =
            load * (double)tier->n_nodes > tier->options.min_gain + FUZZ_BALANCER_SLACK;
        CHECK(tier->owners[s] != busy || !is_worth_it || load > most - FUZZ_BALANCER_SLACK);
    }
}

/* What a node above the aim offers, or one below the mean takes. No action was before. */
static double fuzz_balancer_want(const struct fuzz_tier *tier, uint32_t i, double sum)
{
    const struct rc_balancer_options *o = &tier->options;
    double weight = tier->nodes[i].weight, level = fuzz_balancer_level(tier, i);
    double even = fuzz_balancer_fair(tier, i) * sum, most = weight * o->max_change;
    if (level > (1 + o->threshold) / 2)
        return fmin(fmin(weight * (1 - 1 / level) * o->damping, most),
                    fmax(weight - o->min_weight * even, 0));
    return fmin(fmin(weight * (1 / fmax(level, 1e-9) - 1) * o->damping, most),
                fmax(o->max_weight * even - weight, 0));
}

/* Not where the smaller of what is offered and what is taken is worth the action. */
static void fuzz_balancer_check_bounds(const struct fuzz_tier *tier)
{
    double given = 0, got = 0, moved = 0, sum = 0;
    for (uint32_t i = 0; i < tier->n_nodes; i++)
        sum += tier->nodes[i].weight;
    for (uint32_t i = 0; i < tier->n_nodes; i++) {
        double want = fuzz_balancer_want(tier, i, sum), level = fuzz_balancer_level(tier, i);
        if (level > (1 + tier->options.threshold) / 2) {
            given += want;
            moved += want / tier->nodes[i].weight * fuzz_balancer_load(tier, i);
        } else if (level < 1) {
            got += want;
        }
    }
    moved *= fmin(given, got) / given;
    CHECK(!(moved * (double)tier->n_nodes > tier->options.min_gain + FUZZ_BALANCER_SLACK));
}

static void fuzz_balancer_check_levels(const struct fuzz_tier *tier,
                                       const struct rc_verdict *verdict)
{
    for (uint32_t i = 0; i < tier->n_nodes && fuzz_balancer_all(tier) > 0; i++) {
        double level = fuzz_balancer_level(tier, i);
        CHECK(level <= verdict->skew + FUZZ_BALANCER_SLACK);
        CHECK(level <= fuzz_balancer_level(tier, verdict->busiest) + FUZZ_BALANCER_SLACK);
        CHECK(level >= fuzz_balancer_level(tier, verdict->idlest) - FUZZ_BALANCER_SLACK);
    }
}

static void fuzz_balancer_step(struct fuzz_tier *tier)
{
    struct rc_load_report report = {tier->nodes, tier->n_nodes, tier->requests, tier->owners};
    struct rc_verdict verdict;
    CHECK(!rc_balancer_step(tier->balancer, &report, &verdict, NULL));
    check_note_number(verdict.kind);
    check_note_number(verdict.n_moves);
    fuzz_balancer_check_levels(tier, &verdict);
    if (verdict.kind == RC_ACT && tier->options.n_shards)
        fuzz_balancer_check_moves(tier, &verdict);
    else if (verdict.kind == RC_ACT)
        fuzz_balancer_check_weights(tier, &verdict);
    else if (verdict.kind == RC_UNATTAINABLE && tier->options.n_shards)
        fuzz_balancer_check_stuck(tier, &verdict);
    else if (verdict.kind == RC_UNATTAINABLE && tier->n_actions == 0)
        fuzz_balancer_check_bounds(tier);
    tier->n_actions += verdict.kind == RC_ACT;
}

static void fuzz_balancer_run(struct fuzz_bytes bytes, uint32_t n_shards)
{
    struct fuzz_tier tier;
    fuzz_balancer_open(&tier, &bytes, n_shards);
    for (size_t i = 0; i < N_INTERVALS && bytes.at < bytes.end; i++) {
        fuzz_balancer_read(&tier, &bytes);
        fuzz_balancer_step(&tier);
    }
    rc_balancer_close(tier.balancer);
}

void fuzz_one(const uint8_t *data, size_t n_bytes)
{
    struct fuzz_bytes bytes = {data, data + n_bytes};
    fuzz_balancer_run(bytes, N_SHARDS);
    fuzz_balancer_run(bytes, 0);
}
