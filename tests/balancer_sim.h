/* balancer_sim.h - traffic for the balancer's tests: shards of any sizes on nodes, exact for a seed
 */
#ifndef RINGSIDE_BALANCER_SIM_H
#define RINGSIDE_BALANCER_SIM_H

#include "support.h"

#include "balancer.h"

#include <math.h>

enum { SIM_NODES = 16, SIM_SHARDS = 1024 };

struct sim {
    struct rc_load nodes[SIM_NODES];
    size_t n_nodes;
    double mean[SIM_SHARDS]; /* requests an interval */
    uint64_t requests[SIM_SHARDS];
    uint32_t owners[SIM_SHARDS];
    uint64_t seed;
};

static inline uint64_t sim_draw(struct sim *sim)
{
    return rs_mix(++sim->seed * 0x9e3779b97f4a7c15u);
}

/* As many events as chance makes of this mean: the normal law, from twelve even draws. */
static inline double sim_noisy(struct sim *sim, double mean)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (double)(sim_draw(sim) >> 11) * 0x1p-53;
    return floor(fmax(mean + sqrt(mean) * sum, 0) + 0.5);
}

/* Zipf popularity over the shards, from the offset-th of a shuffled order on. */
static inline void sim_zipf(struct sim *sim, double exponent, uint64_t order, double n_requests)
{
    double sum = 0;
    uint32_t shards[SIM_SHARDS];
    for (uint32_t s = 0; s < SIM_SHARDS; s++) {
        uint32_t k = (uint32_t)rs_below(rs_draw(order, s + 1), s + 1);
        shards[s] = shards[k], shards[k] = s;
        sum += pow(s + 1, -exponent);
    }
    for (uint32_t s = 0; s < SIM_SHARDS; s++)
        sim->mean[shards[s]] = n_requests * pow(s + 1, -exponent) / sum;
}

static inline struct sim sim_make(size_t n_nodes, uint64_t seed)
{
    struct sim sim = {.n_nodes = n_nodes, .seed = seed << 32};
    for (uint32_t i = 0; i < SIM_NODES; i++)
        sim.nodes[i] = (struct rc_load){.id = 100 + i, .capacity = 1, .weight = 1};
    for (uint32_t s = 0; s < SIM_SHARDS; s++)
        sim.owners[s] = (uint32_t)rs_below(sim_draw(&sim), n_nodes);
    return sim;
}

/* An interval's requests, with noise. */
static inline struct rc_load_report sim_interval(struct sim *sim)
{
    for (size_t i = 0; i < sim->n_nodes; i++)
        sim->nodes[i].n_requests = 0;
    for (uint32_t s = 0; s < SIM_SHARDS; s++) {
        sim->requests[s] = (uint64_t)sim_noisy(sim, sim->mean[s]);
        sim->nodes[sim->owners[s]].n_requests += (double)sim->requests[s];
    }
    return (struct rc_load_report){sim->nodes, sim->n_nodes, sim->requests, sim->owners};
}

static inline uint32_t sim_index(const struct sim *sim, uint32_t id)
{
    for (uint32_t i = 0; i < sim->n_nodes; i++)
        if (sim->nodes[i].id == id)
            return i;
    fail_msg("no node %u", id);
    return 0;
}

static inline void sim_carry_out(struct sim *sim, const struct rc_verdict *verdict)
{
    for (size_t i = 0; i < verdict->n_moves; i++) {
        const struct rc_shard_move *move = &verdict->moves[i];
        assert_true(move->shard < SIM_SHARDS);
        assert_int_equal(sim->owners[move->shard], sim_index(sim, move->from));
        sim->owners[move->shard] = sim_index(sim, move->to);
    }
}

/* True levels, without noise. */
static inline double sim_skew(const struct sim *sim)
{
    double load[SIM_NODES] = {0}, all = 0, capacity = 0, skew = 0;
    for (uint32_t s = 0; s < SIM_SHARDS; s++)
        load[sim->owners[s]] += sim->mean[s], all += sim->mean[s];
    for (size_t i = 0; i < sim->n_nodes; i++)
        capacity += sim->nodes[i].capacity;
    for (size_t i = 0; i < sim->n_nodes; i++)
        if (sim->nodes[i].capacity > 0)
            skew = fmax(skew, load[i] / all / (sim->nodes[i].capacity / capacity));
    return skew;
}

static inline struct rc_balancer *sim_open(const struct rc_balancer_options *options)
{
    struct rc_balancer *balancer = NULL;
    struct rs_why why;
    if (rc_balancer_open(options, &balancer, &why))
        fail_msg("%s", why.text);
    return balancer;
}

static inline struct rc_verdict sim_step(struct rc_balancer *balancer,
                                         const struct rc_load_report *report)
{
    struct rc_verdict verdict;
    struct rs_why why;
    if (rc_balancer_step(balancer, report, &verdict, &why))
        fail_msg("%s", why.text);
    return verdict;
}

#endif
