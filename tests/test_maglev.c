/* test_maglev.c - tables of the paper and of real systems, and what every table must be
 */
#include "vectors.h"

#include "core/maglev_fill.h"

#include <math.h>

enum { MAX_M = 70000, MAX_N = 500 };

static uint32_t entries[MAX_M];
static struct maglev_walk walks[MAX_N];

/* Fills a table of m entries of n nodes in entries, in the fewest bytes; returns the asks. */
static uint64_t fill(uint32_t m, uint32_t n)
{
    static uint32_t packed[MAX_M];
    struct maglev_table table = {packed, m, maglev_entry_bytes(n)};
    uint64_t n_asked = maglev_fill(&table, walks, n);
    for (uint32_t i = 0; i < m; i++)
        entries[i] = maglev_entry(&table, i);
    return n_asked;
}

static struct maglev_walk walk(uint32_t offset, uint32_t skip, double weight)
{
    return (struct maglev_walk){.at = offset, .skip = skip, .weight = weight};
}

static void check_table(const uint32_t *expected, uint32_t m)
{
    for (uint32_t i = 0; i < m; i++)
        assert_int_equal(entries[i], expected[i]);
}

/* Table 1: three nodes, M = 7, and without the second. */
static void test_paper(void **state)
{
    (void)state;
    walks[0] = walk(3, 4, 1), walks[1] = walk(0, 2, 1), walks[2] = walk(3, 1, 1);
    fill(7, 3);
    check_table((const uint32_t[]){1, 0, 1, 0, 2, 2, 0}, 7);
    walks[0] = walk(3, 4, 1), walks[1] = walk(3, 1, 1);
    fill(7, 2);
    check_table((const uint32_t[]){0, 0, 0, 0, 1, 1, 1}, 7);
}

static void count_entries(uint32_t m, uint32_t n, uint32_t *least, uint32_t *most)
{
    static uint32_t counts[MAX_N];
    memset(counts, 0, sizeof counts);
    for (uint32_t i = 0; i < m; i++) {
        assert_true(entries[i] < n);
        counts[entries[i]]++;
    }
    *least = UINT32_MAX, *most = 0;
    for (uint32_t i = 0; i < n; i++) {
        *least = counts[i] < *least ? counts[i] : *least;
        *most = counts[i] > *most ? counts[i] : *most;
    }
}

/* Every entry has an owner, nodes of one weight equally many; the asks stay near M ln M. */
static void test_full_and_even(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{2, 1},     {2, 2},     {3, 2},       {251, 251},
                                        {257, 255}, {257, 256}, {65537, 100}, {65699, 400}};
    for (size_t s = 0; s < N_OF(sizes); s++) {
        uint32_t m = sizes[s][0], n = sizes[s][1], least, most;
        for (uint32_t i = 0; i < n; i++)
            walks[i] =
                walk((uint32_t)(rs_draw(1, i) % m), (uint32_t)(rs_draw(2, i) % (m - 1) + 1), 1);
        uint64_t n_asked = fill(m, n);
        assert_true(n_asked >= m && n_asked <= (uint64_t)n * m);
        if (m > 60000)
            assert_in_range(n_asked, m, (uint64_t)(2 * m * log(m)));
        count_entries(m, n, &least, &most);
        assert_in_range(most - least, 0, 1);
    }
}

/* Greatest offset and skip: their sum is beyond M, and j * skip beyond 32 bits. */
static void test_far_skip(void **state)
{
    (void)state;
    enum { M = 65699 };
    walks[0] = walk(M - 1, M - 1, 1);
    assert_int_equal(fill(M, 1), M);
    uint32_t least, most;
    count_entries(M, 1, &least, &most);
    assert_int_equal(least, M);
}

/* Worked out by hand. The light nodes have their first turn in round 1; then of M = 7 the one of a
 * quarter of the weight has its next in round 4, and of M = 11 those of a half and of a third in
 * rounds 2 and 4, and 3. */
static void check_light_nodes(void)
{
    walks[0] = walk(0, 1, 4), walks[1] = walk(6, 1, 1);
    fill(7, 2);
    check_table((const uint32_t[]){0, 0, 0, 0, 1, 0, 1}, 7);
    walks[0] = walk(0, 1, 6), walks[1] = walk(10, 10, 3), walks[2] = walk(5, 1, 2);
    fill(11, 3);
    check_table((const uint32_t[]){0, 0, 0, 0, 0, 2, 2, 0, 1, 1, 1}, 11);
}

/* A node of weight w has its share, the least at least one entry, and light ones their turns. */
static void test_weights(void **state)
{
    (void)state;
    check_light_nodes();
    static const double weights[] = {1, 2, 4, 0.001};
    for (uint32_t i = 0; i < 4; i++)
        walks[i] = walk(i * 17, i * 31 + 1, weights[i]);
    fill(7001, 4);
    uint32_t counts[4] = {0};
    for (uint32_t i = 0; i < 7001; i++)
        counts[entries[i]]++;
    assert_in_range(counts[0], 999, 1001);
    assert_in_range(counts[1], 1999, 2001);
    assert_in_range(counts[2], 3998, 4001);
    assert_int_equal(counts[3], 1);
}

/* Katran: offsets and skips of one scenario, then its table. Weights are another rule there. */
static const char *katran_wanted;
static uint32_t katran_n, katran_m, katran_seen;

static void katran_walk(char *line)
{
    if (strcmp(vectors_field(&line), katran_wanted))
        return;
    katran_m = (uint32_t)strtoul(vectors_field(&line), NULL, 10);
    vectors_field(&line), vectors_field(&line), vectors_field(&line);
    uint32_t offset = (uint32_t)strtoul(vectors_field(&line), NULL, 10);
    walks[katran_n++] = walk(offset, (uint32_t)strtoul(vectors_field(&line), NULL, 10), 1);
}

static void katran_entry(char *line)
{
    if (strcmp(vectors_field(&line), katran_wanted))
        return;
    uint32_t i = (uint32_t)strtoul(vectors_field(&line), NULL, 10);
    vectors_field(&line);
    assert_int_equal(entries[i], strtoul(vectors_field(&line), NULL, 10));
    katran_seen++;
}

static void test_katran(void **state)
{
    (void)state;
    static const char *const scenarios[] = {"m7_n2_w11", "m7_n3", "m13_n5", "m101_n10", "m251_n20"};
    for (size_t i = 0; i < N_OF(scenarios); i++) {
        katran_wanted = scenarios[i], katran_n = katran_m = katran_seen = 0;
        vectors_each(RINGSIDE_VECTORS "/maglev/katran_scenarios.csv", katran_walk);
        assert_true(katran_n > 1);
        fill(katran_m, katran_n);
        vectors_each(RINGSIDE_VECTORS "/maglev/katran_small_tables.csv", katran_entry);
        assert_int_equal(katran_seen, katran_m);
    }
}

/* Envoy: two or six hosts, of which XXH64 of the address gives offset and skip. */
static const char *envoy_wanted;
static uint32_t envoy_seen;

static uint64_t envoy_hash(const char *name, uint64_t seed)
{
    uint64_t digest;
    assert_int_equal(rs_hash_find("xxh64")->digest(test_bytes(name), seed, &digest), RS_OK);
    return digest;
}

static void envoy_entry(char *line)
{
    if (strcmp(vectors_field(&line), envoy_wanted))
        return;
    vectors_field(&line);
    uint32_t i = (uint32_t)strtoul(vectors_field(&line), NULL, 10);
    assert_int_equal(entries[i], strtoul(vectors_field(&line), NULL, 10));
    envoy_seen++;
}

static void test_envoy(void **state)
{
    (void)state;
    static const struct {
        const char *table, *prefix;
        uint32_t m, n;
        double weights[2];
    } tables[] = {{"m7_addr_90_95", "127.0.0.1:", 7, 6, {1, 1}},
                  {"m7_hostname_90_95", "", 7, 6, {1, 1}},
                  {"m17_equal", "127.0.0.1:", 17, 2, {1, 1}},
                  {"m17_w1_w2", "127.0.0.1:", 17, 2, {1, 2}},
                  {"m17_w8_w2", "127.0.0.1:", 17, 2, {8, 2}}};
    for (size_t t = 0; t < N_OF(tables); t++) {
        uint32_t m = tables[t].m;
        for (uint32_t i = 0; i < tables[t].n; i++) {
            char name[32];
            snprintf(name, sizeof name, "%s%u", tables[t].prefix, 90 + i);
            walks[i] =
                walk((uint32_t)(envoy_hash(name, 0) % m),
                     (uint32_t)(envoy_hash(name, 1) % (m - 1) + 1), tables[t].weights[i % 2]);
        }
        fill(m, tables[t].n);
        envoy_wanted = tables[t].table, envoy_seen = 0;
        vectors_each(RINGSIDE_VECTORS "/envoy/maglev_published.csv", envoy_entry);
        assert_int_equal(envoy_seen, m);
    }
}

/* The answers of the whole strategy for all entries of a table of m. */
static void read_table(const struct rs_placement *p, uint32_t m)
{
    for (uint32_t i = 0; i < m; i++)
        entries[i] = rs_locate(p, UINT64_MAX / m * i + UINT64_MAX / m / 2);
}

static void test_order_of_nodes_is_free(void **state)
{
    (void)state;
    struct rs_placement *there = test_open("maglev"), *back = test_open("maglev");
    for (uint32_t i = 0; i < 7; i++) {
        test_add_numbered(there, i, 1);
        test_add_numbered(back, 6 - i, 1);
    }
    static uint32_t first[65537];
    read_table(there, 65537);
    memcpy(first, entries, sizeof first);
    read_table(back, 65537);
    assert_memory_equal(first, entries, sizeof first);
    rs_close(there);
    rs_close(back);
}

static void test_primes(void **state)
{
    (void)state;
    static const char *const refused[][2] = {{"maglev:table=33", "37"},
                                             {"maglev:table=65536", "65537"},
                                             {"maglev:table=16777212", "16777213"}};
    struct rs_placement *p = NULL;
    struct rs_why why;
    for (size_t i = 0; i < N_OF(refused); i++)
        test_refused(rs_open(refused[i][0], NULL, &p, &why), RS_EINVAL, &why, "not prime",
                     refused[i][1]);
    assert_int_equal(rs_open("maglev:table=1", NULL, &p, &why), RS_EINVAL);
    p = test_open("maglev:table=2");
    test_add_numbered(p, 0, 2);
    read_table(p, 2);
    assert_true(entries[0] != entries[1]);
    rs_close(p);
}

/* Never more nodes than entries; the refused one leaves no trace. */
static void test_full(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("maglev:table=5");
    test_add_numbered(p, 0, 5);
    uint64_t before = test_fingerprint(p);
    struct rs_node sixth = test_node(5, "node-5");
    assert_int_equal(rs_add(p, &sixth, 1, NULL), RS_EFULL);
    assert_int_equal(test_fingerprint(p), before);
    sixth.weight = 0;
    test_add(p, &sixth, 1);
    sixth.weight = 1;
    assert_int_equal(rs_update(p, &sixth, 1, NULL), RS_EFULL);
    test_remove_one(p, 0);
    assert_int_equal(rs_update(p, &sixth, 1, NULL), RS_OK);
    rs_close(p);
}

/* Shares of a hash of 32 bits are whole numbers of digests; the deviation is the closed form. */
static void test_shares(void **state)
{
    (void)state;
    static const char *const specs[] = {"maglev:table=1009", "maglev:hash=crc32:table=1009"};
    for (size_t s = 0; s < N_OF(specs); s++) {
        struct rs_placement *p = test_open(specs[s]);
        double shares[77], sum = 0, squares = 0;
        test_add_numbered(p, 0, 1);
        assert_int_equal(rs_shares(p, shares), RS_OK);
        assert_true(shares[0] == 1);
        test_add_numbered(p, 1, 76);
        assert_int_equal(rs_shares(p, shares), RS_OK);
        for (size_t i = 0; i < 77; i++) {
            sum += shares[i], squares += pow(shares[i] * 77 - 1, 2);
            assert_true(s == 0 || shares[i] * 0x1p32 == floor(shares[i] * 0x1p32));
        }
        assert_true(fabs(sum - 1) < 1e-12);
        double cv = sqrt(8.0 * 69) / 1009; /* 1009 = 13 * 77 + 8 */
        assert_true(fabs(sqrt(squares / 77) - cv) < 1e-5);
        struct rs_moments theory = rs_theory(p, RS_SHARE_CV);
        assert_true(s ? theory.mean < 0 : fabs(theory.mean - cv) < 1e-15 && theory.sd == 0);
        test_add_one(p, 99, "heavy", 2);
        assert_true(rs_theory(p, RS_SHARE_CV).mean < 0);
        rs_close(p);
    }
}

/* An entry costs one byte, two or four, by the number of nodes. */
static void test_memory(void **state)
{
    (void)state;
    struct test_memory memory = {0, 0};
    struct rs_config config = test_memory_config(&memory);
    struct rs_placement *p = test_open_config("maglev", &config);
    test_add_numbered(p, 0, 255);
    assert_in_range(memory.n_bytes, 65537, 2 * 65537);
    test_add_numbered(p, 255, 1);
    assert_in_range(memory.n_bytes, 2 * 65537, 3 * 65537);
    rs_close(p);
    assert_int_equal(memory.n_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper),
        cmocka_unit_test(test_full_and_even),
        cmocka_unit_test(test_far_skip),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_katran),
        cmocka_unit_test(test_envoy),
        cmocka_unit_test(test_order_of_nodes_is_free),
        cmocka_unit_test(test_primes),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
