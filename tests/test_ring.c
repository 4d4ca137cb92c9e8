/* test_ring.c - which point owns a digest: at points, beside them, and round the top of the circle
 */
#include "points_hash.h"

struct known_point {
    uint64_t point;
    uint32_t id;
};

/* By looking at every point: the first at or after x, else the first of all. */
static uint32_t model_owner(const struct known_point *points, size_t n, uint64_t x, bool after)
{
    const struct known_point *best = NULL, *first = points;
    for (size_t i = 0; i < n; i++) {
        const struct known_point *each = &points[i];
        bool owns = after ? each->point > x : each->point >= x;
        if (owns && (!best || each->point < best->point))
            best = each;
        if (each->point < first->point)
            first = each;
    }
    return best ? best->id : first->id;
}

static void check_near(const struct rs_placement *p, const struct known_point *points, size_t n,
                       uint64_t top, bool after)
{
    for (size_t i = 0; i < n + 2; i++) {
        uint64_t at = i < n ? points[i].point : i == n ? 0 : top;
        for (uint64_t x = at - 2; x != at + 3; x++) {
            uint32_t owner = model_owner(points, n, x & top, after), id;
            struct rs_steps steps = {0, 0, 0};
            assert_int_equal(rs_locate(p, x), owner);
            rs_locate_many(p, &x, 1, &id);
            assert_int_equal(id, owner);
            assert_int_equal(rs_replicas(p, x, 1, &id), 1);
            assert_int_equal(id, owner);
            assert_int_equal(rs_count(p, x, &id, &steps), RS_OK);
            assert_int_equal(id, owner);
            assert_in_range(steps.probes, 0, 10);
        }
    }
}

/* A circle of n points, all in different places, in four dialects. */
static void check_circle(const struct known_point *points, size_t n)
{
    for (unsigned dialect = 0; dialect < 4; dialect++) {
        const bool narrow = dialect & 1, after = dialect & 2;
        char spec[128], name[32];
        snprintf(spec, sizeof spec,
                 "ring:hash=identity:label_hash=points:vnodes=1:bits=%d:owner=%s", narrow ? 32 : 64,
                 after ? "after" : "at");
        struct rs_placement *p = test_open(spec);
        struct known_point known[64];
        for (size_t i = 0; i < n; i++) {
            known[i] = points[i];
            if (narrow)
                known[i].point = (uint32_t)points[i].point;
            snprintf(name, sizeof name, "%llu", (unsigned long long)points[i].point);
            test_add_one(p, points[i].id, name, 1);
            check_near(p, known, i + 1, narrow ? UINT32_MAX : UINT64_MAX, after);
        }
        for (size_t left = n; left > 1; left--) {
            test_remove_one(p, known[left - 1].id);
            check_near(p, known, left - 1, narrow ? UINT32_MAX : UINT64_MAX, after);
        }
        rs_close(p);
    }
}

static void test_wrap(void **state)
{
    (void)state;
    static const struct known_point inner[] = {{100, 0}, {7, 1}, {50, 2}, {51, 3}, {1000, 4}};
    static const struct known_point ends[] = {{UINT64_MAX, 0}, {0, 1}, {5, 2}};
    static const struct known_point bottom[] = {{0, 7}, {1, 8}};
    static const struct known_point top[] = {{UINT64_MAX, 1}, {UINT64_MAX - 1, 2}};
    static const struct known_point signs[] = {{0x7fffffff, 0},
                                               {0x80000000, 1},
                                               {UINT64_C(0x7fffffff00000001), 2},
                                               {UINT64_C(1) << 63, 3}};
    check_circle(inner, N_OF(inner));
    check_circle(ends, N_OF(ends));
    check_circle(bottom, N_OF(bottom));
    check_circle(top, N_OF(top));
    check_circle(signs, N_OF(signs));
}

/* Every number of points from 1 to 40, so that the search ends on every path. */
static void test_every_size(void **state)
{
    (void)state;
    struct known_point points[40];
    for (uint32_t i = 0; i < N_OF(points); i++)
        points[i] = (struct known_point){(i * 17 % 40) * 3 + 1, i};
    check_circle(points, N_OF(points));
}

static void test_one_point_owns_all(void **state)
{
    (void)state;
    static const struct known_point points[] = {{0, 5}, {UINT64_MAX, 6}, {123, 7}};
    for (size_t i = 0; i < N_OF(points); i++)
        check_circle(&points[i], 1);
}

/* Replicas go clockwise from the owner, past the top, every node once. */
static void test_replicas(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("ring:hash=identity:label_hash=points:vnodes=3",
                                            "10/20/70 30/31/32 11/40/41 60/61/62");
    static const struct {
        uint64_t x;
        uint32_t ids[4];
    } cases[] = {{0, {0, 2, 1, 3}},         {10, {0, 2, 1, 3}}, {11, {2, 0, 1, 3}},
                 {12, {0, 1, 2, 3}},        {21, {1, 2, 3, 0}}, {33, {2, 3, 0, 1}},
                 {42, {3, 0, 2, 1}},        {70, {0, 2, 1, 3}}, {71, {0, 2, 1, 3}},
                 {UINT64_MAX, {0, 2, 1, 3}}};
    for (size_t i = 0; i < N_OF(cases); i++) {
        for (size_t k = 0; k < 7; k++) {
            uint32_t ids[7] = {9, 9, 9, 9, 9, 9, 9};
            size_t n = k < 4 ? k : 4;
            assert_int_equal(rs_replicas(p, cases[i].x, k, ids), n);
            assert_memory_equal(ids, cases[i].ids, n * sizeof *ids);
            assert_int_equal(ids[n < 7 ? n : 6], 9);
        }
    }
    rs_close(p);
}

/* A key keeps its node unless that node comes or goes: no tolerance. */
static void test_minimal(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("ring:vnodes=50"), *before;
    test_add_numbered(p, 0, 20);
    for (uint32_t id = 20; id < 40; id++) {
        assert_int_equal(rs_clone(p, NULL, &before), RS_OK);
        test_add_numbered(p, id, 1);
        for (uint64_t i = 0; i < 1000; i++)
            if (rs_locate(p, rs_mix(i)) != id)
                assert_int_equal(rs_locate(p, rs_mix(i)), rs_locate(before, rs_mix(i)));
        rs_close(before);
        assert_int_equal(rs_clone(p, NULL, &before), RS_OK);
        test_remove_one(p, id - 10);
        for (uint64_t i = 0; i < 1000; i++)
            if (rs_locate(before, rs_mix(i)) != id - 10)
                assert_int_equal(rs_locate(p, rs_mix(i)), rs_locate(before, rs_mix(i)));
        rs_close(before);
    }
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_one_point_owns_all),
        cmocka_unit_test(test_replicas),
        cmocka_unit_test(test_minimal),
    };
    return cmocka_run_group_tests(tests, points_register, NULL);
}
