/* test_query.c - questions to a placement: nothing there, batches, seeds, instruction sets
 */
#include "support.h"

#include "heap.h"

static void check_no_answer(const struct rs_placement *p)
{
    const uint64_t digests[] = {0, 1, UINT64_MAX, UINT64_C(1) << 63};
    uint32_t ids[4] = {1, 2, 3, 4}, id = 5;
    uint64_t point = 6;
    struct rs_steps steps = {0, 0, 0};
    for (size_t i = 0; i < N_OF(digests); i++)
        assert_int_equal(rs_locate(p, digests[i]), RS_NO_NODE);
    assert_int_equal(rs_replicas(p, 0, 4, ids), 0);
    assert_int_equal(ids[0], 1);
    rs_locate_many(p, digests, 4, ids);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(ids[i], RS_NO_NODE);
    assert_int_equal(rs_locate_key(p, test_bytes("key"), &id), RS_OK);
    assert_int_equal(id, RS_NO_NODE);
    if (rs_count(p, 1, &id, &steps) == RS_OK)
        assert_int_equal(id, RS_NO_NODE);
    assert_int_equal(rs_explain(p, 1, &point, NULL, 0),
                     p->strategy->explain ? RS_ENOENT : RS_EUNSUPPORTED);
    assert_int_equal(point, 6);
}

static void test_nothing_there(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++) {
        struct rs_placement *p = test_open(strategy->name);
        double share = -1;
        check_no_answer(p);
        assert_int_equal(rs_shares(p, &share),
                         rs_traits(p) & RS_EXACT_SHARE ? RS_OK : RS_EUNSUPPORTED);
        assert_int_equal(rs_nodes(p, NULL, 0), 0);
        struct rs_node node;
        assert_int_equal(rs_node(p, 0, &node), RS_ENOENT);
        uint32_t id = 0;
        struct rs_why why;
        test_refused(rs_remove(p, &id, 1, &why), RS_ENOENT, &why, "id 0", "");
        test_add_one(p, 0, "only", 1);
        assert_int_equal(test_locate(p, "key"), 0);
        test_remove_one(p, 0);
        check_no_answer(p);
        rs_close(p);
    }
    rs_close(NULL);
}

static void test_drained(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("ring");
    double shares[2] = {-1, -1};
    test_add_one(p, 0, "a", 0);
    test_add_one(p, 1, "b", -0.0);
    check_no_answer(p);
    assert_int_equal(rs_shares(p, shares), RS_OK);
    assert_true(shares[0] == 0 && shares[1] == 0);
    rs_close(p);
}

/* Whichever allocation fails, no shares and the status that says so. */
static void test_shares_without_memory(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++) {
        struct heap heap = {0};
        struct rs_config config = {.allocator = heap_allocator(&heap)};
        struct rs_placement *p = test_open_config(strategy->name, &config);
        double shares[3], sum = 0;
        test_add_numbered(p, 0, 3);
        for (uint64_t at = 1; rs_traits(p) & RS_EXACT_SHARE && !(sum > 0); at++) {
            shares[0] = shares[1] = shares[2] = -1;
            heap.fail_in = at, heap.n_failed = 0;
            enum rs_status status = rs_shares(p, shares);
            assert_int_equal(status, heap.n_failed ? RS_ENOMEM : RS_OK);
            sum = shares[0] + shares[1] + shares[2];
            assert_true(!status || sum == -3);
            assert_true(status || (sum > 1 - 1e-9 && sum < 1 + 1e-9 && at > 1));
        }
        rs_close(p);
    }
}

static void test_digest_many(void **state)
{
    (void)state;
    const struct rs_bytes keys[] = {RS_TEXT_BYTES("7"), RS_TEXT_BYTES("8"), RS_TEXT_BYTES("x"),
                                    RS_TEXT_BYTES("9")};
    uint64_t digests[4] = {1, 1, 1, 1}, digest = 1;
    uint32_t id = 3;
    struct rs_placement *p = test_open("modulo:hash=identity");
    assert_int_equal(rs_digest_many(p, keys, 4, digests), 2);
    assert_int_equal(digests[0], 7);
    assert_int_equal(digests[1], 8);
    assert_int_equal(rs_digest_many(p, keys + 3, 1, digests), 1);
    assert_int_equal(rs_digest_many(p, keys + 2, 2, digests), 0);
    assert_int_equal(rs_digest_many(p, NULL, 0, NULL), 0);
    assert_int_equal(rs_digest(p, keys[2], &digest), RS_EINVAL);
    assert_int_equal(rs_locate_key(p, keys[2], &id), RS_EINVAL);
    assert_true(digest == 1 && id == 3);
    rs_close(p);
}

/* One by one, in a batch and counted: the same answers. */
static void test_batch(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    for (size_t s = 0; (strategy = rs_strategy_at(s)); s++) {
        struct rs_placement *p = test_open(strategy->name);
        for (uint32_t n = 0; n < 30; n++, test_add_numbered(p, n * 3, 1)) {
            uint64_t digests[100];
            uint32_t ids[N_OF(digests)], id;
            struct rs_steps steps = {0, 0, 0};
            for (uint64_t i = 0; i < N_OF(digests); i++)
                digests[i] = i < 2 ? i - 1 : rs_draw(n, i);
            rs_locate_many(p, digests, N_OF(digests), ids);
            for (size_t i = 0; i < N_OF(digests); i++) {
                assert_int_equal(ids[i], rs_locate(p, digests[i]));
                if (rs_count(p, digests[i], &id, &steps) == RS_OK)
                    assert_int_equal(ids[i], id);
            }
        }
        rs_close(p);
    }
}

/* Where a closed form is that of equal weights, one other weight takes it back, whoever has it. */
static void test_theory_of_equal_weights(void **state)
{
    (void)state;
    enum { N = 500 };
    static const struct {
        const char *spec;
        enum rs_quantity quantity;
    } cases[] = {{"ring", RS_SHARE_CV},
                 {"multiprobe", RS_SHARE_CV},
                 {"maglev", RS_SHARE_CV},
                 {"bounded", RS_SHARE_CV},
                 {"slots", RS_MOVED_ADD}};
    for (size_t c = 0; c < N_OF(cases); c++) {
        struct rs_placement *p = test_open(cases[c].spec);
        test_add_numbered(p, 0, N);
        struct rs_moments equal = rs_theory(p, cases[c].quantity);
        assert_true(equal.mean > 0);
        for (uint32_t id = 0; id < N; id += id ? 249 : 1) {
            char name[16];
            snprintf(name, sizeof name, "node-%u", id);
            struct rs_node node = test_node(id, name);
            node.weight = 3;
            assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
            if (rs_theory(p, cases[c].quantity).mean >= 0)
                fail_msg("%s: theory holds with another weight of node %u", cases[c].spec, id);
            node.weight = 1;
            assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
            assert_true(rs_theory(p, cases[c].quantity).mean == equal.mean);
        }
        rs_close(p);
    }
}

static void test_seed(void **state)
{
    (void)state;
    struct rs_why why;
    struct rs_placement *zero = test_placement("ring", "a b c d"), *p = NULL;
    struct rs_config config = {.seed = 1};
    p = test_open_config("ring", &config);
    for (uint32_t id = 0; id < 4; id++)
        test_add_one(p, id, (const char[]){(char)('a' + (int)id), '\0'}, 1);
    uint64_t one, two;
    rs_digest(zero, test_bytes("key"), &one);
    rs_digest(p, test_bytes("key"), &two);
    assert_true(one != two);
    int n_other = 0; /* the labels are seeded as well */
    for (uint64_t i = 0; i < 1000; i++)
        n_other += rs_locate(p, rs_mix(i)) != rs_locate(zero, rs_mix(i));
    assert_in_range(n_other, 600, 900);
    rs_close(p);
    rs_close(zero);
    static const char *const unseeded[] = {"ring:hash=md5", "modulo:hash=identity",
                                           "jump:hash=crc32", "null:hash=fnv1a"};
    for (size_t i = 0; i < N_OF(unseeded); i++)
        test_refused(rs_open(unseeded[i], &config, &p, &why), RS_EUNSUPPORTED, &why,
                     "takes no seed", "xxh3");
    test_refused(rs_open("ring:label_hash=md5", &config, &p, &why), RS_EUNSUPPORTED, &why, "md5",
                 "label_hash=xxh3");
}

static void test_isa(void **state)
{
    (void)state;
    const enum rs_isa isas[] = {RS_ISA_BEST, RS_ISA_PORTABLE, RS_ISA_AVX2, RS_ISA_AVX512,
                                (enum rs_isa)99};
    struct rs_placement *best = test_open("ring"), *p;
    test_add_numbered(best, 0, 5);
    uint64_t expected = test_fingerprint(best);
    for (size_t i = 0; i < N_OF(isas); i++) {
        struct rs_config config = {.isa = isas[i]};
        struct rs_why why;
        enum rs_status status = rs_open("ring", &config, &p, &why);
        if (status) {
            test_refused(status, RS_EUNSUPPORTED, &why, "instruction set", "portable");
            assert_true(i > 1);
            continue;
        }
        assert_true(i < 4);
        test_add_numbered(p, 0, 5);
        assert_int_equal(test_fingerprint(p), expected);
        rs_close(p);
    }
    rs_close(best);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_there),
        cmocka_unit_test(test_drained),
        cmocka_unit_test(test_shares_without_memory),
        cmocka_unit_test(test_digest_many),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_theory_of_equal_weights),
        cmocka_unit_test(test_isa),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
