/* test_weighted_rendezvous_pairs.c - a million pairs of scores, by the widest logarithm
 *
 * The strategy looks at few logarithms and takes its own. Here every score of every node is worked
 * out from the formula in long double, and of any two neighbours in the list of all owners the
 * first must have the greater one. Only where two are as close as doubles get, either may lead.
 */
#include "support.h"

#include <math.h>

enum { N_NODES = 201, N_DIGESTS = 5000 };
static const long double too_close = 2e-15L; /* relative: a logarithm and a division */

struct scored {
    uint64_t numbers[N_NODES];
    double weights[N_NODES];
    unsigned n_close; /* pairs within 10^-7 of each other */
};

static long double score_of(const struct scored *scored, uint32_t id, uint64_t digest)
{
    uint64_t draw = rs_mix(digest ^ rs_draw(scored->numbers[id], 1)) >> 11 | 1;
    return (long double)scored->weights[id] / -logl((long double)draw * 0x1p-53L);
}

static void check_order(struct scored *scored, const struct rs_placement *p, uint64_t digest)
{
    uint32_t ids[N_NODES];
    assert_int_equal(rs_replicas(p, digest, N_NODES, ids), N_NODES);
    assert_int_equal(rs_locate(p, digest), ids[0]);
    long double before = score_of(scored, ids[0], digest);
    assert_true(isfinite(before));
    for (size_t i = 1; i < N_NODES; i++) {
        long double after = score_of(scored, ids[i], digest);
        assert_true(after > 0 && after <= before * (1 + too_close));
        scored->n_close += after > before * (1 - 1e-7L);
        before = after;
    }
}

/* Returns how many pairs are close. */
static unsigned check_pairs(double (*weight_of)(uint32_t id))
{
    struct rs_placement *p = test_open("weighted_rendezvous");
    struct scored scored = {.n_close = 0};
    for (uint32_t id = 0; id < N_NODES; id++) {
        char name[16];
        snprintf(name, sizeof name, "node-%u", id);
        scored.weights[id] = weight_of(id);
        test_add_one(p, id, name, scored.weights[id]);
        assert_int_equal(rs_hash_find("xxh3")->digest(test_bytes(name), 0, &scored.numbers[id]),
                         RS_OK);
    }
    for (uint64_t i = 0; i < N_DIGESTS; i++)
        check_order(&scored, p, i < 2 ? i - 1 : rs_draw(3, i));
    rs_close(p);
    return scored.n_close;
}

static double weight_even(uint32_t id)
{
    (void)id;
    return 1;
}

static double weight_mixed(uint32_t id)
{
    return 0.25 + id % 9 * 0.37;
}

/* From the least to the greatest that is legal. */
static double weight_far(uint32_t id)
{
    const struct rs_strategy *strategy = rs_strategy_find("weighted_rendezvous");
    double steps = log(strategy->weight.max / strategy->weight.min) / (N_NODES - 1);
    double weight = strategy->weight.min * exp(steps * id);
    return fmin(fmax(weight, strategy->weight.min), strategy->weight.max);
}

static void test_a_million_pairs(void **state)
{
    (void)state;
    assert_true((N_NODES - 1) * N_DIGESTS == 1000000);
    unsigned n_close = check_pairs(weight_even);
    n_close += check_pairs(weight_mixed);
    n_close += check_pairs(weight_far);
    assert_true(n_close > 0); /* or all this would ask little */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_million_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
