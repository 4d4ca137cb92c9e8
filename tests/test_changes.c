/* test_changes.c - which nodes a change is about: how many, which, and drawn by the seed
 */
#include "changes.h"
#include "support.h"

#include <math.h>

enum { N = 20 };

/* The positions that go, as bits; how many. */
static size_t chosen(int change, size_t n_nodes, uint64_t seed, uint32_t *bits)
{
    struct rs_node nodes[N + 1];
    struct subject subject = {.nodes = nodes, .n_nodes = n_nodes, .seed = seed};
    struct change_nodes picked;
    for (uint32_t i = 0; i <= N; i++)
        nodes[i] = (struct rs_node){.id = 100 + i, .weight = 1};
    assert_true(change_choose(&picked, &subject, &changes[change]));
    *bits = 0;
    for (size_t i = 0; i < picked.n; i++) {
        assert_true(picked.positions[i] <= n_nodes && picked.ids[i] == 100 + picked.positions[i]);
        assert_false(*bits >> picked.positions[i] & 1);
        *bits |= UINT32_C(1) << picked.positions[i];
    }
    size_t n = picked.n;
    change_nodes_free(&picked);
    return n;
}

/* Of a hundred seeds no two in a row may draw alike more often than chance has it. */
static void assert_drawn(int change, size_t most_alike)
{
    uint32_t bits, again, before = 0;
    size_t n_alike = 0, seen = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        size_t n = chosen(change, N, seed, &bits);
        assert_int_equal(chosen(change, N, seed, &again), n);
        assert_int_equal(again, bits);
        n_alike += seed > 1 && bits == before;
        before = bits, seen |= bits;
    }
    assert_true(n_alike <= most_alike);
    assert_true((seen & 1) && (seen >> (N - 2) & 1)); /* the ends as well */
}

static void test_seeds_draw(void **state)
{
    (void)state;
    assert_drawn(CHANGE_remove_random, 20); /* 1 of 19: 5 of 99 on average */
    assert_drawn(CHANGE_rejoin, 20);
    assert_drawn(CHANGE_shrink_10_random, 10); /* 2 of 20: 1 in 190 */
    assert_drawn(CHANGE_shrink_50_random, 0);
    assert_drawn(CHANGE_shrink_90_random, 10);
}

/* As shrink_10_random is in shrink_50_random. */
static void test_smaller_sets_lie_in_larger_ones(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        uint32_t tenth, half, most;
        chosen(CHANGE_shrink_10_random, N, seed, &tenth);
        chosen(CHANGE_shrink_50_random, N, seed, &half);
        chosen(CHANGE_shrink_90_random, N, seed, &most);
        assert_int_equal(tenth & ~half, 0);
        assert_int_equal(half & ~most, 0);
    }
}

/* Rounded up, but one node stays. */
static void test_how_many_go(void **state)
{
    static const struct {
        int change;
        size_t n, n_gone;
    } cases[] = {
        {CHANGE_shrink_10_lifo, 1, 0},   {CHANGE_shrink_10_lifo, 2, 1},
        {CHANGE_shrink_10_fifo, 10, 1},  {CHANGE_shrink_10_random, 11, 2},
        {CHANGE_shrink_50_random, 3, 2}, {CHANGE_shrink_50_adversarial, 5, 3},
        {CHANGE_shrink_90_random, 2, 1}, {CHANGE_shrink_90_lifo, 20, 18},
        {CHANGE_remove_random, 1, 0},    {CHANGE_remove_random, 2, 1},
        {CHANGE_remove_last, 1, 1},      {CHANGE_add, 20, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t bits;
        assert_int_equal(chosen(cases[i].change, cases[i].n, 1, &bits), cases[i].n_gone);
    }
}

static void test_which_go(void **state)
{
    (void)state;
    uint32_t bits;
    chosen(CHANGE_shrink_10_lifo, N, 1, &bits);
    assert_int_equal(bits, 3u << (N - 2));
    chosen(CHANGE_shrink_10_fifo, N, 1, &bits);
    assert_int_equal(bits, 3);
    chosen(CHANGE_shrink_10_adversarial, N, 1, &bits);
    assert_int_equal(bits, 1u | 1u << (N - 1));
    chosen(CHANGE_add, N, 1, &bits);
    assert_int_equal(bits, 1u << N);
    chosen(CHANGE_remove_last, N, 1, &bits);
    assert_int_equal(bits, 1u << (N - 1));
}

static double minimum(int change, double first, double second, double newcomer)
{
    const struct rs_node nodes[] = {
        {.id = 1, .weight = first}, {.id = 2, .weight = second}, {.id = 3, .weight = newcomer}};
    const struct subject subject = {.nodes = nodes, .n_nodes = 2, .seed = 1};
    struct change_nodes picked;
    assert_true(change_choose(&picked, &subject, &changes[change]));
    double least = change_minimum(&subject, &changes[change], &picked);
    change_nodes_free(&picked);
    return least;
}

/* By hand; the first of two nodes is the one that is drawn. Without weight nothing need move. */
static void test_what_must_move(void **state)
{
    (void)state;
    assert_true(minimum(CHANGE_add, 1, 3, 4) == 4.0 / 8);
    assert_true(minimum(CHANGE_remove_last, 1, 3, 4) == 3.0 / 4);
    assert_true(minimum(CHANGE_rejoin, 1, 3, 4) == 0);
    assert_true(fabs(minimum(CHANGE_reweight, 1, 3, 4) - (2.0 / 5 - 1.0 / 4)) < 1e-15);
    assert_true(minimum(CHANGE_replace, 1, 3, 4) == 4.0 / 7);
    assert_true(minimum(CHANGE_remove_last, 0, 0, 1) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seeds_draw),
        cmocka_unit_test(test_smaller_sets_lie_in_larger_ones),
        cmocka_unit_test(test_how_many_go),
        cmocka_unit_test(test_which_go),
        cmocka_unit_test(test_what_must_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
