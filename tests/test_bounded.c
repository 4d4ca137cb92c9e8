/* test_bounded.c - bounded loads over other strategies, against a linear scan
 */
#include "core/bounded_inner.h"
#include "support.h"

#include <math.h>

static uint64_t load_of(const struct rs_placement *p, uint32_t id, uint64_t *cap)
{
    uint64_t load;
    assert_int_equal(rs_load(p, id, &load, cap), RS_OK);
    return load;
}

/* The first of the inner order with load below ceil(c * (total + 1) / n). */
static void test_against_scan(void **state)
{
    (void)state;
    enum { N = 10, N_KEYS = 1000 };
    struct rs_placement *p = test_open("bounded:over=ring:vnodes=20");
    struct rs_placement *ring = test_open("ring:vnodes=20");
    test_add_numbered(p, 0, N), test_add_numbered(ring, 0, N);
    uint64_t loads[N] = {0}, cap;
    unsigned n_aside = 0;
    for (uint64_t i = 0; i < N_KEYS; i++) {
        uint32_t order[N], id, at = 0;
        uint64_t expected_cap = (5 * (i + 1) + 4 * N - 1) / (4 * N), digest = rs_draw(i, 1);
        assert_int_equal(rs_replicas(ring, digest, N, order), N);
        while (loads[order[at]] >= expected_cap)
            at++;
        n_aside += at > 0;
        assert_int_equal(rs_locate(p, digest), order[at]);
        assert_int_equal(rs_assign(p, digest, &id), RS_OK);
        assert_int_equal(id, order[at]);
        loads[id]++;
    }
    assert_true(n_aside > 10);
    for (uint32_t id = 0; id < N; id++) {
        assert_int_equal(load_of(p, id, &cap), loads[id]);
        assert_int_equal(cap, (5 * (N_KEYS + 1) + 4 * N - 1) / (4 * N));
        assert_true(loads[id] <= 125);
    }
    rs_close(ring);
    rs_close(p);
}

/* Caps are ceil(c * keys * weight / all), in whole numbers: 1.1 * 100 / 10 is 11 and not a hair
 * more. */
static void check_caps(const char *spec, uint64_t above, uint64_t below, const double *weights,
                       uint32_t n)
{
    struct rs_placement *p = test_open(spec);
    uint64_t all = 0, cap;
    uint32_t id;
    for (uint32_t i = 0; i < n; i++) {
        char name[8];
        snprintf(name, sizeof name, "n%u", i);
        test_add_one(p, i, name, weights ? weights[i] : 1);
        all += weights ? (uint64_t)weights[i] : 1;
    }
    for (uint64_t n_keys = 1; n_keys <= 300; n_keys++) {
        for (uint32_t i = 0; i < n; i++) {
            uint64_t asked = n_keys * above * (weights ? (uint64_t)weights[i] : 1);
            load_of(p, i, &cap);
            if (cap != (asked + below * all - 1) / (below * all))
                fail_msg("%s: key %u, node %u: cap %u", spec, (unsigned)n_keys, i, (unsigned)cap);
        }
        assert_int_equal(rs_assign(p, rs_draw(n_keys, 1), &id), RS_OK);
    }
    rs_close(p);
}

/* As it was written: what is off by less than a key here is not with loads that were restored. */
static void check_fraction(const char *spec, uint64_t above, uint64_t below)
{
    struct rs_placement *p = test_open(spec);
    assert_true(bounded_of(p)->above == above && bounded_of(p)->below == below);
    rs_close(p);
}

static void test_caps(void **state)
{
    (void)state;
    static const double weights[] = {1, 3, 0, 7, 10000};
    static const struct {
        const char *text;
        uint64_t above, below;
    } factors[] = {
        {"1", 1, 1},
        {"1.05", 105, 100},
        {"1.1", 11, 10},
        {"1.3", 13, 10},
        {"2.7", 27, 10},
        {"999.999", 999999, 1000},
        {"1.0000000000001", 10000000000001, 10000000000000},
        {"1.00000000000001", 100000000000001, 100000000000000},
    };
    for (size_t i = 0; i < N_OF(factors); i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "bounded:load=%s:over=jump", factors[i].text);
        check_fraction(spec, factors[i].above, factors[i].below);
        check_caps(spec, factors[i].above, factors[i].below, NULL, 10);
        check_caps(spec, factors[i].above, factors[i].below, NULL, 7);
        if (factors[i].above > 1000000)
            continue; /* weights times that are no 64 bits */
        snprintf(spec, sizeof spec, "bounded:load=%s", factors[i].text);
        check_caps(spec, factors[i].above, factors[i].below, weights, N_OF(weights));
    }
}

/* With c = 1 every node carries the floor or the ceiling, whatever the inner strategy. */
static void test_tight(void **state)
{
    (void)state;
    static const char *const specs[] = {"bounded:load=1", "bounded:load=1:over=jump",
                                        "bounded:load=1:over=null", "bounded:load=1:over=modulo",
                                        "bounded:load=1:over=slots:slots=64"};
    for (size_t s = 0; s < N_OF(specs); s++) {
        struct rs_placement *p = test_open(specs[s]);
        uint32_t id;
        uint64_t cap;
        assert_int_equal(rs_assign(p, 1, &id), RS_EFULL);
        test_add_numbered(p, 0, 7);
        for (uint64_t i = 0; i < 702; i++)
            assert_int_equal(rs_assign(p, rs_draw(i, 1), &id), RS_OK);
        for (uint32_t node = 0; node < 7; node++)
            assert_in_range(load_of(p, node, &cap), 99, 101);
        rs_close(p);
    }
}

static void test_weights(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("bounded:load=1.1");
    uint64_t cap;
    uint32_t id;
    test_add_one(p, 0, "light", 1), test_add_one(p, 1, "heavy", 3);
    for (uint64_t i = 0; i < 399; i++)
        assert_int_equal(rs_assign(p, rs_draw(i, 1), &id), RS_OK);
    assert_in_range(load_of(p, 0, &cap), 69, 110);
    assert_in_range(cap, 110, 111);
    assert_in_range(load_of(p, 1, &cap), 289, 330);
    assert_in_range(cap, 330, 331);
    rs_close(p);
}

/* 14 of 25 parts of 10 keys, times 1.25, are 7: rounding must not make it 8. */
static void test_whole_cap(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("bounded");
    uint32_t id;
    uint64_t cap;
    test_add_one(p, 0, "a", 14), test_add_one(p, 1, "b", 11);
    for (uint64_t i = 0; i < 9; i++)
        assert_int_equal(rs_assign(p, rs_draw(i, 1), &id), RS_OK);
    load_of(p, 0, &cap);
    assert_int_equal(cap, 7);
    rs_close(p);
}

/* Load stays with a node that is drained, counts again when it is back, and goes with it. */
static void test_leaving(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("bounded:load=1", "a b"), *copy;
    struct rs_node a = test_node(0, "a");
    uint64_t cap, load;
    uint32_t id;
    for (uint64_t i = 0; i < 10; i++)
        assert_int_equal(rs_assign(p, rs_draw(i, 1), &id), RS_OK);
    a.weight = 0;
    assert_int_equal(rs_update(p, &a, 1, NULL), RS_OK);
    assert_int_equal(load_of(p, 0, &cap), 5);
    assert_int_equal(cap, 0);
    assert_int_equal(load_of(p, 1, &cap), 5);
    assert_int_equal(cap, 6);
    assert_int_equal(rs_release(p, 0), RS_OK);
    assert_int_equal(rs_clone(p, NULL, &copy), RS_OK);
    a.weight = 1;
    assert_int_equal(rs_update(copy, &a, 1, NULL), RS_OK);
    assert_int_equal(load_of(copy, 0, &cap), 4);
    assert_int_equal(cap, 5);
    rs_close(copy);
    test_remove_one(p, 0); /* while it does not answer */
    assert_int_equal(rs_load(p, 0, &load, &cap), RS_ENOENT);
    assert_int_equal(rs_release(p, 0), RS_ENOENT);
    test_add_one(p, 0, "a", 1);
    assert_int_equal(load_of(p, 0, &cap), 0);
    assert_int_equal(cap, 3);
    assert_int_equal(rs_release(p, 0), RS_EINVAL);
    for (int i = 0; i < 2; i++)
        assert_int_equal(rs_release(p, 1), RS_OK); /* and caps follow */
    assert_int_equal(load_of(p, 1, &cap), 3);
    assert_int_equal(cap, 2);
    rs_close(p);
}

static void test_refusals(void **state)
{
    (void)state;
    struct rs_placement *p = NULL;
    struct rs_why why;
    test_refused(rs_open("bounded:over=bounded", NULL, &p, &why), RS_EINVAL, &why, "over=bounded",
                 "choose another");
    test_refused(rs_open("bounded:over=ring:hash=md5", NULL, &p, &why), RS_EINVAL, &why,
                 "over=ring:hash=md5", "bounded:hash=");
    test_refused(rs_open("bounded:hash=identity", NULL, &p, &why), RS_EINVAL, &why, "label_hash",
                 "");
    p = test_open("bounded:hash=crc32:over=ring:hash=crc32:vnodes=7");
    rs_close(p);
    p = test_placement("bounded:over=jump", "a b c");
    assert_int_equal(rs_traits(p), RS_LOAD);
    assert_int_equal(rs_remove(p, (const uint32_t[]){0}, 1, NULL), RS_EUNSUPPORTED);
    rs_close(p);
    p = test_open("ring");
    uint32_t id;
    assert_int_equal(rs_assign(p, 1, &id), RS_EUNSUPPORTED);
    assert_int_equal(rs_release(p, 1), RS_EUNSUPPORTED);
    rs_close(p);
}

/* A change of all three kinds at once. */
static void test_mixed(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("bounded"), *single = test_open("bounded");
    struct rs_node nodes[3] = {test_node(0, "a"), test_node(1, "b"), test_node(2, "c")};
    nodes[0].weight = 0;
    test_add(p, nodes, 3), test_add(single, nodes, 3);
    nodes[0].weight = 1, nodes[1].weight = 0, nodes[2].weight = 2;
    assert_int_equal(rs_update(p, nodes, 3, NULL), RS_OK);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(rs_update(single, &nodes[i], 1, NULL), RS_OK);
    test_same_answers(p, single);
    rs_close(single);
    rs_close(p);
}

static uint32_t assign_counted(struct rs_placement *p, uint64_t digest, uint64_t draws,
                               uint64_t probes)
{
    struct rs_steps steps = {0, 0, 0};
    uint32_t counted, id;
    assert_int_equal(rs_count(p, digest, &counted, &steps), RS_OK);
    assert_int_equal(rs_assign(p, digest, &id), RS_OK);
    assert_int_equal(counted, id);
    assert_int_equal(steps.draws, draws);
    assert_int_equal(steps.probes, probes);
    return id;
}

/* An order of more than 512 is not followed to its end: whoever is least full then, the smallest id
 * of those. Everyone who is looked at is a probe. */
static void test_order_too_long(void **state)
{
    (void)state;
    enum { N = 1200, FOLLOWED = 512 };
    struct rs_placement *p = test_open("bounded:load=1:over=ring:vnodes=1");
    struct rs_placement *ring = test_open("ring:vnodes=1");
    static uint32_t order[N];
    bool taken[N] = {false};
    uint32_t next = 0;
    test_add_numbered(p, 0, N), test_add_numbered(ring, 0, N);
    assert_int_equal(rs_replicas(ring, 7, N, order), N);
    for (uint32_t i = 0; i < FOLLOWED; i++) {
        assert_int_equal(assign_counted(p, 7, 0, i + 1), order[i]);
        taken[order[i]] = true;
    }
    for (uint32_t i = 0; i < 3; i++, next++) {
        while (taken[next])
            next++;
        assert_int_equal(assign_counted(p, 7, 0, FOLLOWED + N), next);
    }
    rs_close(ring);
    rs_close(p);
}

/* Without an order: 64 draws, each of which is a probe, and then everyone. */
static void test_draws_in_vain(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("bounded:load=1:over=null");
    test_add_numbered(p, 0, 7);
    uint32_t first = assign_counted(p, 7, 0, 1);
    assert_int_not_equal(assign_counted(p, 7, 64, 1 + 64 + 7), first);
    rs_close(p);
}

/* Caps are products with the number of keys, which stays below what fits. */
static void test_no_more_than_fit(void **state)
{
    enum { N_KEYS = 0x3039 };
    static const unsigned char before[8] = {0x39, 0x30}, after[8] = {0, 0, 0, 0, 0, 1};
    unsigned char saved[4096];
    uint32_t id;
    (void)state;
    struct rs_placement *p = test_open("bounded:over=jump"), *full;
    test_add_numbered(p, 0, 1);
    for (uint64_t i = 0; i < N_KEYS; i++)
        assert_int_equal(rs_assign(p, i, &id), RS_OK);
    size_t n_bytes = rs_save(p, saved, sizeof saved), at = 0;
    while (memcmp(saved + at, before, sizeof before) != 0)
        assert_true(++at + sizeof before <= n_bytes);
    memcpy(saved + at, after, sizeof after);
    assert_int_equal(rs_restore(saved, n_bytes, NULL, &full, NULL), RS_OK);
    assert_int_equal(rs_assign(full, 7, &id), RS_EFULL);
    assert_int_equal(rs_release(full, 0), RS_OK);
    assert_int_equal(rs_assign(full, 7, &id), RS_OK);
    rs_close(full);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_caps),
        cmocka_unit_test(test_against_scan),
        cmocka_unit_test(test_tight),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_leaving),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_whole_cap),
        cmocka_unit_test(test_no_more_than_fit),
        cmocka_unit_test(test_order_too_long),
        cmocka_unit_test(test_draws_in_vain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
