/* test_origins.c - the three rings that this project grew from, number for number
 */
#include "support.h"

#include <math.h>

static const char *const cache_ring =
    "ring:hash=md5low:bits=32:vnodes=120:label={node}#VN{i}:owner=after";

static void test_cache_ring(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement(cache_ring, "cache-node-A cache-node-B cache-node-C");
    unsigned counts[3] = {0, 0, 0}, n_moved = 0;
    uint32_t before[1000];
    char key[32];
    for (int i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "user:session:%d", i);
        counts[before[i] = test_locate(p, key)]++;
    }
    assert_int_equal(counts[0], 336);
    assert_int_equal(counts[1], 337);
    assert_int_equal(counts[2], 327);
    test_add_one(p, 3, "cache-node-D", 1);
    for (int i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "user:session:%d", i);
        uint32_t id = test_locate(p, key);
        assert_true(id == before[i] || id == 3);
        n_moved += id != before[i];
    }
    assert_int_equal(n_moved, 266);
    rs_close(p);
}

static void test_balancer_ring(void **state)
{
    (void)state;
    struct rs_placement *p =
        test_placement("ring:hash=md5low:bits=32:vnodes=150:label={node}#vnode-{i}:owner=after",
                       "192.168.1.10:8080 192.168.1.11:8080 192.168.1.12:8080");
    assert_int_equal(test_locate(p, "user_1001"), 1);
    assert_int_equal(test_locate(p, "user_1002"), 1);
    rs_close(p);
}

static void test_store_ring(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("ring:hash=md5:vnodes=1000", "A B C"), *grown;
    assert_int_equal(rs_clone(p, NULL, &grown), RS_OK);
    test_add_one(grown, 3, "D", 1);
    unsigned counts[3] = {0, 0, 0}, n_moved = 0;
    for (int i = 0; i < 10000; i++) {
        char key[32];
        snprintf(key, sizeof key, "key:%d", i);
        uint32_t id = test_locate(p, key);
        counts[id]++;
        n_moved += i < 1000 && test_locate(grown, key) != id;
    }
    assert_int_equal(counts[0], 3591);
    assert_int_equal(counts[1], 3234);
    assert_int_equal(counts[2], 3175);
    assert_int_equal(n_moved, 272);
    rs_close(grown);
    rs_close(p);
}

static void check_replicas(const struct rs_placement *p, const char *key, const uint32_t ids[3])
{
    uint64_t digest;
    uint32_t found[3];
    assert_int_equal(rs_digest(p, test_bytes(key), &digest), RS_OK);
    assert_int_equal(rs_replicas(p, digest, 3, found), 3);
    assert_memory_equal(found, ids, sizeof found);
    assert_int_equal(test_locate(p, key), ids[0]);
}

static void test_store_replicas(void **state)
{
    (void)state;
    struct rs_placement *p =
        test_placement("ring:hash=md5:vnodes=100", "node-1 node-2 node-3 node-4 node-5");
    check_replicas(p, "user:1001", (const uint32_t[]){2, 1, 4});
    check_replicas(p, "product:X-200", (const uint32_t[]){1, 2, 0});
    rs_close(p);
}

/* Points are 3 : 1 by construction; arcs are not. */
static void test_store_weights(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("ring:hash=md5:vnodes=100");
    double shares[2];
    test_add_one(p, 0, "heavy", 3);
    test_add_one(p, 1, "light", 1);
    assert_int_equal(rs_shares(p, shares), RS_OK);
    assert_true(fabs(shares[0] - 0.771645556) < 1e-9);
    assert_true(fabs(shares[0] / shares[1] - 3.4) < 0.05);
    rs_close(p);
}

/* Modulo from n to n + 1 nodes moves n keys of n + 1. */
static void test_modulo_moves(void **state)
{
    (void)state;
    for (uint32_t n = 3; n <= 4; n++) {
        struct rs_placement *p = test_open("modulo:hash=identity"), *grown;
        test_add_numbered(p, 0, n);
        assert_int_equal(rs_clone(p, NULL, &grown), RS_OK);
        test_add_numbered(grown, n, 1);
        unsigned n_moved = 0;
        for (uint64_t digest = 0; digest < 6000; digest++)
            n_moved += rs_locate(p, digest) != rs_locate(grown, digest);
        assert_int_equal(n_moved, 6000 * n / (n + 1));
        assert_true(fabs(rs_theory(p, RS_MOVED_ADD).mean - n_moved / 6000.0) < 1e-12);
        rs_close(grown);
        rs_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cache_ring),    cmocka_unit_test(test_balancer_ring),
        cmocka_unit_test(test_store_ring),    cmocka_unit_test(test_store_replicas),
        cmocka_unit_test(test_store_weights), cmocka_unit_test(test_modulo_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
