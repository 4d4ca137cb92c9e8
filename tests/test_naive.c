/* test_naive.c - every strategy has a naive twin, and no twin lets a slip pass
 *
 * Each built-in strategy is registered once more, with its operations behind functions that can
 * slip: ask for the next digest, take one node for another, never hear of a node, hand back
 * replicas in another order, keep a key that was released. Without a slip it passes.
 */
#include "naive.h"
#include "narrow.h"
#include "property.h"
#include "support.h"

enum { N_SCRIPTS = 20, MAX_ROWS = 40, MAX_SLOTS = 256 };

static enum slip { NONE, NEXT_DIGEST, SWAPPED, FORGOTTEN, OTHER_ORDER, KEPT_KEY } slip;

struct slip_row {
    struct rs_strategy row; /* first: what p->strategy points to */
    const struct rs_strategy *honest;
    char name[40];
};
static struct slip_row rows[MAX_ROWS];
static size_t n_rows;

static const struct rs_strategy *slip_honest(const struct rs_placement *p)
{
    return ((const struct slip_row *)p->strategy)->honest;
}

static uint32_t slip_locate(const struct rs_placement *p, uint64_t digest)
{
    uint32_t id = slip_honest(p)->locate(p, digest + (slip == NEXT_DIGEST));
    bool swap = slip == SWAPPED && id != RS_NO_NODE && rs_slot_of(p, id ^ 1) != RS_NO_NODE;
    return swap ? id ^ 1 : id;
}

static size_t slip_replicas(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids)
{
    size_t n = slip_honest(p)->replicas(p, digest, k, ids);
    if (slip == OTHER_ORDER && n > 2) {
        uint32_t last = ids[n - 1];
        ids[n - 1] = ids[n - 2];
        ids[n - 2] = last;
    }
    return n;
}

static enum rs_status slip_release(struct rs_placement *p, uint32_t slot)
{
    return slip == KEPT_KEY ? RS_OK : slip_honest(p)->release(p, slot);
}

static bool slip_forgets(const struct rs_placement *p, uint32_t slot)
{
    return slip == FORGOTTEN && p->slots[slot].id % 4 == 1;
}

/* Builds, or with changes follows them, as if some nodes did not answer. */
static enum rs_status slip_follow(struct rs_placement *p, const struct rs_change *changes, size_t n)
{
    double hidden[MAX_SLOTS];
    assert_in_range(p->n_slots, 0, MAX_SLOTS);
    for (uint32_t slot = 0; slot < p->n_slots; slot++) {
        hidden[slot] = p->slots[slot].effective;
        if (slip_forgets(p, slot))
            p->slots[slot].effective = 0;
    }
    enum rs_status status =
        changes ? slip_honest(p)->change(p, changes, n) : slip_honest(p)->build(p);
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        p->slots[slot].effective = hidden[slot];
    return status;
}

static enum rs_status slip_build(struct rs_placement *p)
{
    return slip_follow(p, NULL, 0);
}

static enum rs_status slip_change(struct rs_placement *p, const struct rs_change *changes, size_t n)
{
    struct rs_change heard[MAX_SLOTS];
    size_t n_heard = 0;
    assert_in_range(n, 0, MAX_SLOTS);
    for (size_t i = 0; i < n; i++)
        if (!slip_forgets(p, changes[i].slot))
            heard[n_heard++] = changes[i];
    return n_heard ? slip_follow(p, heard, n_heard) : RS_OK;
}

static void slip_register(const struct rs_strategy *honest)
{
    struct slip_row *slip_row = &rows[n_rows++];
    snprintf(slip_row->name, sizeof slip_row->name, "slip_%s", honest->name);
    slip_row->honest = honest;
    slip_row->row = *honest;
    slip_row->row.name = slip_row->name;
    slip_row->row.summary = "may slip";
    slip_row->row.locate = slip_locate;
    slip_row->row.locate_many = NULL;
    slip_row->row.count = NULL;
    slip_row->row.build = slip_build;
    slip_row->row.change = honest->change ? slip_change : NULL;
    slip_row->row.replicas = honest->replicas ? slip_replicas : NULL;
    slip_row->row.release = honest->release ? slip_release : NULL;
    assert_int_equal(rs_strategy_register(&slip_row->row, NULL), RS_OK);
}

static int setup(void **state)
{
    const struct rs_strategy *built_in[MAX_ROWS];
    size_t n = 0;
    (void)state;
    assert_int_equal(narrow_register(NULL), RS_OK);
    for (; n < MAX_ROWS && rs_strategy_at(n); n++)
        built_in[n] = rs_strategy_at(n);
    assert_in_range(n, 1, MAX_ROWS - 1);
    for (size_t i = 0; i < n; i++)
        slip_register(built_in[i]);
    return 0;
}

static void check_twin(const char *spec, const char *strategy)
{
    struct rs_placement *p = test_open(spec);
    struct naive naive;
    if (!naive_open(&naive, p))
        fail_msg("%s has no naive twin", spec);
    assert_string_equal(naive.row->strategy, strategy);
    assert_int_equal(!naive.row->replicas, !(p->strategy->traits & RS_REPLICAS));
    assert_int_equal(!naive.row->load, !(p->strategy->traits & RS_LOAD));
    naive_close(&naive);
    rs_close(p);
}

static void test_every_strategy_has_its_own(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_rows; i++) {
        check_twin(rows[i].honest->name, rows[i].honest->name);
        check_twin(rows[i].name, rows[i].honest->name);
    }
}

/* A strategy that is none of the built-in ones has no twin, and neither has bounded over it. */
static void test_a_stranger_has_none(void **state)
{
    static struct rs_strategy stranger;
    static const char *const specs[] = {"stranger", "bounded:over=stranger"};
    (void)state;
    stranger = *rs_strategy_find("modulo");
    stranger.name = "stranger", stranger.choose = NULL;
    assert_int_equal(rs_strategy_register(&stranger, NULL), RS_OK);
    for (size_t i = 0; i < N_OF(specs); i++) {
        struct rs_placement *p = test_open(specs[i]);
        struct naive naive;
        assert_false(naive_open(&naive, p));
        naive_close(&naive);
        rs_close(p);
        assert_null(property_check(property_find("naive_twin"), specs[i], 1, 1));
    }
}

static bool slip_shows(const struct rs_strategy *honest)
{
    return slip == NEXT_DIGEST   ? strcmp(honest->name, "null") != 0 /* it reads no digest */
           : slip == OTHER_ORDER ? honest->replicas != NULL
           : slip == KEPT_KEY    ? honest->release != NULL
                                 : slip != NONE;
}

static void test_slips_are_told(void **state)
{
    const struct property *property = property_find("naive_twin");
    char spec[80];
    (void)state;
    for (slip = NONE; slip <= KEPT_KEY; slip++)
        for (size_t i = 0; i < n_rows; i++) {
            snprintf(spec, sizeof spec, "%s:hash=narrow8", rows[i].name);
            const char *reason = property_check(property, spec, 1, N_SCRIPTS);
            if (!reason != !slip_shows(rows[i].honest))
                fail_msg("%s, slip %d: %s", spec, (int)slip, reason ? reason : "nothing is told");
            if (reason && !strstr(reason, "its naive twin"))
                fail_msg("%s, slip %d is told for another reason: %s", spec, (int)slip, reason);
        }
    slip = NONE;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_strategy_has_its_own),
        cmocka_unit_test(test_a_stranger_has_none),
        cmocka_unit_test(test_slips_are_told),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
