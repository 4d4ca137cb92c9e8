/* test_cluster.c - shards on nodes: who has what, and what a client gets
 */
#include "cluster_support.h"

static void test_options_are_checked(void **state)
{
    struct rc_options options = {.spec = "ring", .factor = 0, .n_shards = 1};
    struct rs_why why = {""};
    (void)state;
    assert_int_equal(rc_open(&options, &c, &why), RS_EINVAL);
    assert_non_null(strstr(why.text, "from 1 to 16"));
    options.factor = 17;
    assert_int_equal(rc_open(&options, &c, NULL), RS_EINVAL);
    options.factor = 1, options.n_shards = 0;
    assert_int_equal(rc_open(&options, &c, NULL), RS_EINVAL);
    options.n_shards = (1 << 24) + 1;
    assert_int_equal(rc_open(&options, &c, NULL), RS_EINVAL);
    options.n_shards = 1, options.spec = "rong";
    assert_int_equal(rc_open(&options, &c, NULL), RS_EINVAL);
}

/* Keys spread over shards, and over the shards of one node, whatever the strategy makes of the
 * same digests. */
static void test_shards_are_even_on_every_node(void **state)
{
    unsigned n_of_shard[N_SHARDS] = {0}, n_empty = 0;
    (void)state;
    open_cluster("modulo", 1, 4);
    for (uint64_t i = 0; i < 20 * N_SHARDS; i++) {
        uint32_t shard;
        assert_int_equal(rc_shard_of(c, key_of(&i), &shard), RS_OK);
        n_of_shard[shard]++;
    }
    for (unsigned shard = 0; shard < N_SHARDS; shard++) {
        n_empty += n_of_shard[shard] == 0;
        assert_in_range(n_of_shard[shard], 1, 45);
    }
    assert_int_equal(n_empty, 0);
}

static void test_every_node_answers_for_every_key(void **state)
{
    struct rc_node_stats stats;
    struct rc_answer answer;
    uint64_t key = 1;
    uint32_t shard;
    bool was;
    (void)state;
    open_cluster("ring", 2, 3);
    fill(0);
    assert_int_equal(count_found(10), N_KEYS);
    rc_shard_of(c, key_of(&key), &shard);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(rc_get(c, nodes[i].id, key_of(&key), &answer), RS_OK);
        assert_int_equal(answer.served_by, rc_primary(c, shard));
        assert_int_equal(answer.n_hops, nodes[i].id != answer.served_by);
        assert_int_equal(answer.version, 2);
    }
    assert_int_equal(rc_delete(c, 20, key_of(&key), &was), RS_OK);
    assert_true(was);
    assert_int_equal(rc_delete(c, 20, key_of(&key), &was), RS_OK);
    assert_false(was);
    assert_int_equal(rc_get(c, 99, key_of(&key), &answer), RS_ENOENT);
    uint64_t n_served = 0, n_forwarded = 0;
    for (size_t i = 0; i < 3; i++) {
        assert_true(rc_node_stats(c, nodes[i].id, &stats));
        n_served += stats.n_served, n_forwarded += stats.n_forwarded;
    }
    assert_int_equal(n_served, 2 * N_KEYS + 5);
    assert_in_range(n_forwarded, N_KEYS, 2 * N_KEYS);
}

static void *refuses; /* the store whose puts fail */

static enum rs_status reserve_blindly(void *store, const struct rc_item *item)
{
    (void)store, (void)item;
    return RS_OK;
}

static enum rs_status put_or_refuse(void *store, const struct rc_item *item)
{
    return store == refuses ? RS_ENOMEM : rc_cache.put(store, item);
}

static void test_a_put_that_fails_halfway_is_kept_by_nobody(void **state)
{
    static struct rc_store_type type;
    struct rc_answer answer;
    (void)state;
    type = rc_cache;
    type.reserve = reserve_blindly, type.put = put_or_refuse;
    struct rc_options options = {.spec = "ring",
                                 .factor = 3,
                                 .n_shards = 1,
                                 .config.allocator = heap_allocator(&heap),
                                 .store = &type};
    assert_int_equal(rc_open(&options, &c, NULL), RS_OK);
    assert_int_equal(rc_set_nodes(c, nodes, 3, NULL), RS_OK);
    fill(0);
    refuses = rc_store_of(c, 20);
    uint64_t key = 5;
    assert_int_equal(rc_put(c, 0, key_of(&key), RS_TEXT_BYTES("new")), RS_ENOMEM);
    assert_int_equal(rc_get(c, 0, key_of(&key), &answer), RS_OK);
    assert_false(answer.found);
    assert_int_equal(rc_set_nodes(c, nodes + 2, 1, NULL), RS_OK); /* needs no copy */
    assert_int_equal(rc_step(c, 1, NULL, NULL), 0);
    assert_int_equal(count_found(20), N_KEYS - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_are_checked),
        cmocka_unit_test_teardown(test_shards_are_even_on_every_node, close_cluster),
        cmocka_unit_test_teardown(test_every_node_answers_for_every_key, close_cluster),
        cmocka_unit_test_teardown(test_a_put_that_fails_halfway_is_kept_by_nobody, close_cluster),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
