/* test_cluster_moves.c - nodes come, go and crash: what moves, and what is lost
 */
#include "cluster_support.h"

/* From 3 to 4 nodes a quarter moves, and just where the plan says; with modulo three quarters. */
static void test_a_plan_is_what_happens(void **state)
{
    struct rc_plan plan;
    (void)state;
    open_cluster("ring:vnodes=500", 1, 3);
    fill(0);
    assert_int_equal(rc_plan(c, nodes, 4, &plan, NULL), RS_OK);
    assert_in_range(plan.n_moves, 200, 300);
    assert_int_equal(plan.n_shards, plan.n_moves);
    assert_int_equal(plan.least, 250);
    for (size_t i = 0; i < plan.n_moves; i++) {
        assert_int_equal(plan.moves[i].to, 30);
        assert_int_equal(plan.moves[i].from, rc_primary(c, plan.moves[i].shard));
        assert_int_equal(plan.moves[i].rank, 0);
    }
    assert_int_equal(rc_set_nodes(c, nodes, 4, NULL), RS_OK);
    assert_int_equal(rc_step(c, 0, NULL, NULL), plan.n_moves);
    assert_int_equal(rc_primary(c, plan.moves[0].shard), plan.moves[0].from);
    settle();
    for (size_t i = 0; i < plan.n_moves; i++) {
        assert_int_equal(rc_primary(c, plan.moves[i].shard), 30);
        assert_int_equal(rc_previous(c, plan.moves[i].shard), plan.moves[i].from);
    }
    assert_int_equal(stats_of().n_moved_shards, plan.n_moves);
    assert_int_equal(stats_of().n_moved_keys, plan.n_keys);
    assert_int_equal(stats_of().n_moved_bytes, plan.n_bytes);
    assert_int_equal(count_found(30), N_KEYS);
    rc_plan_free(c, &plan);
    close_cluster(state);

    open_cluster("modulo", 1, 3);
    assert_int_equal(rc_plan(c, nodes, 4, &plan, NULL), RS_OK);
    assert_in_range(plan.n_moves, 710, 790);
    rc_plan_free(c, &plan);
}

/* One node has all 1000 shards; five with weights 1 1 1 1 2, and no node twice, shall have 167,
 * 167, 167, 166 and 333. */
static void test_the_fewest_moves_go_by_weight(void **state)
{
    struct rs_node weighted[5];
    struct rc_plan plan;
    (void)state;
    memcpy(weighted, nodes, sizeof weighted);
    weighted[4].weight = 2;
    open_cluster("ring", 1, 1);
    assert_int_equal(rc_plan(c, weighted, 5, &plan, NULL), RS_OK);
    assert_int_equal(plan.least, N_SHARDS - 167);
    rc_plan_free(c, &plan);
    weighted[1].weight = 5;
    close_cluster(state);
    open_cluster("ring", 2, 1); /* quota 2 / 3 and 10 / 3 of all: the latter is full with one */
    assert_int_equal(rc_plan(c, weighted, 2, &plan, NULL), RS_OK);
    assert_int_equal(plan.least, N_SHARDS);
    rc_plan_free(c, &plan);
}

static void test_a_crash_loses_what_has_no_other_copy(void **state)
{
    struct rc_node_stats stats;
    (void)state;
    open_cluster("ring", 1, 4);
    fill(0);
    assert_true(rc_node_stats(c, 10, &stats));
    assert_in_range(stats.n_keys, 200, 900);
    assert_int_equal(rc_crash(c, 10, NULL), RS_OK);
    assert_int_equal(stats_of().n_lost_keys, stats.n_keys);
    assert_int_equal(stats_of().n_lost_bytes, stats.n_bytes);
    assert_int_equal(count_found(0), N_KEYS - stats.n_keys);
    assert_int_equal(rc_crash(c, 10, NULL), RS_ENOENT);
    assert_true(rc_node_stats(c, 10, &stats) && stats.health == RC_DOWN);
    close_cluster(state);

    open_cluster("ring", 2, 4);
    fill(0);
    assert_int_equal(rc_crash(c, 10, NULL), RS_OK);
    assert_int_equal(count_found(0), N_KEYS); /* replicas took over at once */
    assert_true(stats_of().n_below_factor > 0);
    settle();
    assert_int_equal(stats_of().n_below_factor, 0);
    assert_int_equal(rc_crash(c, 20, NULL), RS_OK);
    assert_int_equal(count_found(0), N_KEYS);
    assert_int_equal(stats_of().n_lost_keys, 0);
}

static void test_a_drained_node_gives_before_it_goes(void **state)
{
    struct rc_node_stats stats;
    (void)state;
    open_cluster("ring", 1, 3);
    fill(0);
    assert_int_equal(rc_set_nodes(c, nodes + 1, 2, NULL), RS_OK);
    assert_true(rc_node_stats(c, 0, &stats) && stats.health == RC_DRAINING);
    assert_int_equal(stats.n_going, stats.n_primary);
    while (rc_step(c, 1, NULL, NULL) > 0)
        assert_int_equal(count_found(10), N_KEYS);
    assert_false(rc_node_stats(c, 0, &stats));
    assert_null(rc_store_of(c, 0));
    assert_int_equal(count_found(10), N_KEYS);
    assert_int_equal(stats_of().n_nodes, 2);
}

static void test_what_is_written_during_a_move_stays(void **state)
{
    struct rc_answer answer;
    bool was;
    (void)state;
    open_cluster("modulo", 2, 3);
    fill(0);
    assert_int_equal(rc_set_nodes(c, nodes, 5, NULL), RS_OK);
    for (uint64_t i = 0; rc_step(c, 5, NULL, NULL) > 0; i = (i + 2) % N_KEYS)
        rc_delete(c, 40, key_of(&i), &was);
    for (uint64_t i = 0; i < N_KEYS; i += 2)
        rc_delete(c, 40, key_of(&i), &was);
    for (uint64_t i = 0; i < N_KEYS; i++) {
        assert_int_equal(rc_get(c, 30, key_of(&i), &answer), RS_OK);
        assert_int_equal(answer.found, i % 2);
    }
}

static void test_jump_refuses_the_middle(void **state)
{
    const struct rs_node without_b[] = {nodes[0], nodes[2]};
    struct rs_node b_down[] = {nodes[0], nodes[1], nodes[2], nodes[3]};
    b_down[1].flags = RS_DOWN;
    struct rs_why why = {""};
    struct rc_plan plan;
    (void)state;
    open_cluster("jump", 2, 3);
    fill(0);
    assert_int_equal(rc_plan(c, without_b, 2, &plan, &why), RS_EUNSUPPORTED);
    assert_int_equal(rc_set_nodes(c, without_b, 2, &why), RS_EUNSUPPORTED);
    assert_non_null(strstr(why.text, "jump can only remove the node added last"));
    assert_int_equal(rc_step(c, 0, NULL, NULL), 0);
    assert_int_equal(stats_of().n_up, 3);
    assert_int_equal(rc_crash(c, 10, NULL), RS_OK); /* then its place is kept */
    settle();
    assert_int_equal(count_found(0), N_KEYS);
    assert_int_equal(stats_of().n_below_factor, 0);
    assert_int_equal(rc_set_nodes(c, b_down, 4, NULL), RS_OK); /* and a fourth can come */
    settle();
    assert_int_equal(count_found(30), N_KEYS);
    assert_int_equal(stats_of().n_up, 3);
    assert_int_equal(rc_set_nodes(c, nodes, 4, NULL), RS_OK);
    settle();
    assert_int_equal(count_found(10), N_KEYS);
    assert_int_equal(stats_of().n_up, 4);
}

static void test_a_switch_copies_nothing(void **state)
{
    (void)state;
    open_cluster("ring", 1, 3);
    fill(0);
    assert_int_equal(rc_set_nodes(c, nodes, 4, NULL), RS_OK);
    size_t n_moves = rc_step(c, 0, NULL, NULL);
    rc_switch(c, NULL, NULL);
    assert_int_equal(rc_step(c, 1, NULL, NULL), 0);
    assert_int_equal(stats_of().n_moved_shards, n_moves);
    assert_int_equal(stats_of().n_moved_keys, 0);
    unsigned n_found = count_found(0), n_previous = 0;
    assert_in_range(n_found, N_KEYS / 2, N_KEYS - 1);
    for (uint64_t i = 0; i < N_KEYS; i++) {
        uint32_t shard;
        rc_shard_of(c, key_of(&i), &shard);
        if (rc_primary(c, shard) == 30)
            n_previous += rc_cache.has(rc_store_of(c, rc_previous(c, shard)), key_of(&i));
    }
    assert_int_equal(n_previous, N_KEYS - n_found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_plan_is_what_happens, close_cluster),
        cmocka_unit_test_teardown(test_the_fewest_moves_go_by_weight, close_cluster),
        cmocka_unit_test_teardown(test_a_crash_loses_what_has_no_other_copy, close_cluster),
        cmocka_unit_test_teardown(test_a_drained_node_gives_before_it_goes, close_cluster),
        cmocka_unit_test_teardown(test_what_is_written_during_a_move_stays, close_cluster),
        cmocka_unit_test_teardown(test_jump_refuses_the_middle, close_cluster),
        cmocka_unit_test_teardown(test_a_switch_copies_nothing, close_cluster),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
