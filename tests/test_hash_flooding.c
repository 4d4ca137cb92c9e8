/* test_hash_flooding.c - keys chosen to meet on one node, and what a seed does to them
 *
 * Whoever knows hash, seed and nodes finds keys of any number that all go to one node. Under
 * another seed the same keys spread as any others do; under the known one they still meet.
 */
#include "support.h"

#include <math.h>

enum { N_NODES = 10, N_FLOOD = 1500, N_CONTROL = 30000, VICTIM = 3 };

struct key {
    char text[24];
};

static struct rs_placement *open_seeded(const char *spec, uint64_t seed)
{
    struct rs_config config = {.seed = seed};
    struct rs_placement *p = test_open_config(spec, &config);
    test_add_numbered(p, 0, N_NODES);
    return p;
}

/* As an attacker does it: try keys, keep those that hit. */
static void find_flood(const struct rs_placement *p, struct key *keys)
{
    unsigned n = 0;
    for (unsigned i = 0; n < N_FLOOD; i++) {
        assert_true(i < 1000 * N_FLOOD);
        snprintf(keys[n].text, sizeof keys[n].text, "session:%u", i);
        n += test_locate(p, keys[n].text) == VICTIM;
    }
}

static void count_keys(const struct rs_placement *p, const struct key *keys,
                       unsigned counts[N_NODES])
{
    memset(counts, 0, N_NODES * sizeof *counts);
    for (size_t i = 0; i < N_FLOOD; i++)
        counts[test_locate(p, keys[i].text)]++;
}

/* What each node has of keys that nobody chose. */
static void control_parts(const struct rs_placement *p, double parts[N_NODES])
{
    for (size_t i = 0; i < N_NODES; i++)
        parts[i] = 0;
    for (unsigned i = 0; i < N_CONTROL; i++) {
        char text[24];
        snprintf(text, sizeof text, "user:%u", i);
        parts[test_locate(p, text)] += 1.0 / N_CONTROL;
    }
}

/* chi-square of the flood against what is usual there: 9 degrees of freedom, 40 is p = 10^-5. */
static double flood_chi2(const struct rs_placement *p, const struct key *keys)
{
    unsigned counts[N_NODES];
    double parts[N_NODES], chi2 = 0;
    count_keys(p, keys, counts);
    control_parts(p, parts);
    for (size_t i = 0; i < N_NODES; i++) {
        double expected = parts[i] * N_FLOOD;
        assert_true(expected > 5);
        chi2 += pow(counts[i] - expected, 2) / expected;
    }
    return chi2;
}

static void check_flood(const char *spec)
{
    static struct key keys[N_FLOOD];
    unsigned counts[N_NODES];
    struct rs_placement *known = open_seeded(spec, 0);
    find_flood(known, keys);
    count_keys(known, keys, counts);
    assert_int_equal(counts[VICTIM], N_FLOOD);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct rs_placement *other = open_seeded(spec, rs_mix(seed));
        double chi2 = flood_chi2(other, keys);
        if (!(chi2 < 40))
            fail_msg("%s: the flood is one under seed %d as well (%g)", spec, (int)seed, chi2);
        rs_close(other);
    }
    rs_close(known);
}

static void test_another_seed_spreads_a_flood(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++) {
        char spec[80];
        if (!strcmp(strategy->name, "null"))
            continue; /* everything is on one node, whatever the seed */
        snprintf(spec, sizeof spec, "%s:hash=xxh3", strategy->name);
        check_flood(spec);
        snprintf(spec, sizeof spec, "%s:hash=xxh64", strategy->name);
        check_flood(spec);
    }
}

/* A seed is no help against who knows it; where it was saved, the bytes tell it. */
static void test_a_known_seed_is_none(void **state)
{
    (void)state;
    static struct key keys[N_FLOOD];
    unsigned counts[N_NODES];
    char saved[4096];
    struct rs_placement *secret = open_seeded("rendezvous", 0x5ec2e7), *read;
    size_t n = rs_save(secret, saved, sizeof saved);
    assert_in_range(n, 1, sizeof saved);
    assert_int_equal(rs_restore(saved, n, NULL, &read, NULL), RS_OK);
    find_flood(read, keys);
    count_keys(secret, keys, counts);
    assert_int_equal(counts[VICTIM], N_FLOOD);
    rs_close(read);
    rs_close(secret);
}

/* With the other hashes there is no seed to be had: it is refused, not ignored. */
static void test_an_unseeded_hash_refuses_a_seed(void **state)
{
    (void)state;
    const struct rs_hash *hash;
    struct rs_config config = {.seed = 1};
    for (size_t i = 0; (hash = rs_hash_at(i)); i++) {
        char spec[64];
        struct rs_placement *p = NULL;
        struct rs_why why;
        if (hash->unavailable && hash->unavailable())
            continue;
        snprintf(spec, sizeof spec, "modulo:hash=%s", hash->name);
        enum rs_status status = rs_open(spec, &config, &p, &why);
        assert_int_equal(status, hash->seeded ? RS_OK : RS_EUNSUPPORTED);
        if (status)
            test_refused(status, RS_EUNSUPPORTED, &why, "takes no seed", "xxh3");
        rs_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_another_seed_spreads_a_flood),
        cmocka_unit_test(test_a_known_seed_is_none),
        cmocka_unit_test(test_an_unseeded_hash_refuses_a_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
