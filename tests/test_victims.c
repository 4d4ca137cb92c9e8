/* test_victims.c - which nodes failover and bounded_load take out is not drawn as the keys are
 *
 * What a metric says tells its victims: so many keys move, so many survivors take a part. The same
 * is worked out here for victims drawn by any seed.
 */
#include "changes.h"
#include "metric_run.h"

#include <math.h>

enum { N = 64, N_VICTIMS = 8, N_SEEDS = 20, N_ASKED = 2000 };

/* The keys of a run, and who owns them. */
struct owned {
    struct rs_placement *p;
    uint64_t digests[N_ASKED];
    uint32_t owners[N_ASKED];
};

static void owned_open(struct owned *owned, uint64_t seed)
{
    owned->p = metric_run_place("ring", N);
    for (size_t i = 0; i < N_ASKED; i++) {
        char key[48];
        snprintf(key, sizeof key, "key:%llu:%zu", (unsigned long long)seed, i);
        assert_int_equal(rs_digest(owned->p, test_bytes(key), &owned->digests[i]), RS_OK);
        owned->owners[i] = rs_locate(owned->p, owned->digests[i]);
    }
}

static size_t n_keys_of(const struct owned *owned, uint64_t draws_seed)
{
    uint32_t victim = (uint32_t)rs_below(rs_draw(draws_seed, 1), N);
    size_t n = 0;
    for (size_t i = 0; i < N_ASKED; i++)
        n += owned->owners[i] == victim;
    return n;
}

static size_t n_heirs(const struct owned *owned, uint32_t victim)
{
    struct rs_node node;
    bool takes_part[N] = {false};
    size_t n = 0;
    assert_int_equal(rs_node(owned->p, victim, &node), RS_OK);
    node.flags = RS_DOWN;
    assert_int_equal(rs_update(owned->p, &node, 1, NULL), RS_OK);
    for (size_t i = 0; i < N_ASKED; i++)
        if (owned->owners[i] == victim)
            takes_part[rs_locate(owned->p, owned->digests[i])] = true;
    assert_int_equal(rs_node(owned->p, victim, &node), RS_OK); /* names lie elsewhere now */
    node.flags = 0;
    assert_int_equal(rs_update(owned->p, &node, 1, NULL), RS_OK);
    for (size_t i = 0; i < N; i++)
        n += takes_part[i];
    return n;
}

static double spread_of(const struct owned *owned, uint64_t draws_seed)
{
    uint32_t positions[N];
    size_t n = 0;
    for (uint32_t i = 0; i < N; i++)
        positions[i] = i;
    change_pick(positions, N_VICTIMS, N, draws_seed);
    for (size_t i = 0; i < N_VICTIMS; i++)
        n += n_heirs(owned, positions[i]);
    return (double)n / N_VICTIMS;
}

static double measured(const char *metric, uint64_t seed, const char *measure, const char *change)
{
    const struct metric_run run = {"ring", metric, N, seed, NULL, N_ASKED};
    struct results results;
    metric_run_all(&results, &run);
    double value = metric_run_row(&results, measure, change)->real;
    results_free(&results);
    return value;
}

/* A few more move than were the victim's: the first keys meet low caps. */
static bool is_moved(double n_moved, size_t n_keys)
{
    return n_moved > (double)n_keys - 0.5 && n_moved < (double)n_keys + 4.5;
}

/* By the seeds that are theirs, always; by that of the keys, now and then by chance. */
static void test_victims(void **state)
{
    size_t n_theirs = 0, n_moved_by_keys = 0, n_spread_by_keys = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= N_SEEDS; seed++) {
        static struct owned owned;
        owned_open(&owned, seed);
        double moved = measured("bounded_load", seed, "bounded_moved", "load_4") * N_ASKED / N;
        double spread = measured("failover", seed, "failover_spread", "");
        n_theirs += is_moved(moved, n_keys_of(&owned, seed + DRAWS_OF_BOUNDED_LOAD)) &&
                    fabs(spread - spread_of(&owned, seed + DRAWS_OF_FAILOVER)) < 1e-9;
        n_moved_by_keys += is_moved(moved, n_keys_of(&owned, seed));
        n_spread_by_keys += fabs(spread - spread_of(&owned, seed)) < 1e-9;
        rs_close(owned.p);
    }
    assert_int_equal(n_theirs, N_SEEDS);
    assert_in_range(n_moved_by_keys, 0, N_SEEDS / 2);
    assert_in_range(n_spread_by_keys, 0, N_SEEDS / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_victims)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
