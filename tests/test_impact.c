/* test_impact.c - what an event did, from seconds that are written here by hand
 */
#include "impact.h"

#include "support.h"

enum { N_SECONDS = 30, AT = 10 };

static struct impact impact_from(const char *event, const uint64_t *database)
{
    char text[200];
    struct timeline timeline;
    struct rs_why why;
    struct tier_second seconds[N_SECONDS] = {{0}};
    snprintf(text, sizeof text, "nodes a b\nshards 100\nduration 30s\nat 10s %s\n", event);
    if (!timeline_parse("t", text, strlen(text), &timeline, &why))
        fail_msg("%s", why.text);
    for (size_t s = 0; s < N_SECONDS; s++)
        seconds[s].n_database = database[s];
    seconds[AT - 1].n_hit_keys = 400;
    seconds[AT].n_moved_shards = 50;
    const struct impact_run run = {
        .timeline = &timeline, .seconds = seconds, .n_seconds = N_SECONDS};
    struct impact impact = impact_of(&run, 0);
    timeline_free(&timeline);
    return impact;
}

static void test_harm_and_recovery(void **state)
{
    (void)state;
    uint64_t database[N_SECONDS];
    for (size_t s = 0; s < N_SECONDS; s++)
        database[s] = 100;
    database[AT] = 280, database[AT + 1] = 180, database[AT + 2] = 130;
    struct impact impact = impact_from("add c", database);
    assert_true(impact.before == 100 && impact.peak == 280 && impact.moved == 0.5);
    assert_true(impact.expected == 100 + 0.5 * 400);
    assert_true(impact.recovery_s == 2); /* 130, 100 and 100 are within a tenth together */
}

/* One busy second long after it is no harm of the event. */
static void test_no_harm(void **state)
{
    (void)state;
    uint64_t database[N_SECONDS];
    for (size_t s = 0; s < N_SECONDS; s++)
        database[s] = 100;
    database[25] = 120;
    assert_true(impact_from("add c", database).recovery_s == 0);
}

static void test_no_recovery(void **state)
{
    (void)state;
    uint64_t database[N_SECONDS];
    for (size_t s = 0; s < N_SECONDS; s++)
        database[s] = s < AT ? 100 : 150;
    assert_true(impact_from("crash b", database).recovery_s < 0);
}

/* What a crash, a shift or a gradual change costs are no moves at once. */
static void test_theory_is_of_moves(void **state)
{
    (void)state;
    static const char *const events[] = {"crash b", "shift", "drain b over 5s", "add c over 5s"};
    const uint64_t database[N_SECONDS] = {0};
    for (size_t i = 0; i < N_OF(events); i++)
        assert_true(impact_from(events[i], database).expected < 0);
    assert_true(impact_from("drain b", database).expected == 200);
}

/* Every request went to some node. */
static void test_loads_of_nodes(void **state)
{
    (void)state;
    static const char text[] = "nodes a b c\nduration 4s\nworkload uniform 1000\n";
    struct timeline timeline;
    struct rs_why why;
    struct tier *tier;
    bool cannot;
    assert_true(timeline_parse("t", text, sizeof text - 1, &timeline, &why));
    struct requests *requests = requests_open(&timeline, NULL, 1, &why);
    assert_true(requests && tier_open("ring", &timeline, requests, &tier, &cannot, &why));
    for (uint64_t s = 0; s < 4; s++) {
        uint32_t keys[500];
        struct tier_second second;
        requests_fill(requests, keys, 500);
        assert_true(tier_run_second(tier, s, keys, 500, &second, &why));
    }
    struct rs_bytes name;
    uint64_t n, sum = 0;
    size_t n_nodes = 0;
    for (; tier_node_load(tier, n_nodes, &name, &n); n_nodes++)
        sum += n;
    assert_int_equal(n_nodes, 3);
    assert_int_equal(sum, 2000);
    tier_close(tier);
    requests_close(requests);
    timeline_free(&timeline);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_harm_and_recovery), cmocka_unit_test(test_no_harm),
        cmocka_unit_test(test_no_recovery),       cmocka_unit_test(test_theory_is_of_moves),
        cmocka_unit_test(test_loads_of_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
