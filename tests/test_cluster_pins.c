/* test_cluster_pins.c - shards placed by hand
 */
#include "cluster_support.h"

enum { SHARD = 7 };

static void pin(uint32_t shard, uint32_t id)
{
    const struct rc_pin one = {shard, id};
    assert_int_equal(rc_pin(c, &one, 1, NULL), RS_OK);
}

/* A node that is not the primary of the shard. */
static uint32_t another(uint32_t shard)
{
    return rc_primary(c, shard) == 20 ? 10 : 20;
}

static void test_a_pin_moves_its_shard_alone(void **state)
{
    uint32_t before[N_SHARDS], ids[RC_MAX_FACTOR];
    (void)state;
    open_cluster("ring", 1, 4);
    fill(0);
    for (uint32_t shard = 0; shard < N_SHARDS; shard++)
        before[shard] = rc_primary(c, shard);
    uint32_t to = another(SHARD);
    pin(SHARD, to);
    assert_int_equal(rc_primary(c, SHARD), before[SHARD]); /* planned, not moved */
    assert_int_equal(rc_coming(c, SHARD, ids), 1);
    assert_int_equal(ids[0], to);
    assert_int_equal(rc_step(c, 0, NULL, NULL), 1);
    settle();
    assert_int_equal(rc_primary(c, SHARD), to);
    assert_int_equal(count_found(0), N_KEYS);
    for (uint32_t shard = 0; shard < N_SHARDS; shard++)
        assert_int_equal(rc_primary(c, shard), shard == SHARD ? to : before[shard]);
    pin(SHARD, RS_NO_NODE);
    settle();
    assert_int_equal(rc_primary(c, SHARD), before[SHARD]);
}

static void test_a_pin_outlives_other_changes(void **state)
{
    struct rs_node weighted[] = {nodes[0], nodes[1], nodes[2], nodes[3]};
    (void)state;
    open_cluster("ring", 2, 4);
    fill(0);
    uint32_t to = another(SHARD), i = to / 10;
    pin(SHARD, to);
    assert_int_equal(rc_set_nodes(c, nodes, 5, NULL), RS_OK);
    settle();
    assert_int_equal(rc_primary(c, SHARD), to);
    assert_int_equal(rc_crash(c, 30, NULL), RS_OK);
    settle();
    assert_int_equal(rc_primary(c, SHARD), to);
    weighted[i].weight = 0;
    assert_int_equal(rc_set_nodes(c, weighted, 4, NULL), RS_OK);
    settle();
    assert_int_not_equal(rc_primary(c, SHARD), to); /* it rests */
    assert_int_equal(rc_set_nodes(c, nodes, 4, NULL), RS_OK);
    settle();
    assert_int_equal(rc_primary(c, SHARD), to);
    assert_int_equal(count_found(0), N_KEYS);
}

/* The replicas are those that the strategy names first. */
static void test_replicas_stay_the_strategys(void **state)
{
    uint32_t before[RC_MAX_FACTOR], ids[RC_MAX_FACTOR];
    (void)state;
    open_cluster("ring", 3, 5);
    assert_int_equal(rc_owners(c, SHARD, before), 3);
    pin(SHARD, before[2]);
    assert_int_equal(rc_step(c, 0, NULL, NULL), 0); /* it has the data already */
    assert_int_equal(rc_owners(c, SHARD, ids), 3);
    assert_int_equal(ids[0], before[2]);
    assert_int_equal(ids[1], before[0]);
    assert_int_equal(ids[2], before[1]);
}

static void test_a_node_that_goes_loses_its_pins(void **state)
{
    (void)state;
    for (int crash = 0; crash < 2; crash++) {
        open_cluster("ring", 1, 3);
        uint32_t by_strategy = rc_primary(c, SHARD), to = another(SHARD);
        const struct rs_node others[] = {nodes[to == 10 ? 2 : 1], nodes[0]};
        pin(SHARD, to);
        settle();
        assert_int_equal(crash ? rc_crash(c, to, NULL) : rc_set_nodes(c, others, 2, NULL), RS_OK);
        settle();
        assert_int_equal(rc_set_nodes(c, nodes, 3, NULL), RS_OK);
        settle();
        assert_int_equal(rc_primary(c, SHARD), by_strategy);
        if (!crash)
            close_cluster(state);
    }
}

static void test_all_pins_or_none(void **state)
{
    struct rs_why why = {""};
    (void)state;
    open_cluster("jump", 1, 3);
    const uint32_t before = rc_primary(c, SHARD);
    const struct rc_pin absent[] = {{SHARD, another(SHARD)}, {8, 77}}, many = {N_SHARDS, 10};
    assert_int_equal(rc_pin(c, absent, 2, &why), RS_ENOENT);
    assert_string_equal(why.text, "shard 8: no node with id 77 is up");
    assert_int_equal(rc_pin(c, &many, 1, &why), RS_EINVAL);
    assert_string_equal(why.text, "shard 1000: give one below 1000");
    assert_int_equal(rc_step(c, 0, NULL, NULL), 0);
    assert_int_equal(rc_primary(c, SHARD), before);
    assert_int_equal(rc_crash(c, 10, NULL), RS_OK);
    const struct rc_pin crashed = {SHARD, 10};
    assert_int_equal(rc_pin(c, &crashed, 1, NULL), RS_ENOENT);
    assert_int_equal(rc_pin(c, NULL, 0, NULL), RS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_pin_moves_its_shard_alone, close_cluster),
        cmocka_unit_test_teardown(test_a_pin_outlives_other_changes, close_cluster),
        cmocka_unit_test_teardown(test_replicas_stay_the_strategys, close_cluster),
        cmocka_unit_test_teardown(test_a_node_that_goes_loses_its_pins, close_cluster),
        cmocka_unit_test_teardown(test_all_pins_or_none, close_cluster),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
