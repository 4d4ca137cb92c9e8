/* test_ring_ties.c - points that collide: all are kept, in the order (point, name, id)
 */
#include "points_hash.h"

#define SPEC "ring:hash=identity:label_hash=points"

/* Names that begin with one number meet at one point. */
static void check_order(const char *spec, const char *const names[4], const uint32_t ids[4],
                        const uint32_t expected[4])
{
    static const unsigned char orders[24][4] = {
        {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1},
        {1, 0, 2, 3}, {1, 0, 3, 2}, {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0},
        {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0}, {2, 3, 0, 1}, {2, 3, 1, 0},
        {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};
    for (size_t o = 0; o < 2 * N_OF(orders); o++) {
        struct rs_placement *p = test_open(spec);
        struct rs_node nodes[4];
        for (size_t i = 0; i < 4; i++)
            nodes[i] = test_node(ids[orders[o % 24][i]], names[orders[o % 24][i]]);
        for (size_t i = 0; o < 24 && i < 4; i++)
            test_add(p, &nodes[i], 1);
        if (o >= 24)
            test_add(p, nodes, 4);
        for (size_t first = 0; first < 4; first++) { /* a removal uncovers the next */
            uint32_t found[4];
            assert_int_equal(rs_locate(p, 10), expected[first]);
            assert_int_equal(rs_replicas(p, 10, 4, found), 4 - first);
            assert_memory_equal(found, expected + first, (4 - first) * sizeof *found);
            test_remove_one(p, expected[first]);
        }
        assert_int_equal(rs_locate(p, 10), RS_NO_NODE);
        rs_close(p);
    }
}

static void test_order(void **state)
{
    (void)state;
    static const char *const names[] = {"10a", "10b", "10c", "10d"};
    check_order(SPEC ":vnodes=1", names, (const uint32_t[]){3, 2, 1, 0},
                (const uint32_t[]){3, 2, 1, 0});
    check_order(SPEC ":vnodes=1:bits=32:owner=after", names, (const uint32_t[]){1, 0, 3, 2},
                (const uint32_t[]){1, 0, 3, 2});
    static const char *const prefixes[] = {"10", "10a", "10aa", "10aaa"};
    check_order(SPEC ":vnodes=1", prefixes, (const uint32_t[]){9, 8, 7, 6},
                (const uint32_t[]){9, 8, 7, 6});
    static const char *const high[] = {"10\x01", "10A", "10\x80", "10\xff"};
    check_order(SPEC ":vnodes=1", high, (const uint32_t[]){9, 8, 7, 6},
                (const uint32_t[]){9, 8, 7, 6});
    static const char *const twins[] = {"10", "10", "10", "10"};
    check_order(SPEC ":vnodes=1", twins, (const uint32_t[]){0x80000000, 7, 0xfffffffe, 300},
                (const uint32_t[]){7, 300, 0x80000000, 0xfffffffe});
    check_order(SPEC ":vnodes=5", twins, (const uint32_t[]){4, 3, 2, 1},
                (const uint32_t[]){1, 2, 3, 4}); /* a node that meets itself as well */
}

/* Nodes that meet in some places and not in others, against a placement made afresh each time. */
static void test_uncover(void **state)
{
    (void)state;
    static const char *const names[] = {"10/20/30", "20/30/40", "30/40/10", "40/10/20", "20", "30"};
    const char *spec = SPEC ":vnodes=3";
    struct rs_placement *p = test_open(spec);
    bool there[N_OF(names)] = {false};
    for (uint64_t step = 1; step <= 500; step++) {
        uint32_t id = (uint32_t)(rs_draw(3, step) % N_OF(names));
        if (there[id])
            test_remove_one(p, id);
        else
            test_add_one(p, id, names[id], 1);
        there[id] = !there[id];
        struct rs_placement *fresh = test_open(spec);
        for (uint32_t i = 0; i < N_OF(names); i++)
            if (there[i])
                test_add_one(fresh, i, names[i], 1);
        for (uint64_t x = 0; x < 50; x++) {
            uint32_t one[6], two[6];
            size_t n = rs_replicas(p, x, 6, one);
            assert_int_equal(rs_locate(p, x), rs_locate(fresh, x));
            assert_int_equal(rs_replicas(fresh, x, 6, two), n);
            assert_memory_equal(one, two, n * sizeof *one);
        }
        rs_close(fresh);
    }
    rs_close(p);
}

/* Ketama's way, four points from each MD5: word i % 4, little-endian, of {node}-{i / 4}. */
static enum rs_status ketama_digest(struct rs_bytes label, uint64_t seed, uint64_t *digest)
{
    (void)seed;
    char text[64];
    uint64_t half;
    assert_true(label.n_bytes < sizeof text);
    memcpy(text, label.at, label.n_bytes);
    text[label.n_bytes] = '\0';
    char *number = strrchr(text, '-') + 1;
    unsigned i = (unsigned)atoi(number);
    sprintf(number, "%u", i / 4);
    enum rs_status status =
        rs_hash_find(i % 4 < 2 ? "md5" : "md5low")->digest(test_bytes(text), 0, &half);
    *digest = __builtin_bswap32((uint32_t)(i % 2 ? half : half >> 32));
    return status;
}

static const struct rs_hash ketama_hash = {
    .abi = RS_ABI,
    .name = "ketama_label",
    .summary = "ketama's points",
    .origin = "test_ring_ties.c",
    .n_bits = 32,
    .any_bytes = true,
    .test_only = true,
    .digest = ketama_digest,
};

/* Digest word 2 of 172.31.1.125-35 is word 0 of 172.31.1.202-38: a collision from the field. */
static void test_real_collision(void **state)
{
    (void)state;
    const uint64_t meeting = 1009926488;
    assert_int_equal(rs_hash_register(&ketama_hash, NULL), RS_OK);
    struct rs_placement *p =
        test_open("ring:hash=identity:label_hash=ketama_label:bits=32:label={node}-{i}");
    test_add_one(p, 0, "172.31.1.0", 1);
    struct rs_placement *alone;
    assert_int_equal(rs_clone(p, NULL, &alone), RS_OK);
    for (uint32_t order = 0; order < 4; order++) {
        static const char *const names[] = {"172.31.1.125", "172.31.1.202"};
        const uint32_t first = order % 2, second = 1 - first, leaves = order / 2;
        test_add_one(p, 1 + first, names[first], 1);
        test_add_one(p, 1 + second, names[second], 1);
        assert_int_equal(rs_locate(p, meeting), 1); /* the smaller name, whoever came first */
        char label[64];
        uint64_t point;
        assert_int_equal(rs_explain(p, meeting, &point, label, sizeof label), RS_OK);
        assert_int_equal(point, meeting);
        assert_string_equal(label, "172.31.1.125-142");
        test_remove_one(p, 1 + leaves);
        assert_int_equal(rs_locate(p, meeting), 2 - leaves);
        test_remove_one(p, 2 - leaves);
        test_same_answers(p, alone);
    }
    rs_close(alone);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_uncover),
        cmocka_unit_test(test_real_collision),
    };
    return cmocka_run_group_tests(tests, points_register, NULL);
}
