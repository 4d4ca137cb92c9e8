/* test_ring_labels.c - how many points a weight makes, from which labels
 */
#include "support.h"

#include <math.h>

/* xxh3 that counts its calls, keeps its last key and fails when told to: a call is a point. */
static struct {
    size_t n_calls, fails_at; /* 0: never */
    char last[512];
} labels;

static enum rs_status counted_digest(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    if (++labels.n_calls == labels.fails_at)
        return RS_ENOMEM;
    assert_true(key.n_bytes < sizeof labels.last);
    memcpy(labels.last, key.at, key.n_bytes);
    labels.last[key.n_bytes] = '\0';
    return rs_hash_find("xxh3")->digest(key, seed, digest);
}

static const struct rs_hash counted = {
    .abi = RS_ABI,
    .name = "counted",
    .summary = "xxh3 that counts its calls",
    .origin = "test_ring_labels.c",
    .n_bits = 64,
    .seeded = true,
    .any_bytes = true,
    .test_only = true,
    .digest = counted_digest,
};

static int register_counted(void **state)
{
    (void)state;
    return rs_hash_register(&counted, NULL) != RS_OK;
}

static void test_points_of_a_weight(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        double weight;
        size_t n_points;
    } cases[] = {
        {"ring:label_hash=counted", 1, 160},
        {"ring:label_hash=counted", 3, 480},
        {"ring:label_hash=counted", 0, 0},
        {"ring:label_hash=counted", 0.5, 80},
        {"ring:label_hash=counted", 1e-6, 1},
        {"ring:label_hash=counted", 0.00001, 1},
        {"ring:label_hash=counted", 1e3, 160000},
        {"ring:label_hash=counted:vnodes=1", 0.2, 1},
        {"ring:label_hash=counted:vnodes=3", 0.5, 2},
        {"ring:label_hash=counted:vnodes=3", 0.49, 1},
        {"ring:label_hash=counted:vnodes=5", 0.5, 3},
        {"ring:label_hash=counted:vnodes=1", 2.5, 3},
        {"ring:label_hash=counted:vnodes=1000", 0.0015, 2},
    };
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct rs_placement *p = test_open(cases[i].spec);
        labels.n_calls = 0;
        test_add_one(p, 0, "a", cases[i].weight);
        assert_int_equal(labels.n_calls, cases[i].n_points);
        test_remove_one(p, 0); /* hashes nothing */
        assert_int_equal(labels.n_calls, cases[i].n_points);
        rs_close(p);
    }
}

/* A node added hashes its own labels only, one changed as many as it has then. */
static void test_hashes_of_a_change(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("ring:label_hash=counted:vnodes=10");
    test_add_numbered(p, 0, 50);
    labels.n_calls = 0;
    test_add_one(p, 50, "new", 2);
    assert_int_equal(labels.n_calls, 20);
    struct rs_node node = test_node(50, "new");
    node.weight = 0.5;
    assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
    assert_int_equal(labels.n_calls, 25);
    assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
    assert_int_equal(labels.n_calls, 25);
    rs_close(p);
}

/* The last label that was hashed, for the node called n. */
static void check_label(const char *spec, const char *expected)
{
    struct rs_placement *p = test_placement(spec, "n");
    assert_string_equal(labels.last, expected);
    rs_close(p);
}

static void test_label_text(void **state)
{
    (void)state;
    check_label("ring:label_hash=counted", "n#159");
    check_label("ring:label_hash=counted:vnodes=1", "n#0");
    check_label("ring:label_hash=counted:vnodes=11:label={node}{i}", "n10");
    check_label("ring:label_hash=counted:vnodes=1000:label={i}{node}", "999n");
    check_label("ring:label_hash=counted:label=<{i}>%3A{{node}}%FF", "<159>:{n}\xff");
    check_label("ring:label_hash=counted:label={node{node}{i}i}", "{noden159i}");
}

/* The point that owns a digest is the hash of its label. */
static void check_explained(const struct rs_placement *p, uint64_t digest, uint64_t mask,
                            bool after)
{
    char label[512];
    uint64_t point, hashed;
    assert_int_equal(rs_explain(p, digest, &point, label, sizeof label), RS_OK);
    assert_int_equal(rs_hash_find("md5")->digest(test_bytes(label), 0, &hashed), RS_OK);
    assert_int_equal(hashed & mask, point);
    struct rs_node node;
    assert_int_equal(rs_node(p, rs_locate(p, digest), &node), RS_OK);
    assert_memory_equal(label, node.name.at, node.name.n_bytes);
    assert_int_equal(rs_locate(p, point - after), node.id);
}

static void test_explain(void **state)
{
    (void)state;
    struct rs_placement *wide = test_open("ring:hash=md5"), *modulo = test_placement("modulo", "a");
    struct rs_placement *narrow = test_open("ring:hash=md5:bits=32:vnodes=3:owner=after");
    char label[4] = "###";
    uint64_t point = 1;
    assert_int_equal(rs_explain(wide, 1, &point, label, 4), RS_ENOENT);
    assert_int_equal(rs_explain(modulo, 1, &point, label, 4), RS_EUNSUPPORTED);
    assert_true(point == 1 && label[0] == '#');
    test_add_numbered(wide, 0, 20), test_add_numbered(narrow, 0, 20);
    for (uint64_t i = 0; i < 300; i++) {
        check_explained(wide, rs_mix(i), UINT64_MAX, false);
        check_explained(narrow, rs_mix(i), UINT32_MAX, true);
    }
    assert_int_equal(rs_explain(wide, 1, &point, NULL, 0), RS_OK);
    assert_int_equal(rs_explain(wide, 1, &point, label, 3), RS_OK);
    assert_memory_equal(label, "no\0", 4);
    assert_int_equal(rs_explain(wide, 1, &point, label, 0), RS_OK);
    rs_close(wide);
    rs_close(narrow);
    rs_close(modulo);
}

static void test_longest_label(void **state)
{
    (void)state;
    char spec[256] = "ring:hash=md5:vnodes=1000000:label={node}{i}", name[RS_NAME_MAX + 1] = "";
    size_t n = strlen(spec);
    memset(spec + n, 'x', RS_VALUE_MAX - 1 - strlen("{node}{i}"));
    spec[n + RS_VALUE_MAX - 1 - strlen("{node}{i}")] = '\0';
    memset(name, 'n', RS_NAME_MAX);
    struct rs_placement *p = test_open(spec);
    test_add_one(p, 0, name, 1e-3);
    char label[512];
    uint64_t point, hashed;
    assert_int_equal(rs_explain(p, 1, &point, label, sizeof label), RS_OK);
    assert_in_range(strlen(label), 255 + 118 + 1, 255 + 118 + 3);
    assert_int_equal(rs_hash_find("md5")->digest(test_bytes(label), 0, &hashed), RS_OK);
    assert_int_equal(hashed, point);
    rs_close(p);
}

/* Where the hash of the labels fails, the change does, and all is as before. */
static void check_failing(struct rs_placement *p, size_t n_before_failure)
{
    struct rs_node fresh[] = {test_node(10, "a"), test_node(11, "b")},
                   heavy = test_node(1, "node-1");
    struct rs_why why;
    heavy.weight = 2;
    uint64_t before = test_fingerprint(p);
    labels.fails_at = labels.n_calls + n_before_failure + 1;
    test_refused(rs_add(p, fresh, 2, &why), RS_ENOMEM, &why, "ring", "out of memory");
    labels.fails_at = labels.n_calls + n_before_failure + 1;
    assert_int_equal(rs_update(p, &heavy, 1, NULL), RS_ENOMEM);
    labels.fails_at = 0;
    assert_int_equal(test_fingerprint(p), before);
    struct rs_placement *other = test_open("ring:label_hash=counted:vnodes=10");
    test_add_numbered(other, 0, 5);
    for (int twin = 0; twin < 2; twin++) { /* and the same change works afterwards */
        struct rs_placement *each = twin ? other : p;
        assert_int_equal(rs_update(each, &heavy, 1, NULL), RS_OK);
        test_add(each, fresh, 2);
    }
    assert_int_equal(test_fingerprint(p), test_fingerprint(other));
    rs_close(other);
}

/* A backup that cannot step in leaves the last regular node where it was. */
static void check_failing_backup(size_t n_before_failure)
{
    struct rs_placement *p = test_open("ring:label_hash=counted:vnodes=10");
    struct rs_node backup = test_node(1, "backup");
    const uint32_t regular = 0;
    backup.flags = RS_BACKUP;
    test_add_one(p, regular, "regular", 1);
    test_add(p, &backup, 1);
    uint64_t before = test_fingerprint(p);
    labels.fails_at = labels.n_calls + n_before_failure + 1;
    assert_int_equal(rs_remove(p, &regular, 1, NULL), RS_ENOMEM);
    labels.fails_at = 0;
    assert_int_equal(test_fingerprint(p), before);
    test_remove_one(p, regular);
    assert_int_equal(rs_locate(p, 1), 1);
    rs_close(p);
}

static void test_failing_labels(void **state)
{
    (void)state;
    for (size_t n = 0; n < 10; n++)
        check_failing_backup(n);
    for (size_t n = 0; n < 20; n++) {
        struct rs_placement *p = test_open("ring:label_hash=counted:vnodes=10");
        test_add_numbered(p, 0, 5);
        check_failing(p, n);
        rs_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_of_a_weight), cmocka_unit_test(test_hashes_of_a_change),
        cmocka_unit_test(test_label_text),         cmocka_unit_test(test_explain),
        cmocka_unit_test(test_longest_label),      cmocka_unit_test(test_failing_labels),
    };
    return cmocka_run_group_tests(tests, register_counted, NULL);
}
