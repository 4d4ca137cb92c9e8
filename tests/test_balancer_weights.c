/* test_balancer_weights.c - the balancer and a real ring: weights follow the popularity of keys
 */
#include "balancer_sim.h"

enum { N_KEYS = 200000 };

struct ring_sim {
    struct rs_placement *ring;
    struct rc_load nodes[SIM_NODES];
    size_t n_nodes;
    double *mean; /* requests of each key in an interval */
    double true_load[SIM_NODES];
    struct sim noise;
    bool tells_hottest;
};

static struct ring_sim ring_sim_open(uint32_t n_nodes, uint64_t seed, unsigned vnodes)
{
    char spec[64];
    snprintf(spec, sizeof spec, "ring:vnodes=%u", vnodes);
    struct ring_sim sim = {.ring = test_open(spec), .n_nodes = n_nodes, .noise.seed = seed << 32};
    test_add_numbered(sim.ring, 0, n_nodes);
    for (uint32_t i = 0; i < n_nodes; i++)
        sim.nodes[i] = (struct rc_load){.id = i, .capacity = 1, .weight = 1};
    sim.mean = malloc(N_KEYS * sizeof *sim.mean);
    assert_non_null(sim.mean);
    return sim;
}

static void ring_sim_close(struct ring_sim *sim)
{
    rs_close(sim->ring);
    free(sim->mean);
}

/* Popularity of keys: Zipf; the keys of another order are hot. */
static void ring_sim_zipf(struct ring_sim *sim, double slope, uint64_t order, double n_requests)
{
    double sum = 0;
    for (size_t k = 0; k < N_KEYS; k++)
        sum += pow((double)k + 1, -slope);
    for (size_t k = 0; k < N_KEYS; k++)
        sim->mean[(k + order * 7919) % N_KEYS] = n_requests * pow((double)k + 1, -slope) / sum;
}

/* True loads and hottest keys of the nodes, by where the ring puts each key. */
static void ring_sim_place(struct ring_sim *sim)
{
    memset(sim->true_load, 0, sizeof sim->true_load);
    for (size_t i = 0; i < sim->n_nodes; i++)
        sim->nodes[i].n_hottest = 0;
    for (uint64_t k = 0; k < N_KEYS; k++) {
        uint32_t id = rs_locate(sim->ring, rs_mix(k + 1));
        sim->true_load[id] += sim->mean[k];
        if (sim->tells_hottest && sim->nodes[id].n_hottest < sim->mean[k])
            sim->nodes[id].n_hottest = sim->mean[k];
    }
}

static double ring_sim_skew(const struct ring_sim *sim)
{
    double all = 0, capacity = 0, skew = 0;
    for (size_t i = 0; i < sim->n_nodes; i++)
        all += sim->true_load[i], capacity += sim->nodes[i].capacity;
    for (size_t i = 0; i < sim->n_nodes; i++)
        skew = fmax(skew, sim->true_load[i] / all / (sim->nodes[i].capacity / capacity));
    return skew;
}

/* Weight only goes from nodes above the mean to nodes below it; all together keep what they have;
 * nobody's changes by more than a quarter, unless it is to go back to the best. */
static void ring_sim_carry_out(struct ring_sim *sim, const struct rc_verdict *verdict)
{
    struct rs_node nodes[SIM_NODES];
    double before = 0, after = 0, all = 0, capacity = 0;
    for (size_t i = 0; i < sim->n_nodes; i++)
        all += sim->nodes[i].n_requests, capacity += sim->nodes[i].capacity;
    for (size_t i = 0; i < sim->n_nodes; i++) {
        double mean = all / capacity * sim->nodes[i].capacity;
        double weight = verdict->weights[i];
        double change = fabs(weight - sim->nodes[i].weight);
        assert_true(verdict->moved == 0 || change <= 0.25 * sim->nodes[i].weight + 1e-9);
        if (verdict->moved > 0 && change > 0) {
            /* the interval is one of those judged; its noise is small */
            double level = sim->nodes[i].n_requests / mean;
            assert_true(weight < sim->nodes[i].weight ? level > 1.05 : level < 1.02);
        }
        before += sim->nodes[i].weight, after += weight;
        assert_int_equal(rs_node(sim->ring, (uint32_t)i, &nodes[i]), RS_OK);
        sim->nodes[i].weight = nodes[i].weight = weight;
    }
    assert_true(fabs(before - after) < 1e-9);
    assert_true(verdict->moved <= verdict->gained);
    assert_int_equal(rs_update(sim->ring, nodes, sim->n_nodes, NULL), RS_OK);
    ring_sim_place(sim);
}

static struct rc_verdict ring_sim_step(struct ring_sim *sim, struct rc_balancer *balancer)
{
    for (size_t i = 0; i < sim->n_nodes; i++) {
        double n = sim_noisy(&sim->noise, sim->true_load[i]);
        sim->nodes[i].n_requests = fmax(n, sim->nodes[i].n_hottest);
    }
    struct rc_load_report report = {.nodes = sim->nodes, .n_nodes = sim->n_nodes};
    struct rc_verdict verdict = sim_step(balancer, &report);
    if (verdict.kind == RC_ACT)
        ring_sim_carry_out(sim, &verdict);
    return verdict;
}

static unsigned ring_sim_actions(struct ring_sim *sim, struct rc_balancer *balancer, unsigned n)
{
    unsigned n_actions = 0;
    for (unsigned t = 0; t < n; t++)
        n_actions += ring_sim_step(sim, balancer).kind == RC_ACT;
    return n_actions;
}

static void test_zipf(void **state)
{
    (void)state;
    static const double slopes[] = {0, 0.5, 0.7, 0.8};
    for (uint64_t seed = 1; seed <= 6; seed++)
        for (size_t i = 0; i < N_OF(slopes); i++) {
            struct ring_sim sim = ring_sim_open(10, seed, 40);
            struct rc_balancer *balancer = sim_open(&(struct rc_balancer_options){0});
            ring_sim_zipf(&sim, slopes[i], seed, 1e6);
            ring_sim_place(&sim);
            ring_sim_actions(&sim, balancer, 150);
            if (ring_sim_skew(&sim) >= 1.2)
                fail_msg("slope %g, seed %d: %g", slopes[i], (int)seed, ring_sim_skew(&sim));
            assert_int_equal(ring_sim_actions(&sim, balancer, 100), 0);
            rc_balancer_close(balancer);
            ring_sim_close(&sim);
        }
}

static void test_shifting(void **state)
{
    (void)state;
    struct ring_sim sim = ring_sim_open(10, 1, 100);
    struct rc_balancer *balancer = sim_open(&(struct rc_balancer_options){0});
    for (uint64_t shift = 1; shift <= 12; shift++) {
        ring_sim_zipf(&sim, 0.8, shift, 1e6);
        ring_sim_place(&sim);
        ring_sim_actions(&sim, balancer, 150);
        assert_true(ring_sim_skew(&sim) < 1.2);
        assert_int_equal(ring_sim_actions(&sim, balancer, 100), 0);
    }
    rc_balancer_close(balancer);
    ring_sim_close(&sim);
}

/* A strong node gets its part although its weight began as everybody's. */
static void test_capacity(void **state)
{
    (void)state;
    struct ring_sim sim = ring_sim_open(5, 1, 200);
    sim.nodes[3].capacity = 3;
    struct rc_balancer *balancer = sim_open(&(struct rc_balancer_options){0});
    ring_sim_zipf(&sim, 0.5, 1, 1e6);
    ring_sim_place(&sim);
    ring_sim_actions(&sim, balancer, 150);
    assert_true(ring_sim_skew(&sim) < 1.2);
    assert_true(sim.nodes[3].weight > 1.5 * sim.nodes[0].weight);
    assert_int_equal(ring_sim_actions(&sim, balancer, 100), 0);
    rc_balancer_close(balancer);
    ring_sim_close(&sim);
}

/* A key that is more than a node's part: known, nothing is tried; unknown, little is. */
static void test_hot_key(void **state)
{
    (void)state;
    for (int tells = 0; tells < 2; tells++) {
        struct ring_sim sim = ring_sim_open(10, 1, 100);
        struct rc_balancer *balancer = sim_open(&(struct rc_balancer_options){0});
        sim.tells_hottest = tells;
        ring_sim_zipf(&sim, 0.3, 1, 1e6);
        sim.mean[4711] = 5e5;
        ring_sim_place(&sim);
        unsigned n_actions = ring_sim_actions(&sim, balancer, 150);
        assert_true(n_actions <= (tells ? 0 : 21));
        struct rc_verdict verdict = ring_sim_step(&sim, balancer);
        assert_int_equal(verdict.kind, RC_UNATTAINABLE);
        assert_true(verdict.alarm);
        assert_non_null(strstr(verdict.reason.text, "key"));
        n_actions = ring_sim_actions(&sim, balancer, 2000);
        assert_true(n_actions <= (tells ? 0 : 105));
        rc_balancer_close(balancer);
        ring_sim_close(&sim);
    }
}

/* Weights stop at their bounds, and it is said. */
static void test_bounds(void **state)
{
    (void)state;
    struct rc_balancer *balancer = sim_open(&(struct rc_balancer_options){.min_weight = 0.5});
    struct rc_load nodes[2] = {{.id = 7, .capacity = 1, .weight = 1, .n_requests = 90000},
                               {.id = 8, .capacity = 1, .weight = 1, .n_requests = 10000}};
    struct rc_load_report report = {.nodes = nodes, .n_nodes = 2};
    struct rc_verdict verdict;
    for (unsigned t = 0; t < 40; t++) {
        verdict = sim_step(balancer, &report);
        for (size_t i = 0; verdict.kind == RC_ACT && i < 2; i++)
            nodes[i].weight = verdict.weights[i];
    }
    assert_int_equal(verdict.kind, RC_UNATTAINABLE);
    assert_non_null(strstr(verdict.reason.text, "bounds"));
    assert_true(fabs(nodes[0].weight - 0.5) < 0.02 && nodes[0].weight >= 0.5 - 1e-9);
    assert_int_equal(verdict.busiest, 7);
    assert_int_equal(verdict.idlest, 8);
    assert_true(fabs(verdict.skew - 1.8) < 1e-9 && fabs(verdict.deviation - 0.8) < 1e-9);
    rc_balancer_close(balancer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zipf),     cmocka_unit_test(test_shifting),
        cmocka_unit_test(test_capacity), cmocka_unit_test(test_hot_key),
        cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
