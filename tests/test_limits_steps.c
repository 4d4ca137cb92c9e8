/* test_limits_steps.c - no lookup goes on without end: its steps are counted and have a bound
 *
 * Every strategy that counts has a row here: the most draws, probes and inner steps of one lookup,
 * for n nodes. A bound is what the code itself cannot pass, or, where draws of chance are repeated
 * until one fits (jumpback), what they pass once in 2^60. Digests are the ends, points and their
 * neighbours, and numbers at random; nodes are all there, or have left in the worst order.
 */
#include "support.h"

#include "narrow.h"

enum { CAPACITY = 64, N_DIGESTS = 3000 };

/* A number of steps: of_n for each node that there ever was, of_log for each bit of that number,
 * and some besides. */
struct bound {
    uint64_t of_n, of_log, besides;
};

static const struct row {
    const char *spec;
    struct bound draws, probes, inner;
} rows[] = {
    {"null", {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
    {"modulo", {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
    {"ring:vnodes=16", {0, 0, 0}, {0, 1, 5}, {0, 0, 0}},
    {"ring:hash=narrow4:vnodes=16", {0, 0, 0}, {0, 1, 5}, {0, 0, 0}},
    {"ring:hash=narrow8:vnodes=16:owner=after", {0, 0, 0}, {0, 1, 5}, {0, 0, 0}},
    {"multiprobe:probes=21", {0, 0, 21}, {0, 21, 21}, {0, 0, 0}},
    {"multiprobe:hash=narrow4:probes=21", {0, 0, 21}, {0, 21, 21}, {0, 0, 0}},
    {"jump", {1, 0, 0}, {0, 0, 0}, {0, 0, 0}},
    {"jump_swap", {1, 0, 0}, {0, 0, 0}, {0, 0, 0}},
    {"jumpback", {0, 0, 32}, {0, 0, 0}, {0, 0, 0}},
    {"power", {1, 0, 3}, {0, 0, 0}, {0, 0, 0}},
    {"flip", {0, 0, 67}, {0, 0, 0}, {0, 0, 0}},
    {"binomial:attempts=4", {0, 0, 6}, {0, 0, 0}, {0, 0, 0}},
    {"rendezvous", {1, 0, 0}, {0, 0, 0}, {0, 0, 0}},
    {"weighted_rendezvous", {1, 0, 0}, {0, 0, 0}, {1, 0, 0}},
    {"maglev:table=251", {0, 0, 0}, {0, 0, 1}, {0, 0, 0}},
    {"slots:slots=256", {0, 0, 0}, {0, 0, 1}, {0, 0, 0}},
    {"anchor:capacity=64", {0, 0, CAPACITY}, {0, 0, 0}, {0, 0, CAPACITY *CAPACITY}},
    {"dx:capacity=64", {0, 0, 8 * CAPACITY + CAPACITY}, {0, 0, 0}, {0, 0, 0}},
    {"memento", {2, 0, 0}, {0, 0, 4 * CAPACITY *CAPACITY}, {0, 0, CAPACITY *CAPACITY}},
    {"bounded:over=rendezvous", {0, 0, 0}, {2, 0, 0}, {0, 0, 0}},
    {"bounded:over=jump_swap", {0, 0, 0}, {2, 0, 0}, {0, 0, 0}},
    {"bounded:load=1:over=modulo", {0, 0, 0}, {2, 0, 0}, {0, 0, 0}},
    {"bounded:load=1:over=anchor:capacity=64", {2, 0, 64}, {3, 0, 64}, {0, 0, 0}},
};

static void check_bound(const char *spec, const char *what, struct bound bound, uint64_t n,
                        uint64_t steps)
{
    uint64_t n_bits = 0;
    while (n >> n_bits)
        n_bits++;
    uint64_t most = bound.of_n * n + bound.of_log * n_bits + bound.besides;
    if (steps > most)
        fail_msg("%s with %d nodes: %d %s in one lookup, at most %d are said", spec, (int)n,
                 (int)steps, what, (int)most);
}

static uint64_t digest_at(const struct rs_placement *p, uint64_t i)
{
    static const uint64_t ends[] = {0,          1,         INT32_MAX,  UINT64_C(1) << 31,
                                    UINT32_MAX, INT64_MAX, UINT64_MAX, UINT64_C(1) << 63};
    uint64_t point;
    if (i < N_OF(ends))
        return ends[i];
    if (i % 3 && !rs_explain(p, rs_mix(i), &point, NULL, 0))
        return point + i % 3 - 1;
    return rs_mix(i);
}

/* n: the most nodes that there ever were. */
static void check_lookups(const struct rs_placement *p, const struct row *row, uint64_t n)
{
    for (uint64_t i = 0; i < N_DIGESTS; i++) {
        struct rs_steps steps = {0, 0, 0};
        uint64_t digest = digest_at(p, i);
        uint32_t id;
        enum rs_status status = rs_count(p, digest, &id, &steps);
        if (status == RS_EUNSUPPORTED)
            return;
        assert_int_equal(status, RS_OK);
        check_bound(row->spec, "draws", row->draws, n, steps.draws);
        check_bound(row->spec, "probes", row->probes, n, steps.probes);
        check_bound(row->spec, "inner steps", row->inner, n, steps.inner);
    }
}

/* The first, then from the last on: what makes the ways of anchor long. Where only the last may go,
 * from the last on. One node stays. */
static void check_leaving(struct rs_placement *p, const struct row *row, uint32_t n)
{
    if (rs_traits(p) & RS_REMOVE_ANY)
        test_remove_one(p, 0);
    for (uint32_t id = n - 1; rs_nodes(p, NULL, 0) > 1; id--) {
        test_remove_one(p, id);
        if (id % 16 == 1 || rs_nodes(p, NULL, 0) == 1)
            check_lookups(p, row, n);
    }
}

static void test_steps_have_a_bound(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(rows); i++) {
        struct rs_placement *p = test_open(rows[i].spec);
        for (uint32_t n = 1; n <= CAPACITY; n++) {
            test_add_numbered(p, n - 1, 1);
            if (n < 6 || n % 16 < 2)
                check_lookups(p, &rows[i], n);
        }
        for (uint64_t key = 0; rs_traits(p) & RS_LOAD && key < 1000; key++) {
            uint32_t id;
            assert_int_equal(rs_assign(p, rs_mix(key), &id), RS_OK);
        }
        check_lookups(p, &rows[i], CAPACITY);
        check_leaving(p, &rows[i], CAPACITY);
        rs_close(p);
    }
}

/* Rendezvous draws once for each node, no more and no less, at any size. */
static void test_rendezvous_draws_once_a_node(void **state)
{
    (void)state;
    static const char *const specs[] = {"rendezvous", "weighted_rendezvous"};
    for (size_t s = 0; s < N_OF(specs); s++) {
        struct rs_placement *p = test_open(specs[s]);
        for (uint32_t n = 1; n <= 40; n++) {
            struct rs_steps steps = {0, 0, 0};
            uint32_t id;
            test_add_numbered(p, n - 1, 1);
            assert_int_equal(rs_count(p, rs_mix(n), &id, &steps), RS_OK);
            assert_int_equal(steps.draws, n);
        }
        rs_close(p);
    }
}

static void test_every_strategy_has_a_row(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++) {
        size_t row = 0, n = strlen(strategy->name);
        while (row < N_OF(rows) && (strncmp(rows[row].spec, strategy->name, n) ||
                                    (rows[row].spec[n] && rows[row].spec[n] != ':')))
            row++;
        if (row == N_OF(rows))
            fail_msg("%s: say here how many steps a lookup takes at most", strategy->name);
    }
}

static int register_narrow(void **state)
{
    (void)state;
    return narrow_register(NULL) != RS_OK;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps_have_a_bound),
        cmocka_unit_test(test_rendezvous_draws_once_a_node),
        cmocka_unit_test(test_every_strategy_has_a_row),
    };
    return cmocka_run_group_tests(tests, register_narrow, NULL);
}
