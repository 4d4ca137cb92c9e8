/* test_cluster_cache.c - the cache in this process, by itself
 */
#include "heap.h"
#include "store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct heap heap;
static void *cache;

static void open_cache(uint64_t limit_bytes)
{
    struct rs_node node = RS_NODE(0, "a");
    struct rs_allocator allocator = heap_allocator(&heap);
    assert_int_equal(rc_cache.open(&node, limit_bytes, &allocator, &cache), RS_OK);
}

static int close_cache(void **state)
{
    (void)state;
    rc_cache.close(cache);
    assert_int_equal(heap.now_bytes, 0);
    assert_null(heap.fault);
    return 0;
}

static struct rs_bytes text(const char *at)
{
    return (struct rs_bytes){at, strlen(at)};
}

static enum rs_status put(const char *key, const char *value, uint64_t version)
{
    struct rc_item item = {text(key), text(value), version, 1};
    return rc_cache.put(cache, &item);
}

static void assert_holds(const char *key, const char *value)
{
    struct rc_item item;
    assert_int_equal(rc_cache.get(cache, text(key), &item), RS_OK);
    assert_int_equal(item.value.n_bytes, strlen(value));
    assert_memory_equal(item.value.at, value, strlen(value));
}

static void test_the_least_recently_used_goes_first(void **state)
{
    struct rc_counts counts;
    (void)state;
    open_cache(3 * (RC_ITEM_BYTES + 2));
    put("a", "1", 1), put("b", "2", 2), put("c", "3", 3);
    assert_holds("a", "1");
    assert_true(rc_cache.has(cache, text("b"))); /* no use */
    put("d", "4", 4);
    assert_false(rc_cache.has(cache, text("b")));
    assert_holds("a", "1"), assert_holds("c", "3"), assert_holds("d", "4");
    assert_int_equal(put("e", "12345", 5), RS_OK); /* takes the room of two */
    assert_false(rc_cache.has(cache, text("a")) || rc_cache.has(cache, text("c")));
    rc_cache.count_all(cache, &counts);
    assert_int_equal(counts.n_items, 2);
    assert_int_equal(counts.n_bytes, 2 + 6);
    assert_int_equal(counts.n_evicted, 3);
}

static void test_what_is_too_large_changes_nothing(void **state)
{
    (void)state;
    open_cache(RC_ITEM_BYTES + 4);
    put("a", "123", 1);
    assert_int_equal(put("a", "1234", 2), RS_EFULL);
    assert_int_equal(put("b", "1234", 3), RS_EFULL);
    assert_holds("a", "123");
}

static void test_the_newest_version_stays(void **state)
{
    (void)state;
    open_cache(0);
    put("a", "new", 7);
    assert_int_equal(put("a", "old", 6), RS_OK);
    assert_holds("a", "new");
    put("a", "again", 7);
    assert_holds("a", "again");
}

static void test_keys_are_any_bytes(void **state)
{
    static char long_key[300], other[300];
    const struct rs_bytes keys[] = {
        {"", 0},        {"\0", 1},      {"\0\0", 2},     {"12345678", 8}, {"12345678\0", 9},
        {long_key, 16}, {long_key, 17}, {long_key, 299}, {other, 299},    {long_key, 300}};
    enum { N = sizeof keys / sizeof *keys };
    struct rc_item item;
    bool was;
    (void)state;
    memset(long_key, 'x', sizeof long_key);
    memset(other, 'x', sizeof other);
    other[298] = 'y';
    open_cache(0);
    for (size_t i = 0; i < N; i++) {
        item = (struct rc_item){keys[i], {NULL, i}, i + 1, (uint32_t)i % 2};
        assert_int_equal(rc_cache.put(cache, &item), RS_OK);
    }
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(rc_cache.get(cache, keys[i], &item), RS_OK);
        assert_true(item.version == i + 1 && item.value.n_bytes == i && !item.value.at);
        assert_int_equal(item.shard, i % 2);
        assert_int_equal(rc_cache.remove(cache, keys[i], &was), RS_OK);
        assert_true(was && !rc_cache.has(cache, keys[i]));
    }
}

/* The walk gives what stays exactly once, whatever else comes and goes. */
static void test_a_walk_is_not_disturbed(void **state)
{
    char key[16];
    unsigned n_given[64] = {0};
    struct rc_item item;
    bool was;
    (void)state;
    open_cache(0);
    for (unsigned i = 0; i < 64; i++) {
        snprintf(key, sizeof key, "%u", i);
        put(key, "value", i);
    }
    for (unsigned n = 0; rc_cache.next(cache, 1, n == 0, &item); n++) {
        unsigned i = (unsigned)strtoul(item.key.at, NULL, 10);
        n_given[i]++;
        snprintf(key, sizeof key, "%u", i - i % 2);
        rc_cache.remove(cache, text(key), &was); /* itself or the one that comes next */
        snprintf(key, sizeof key, "new%u", n);
        put(key, "value", 100);
        assert_true(n < 64);
    }
    for (unsigned i = 1; i < 64; i += 2)
        assert_int_equal(n_given[i], 1);
    assert_false(rc_cache.next(cache, 2, true, &item));
}

static void test_shards_are_counted_and_cleared(void **state)
{
    struct rc_counts counts;
    (void)state;
    open_cache(0);
    for (uint64_t i = 0; i < 100000; i++) {
        struct rc_item item = {{(const char *)&i, sizeof i}, {NULL, 10}, i, (uint32_t)(i % 1000)};
        assert_int_equal(rc_cache.put(cache, &item), RS_OK);
    }
    rc_cache.count(cache, 999, &counts);
    assert_true(counts.n_items == 100 && counts.n_bytes == 1800);
    for (uint32_t shard = 0; shard < 1000; shard += 2)
        rc_cache.clear(cache, shard);
    rc_cache.clear(cache, 1000);
    for (uint64_t i = 0; i < 100000; i++)
        assert_int_equal(rc_cache.has(cache, (struct rs_bytes){(const char *)&i, sizeof i}), i % 2);
    rc_cache.count_all(cache, &counts);
    assert_int_equal(counts.n_items, 50000);
    rc_cache.count(cache, 2, &counts);
    assert_int_equal(counts.n_items, 0);
}

/* After reserve the put needs no memory. */
static void test_what_is_reserved_is_put(void **state)
{
    char key[40];
    (void)state;
    open_cache(0);
    for (unsigned i = 0; i < 3000; i++) {
        size_t n = (size_t)snprintf(key, sizeof key, i % 2 ? "%u" : "a key of more bytes: %u", i);
        struct rc_item item = {{key, n}, {"value", i % 5}, i, i % 300};
        heap.fail_in = 1 + i % 7;
        enum rs_status status = rc_cache.reserve(cache, &item);
        heap.fail_in = status ? 0 : 1, heap.fail_on = !status;
        if (!status)
            assert_int_equal(rc_cache.put(cache, &item), RS_OK);
        assert_int_equal(rc_cache.has(cache, item.key), !status);
        heap.fail_in = 0, heap.fail_on = false;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_the_least_recently_used_goes_first, close_cache),
        cmocka_unit_test_teardown(test_what_is_too_large_changes_nothing, close_cache),
        cmocka_unit_test_teardown(test_the_newest_version_stays, close_cache),
        cmocka_unit_test_teardown(test_keys_are_any_bytes, close_cache),
        cmocka_unit_test_teardown(test_a_walk_is_not_disturbed, close_cache),
        cmocka_unit_test_teardown(test_shards_are_counted_and_cleared, close_cache),
        cmocka_unit_test_teardown(test_what_is_reserved_is_put, close_cache),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
