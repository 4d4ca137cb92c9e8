/* test_weighted_rendezvous.c - shares follow the weights, and the logarithm is a logarithm
 */
#include "support.h"

#include "core/portable_log.h"

#include <math.h>

static void check_log(double x)
{
    double expected = log(x), found = portable_log(x);
    if (!(fabs(found - expected) <= 4e-16 * fabs(expected)))
        fail_msg("ln %a: %a, not %a", x, found, expected);
}

static void test_log(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 300000; i++) {
        double draw = (double)(rs_mix(i) >> 11 | 1) * 0x1p-53;
        check_log(draw);
        check_log(1 - draw * 0x1p-20);
        check_log(draw * 0x1p-30);
        check_log(1 / draw);
    }
    for (uint64_t i = 1; i < 4000; i += 2) { /* both ends of what draws can be */
        check_log((double)i * 0x1p-53);
        check_log(1 - (double)i * 0x1p-53);
    }
    for (int i = -2000; i <= 2000; i++) /* where the exponent changes */
        check_log(0x1.6a09e667f3bcdp-1 + i * 0x1p-53);
    assert_true(portable_log(1) == 0);
}

/* The same bits on every machine. */
static void test_log_bits(void **state)
{
    (void)state;
    uint64_t sum = 0, bits;
    for (uint64_t i = 0; i < 100000; i++) {
        double ln = portable_log((double)(rs_mix(i) >> 11 | 1) * 0x1p-53);
        memcpy(&bits, &ln, sizeof bits);
        sum = rs_mix(sum + bits);
    }
    assert_int_equal(sum, UINT64_C(0xbde876e1c54c84ad));
}

/* Every score, no pruning, from the formula. */
static uint32_t model_owner(const struct rs_placement *p, uint64_t digest, size_t rank)
{
    double scores[64];
    uint32_t ids[64], best = 0;
    size_t n = rs_nodes(p, ids, 64);
    for (size_t i = 0; i < n; i++) {
        struct rs_node node;
        uint64_t number;
        rs_node(p, ids[i], &node);
        rs_hash_find("xxh3")->digest(node.name, 0, &number);
        double u = (double)(rs_mix(digest ^ rs_draw(number, 1)) >> 11 | 1) * 0x1p-53;
        scores[i] = node.weight / -portable_log(u);
    }
    for (size_t r = 0; r <= rank; r++) {
        scores[best] = r ? -1 : scores[best];
        for (uint32_t i = 0; i < n; i++)
            best = scores[i] > scores[best] ? i : best;
    }
    return ids[best];
}

static void test_model(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("weighted_rendezvous");
    for (uint32_t id = 0; id < 40; id++) {
        char name[16];
        snprintf(name, sizeof name, "node-%u", id);
        test_add_one(p, id, name, id % 5 ? 1 + id % 7 * 0.3 : pow(10, id % 13 - 6.0));
        if (id == 20)
            test_remove_one(p, 7);
    }
    for (uint64_t i = 0; i < 3000; i++) {
        uint32_t ids[20];
        assert_int_equal(rs_locate(p, rs_mix(i)), model_owner(p, rs_mix(i), 0));
        if (i % 30)
            continue;
        assert_int_equal(rs_replicas(p, rs_mix(i), 20, ids), 20);
        for (size_t rank = 0; rank < 20; rank++)
            assert_int_equal(ids[rank], model_owner(p, rs_mix(i), rank));
    }
    rs_close(p);
}

/* One weight for all: whose draw is highest is the same as without weights, to a tie of 2^-52. */
static void test_equal_weights(void **state)
{
    (void)state;
    struct rs_placement *plain = test_open("rendezvous"), *p = test_open("weighted_rendezvous");
    test_add_numbered(plain, 0, 30);
    for (uint32_t id = 0; id < 30; id++) {
        char name[16];
        snprintf(name, sizeof name, "node-%u", id);
        test_add_one(p, id, name, 2.5);
    }
    uint32_t ids[2][30];
    for (uint64_t i = 0; i < 5000; i++) {
        rs_replicas(plain, rs_mix(i), 30, ids[0]), rs_replicas(p, rs_mix(i), 30, ids[1]);
        assert_memory_equal(ids[0], ids[1], sizeof ids[0]);
        assert_int_equal(rs_locate(p, rs_mix(i)), ids[0][0]);
    }
    rs_close(plain);
    rs_close(p);
}

enum { N_WEIGHTS = 6, N_DIGESTS = 400000 };
static const double weights[N_WEIGHTS] = {1, 2, 4, 0.5, 5, 3}; /* 15.5 in sum */

static struct rs_placement *open_weights(void)
{
    struct rs_placement *p = test_open("weighted_rendezvous");
    for (uint32_t id = 0; id < N_WEIGHTS; id++)
        test_add_one(p, id, (char[]){(char)('a' + id), 0}, weights[id]);
    return p;
}

static void test_shares(void **state)
{
    (void)state;
    struct rs_placement *p = open_weights();
    double shares[N_WEIGHTS], chi2 = 0;
    unsigned counts[N_WEIGHTS] = {0};
    for (uint64_t i = 0; i < N_DIGESTS; i++)
        counts[rs_locate(p, rs_mix(i))]++;
    assert_int_equal(rs_shares(p, shares), RS_OK);
    for (size_t i = 0; i < N_WEIGHTS; i++) {
        assert_true(fabs(shares[i] - weights[i] / 15.5) < 1e-15);
        chi2 += pow(counts[i] - shares[i] * N_DIGESTS, 2) / (shares[i] * N_DIGESTS);
    }
    assert_true(chi2 < 23); /* 5 degrees of freedom: p = 0.0003 */
    assert_true(rs_theory(p, RS_SHARE_CV).mean == 0);
    assert_true(rs_theory(p, RS_DRAWS).mean == N_WEIGHTS);
    rs_close(p);
}

/* Weight 2 becomes 3: 3 / 16.5 - 2 / 15.5 = 5.279 % of the keys move, all of them to that node. */
static void test_reweigh(void **state)
{
    (void)state;
    struct rs_placement *before = open_weights(), *p = open_weights();
    struct rs_node node = test_node(1, "b");
    unsigned n_moved = 0;
    node.weight = 3;
    assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
    for (uint64_t i = 0; i < N_DIGESTS; i++) {
        uint32_t from = rs_locate(before, rs_mix(i)), to = rs_locate(p, rs_mix(i));
        assert_true(from == to || to == 1);
        n_moved += from != to;
    }
    double sd = sqrt(0.05279 * (1 - 0.05279) / N_DIGESTS);
    assert_true(fabs((double)n_moved / N_DIGESTS - (3 / 16.5 - 2 / 15.5)) < 3 * sd);
    node.weight = 2;
    assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
    test_same_answers(p, before);
    rs_close(before);
    rs_close(p);
}

/* Of two nodes with one name the heavier has all, whichever came first; then the smaller id. */
static void test_equal_names(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("weighted_rendezvous");
    struct rs_node node = test_node(3, "same");
    double shares[3];
    test_add_one(p, 3, "same", 1), test_add_one(p, 7, "same", 1), test_add_one(p, 5, "other", 2);
    for (uint64_t i = 0; i < 200; i++)
        assert_int_not_equal(rs_locate(p, rs_mix(i)), 7);
    node.id = 7, node.weight = 1 + 0x1p-52;
    assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
    for (uint64_t i = 0; i < 5000; i++)
        assert_int_not_equal(rs_locate(p, rs_mix(i)), 3);
    assert_int_equal(rs_shares(p, shares), RS_OK);
    assert_true(shares[0] == 0 && fabs(shares[1] - 1 / 3.0) < 1e-15);
    assert_true(rs_theory(p, RS_SHARE_CV).mean < 0);
    rs_close(p);
}

/* Logarithms are few: of n nodes in random order about H_n. */
static void test_count(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("weighted_rendezvous");
    struct rs_steps steps = {0, 0, 0};
    uint32_t id;
    test_add_numbered(p, 0, 100);
    for (uint64_t i = 0; i < 2000; i++) {
        assert_int_equal(rs_count(p, rs_mix(i), &id, &steps), RS_OK);
        assert_int_equal(id, rs_locate(p, rs_mix(i)));
    }
    assert_int_equal(steps.draws, 100 * 2000);
    assert_in_range(steps.inner, 2 * 2000, 8 * 2000);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log),         cmocka_unit_test(test_log_bits),
        cmocka_unit_test(test_model),       cmocka_unit_test(test_equal_weights),
        cmocka_unit_test(test_shares),      cmocka_unit_test(test_reweigh),
        cmocka_unit_test(test_equal_names), cmocka_unit_test(test_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
