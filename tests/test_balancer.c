/* test_balancer.c - what a balancer takes, refuses and leaves alone
 */
#include "balancer_sim.h"

static struct rc_load load_of(uint32_t id, double n_requests)
{
    return (struct rc_load){.id = id, .capacity = 1, .weight = 1, .n_requests = n_requests};
}

/* Even load with the noise of sampling, down to a handful of requests. */
static void test_still(void **state)
{
    (void)state;
    static const unsigned n_requests[] = {10, 100, 1000, 10000};
    for (size_t i = 0; i < N_OF(n_requests); i++) {
        struct rc_balancer *balancer = sim_open(&(struct rc_balancer_options){0});
        struct sim sim = sim_make(10, i + 1);
        for (unsigned t = 0; t < 1000; t++) {
            for (size_t k = 0; k < 10; k++)
                sim.nodes[k].n_requests = 0;
            for (unsigned r = 0; r < n_requests[i]; r++)
                sim.nodes[rs_below(sim_draw(&sim), 10)].n_requests++;
            struct rc_load_report report = {.nodes = sim.nodes, .n_nodes = 10};
            struct rc_verdict verdict = sim_step(balancer, &report);
            assert_true(verdict.kind == RC_STEADY || verdict.kind == RC_WATCHING);
            assert_false(verdict.alarm);
        }
        rc_balancer_close(balancer);
    }
}

static void test_still_shards(void **state)
{
    (void)state;
    struct rc_balancer_options options = {.n_shards = SIM_SHARDS};
    struct rc_balancer *balancer = sim_open(&options);
    struct sim sim = sim_make(8, 1);
    for (uint32_t s = 0; s < SIM_SHARDS; s++)
        sim.mean[s] = 20, sim.owners[s] = s % 8;
    for (unsigned t = 0; t < 1000; t++) {
        struct rc_load_report report = sim_interval(&sim);
        assert_int_equal(sim_step(balancer, &report).kind, RC_STEADY);
    }
    rc_balancer_close(balancer);
}

/* One peak is not enough; patience is what it says; after the action it waits. */
static void test_patience(void **state)
{
    (void)state;
    static const enum rc_verdict_kind expected[] = {
        RC_STEADY,   RC_WATCHING, RC_WATCHING, RC_STEADY,   RC_WATCHING, RC_WATCHING,
        RC_WATCHING, RC_ACT,      RC_SETTLING, RC_SETTLING, RC_STEADY};
    static const double n_requests[] = {1000, 9000, 9000, 1000, 2000, 2000,
                                        2000, 2000, 2000, 1000, 1000};
    struct rc_balancer_options options = {.patience = 4};
    struct rc_balancer *balancer = sim_open(&options);
    for (size_t t = 0; t < N_OF(expected); t++) {
        struct rc_load nodes[] = {load_of(1, n_requests[t]), load_of(2, 1000), load_of(3, 1000)};
        struct rc_load_report report = {.nodes = nodes, .n_nodes = 3};
        struct rc_verdict verdict = sim_step(balancer, &report);
        assert_int_equal(verdict.kind, expected[t]);
        assert_int_equal(verdict.alarm, t >= 7 && t <= 9);
        assert_int_equal(verdict.weights != NULL, verdict.kind == RC_ACT);
    }
    rc_balancer_close(balancer);
}

/* The article's defect is the reverse: the idle node gave to the busy one. */
static void test_direction(void **state)
{
    (void)state;
    struct rc_balancer_options options = {.n_shards = 4, .patience = 1};
    struct rc_balancer *balancer = sim_open(&options);
    struct rc_load nodes[] = {load_of(1, 3000), load_of(2, 1000)};
    static const uint64_t requests[] = {1000, 1000, 1000, 1000};
    static const uint32_t owners[] = {0, 0, 0, 1};
    struct rc_load_report report = {nodes, 2, requests, owners};
    struct rc_verdict verdict = sim_step(balancer, &report);
    assert_int_equal(verdict.kind, RC_ACT);
    assert_int_equal(verdict.n_moves, 1);
    assert_int_equal(verdict.moves[0].from, 1);
    assert_int_equal(verdict.moves[0].to, 2);
    assert_true(fabs(verdict.moved - 0.25) < 1e-9 && fabs(verdict.gained - 0.25) < 1e-9);
    rc_balancer_close(balancer);
}

/* What counts as load is the caller's choice, and units do not matter. */
static void test_mix(void **state)
{
    (void)state;
    struct rc_load nodes[] = {load_of(1, 1000), load_of(2, 1000)};
    nodes[0].n_bytes = 3e9, nodes[1].n_bytes = 1e9;
    nodes[0].latency_us = 10, nodes[1].latency_us = 30;
    nodes[1].capacity = 3;
    static const struct {
        struct rc_load_mix mix;
        double skew;
    } cases[] = {{{.requests = 1}, 2},  {{.bytes = 5}, 3},
                 {{.latency = 1}, 1.2}, {{.requests = 1, .bytes = 1}, 2.5},
                 {{.queue = 1}, 1},     {{.requests = 1, .queue = 100}, 2}};
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct rc_balancer *balancer = sim_open(&(struct rc_balancer_options){.mix = cases[i].mix});
        struct rc_load_report report = {.nodes = nodes, .n_nodes = 2};
        assert_true(fabs(sim_step(balancer, &report).skew - cases[i].skew) < 1e-9);
        rc_balancer_close(balancer);
    }
}

static void test_nothing_to_do(void **state)
{
    (void)state;
    struct rc_balancer *balancer = sim_open(&(struct rc_balancer_options){0});
    struct rc_load nodes[] = {load_of(1, 0), load_of(2, 0), load_of(3, 0)};
    for (unsigned t = 0; t < 60; t++) {
        struct rc_load_report report = {.nodes = nodes, .n_nodes = (t / 10) % 4};
        nodes[0].n_requests = t < 40 ? 0 : 5000; /* at first nobody works, later one does, alone */
        nodes[1].capacity = nodes[2].capacity = t < 40 ? 1 : 0;
        struct rc_verdict verdict = sim_step(balancer, &report);
        assert_true(verdict.kind == RC_STEADY || verdict.kind == RC_SETTLING);
        assert_true(verdict.skew == 1 && verdict.deviation == 0 && !verdict.alarm);
        assert_int_equal(verdict.busiest == RS_NO_NODE, report.n_nodes == 0);
    }
    rc_balancer_close(balancer);
}

static void refuse_load(struct rc_load load, const char *place)
{
    struct rc_balancer *balancer = sim_open(&(struct rc_balancer_options){0});
    struct rc_load nodes[] = {load_of(1, 10), load};
    struct rc_load_report report = {.nodes = nodes, .n_nodes = 2};
    struct rc_verdict verdict;
    struct rs_why why;
    test_refused(rc_balancer_step(balancer, &report, &verdict, &why), RS_EINVAL, &why, place,
                 "report");
    rc_balancer_close(balancer);
}

static void test_refused_loads(void **state)
{
    (void)state;
    refuse_load(load_of(2, NAN), "node 2: n_requests");
    refuse_load(load_of(2, -1), "node 2: n_requests");
    refuse_load(load_of(2, INFINITY), "node 2: n_requests");
    refuse_load((struct rc_load){.id = 2, .capacity = -1}, "capacity");
    refuse_load((struct rc_load){.id = 2, .capacity = 1e-300}, "capacity");
    refuse_load((struct rc_load){.id = 2, .weight = NAN}, "weight");
    refuse_load((struct rc_load){.id = 2, .n_bytes = -1}, "n_bytes");
    refuse_load((struct rc_load){.id = 2, .queue = NAN}, "queue");
    refuse_load((struct rc_load){.id = 2, .latency_us = 1e13}, "latency_us");
    refuse_load((struct rc_load){.id = 2, .n_hottest = 1}, "hottest");
    refuse_load(load_of(1, 10), "node 1");
}

static void test_refused_shards(void **state)
{
    (void)state;
    struct rc_balancer *balancer = sim_open(&(struct rc_balancer_options){.n_shards = 2});
    struct rc_load nodes[] = {load_of(1, 10)};
    static const uint64_t requests[] = {5, 5};
    static const uint32_t owners[] = {RS_NO_NODE, 1};
    struct rc_load_report report = {nodes, 1, requests, owners};
    struct rc_verdict verdict;
    struct rs_why why;
    test_refused(rc_balancer_step(balancer, &report, &verdict, &why), RS_EINVAL, &why, "shard 1",
                 "index below 1");
    report.shard_requests = NULL;
    test_refused(rc_balancer_step(balancer, &report, &verdict, &why), RS_EINVAL, &why, "2 shards",
                 "needs shard_requests");
    rc_balancer_close(balancer);
}

static void test_refused_options(void **state)
{
    (void)state;
    static const struct {
        struct rc_balancer_options options;
        const char *place;
    } cases[] = {{{.threshold = 1}, "threshold"},   {{.threshold = NAN}, "threshold"},
                 {{.damping = 1.5}, "damping"},     {{.max_change = -1}, "max_change"},
                 {{.min_weight = 1}, "min_weight"}, {{.max_weight = 1}, "max_weight"},
                 {{.min_gain = 2}, "min_gain"},     {{.payback = 0.5}, "payback"},
                 {{.mix.bytes = -1}, "mix.bytes"},  {{.n_shards = UINT32_MAX}, "n_shards"}};
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct rc_balancer *balancer = NULL;
        struct rs_why why;
        test_refused(rc_balancer_open(&cases[i].options, &balancer, &why), RS_EINVAL, &why,
                     cases[i].place, "give");
        assert_null(balancer);
    }
}

/* Memory that ends after some allocations. */
static void *scarce_alloc(void *ctx, size_t n_bytes, size_t align)
{
    struct test_memory *memory = ctx;
    return memory->n_allocs == 0 ? NULL
                                 : (memory->n_allocs -= 2, test_memory_alloc(ctx, n_bytes, align));
}

/* Every allocation may fail, nothing leaks, and the balancer goes on when there is memory again. */
static void test_memory(void **state)
{
    (void)state;
    struct sim sim = sim_make(10, 1);
    sim_zipf(&sim, 0.9, 1, 1e6);
    for (size_t n_allocs = 0; n_allocs <= 6; n_allocs++) {
        struct test_memory memory = {.n_allocs = n_allocs};
        struct rc_balancer_options options = {
            .n_shards = SIM_SHARDS,
            .patience = 1,
            .allocator = {scarce_alloc, test_memory_free, &memory}};
        struct rc_balancer *balancer = NULL;
        enum rs_status status = rc_balancer_open(&options, &balancer, NULL);
        assert_int_equal(status, n_allocs < 4 ? RS_ENOMEM : RS_OK);
        if (status == RS_OK) {
            struct rc_load_report report = sim_interval(&sim);
            struct rc_verdict verdict;
            status = rc_balancer_step(balancer, &report, &verdict, NULL);
            assert_int_equal(status, n_allocs < 6 ? RS_ENOMEM : RS_OK);
            memory.n_allocs = 10;
            if (status)
                assert_int_equal(sim_step(balancer, &report).kind, RC_ACT);
        }
        rc_balancer_close(balancer);
        assert_int_equal(memory.n_bytes, 0);
    }
    rc_balancer_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_still),
        cmocka_unit_test(test_still_shards),
        cmocka_unit_test(test_patience),
        cmocka_unit_test(test_direction),
        cmocka_unit_test(test_mix),
        cmocka_unit_test(test_nothing_to_do),
        cmocka_unit_test(test_refused_loads),
        cmocka_unit_test(test_refused_shards),
        cmocka_unit_test(test_refused_options),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
