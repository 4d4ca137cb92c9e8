/* test_multiprobe.c - multi-probe against a linear scan, its exact shares, and its law
 */
#include "points_hash.h"

#include <math.h>

#define SPEC "multiprobe:hash=identity:label_hash=points"

struct place {
    uint64_t point;
    const char *name;
    uint32_t id;
};

/* The nearest of all pairs of a probe and a point; places are in the order of ties. */
static uint32_t scan(const struct place *places, size_t n, uint64_t digest, uint64_t n_probes)
{
    uint64_t shortest = UINT64_MAX;
    uint32_t id = RS_NO_NODE;
    for (size_t i = 0; i < n; i++)
        for (uint64_t probe = 1; probe <= n_probes; probe++) {
            uint64_t x = rs_draw(digest, probe), y = places[i].point;
            uint64_t way = y >= x ? y - x : UINT64_MAX - x + y + 1;
            if (way < shortest || id == RS_NO_NODE)
                shortest = way, id = places[i].id;
        }
    return id;
}

/* Points at both ends, side by side, and two on one place of which the first name answers. */
static void test_linear_scan(void **state)
{
    (void)state;
    static const struct place places[] = {
        {0, "0", 4},
        {1, "1", 3},
        {0x4000000000000000, "4611686018427387904", 7},
        {0x4000000000000000, "4611686018427387904x", 1},
        {0xc000000000000000, "13835058055282163712", 9},
        {UINT64_MAX - 1, "18446744073709551614", 5},
    };
    static const unsigned probes[] = {1, 2, 5, 255};
    for (size_t s = 0; s < N_OF(probes); s++) {
        char spec[128];
        snprintf(spec, sizeof spec, SPEC ":probes=%u", probes[s]);
        struct rs_placement *p = test_open(spec);
        for (size_t i = N_OF(places); i-- > 0;)
            test_add_one(p, places[i].id, places[i].name, 1);
        for (uint64_t i = 0; i < 5000; i++) {
            uint64_t digest = i < 2 ? i - 1 : rs_mix(i);
            assert_int_equal(rs_locate(p, digest), scan(places, N_OF(places), digest, probes[s]));
        }
        rs_close(p);
    }
}

/* Of two ways the shorter leads over the top: it is not the difference of its ends. */
static void check_shorter_way_wraps(void)
{
    uint64_t digest = 0, low, high;
    do {
        uint64_t a = rs_draw(++digest, 1), b = rs_draw(digest, 2);
        low = a < b ? a : b, high = a < b ? b : a;
    } while (low >= UINT64_C(1) << 62 || high < UINT64_C(3) << 62);
    char before[64];
    snprintf(before, sizeof before, "%llu", (unsigned long long)(high - 1));
    struct rs_placement *p = test_open(SPEC ":probes=2");
    test_add_one(p, 0, before, 1); /* half a circle behind the low probe, or more */
    test_add_one(p, 1, "0", 1);    /* a quarter behind the high one, or less, by way of the top */
    assert_int_equal(rs_locate(p, digest), 1);
    rs_close(p);
}

/* The one point is before every probe but those behind it: the way leads around. */
static void test_wrap_around(void **state)
{
    (void)state;
    check_shorter_way_wraps();
    uint64_t digest = 7, x = rs_draw(digest, 1);
    char behind[64], before[64];
    snprintf(behind, sizeof behind, "%llu", (unsigned long long)(x - 1));
    snprintf(before, sizeof before, "%llu", (unsigned long long)(x - 2));
    struct rs_placement *p = test_open(SPEC ":probes=1");
    test_add_one(p, 0, behind, 1);
    assert_int_equal(rs_locate(p, digest), 0);
    test_add_one(p, 1, before, 1);
    assert_int_equal(rs_locate(p, digest), 1); /* the longest way but one */
    snprintf(before, sizeof before, "%llu", (unsigned long long)x);
    test_add_one(p, 2, before, 1);
    assert_int_equal(rs_locate(p, digest), 2); /* at the probe itself */
    uint64_t point;
    char label[80];
    assert_int_equal(rs_explain(p, digest, &point, label, sizeof label), RS_OK);
    assert_true(point == x && !strncmp(label, before, strlen(before)));
    rs_close(p);
}

/* Two probes with ways of one length: the lower point wins, whichever probe it was. */
static void test_ties(void **state)
{
    (void)state;
    for (uint64_t digest = 0; digest < 20; digest++) {
        uint64_t a = rs_draw(digest, 1) + 5, b = rs_draw(digest, 2) + 5;
        char first[32], second[32];
        snprintf(first, sizeof first, "%llu", (unsigned long long)a);
        snprintf(second, sizeof second, "%llu", (unsigned long long)b);
        struct rs_placement *p = test_open(SPEC ":probes=2");
        test_add_one(p, 1, first, 1);
        test_add_one(p, 2, second, 1);
        assert_int_equal(rs_locate(p, digest), a < b ? 1 : 2);
        rs_close(p);
    }
}

/* The second of a list is who would be first without the first, and so on. */
static void test_replicas(void **state)
{
    (void)state;
    enum { N = 9 };
    for (uint64_t digest = 0; digest < 100; digest++) {
        struct rs_placement *p = test_open("multiprobe:probes=5:vnodes=3");
        uint32_t ids[N + 1];
        test_add_numbered(p, 0, N);
        assert_int_equal(rs_replicas(p, digest, N + 1, ids), N);
        for (size_t i = 0; i < N; i++) {
            assert_int_equal(rs_locate(p, digest), ids[i]);
            test_remove_one(p, ids[i]);
        }
        assert_int_equal(rs_replicas(p, digest, 1, ids), 0);
        rs_close(p);
    }
}

static void check_shares(const char *spec, uint32_t n)
{
    enum { N_DIGESTS = 1000000, MAX_N = 60 };
    static unsigned counts[MAX_N];
    double shares[MAX_N], sum = 0, chi2 = 0;
    struct rs_placement *p = test_open(spec);
    test_add_numbered(p, 0, n - 1);
    test_add_one(p, n - 1, "heavy", 3);
    assert_int_equal(rs_shares(p, shares), RS_OK);
    memset(counts, 0, sizeof counts);
    for (uint64_t i = 0; i < N_DIGESTS; i++)
        counts[rs_locate(p, rs_draw(5, i))]++;
    unsigned n_few = 0;
    double few = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum += shares[i];
        double expected = shares[i] * N_DIGESTS;
        if (expected < 10)
            few += expected, n_few += counts[i];
        else
            chi2 += pow(counts[i] - expected, 2) / expected;
    }
    assert_true(fabs(sum - 1) < 1e-12);
    assert_true(chi2 < n + 4 * sqrt(2.0 * n));
    assert_true(fabs(n_few - few) <= 5 * sqrt(few) + 1);
    rs_close(p);
}

static void test_shares(void **state)
{
    (void)state;
    check_shares("multiprobe:probes=1", 60);
    check_shares("multiprobe:probes=2", 60);
    check_shares("multiprobe:probes=5:vnodes=2", 20);
    check_shares("multiprobe:probes=21", 60);
}

static void check_known(const char *spec, const char *names, const double *shares, size_t n)
{
    double found[4];
    struct rs_placement *p = test_placement(spec, names);
    assert_int_equal(rs_shares(p, found), RS_OK);
    for (size_t i = 0; i < n; i++)
        assert_true(fabs(found[i] - shares[i]) < 1e-15);
    rs_close(p);
}

/* Gaps of 1/4 and 3/4, two probes: 2 * integral of 1 - 2t over the short one is 3/8. */
static void test_known_shares(void **state)
{
    (void)state;
    static const char *const quarters = "0 4611686018427387904";
    check_known(SPEC ":probes=1", quarters, (const double[]){0.75, 0.25}, 2);
    check_known(SPEC ":probes=2", quarters, (const double[]){0.625, 0.375}, 2);
    check_known(SPEC, "77", (const double[]){1}, 1);
    check_known(SPEC, "77 77x", (const double[]){1, 0}, 2);
    check_known(SPEC ":probes=2", "0x 0 9223372036854775808", (const double[]){0, 0.5, 0.5}, 3);
    struct rs_placement *p = test_placement("multiprobe:hash=crc32", "a b");
    double shares[2];
    assert_int_equal(rs_shares(p, shares), RS_EUNSUPPORTED);
    rs_close(p);
}

/* The deviation of one circle of n nodes. */
static double share_cv(const char *spec, uint32_t n, uint64_t seed, struct rs_moments *theory)
{
    static double shares[2000];
    static char names[2000][16];
    static struct rs_node nodes[2000];
    struct rs_config config = {.seed = seed};
    struct rs_placement *p = test_open_config(spec, &config);
    double squares = 0;
    for (uint32_t i = 0; i < n; i++) {
        snprintf(names[i], sizeof names[i], "node-%u", i);
        nodes[i] = test_node(i, names[i]);
    }
    test_add(p, nodes, n);
    assert_int_equal(rs_shares(p, shares), RS_OK);
    for (uint32_t i = 0; i < n; i++)
        squares += pow(shares[i] * n - 1, 2);
    *theory = rs_theory(p, RS_SHARE_CV);
    rs_close(p);
    return sqrt(squares / n);
}

/* Published figures are one circle of 2000 nodes: ours, and they, lie by the law. */
static void test_published_deviations(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        double cv;
    } published[] = {{"multiprobe:probes=2", .5796},  {"multiprobe:probes=3", .4461},
                     {"multiprobe:probes=5", .3265},  {"multiprobe:probes=8", .2444},
                     {"multiprobe:probes=11", .2136}, {"multiprobe", .1582}};
    for (size_t i = 0; i < N_OF(published); i++) {
        struct rs_moments theory;
        double cv = share_cv(published[i].spec, 2000, 1, &theory);
        assert_true(fabs(cv - theory.mean) < 3 * theory.sd);
        assert_true(fabs(published[i].cv - theory.mean) < 3 * theory.sd);
    }
}

/* Mean and deviation of the deviation, over circles of other seeds. */
static void test_theory(void **state)
{
    (void)state;
    static const char *const specs[] = {"multiprobe:probes=1", "multiprobe:probes=2", "multiprobe",
                                        "multiprobe:probes=5:vnodes=4"};
    enum { N_SEEDS = 400, N = 400 };
    for (size_t s = 0; s < N_OF(specs); s++) {
        struct rs_moments theory;
        double sum = 0, squares = 0;
        for (uint64_t seed = 1; seed <= N_SEEDS; seed++) {
            double cv = share_cv(specs[s], N, seed, &theory);
            sum += cv, squares += cv * cv;
        }
        double mean = sum / N_SEEDS, sd = sqrt(squares / N_SEEDS - mean * mean);
        assert_true(fabs(mean - theory.mean) < 4 * theory.sd / sqrt(N_SEEDS));
        assert_true(sd > 0.85 * theory.sd && sd < 1.15 * theory.sd);
    }
    struct rs_placement *p = test_open("multiprobe");
    test_add_numbered(p, 0, 40);
    assert_true(rs_theory(p, RS_SHARE_CV).mean < 0); /* too few */
    assert_true(rs_theory(p, RS_DRAWS).mean == 21);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear_scan),
        cmocka_unit_test(test_wrap_around),
        cmocka_unit_test(test_replicas),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_known_shares),
        cmocka_unit_test(test_published_deviations),
        cmocka_unit_test(test_theory),
    };
    return cmocka_run_group_tests(tests, points_register, NULL);
}
