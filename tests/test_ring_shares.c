/* test_ring_shares.c - exact shares of a ring against counting every digest of a hash of 8 bits
 */
#include "points_hash.h"

#include <math.h>

static enum rs_status eight_digest(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    uint64_t wide;
    enum rs_status status = rs_hash_find("xxh3")->digest(key, seed, &wide);
    *digest = wide >> 56;
    return status;
}

static const struct rs_hash eight = {
    .abi = RS_ABI,
    .name = "eight",
    .summary = "8 bits of xxh3",
    .origin = "test_ring_shares.c",
    .n_bits = 8,
    .seeded = true,
    .any_bytes = true,
    .test_only = true,
    .digest = eight_digest,
};

static int register_hashes(void **state)
{
    return rs_hash_register(&eight, NULL) || points_register(state);
}

static void check_counted(const struct rs_placement *p)
{
    enum { N_DIGESTS = 256, MAX_NODES = 16 };
    uint32_t ids[MAX_NODES];
    double shares[MAX_NODES], sum = 0;
    size_t n = rs_nodes(p, ids, MAX_NODES);
    assert_int_equal(rs_shares(p, shares), RS_OK);
    for (size_t i = 0; i < n; i++) {
        unsigned n_owned = 0;
        for (uint64_t digest = 0; digest < N_DIGESTS; digest++)
            n_owned += rs_locate(p, digest) == ids[i];
        assert_true(shares[i] == n_owned / 256.0);
        sum += shares[i];
    }
    assert_true(sum == (rs_locate(p, 0) != RS_NO_NODE));
}

static void check_dialect(const char *label_hash, const char *bits, const char *owner)
{
    char spec[128];
    snprintf(spec, sizeof spec, "ring:hash=eight:label_hash=%s:vnodes=5:bits=%s:owner=%s",
             label_hash, bits, owner);
    struct rs_placement *p = test_open(spec);
    check_counted(p);
    for (uint32_t id = 0; id < 14; id++) {
        test_add_numbered(p, id, 1);
        check_counted(p);
    }
    test_add_one(p, 20, "heavy", 4.4);
    test_add_one(p, 21, "drained", 0);
    check_counted(p);
    for (uint32_t id = 0; id < 14; id += 2) {
        test_remove_one(p, id);
        check_counted(p);
    }
    rs_close(p);
}

static void test_every_digest(void **state)
{
    (void)state;
    static const char *const label_hashes[] = {"eight", "xxh3", "md5", "crc32"};
    for (size_t i = 0; i < N_OF(label_hashes); i++) {
        check_dialect(label_hashes[i], "64", "at");
        check_dialect(label_hashes[i], "64", "after");
        check_dialect(label_hashes[i], "32", "at");
        check_dialect(label_hashes[i], "32", "after");
    }
}

/* Points on a digest, between two, and beyond the last that 8 bits reach. */
static void test_mixed_points(void **state)
{
    (void)state;
    static const char *const owners[] = {"at", "after"};
    for (size_t i = 0; i < N_OF(owners); i++) {
        char spec[128];
        snprintf(spec, sizeof spec, "ring:hash=eight:label_hash=points:vnodes=2:bits=32:owner=%s",
                 owners[i]);
        struct rs_placement *p =
            test_placement(spec, "10/300 100/4000 255/256 0/4294967295 255b/99 77/77");
        check_counted(p);
        rs_close(p);
        snprintf(spec, sizeof spec, "ring:hash=eight:label_hash=points:vnodes=2:owner=%s",
                 owners[i]);
        p = test_placement(spec, "72057594037927936/216172782113783808 72057594037927937/7 "
                                 "720575940379279359/720575940379279361 0/18374686479671623680 "
                                 "18374686479671623681/18446744073709551615");
        check_counted(p);
        test_remove_one(p, 4);
        check_counted(p);
        test_remove_one(p, 3);
        check_counted(p);
        rs_close(p);
    }
}

static void check_known(const char *spec, const char *names, const double *shares, size_t n)
{
    double found[8];
    struct rs_placement *p = test_placement(spec, names);
    assert_int_equal(rs_shares(p, found), RS_OK);
    for (size_t i = 0; i < n; i++)
        if (found[i] != shares[i])
            fail_msg("%s %s: node %zu has %.17g", spec, names, i, found[i]);
    rs_close(p);
}

static void test_known_arcs(void **state)
{
    (void)state;
    const char *wide = "ring:hash=identity:label_hash=points:vnodes=1";
    const char *after = "ring:hash=identity:label_hash=points:vnodes=1:owner=after";
    const char *narrow = "ring:hash=identity:label_hash=points:vnodes=1:bits=32";
    static const double all[] = {1}, halves[] = {0.5, 0.5}, first[] = {1, 0}, last[] = {0, 1};
    check_known(wide, "0", all, 1);
    check_known(wide, "18446744073709551615", all, 1);
    check_known(after, "18446744073709551615", all, 1);
    check_known(narrow, "7", all, 1);
    check_known(wide, "7 7x", first, 2); /* who is covered owns nothing */
    check_known(wide, "7x 7", last, 2);
    check_known(wide, "0 9223372036854775808", halves, 2);
    check_known(after, "0 9223372036854775808", halves, 2);
    check_known(wide, "9223372036854775807 18446744073709551615", halves, 2);
    check_known(narrow, "0 2147483648", halves, 2);
    static const double tiny[] = {1 - 0x1p-32, 0x1p-32};
    check_known(narrow, "0 1", (const double[]){tiny[0], tiny[1]}, 2);
}

static void test_sum(void **state)
{
    (void)state;
    static const char *const specs[] = {"ring", "ring:bits=32", "ring:owner=after:hash=crc32",
                                        "ring:hash=fnv1a:vnodes=1000"};
    for (size_t i = 0; i < N_OF(specs); i++) {
        struct rs_placement *p = test_open(specs[i]);
        test_add_numbered(p, 0, 100);
        double shares[100], sum = 0;
        assert_int_equal(rs_shares(p, shares), RS_OK);
        for (size_t node = 0; node < 100; node++)
            sum += shares[node];
        assert_true(fabs(sum - 1) < 1e-12);
        rs_close(p);
    }
}

/* sqrt((n - 1) / (n v + 1)), for nodes of one weight. */
static void test_theory(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("ring:vnodes=100");
    assert_true(rs_theory(p, RS_SHARE_CV).mean < 0);
    test_add_numbered(p, 0, 1);
    assert_true(rs_theory(p, RS_SHARE_CV).mean == 0);
    test_add_numbered(p, 1, 9);
    assert_true(fabs(rs_theory(p, RS_SHARE_CV).mean - sqrt(9 / 1001.0)) < 1e-15);
    assert_true(rs_theory(p, RS_DRAWS).mean == 0);
    assert_true(rs_theory(p, RS_MOVED_ADD).mean < 0);
    double shares[10], squares = 0;
    assert_int_equal(rs_shares(p, shares), RS_OK);
    for (size_t i = 0; i < 10; i++)
        squares += (shares[i] * 10 - 1) * (shares[i] * 10 - 1);
    assert_in_range(sqrt(squares / 10) * 1000, 40, 160); /* near 95 */
    test_add_one(p, 10, "drained", 0);
    assert_true(fabs(rs_theory(p, RS_SHARE_CV).mean - sqrt(9 / 1001.0)) < 1e-15);
    test_add_one(p, 11, "heavy", 2);
    assert_true(rs_theory(p, RS_SHARE_CV).mean < 0);
    rs_close(p);
    p = test_placement("ring:label_hash=eight", "a b");
    assert_true(rs_theory(p, RS_SHARE_CV).mean < 0); /* the points are not spread evenly */
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_digest), cmocka_unit_test(test_mixed_points),
        cmocka_unit_test(test_known_arcs),   cmocka_unit_test(test_sum),
        cmocka_unit_test(test_theory),
    };
    return cmocka_run_group_tests(tests, register_hashes, NULL);
}
