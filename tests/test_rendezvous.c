/* test_rendezvous.c - the highest draw owns a key, by a scan written here once more
 */
#include "support.h"

#include <math.h>

enum { MAX_NODES = 64 };

struct model_node {
    uint32_t id;
    char name[16];
};

static uint64_t model_score(const struct model_node *node, const char *hash, uint64_t digest)
{
    uint64_t number;
    assert_int_equal(rs_hash_find(hash)->digest(test_bytes(node->name), 0, &number), RS_OK);
    return rs_mix(digest ^ rs_draw(number, 1));
}

static const char *model_hash;
static uint64_t model_digest;

/* More first, then the smaller name, then the smaller id. */
static int model_order(const void *a, const void *b)
{
    uint64_t score_a = model_score(a, model_hash, model_digest);
    uint64_t score_b = model_score(b, model_hash, model_digest);
    const struct model_node *x = a, *y = b;
    if (score_a != score_b)
        return score_a > score_b ? -1 : 1;
    int order = strcmp(x->name, y->name);
    return order ? order : x->id < y->id ? -1 : 1;
}

static enum rs_status constant_digest(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    (void)key, (void)seed;
    *digest = 1;
    return RS_OK;
}

static const struct rs_hash constant_hash = {
    .abi = RS_ABI,
    .name = "constant",
    .summary = "always 1",
    .origin = "ringside",
    .n_bits = 1,
    .any_bytes = true,
    .test_only = true,
    .digest = constant_digest,
};

static int register_constant(void **state)
{
    (void)state;
    return rs_hash_register(&constant_hash, NULL) != RS_OK;
}

static void check_lists(const struct rs_placement *p, struct model_node *nodes, size_t n,
                        const char *hash)
{
    uint32_t ids[MAX_NODES], id;
    model_hash = hash;
    for (uint64_t i = 0; i < 200; i++) {
        model_digest = i < 3 ? i - 1 : rs_mix(i);
        qsort(nodes, n, sizeof *nodes, model_order);
        assert_int_equal(rs_locate(p, model_digest), n ? nodes[0].id : RS_NO_NODE);
        rs_locate_many(p, &model_digest, 1, &id);
        assert_int_equal(id, rs_locate(p, model_digest));
        for (size_t k = 0; k <= n + 2; k += 1 + k / 3) {
            size_t n_ids = rs_replicas(p, model_digest, k, ids);
            assert_int_equal(n_ids, k < n ? k : n);
            for (size_t r = 0; r < n_ids; r++)
                assert_int_equal(ids[r], nodes[r].id);
        }
    }
}

/* Nodes come in the order of mixed ids and go from anywhere; every fourth has a name twice. */
static void check_model(const char *spec, const char *hash)
{
    struct rs_placement *p = test_open(spec);
    struct model_node nodes[MAX_NODES];
    size_t n = 0;
    check_lists(p, nodes, n, hash);
    for (uint32_t i = 0; i < MAX_NODES; i++) {
        struct model_node *node = &nodes[n++];
        node->id = i * 37 % MAX_NODES;
        snprintf(node->name, sizeof node->name, "n%u", node->id % 4 ? node->id : node->id / 8);
        test_add_one(p, node->id, node->name, 1);
        if (i % 16 == 0 || i + 1 == MAX_NODES)
            check_lists(p, nodes, n, hash);
    }
    while (n) {
        test_remove_one(p, nodes[n / 2].id);
        nodes[n / 2] = nodes[n - 1], n--;
        if (n % 13 == 0)
            check_lists(p, nodes, n, hash);
    }
    rs_close(p);
}

static void test_model(void **state)
{
    (void)state;
    check_model("rendezvous", "xxh3");
    check_model("rendezvous:label_hash=crc32", "crc32");
    check_model("rendezvous:label_hash=constant", "constant");
    check_model("weighted_rendezvous:label_hash=constant", "constant");
}

/* Nodes b 1, a 9 and a 4 in every order of arrival, with two more in front and behind. */
static void check_equal_orders(const char *spec)
{
    static const struct {
        uint32_t id;
        const char *name;
    } nodes[] = {{1, "b"}, {9, "a"}, {4, "a"}};
    static const uint32_t expected[] = {4, 9, 1, 7, 2};
    static const size_t orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                       {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (size_t i = 0; i < N_OF(orders); i++) {
        struct rs_placement *p = test_open(spec);
        uint32_t ids[N_OF(expected)];
        test_add_one(p, 2, "d", 1);
        for (size_t j = 0; j < 3; j++)
            test_add_one(p, nodes[orders[i][j]].id, nodes[orders[i][j]].name, 1);
        test_add_one(p, 7, "c", 1);
        assert_int_equal(rs_locate(p, rs_mix(i)), expected[0]);
        assert_int_equal(rs_replicas(p, rs_mix(i), N_OF(ids), ids), N_OF(ids));
        assert_memory_equal(ids, expected, sizeof ids);
        rs_close(p);
    }
}

/* All numbers alike: the smallest name has everything, and the smaller id of two such. */
static void test_equal_numbers(void **state)
{
    (void)state;
    check_equal_orders("rendezvous:label_hash=constant");
    check_equal_orders("weighted_rendezvous:label_hash=constant");
    struct rs_placement *p = test_open("rendezvous:label_hash=constant");
    double shares[3];
    test_add_one(p, 1, "b", 1), test_add_one(p, 9, "a", 1), test_add_one(p, 4, "a", 1);
    for (uint64_t i = 0; i < 100; i++)
        assert_int_equal(rs_locate(p, rs_mix(i)), 4);
    assert_int_equal(rs_shares(p, shares), RS_OK);
    assert_true(shares[0] == 0 && shares[1] == 0 && shares[2] == 1);
    assert_true(rs_theory(p, RS_SHARE_CV).mean < 0);
    rs_close(p);
}

static void test_even(void **state)
{
    (void)state;
    enum { N = 10, N_DIGESTS = 200000 };
    struct rs_placement *p = test_open("rendezvous");
    unsigned counts[2][N] = {{0}};
    double chi2[2] = {0, 0}, mean = N_DIGESTS / (double)N, shares[N];
    test_add_numbered(p, 0, N);
    for (uint64_t i = 0; i < N_DIGESTS; i++) {
        counts[0][rs_locate(p, rs_mix(i))]++;
        counts[1][rs_locate(p, i)]++; /* digests that differ in few bits */
    }
    for (size_t i = 0; i < N; i++)
        for (size_t kind = 0; kind < 2; kind++)
            chi2[kind] += pow(counts[kind][i] - mean, 2) / mean;
    assert_true(chi2[0] < 30 && chi2[1] < 30); /* 9 degrees of freedom: p = 0.0004 */
    assert_int_equal(rs_shares(p, shares), RS_OK);
    for (size_t i = 0; i < N; i++)
        assert_true(shares[i] == 1.0 / N);
    assert_true(rs_theory(p, RS_SHARE_CV).mean == 0);
    rs_close(p);
}

static void test_count(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("rendezvous");
    struct rs_steps steps = {0, 0, 0};
    uint32_t id;
    test_add_numbered(p, 0, 33);
    assert_int_equal(rs_count(p, 5, &id, &steps), RS_OK);
    assert_int_equal(id, rs_locate(p, 5));
    assert_int_equal(steps.draws, 33);
    assert_true(rs_theory(p, RS_DRAWS).mean == 33 && rs_theory(p, RS_DRAWS).sd == 0);
    rs_close(p);
}

/* What narrow digests cannot keep is not promised. */
static void test_traits(void **state)
{
    (void)state;
    double share;
    struct rs_placement *p = test_open("rendezvous"), *narrow = test_open("rendezvous:hash=crc32");
    test_add_one(narrow, 0, "a", 1);
    assert_int_equal(rs_traits(p) & ~rs_traits(narrow), RS_EXACT_SHARE);
    assert_int_equal(rs_shares(narrow, &share), RS_EUNSUPPORTED);
    assert_true(rs_theory(narrow, RS_SHARE_CV).mean < 0);
    struct rs_why why;
    struct rs_placement *none;
    test_refused(rs_open("rendezvous:hash=identity", NULL, &none, &why), RS_EINVAL, &why,
                 "identity", "label_hash=xxh3");
    rs_close(narrow);
    rs_close(p);
}

/* 12 bytes a node over null, at most an eighth more, and all of it comes back. */
static void test_memory(void **state)
{
    (void)state;
    enum { N = 1000 };
    struct test_memory memory = {0, 0}, floor = {0, 0};
    struct rs_config config = test_memory_config(&memory),
                     floor_config = test_memory_config(&floor);
    struct rs_placement *p = test_open_config("rendezvous", &config);
    struct rs_placement *null = test_open_config("null", &floor_config);
    size_t empty = memory.n_bytes, empty_floor = floor.n_bytes;
    test_add_numbered(p, 0, N), test_add_numbered(null, 0, N);
    size_t n_bytes = (memory.n_bytes - empty) - (floor.n_bytes - empty_floor);
    assert_in_range(n_bytes, 12 * N, 12 * N * 9 / 8);
    for (uint32_t id = 0; id < N; id++)
        test_remove_one(p, id);
    assert_int_equal(memory.n_bytes, empty);
    rs_close(p);
    rs_close(null);
    assert_int_equal(memory.n_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_model),  cmocka_unit_test(test_equal_numbers),
        cmocka_unit_test(test_even),   cmocka_unit_test(test_count),
        cmocka_unit_test(test_traits), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, register_constant, NULL);
}
