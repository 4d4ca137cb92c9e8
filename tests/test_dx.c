/* test_dx.c - DxHash against plain lists, published work, theory, and a nearly empty capacity
 */
#include "seats_model.h"

enum { CAPACITY = 40 };

static uint32_t model_owner(const struct seats_model *model, uint64_t digest)
{
    bool live[CAPACITY] = {false};
    uint32_t best = RS_NO_NODE;
    for (uint32_t i = 0; i < model->n; i++)
        live[i] = model->ids[i] != RS_NO_NODE;
    for (uint64_t i = 1; i <= 8 * CAPACITY; i++) {
        uint64_t bucket = rs_below(rs_draw(digest, i), CAPACITY);
        if (live[bucket])
            return (uint32_t)bucket;
    }
    for (uint32_t i = 0; i < CAPACITY; i++)
        if (live[i] && (best == RS_NO_NODE ||
                        rs_draw(rs_mix(~digest), i + 1) > rs_draw(rs_mix(~digest), best + 1)))
            best = i;
    return best;
}
SEATS_MODEL_TESTS(model, "dx:capacity=40", CAPACITY, "dx:capacity=10")

static void test_published(void **state)
{
    (void)state;
    static const struct {
        uint32_t w;
        double draws;
    } published[] = {{1000, 1.024}, {512, 2.0}, {64, 16.0}};
    struct rs_placement *p = test_open("dx");
    test_add_numbered(p, 0, 1000);
    for (size_t i = 0; i < N_OF(published); i++) {
        seats_model_shrink(p, published[i].w);
        assert_true(fabs(seats_work_check(p).draws / published[i].draws - 1) < 0.02);
    }
    rs_close(p);
}

/* The draws end and the scores decide, now and then with 1 of 40, nearly always with 4 of 2^24. */
static void test_sparse(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("dx:capacity=40");
    test_add_numbered(p, 0, 1);
    seats_work_check(p);
    rs_close(p);
    enum { N_KEYS = 400 };
    p = test_open("dx:capacity=16777216");
    test_add_numbered(p, 0, 4);
    unsigned counts[4] = {0};
    for (uint64_t i = 1; i <= N_KEYS; i++) {
        struct rs_steps steps = {0, 0, 0};
        uint32_t id, ids[5];
        assert_int_equal(rs_count(p, rs_mix(i), &id, &steps), RS_OK);
        assert_true(steps.draws <= (1 << 16) + 4);
        uint64_t other = rs_mix(~rs_mix(i)); /* node 3 is in bucket 3, and so on */
        for (uint32_t rival = 0; rival < 4 && steps.draws > 1 << 16; rival++)
            assert_true(rs_draw(other, rival + 1) <= rs_draw(other, id + UINT64_C(1)));
        if (i <= 50) {
            assert_int_equal(rs_replicas(p, rs_mix(i), 5, ids), 4);
            assert_int_equal(ids[0], id);
            assert_int_equal(1u << ids[0] | 1u << ids[1] | 1u << ids[2] | 1u << ids[3], 15);
        }
        counts[id]++;
    }
    for (size_t i = 0; i < 4; i++)
        assert_in_range(counts[i], 60, 140); /* 100, 8.7 */
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_churn),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_sparse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
