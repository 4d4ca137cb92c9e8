/* test_choose_k.c - k distinct buckets: even at every rank, and one of them changes at most
 */
#include "support.h"

#include <math.h>

enum { N = 10, K = 3, N_DIGESTS = 100000 };

static const char *const specs[] = {"jump", "jump_swap", "jumpback", "power", "flip"};

static void check_even(const char *spec, size_t rank, const double *counts)
{
    double chi2 = 0, expected = N_DIGESTS / (double)N;
    for (size_t i = 0; i < N; i++)
        chi2 += (counts[i] - expected) * (counts[i] - expected) / expected;
    if (chi2 > 33) /* 9 degrees of freedom: p = 0.00013 */
        fail_msg("%s, rank %zu: chi-square %g", spec, rank, chi2);
}

static void test_every_rank_is_even(void **state)
{
    (void)state;
    for (size_t s = 0; s < N_OF(specs); s++) {
        struct rs_placement *p = test_open(specs[s]);
        double counts[K][N] = {{0}};
        uint32_t ids[K];
        test_add_numbered(p, 0, N);
        for (uint64_t i = 1; i <= N_DIGESTS; i++) {
            assert_int_equal(rs_replicas(p, rs_draw(3, i), K, ids), K);
            assert_int_equal(ids[0], rs_locate(p, rs_draw(3, i)));
            for (size_t rank = 0; rank < K; rank++)
                counts[rank][ids[rank]]++;
        }
        for (size_t rank = 0; rank < K; rank++)
            check_even(specs[s], rank, counts[rank]);
        rs_close(p);
    }
}

static bool is_among(const uint32_t *ids, uint32_t id)
{
    return ids[0] == id || ids[1] == id || ids[2] == id;
}

/* With one node more, it takes the place of at most one, in k of n + 1 lists. */
static void test_one_member_changes(void **state)
{
    (void)state;
    for (size_t s = 0; s < N_OF(specs); s++) {
        struct rs_placement *p = test_open(specs[s]), *more = test_open(specs[s]);
        uint32_t before[K], after[K];
        double n_changed = 0, part = (double)K / (N + 1);
        test_add_numbered(p, 0, N), test_add_numbered(more, 0, N + 1);
        for (uint64_t i = 1; i <= N_DIGESTS; i++) {
            unsigned n_lost = 0;
            rs_replicas(p, rs_draw(5, i), K, before);
            rs_replicas(more, rs_draw(5, i), K, after);
            for (size_t j = 0; j < K; j++)
                n_lost += !is_among(after, before[j]);
            assert_true(n_lost <= 1 && n_lost == is_among(after, N));
            n_changed += n_lost;
        }
        assert_true(fabs(n_changed / N_DIGESTS - part) < 4 * sqrt(part * (1 - part) / N_DIGESTS));
        rs_close(more);
        rs_close(p);
    }
}

static void test_modulo_takes_the_next(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("modulo", "a b c");
    uint32_t ids[3];
    assert_int_equal(rs_replicas(p, 7, 9, ids), 3);
    assert_true(ids[0] == 1 && ids[1] == 2 && ids[2] == 0);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_rank_is_even),
        cmocka_unit_test(test_one_member_changes),
        cmocka_unit_test(test_modulo_takes_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
