/* test_slots.c - the table of slots, and a planner that moves no more than it must
 */
#include "support.h"

#include <math.h>

enum { MAX_SLOTS = 64 };

/* The owner of every slot, through its first digest. */
static void owners_of(const struct rs_placement *p, uint32_t n_slots, uint32_t *owners)
{
    for (uint64_t j = 0; j < n_slots; j++)
        owners[j] = rs_locate(p, (UINT64_MAX / n_slots) * j + j);
}

static unsigned count(const uint32_t *owners, uint32_t n_slots, uint32_t id)
{
    unsigned n = 0;
    for (uint32_t j = 0; j < n_slots; j++)
        n += owners[j] == id;
    return n;
}

/* A change moves exactly what somebody held too much: the optimum for the counts that it leads to.
 */
static void check_optimal(const uint32_t *before, const uint32_t *after, uint32_t n_slots,
                          uint32_t n_ids)
{
    unsigned n_moved = 0, n_over = 0;
    for (uint32_t j = 0; j < n_slots; j++)
        n_moved += before[j] != after[j];
    for (uint32_t id = 0; id < n_ids; id++) {
        unsigned had = count(before, n_slots, id), has = count(after, n_slots, id);
        n_over += had > has ? had - has : 0;
    }
    assert_int_equal(n_moved, n_over);
}

/* All counts of equal weights are the floor or the ceiling, at the least moves that allows. */
static void test_equal(void **state)
{
    (void)state;
    for (uint32_t n_slots = 1; n_slots <= MAX_SLOTS; n_slots += 7) {
        char spec[32];
        snprintf(spec, sizeof spec, "slots:slots=%u", n_slots);
        struct rs_placement *p = test_open(spec);
        uint32_t before[MAX_SLOTS], after[MAX_SLOTS];
        uint32_t n_max = n_slots < 12 ? n_slots : 12;
        for (uint32_t n = 1; n <= n_max; n++) {
            owners_of(p, n_slots, before);
            test_add_numbered(p, n - 1, 1);
            owners_of(p, n_slots, after);
            for (uint32_t id = 0; id < n; id++)
                assert_in_range(count(after, n_slots, id), n_slots / n, (n_slots + n - 1) / n);
            if (n > 1) {
                check_optimal(before, after, n_slots, n);
                assert_int_equal(count(after, n_slots, n - 1), n_slots / n);
            }
        }
        for (uint32_t n = n_max; n > 1; n--) {
            uint32_t gone = n_max - n; /* the oldest */
            unsigned must = 0;
            owners_of(p, n_slots, before);
            test_remove_one(p, gone);
            owners_of(p, n_slots, after);
            for (uint32_t j = 0; j < n_slots; j++)
                must += before[j] != after[j];
            assert_int_equal(must, count(before, n_slots, gone));
        }
        rs_close(p);
    }
}

/* Of all ways to share the slots out, none that is a largest remainder needs fewer moves: the
 * fractions decide alone here, so the targets are these. */
static void test_weights(void **state)
{
    (void)state;
    static const struct {
        double weights[3];
        unsigned targets[3];
    } cases[] = {
        {{1, 2, 4}, {2, 5, 9}},                                     /* 2.29 4.57 9.14 */
        {{1, 1, 2}, {4, 4, 8}},          {{1e-6, 1, 1}, {1, 8, 7}}, /* 1 7.5 7.5 */
        {{1e4, 1e-6, 1e-6}, {14, 1, 1}}, {{3, 1, 0.5}, {11, 3, 2}}, /* 10.67 3.56 1.78 */
    };
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct rs_placement *p = test_open("slots:slots=16");
        uint32_t owners[16];
        struct rs_node nodes[3] = {test_node(0, "a"), test_node(1, "b"), test_node(2, "c")};
        for (size_t n = 0; n < 3; n++)
            nodes[n].weight = cases[i].weights[n];
        test_add(p, nodes, 3);
        owners_of(p, 16, owners);
        unsigned sum = 0;
        for (uint32_t id = 0; id < 3; id++) {
            unsigned has = count(owners, 16, id);
            sum += has;
            if (i != 2 && i != 4 && has != cases[i].targets[id])
                fail_msg("case %zu, node %u: %u slots", i, id, has);
            assert_true(has >= 1 && abs((int)has - (int)cases[i].targets[id]) <= 1);
        }
        assert_int_equal(sum, 16);
        rs_close(p);
    }
}

/* Random weights and changes: every step moves what it must and no more. */
static void test_random(void **state)
{
    (void)state;
    enum { N = 9, N_SLOTS = 48 };
    struct rs_placement *p = test_open("slots:slots=48");
    uint32_t before[N_SLOTS], after[N_SLOTS];
    bool there[N] = {false};
    test_add_one(p, N, "always", 1);
    for (uint64_t i = 1; i <= 3000; i++) {
        uint64_t draw = rs_draw(3, i);
        uint32_t id = (uint32_t)(draw % N);
        char name[2] = {(char)('a' + id), '\0'};
        struct rs_node node = test_node(id, name);
        node.weight = (double)(draw >> 8 & 1023) / 16 + 0.01;
        owners_of(p, N_SLOTS, before);
        if (!there[id])
            test_add(p, &node, 1), there[id] = true;
        else if (draw >> 32 & 1)
            assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
        else
            test_remove_one(p, id), there[id] = false;
        owners_of(p, N_SLOTS, after);
        check_optimal(before, after, N_SLOTS, N + 1);
        for (uint32_t each = 0; each < N; each++)
            assert_true(!there[each] == !count(after, N_SLOTS, each));
    }
    rs_close(p);
}

static void test_full(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("slots:slots=3", "a b c");
    struct rs_node more = test_node(9, "d");
    struct rs_why why;
    uint64_t before = test_fingerprint(p);
    test_refused(rs_add(p, &more, 1, &why), RS_EFULL, &why, "slots", "capacity");
    assert_int_equal(test_fingerprint(p), before);
    test_remove_one(p, 1);
    test_add(p, &more, 1);
    rs_close(p);
}

/* What a call comes to decides, not the order in it; who found no room comes when one has left. */
static void test_full_within_a_call(void **state)
{
    (void)state;
    static const char *const specs[] = {"slots:slots=2", "bounded:over=slots:slots=2"};
    static const size_t orders[2][2] = {{0, 1}, {1, 0}};
    for (size_t i = 0; i < N_OF(specs) * N_OF(orders); i++) {
        struct rs_placement *p = test_placement(specs[i / 2], "a b");
        const struct rs_node c = {.id = 2, .weight = 0, .name = RS_TEXT_BYTES("c")};
        test_add(p, &c, 1);
        const struct rs_node both[] = {{.id = 2, .weight = 1, .name = RS_TEXT_BYTES("c")},
                                       {.id = 0, .weight = 0, .name = RS_TEXT_BYTES("a")}};
        const size_t *order = orders[i % 2];
        const struct rs_node given[] = {both[order[0]], both[order[1]]};
        struct rs_why why;
        assert_int_equal(rs_update(p, given, 2, &why), RS_OK);
        assert_int_equal(rs_locate(p, 0), 2); /* the slot of a */
        assert_int_equal(rs_locate(p, UINT64_MAX), 1);
        uint64_t before = test_fingerprint(p);
        const struct rs_node again = {.id = 0, .weight = 1, .name = RS_TEXT_BYTES("a")};
        assert_int_equal(rs_update(p, &again, 1, &why), RS_EFULL);
        assert_int_equal(test_fingerprint(p), before);
        rs_close(p);
    }
}

/* Slot and share of every digest of a narrow and a wide hash: shares are the exact counts. */
static void test_shares(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("slots:slots=5", "a b c");
    double shares[3];
    assert_int_equal(rs_shares(p, shares), RS_OK);
    assert_true(fabs(shares[0] + shares[1] + shares[2] - 1) < 1e-15);
    assert_true(fabs(shares[2] - 0.2) < 1e-15); /* joins last: the floor */
    assert_true(fabs(rs_theory(p, RS_MOVED_ADD).mean - 0.2) < 1e-15);
    /* 0.4 0.4 0.2 of a third each */
    assert_true(fabs(rs_theory(p, RS_SHARE_CV).mean - sqrt((0.04 + 0.04 + 0.16) / 3)) < 1e-12);
    rs_close(p);
}

/* However many slots a node has, its share is rounded once. */
static void test_shares_of_many(void **state)
{
    (void)state;
    static const char *const specs[] = {"slots:slots=600000", "slots:slots=1048575",
                                        "slots:slots=7:hash=narrow20"};
    static struct rs_hash narrow;
    narrow = *rs_hash_find("xxh3");
    narrow.name = "narrow20", narrow.n_bits = 20;
    assert_int_equal(rs_hash_register(&narrow, NULL), RS_OK);
    for (size_t i = 0; i < N_OF(specs); i++) {
        struct rs_placement *p = test_placement(specs[i], "a");
        double shares[3];
        assert_int_equal(rs_shares(p, shares), RS_OK);
        assert_true(shares[0] == 1);
        test_add_one(p, 7, "b", 1), test_add_one(p, 8, "c", 1);
        assert_int_equal(rs_shares(p, shares), RS_OK);
        if (!(fabs(shares[0] + shares[1] + shares[2] - 1) < 4e-16))
            fail_msg("%s: off by %g", specs[i], shares[0] + shares[1] + shares[2] - 1);
        rs_close(p);
    }
}

/* Any byte changed, or cut off, gives a refusal or a placement that can be used. */
static void test_hostile(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("slots:slots=16", "a b c d"), *copy;
    unsigned char bytes[2048];
    size_t n = rs_save(p, bytes, sizeof bytes);
    assert_true(n <= sizeof bytes);
    unsigned n_refused = 0;
    for (size_t i = 0; i < n; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            bytes[i] ^= (unsigned char)(1u << bit);
            if (rs_restore(bytes, n, NULL, &copy, NULL)) {
                n_refused++;
            } else {
                uint32_t ids[8];
                size_t n_nodes = rs_nodes(copy, ids, 8);
                test_fingerprint(copy);
                while (n_nodes-- > 0)
                    (void)rs_remove(copy, &ids[n_nodes], 1, NULL);
                rs_close(copy);
            }
            bytes[i] ^= (unsigned char)(1u << bit);
        }
    assert_true(n_refused > 4 * n);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares_of_many), cmocka_unit_test(test_equal),
        cmocka_unit_test(test_weights),        cmocka_unit_test(test_random),
        cmocka_unit_test(test_full),           cmocka_unit_test(test_shares),
        cmocka_unit_test(test_hostile),        cmocka_unit_test(test_full_within_a_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
