/* test_placement_build.c - a change is a cheaper build: who has no change answers the same
 *
 * Each strategy goes against its own row without `change`, which builds from the table every time.
 * Not so what keeps a state besides the table (save): that goes by changes alone.
 */
#include "support.h"

#include "heap.h"

static struct rs_placement *open_built(const struct rs_strategy *strategy, struct heap *heap)
{
    static struct rs_strategy rows[32];
    static char names[N_OF(rows)][32];
    static size_t n;
    assert_true(n < N_OF(rows));
    struct rs_config config = {.allocator = heap_allocator(heap)};
    snprintf(names[n], sizeof names[n], "b%zu", n); /* with any summary, a short line */
    rows[n] = *strategy;
    rows[n].name = names[n], rows[n].change = NULL;
    assert_int_equal(rs_strategy_register(&rows[n], NULL), RS_OK);
    return test_open_config(names[n++], &config);
}

/* Weights on both sides of 1, ids in no order. */
static void add_one_of(struct rs_placement *p, uint32_t i)
{
    static const double weights[] = {1, 0.5, 0.25, 3};
    char name[16];
    snprintf(name, sizeof name, "node-%u", i);
    test_add_one(p, i * 7 % 23, name, rs_traits(p) & RS_WEIGHTED ? weights[i % 4] : 1);
}

static void check_coming_and_going(struct rs_placement *p, struct rs_placement *built)
{
    for (uint32_t i = 0; i < 12; i++) {
        add_one_of(p, i), add_one_of(built, i);
        test_same_answers(p, built);
    }
    for (uint32_t i = 12; i-- > 0;) {
        uint32_t id = (rs_traits(p) & RS_REMOVE_ANY ? (i + 5) % 12 : i) * 7 % 23;
        test_remove_one(p, id), test_remove_one(built, id);
        test_same_answers(p, built);
    }
}

/* A build that fails leaves the old index. */
static void check_short(struct rs_placement *built, struct heap *heap)
{
    struct rs_node node = test_node(40, "one more");
    add_one_of(built, 20);
    for (uint64_t at = 1;; at++) {
        uint64_t before = test_fingerprint(built);
        heap->fail_in = at, heap->n_failed = 0;
        enum rs_status status = rs_add(built, &node, 1, NULL);
        heap->fail_in = 0;
        if (!status)
            break;
        assert_int_equal(status, RS_ENOMEM);
        assert_int_equal(test_fingerprint(built), before);
    }
}

static void test_change_is_a_cheaper_build(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    size_t n = 0;
    while (rs_strategy_at(n))
        n++;
    for (size_t i = 0; i < n; i++) {
        strategy = rs_strategy_at(i);
        if (!strategy->change || strategy->save)
            continue;
        struct heap heap = {0};
        struct rs_placement *p = test_open(strategy->name), *built = open_built(strategy, &heap);
        check_coming_and_going(p, built);
        check_short(built, &heap);
        rs_close(p);
        rs_close(built);
        assert_true(heap.now_bytes == 0 && !heap.fault);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_change_is_a_cheaper_build)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
