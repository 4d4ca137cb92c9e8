/* test_live_fails.c - live changes that fail, memory that is short, several writers
 */
#include "heap.h"
#include "ringside_live.h"
#include "support.h"

#include <pthread.h>

static const char RING[] = "ring:vnodes=20";

static struct rs_live *live_over(struct rs_placement *p)
{
    struct rs_live *live;
    struct rs_why why;
    if (rs_live_open(p, &live, &why))
        fail_msg("%s", why.text);
    return live;
}

static uint64_t live_fingerprint(struct rs_live *live)
{
    struct rs_reader reader;
    rs_live_join(live, &reader);
    uint64_t fingerprint = test_fingerprint(rs_live_enter(&reader));
    rs_live_leave(&reader);
    rs_live_part(&reader);
    return fingerprint;
}

/* Loads cannot be counted twice; the placement stays with the caller. */
static void test_loads_are_refused(void **state)
{
    (void)state;
    struct rs_placement *p = test_placement("bounded", "a b");
    struct rs_live *live = NULL;
    struct rs_why why;
    test_refused(rs_live_open(p, &live, &why), RS_EUNSUPPORTED, &why, "bounded", "choose");
    assert_null(live);
    assert_int_equal(rs_locate(p, 1) < 2, 1);
    rs_close(p);
    rs_live_close(NULL);
}

/* Each is refused as it would be on a plain placement, also in a step behind one that went. */
static void test_failing_changes(void **state)
{
    (void)state;
    const uint32_t there = 1, absent = 99;
    const struct rs_node fresh = test_node(50, "fresh"), twin = test_node(there, "b"),
                         renamed = test_node(there, "other");
    const struct rs_edit bad[] = {{RS_EDIT_ADD, &twin, NULL, 1},
                                  {RS_EDIT_REMOVE, NULL, &absent, 1},
                                  {RS_EDIT_UPDATE, &renamed, NULL, 1},
                                  {(enum rs_edit_kind)7, &fresh, &there, 1}};
    const enum rs_status expected[] = {RS_EEXIST, RS_ENOENT, RS_EINVAL, RS_EINVAL};
    struct rs_live *live = live_over(test_placement(RING, "a b c"));
    uint64_t before = live_fingerprint(live);
    for (size_t i = 0; i < N_OF(bad); i++) {
        const struct rs_edit edits[] = {{RS_EDIT_ADD, &fresh, NULL, 1}, bad[i]};
        struct rs_why why = {""};
        assert_int_equal(rs_live_change(live, &bad[i], 1, &why), expected[i]);
        assert_true(why.text[0]);
        why.text[0] = '\0';
        assert_int_equal(rs_live_change(live, edits, 2, &why), expected[i]);
        assert_true(why.text[0]);
        assert_true(live_fingerprint(live) == before);
    }
    struct rs_placement *plain = test_placement(RING, "a b c");
    test_add(plain, &fresh, 1);
    assert_int_equal(rs_live_add(live, &fresh, 1, NULL), RS_OK);
    assert_true(live_fingerprint(live) == test_fingerprint(plain));
    test_remove_one(plain, there);
    assert_int_equal(rs_live_remove(live, &there, 1, NULL), RS_OK);
    assert_true(live_fingerprint(live) == test_fingerprint(plain));
    rs_close(plain);
    rs_live_close(live);
}

/* A placement of the heap, opened live; fails as the heap does. */
static enum rs_status heap_live(struct heap *heap, struct rs_live **live)
{
    struct rs_config config = {.allocator = heap_allocator(heap)};
    struct rs_placement *p;
    enum rs_status status = rs_open(RING, &config, &p, NULL);
    const struct rs_node nodes[] = {test_node(0, "a"), test_node(1, "b"), test_node(2, "c")};
    if (status)
        return status;
    if ((status = rs_add(p, nodes, N_OF(nodes), NULL)) || (status = rs_live_open(p, live, NULL)))
        rs_close(p);
    return status;
}

static void heap_is_empty(struct heap *heap)
{
    if (heap->fault)
        fail_msg("%s", heap->fault);
    assert_int_equal(heap->now_bytes, 0);
    heap_close(heap);
}

static void test_memory_is_counted(void **state)
{
    (void)state;
    struct heap one = {0}, heap = {0};
    struct rs_config config = {.allocator = heap_allocator(&one)};
    struct rs_placement *p = test_open_config(RING, &config);
    test_add_numbered(p, 0, 3);
    struct rs_live *live;
    assert_int_equal(heap_live(&heap, &live), RS_OK);
    assert_in_range(heap.now_bytes, one.now_bytes, 2 * one.now_bytes + 512);
    const struct rs_node fresh = test_node(7, "fresh");
    size_t before = heap.now_bytes;
    for (int i = 0; i < 10; i++) {
        assert_int_equal(rs_live_add(live, &fresh, 1, NULL), RS_OK);
        assert_int_equal(rs_live_remove(live, &fresh.id, 1, NULL), RS_OK);
    }
    assert_in_range(heap.now_bytes, before / 2, 2 * before); /* nothing piles up */
    rs_live_close(live);
    rs_close(p);
    heap_is_empty(&heap);
    heap_is_empty(&one);
}

/* The n-th allocation from the beginning fails, for every n. */
static void test_memory_is_short_at_open(void **state)
{
    (void)state;
    bool failed = true;
    for (uint64_t n = 1; failed; n++) {
        struct heap heap = {.fail_in = n};
        struct rs_live *live = NULL;
        enum rs_status status = heap_live(&heap, &live);
        failed = heap.n_failed;
        assert_int_equal(status, failed ? RS_ENOMEM : RS_OK);
        assert_true(failed == !live);
        rs_live_close(live);
        heap_is_empty(&heap);
    }
}

/* One allocation of a change fails, or all from it on. The change is done or not, wholly; without
 * memory the next one may fail as well; with memory again, all is as on a plain placement. */
static bool short_change(uint64_t n, bool fail_on, unsigned *n_late)
{
    const struct rs_node add[] = {test_node(7, "x"), test_node(8, "y")};
    const uint32_t out = 1;
    const struct rs_edit edits[] = {{RS_EDIT_ADD, add, NULL, 2}, {RS_EDIT_REMOVE, NULL, &out, 1}};
    struct heap heap = {0};
    struct rs_live *live;
    assert_int_equal(heap_live(&heap, &live), RS_OK);
    struct rs_placement *plain = test_placement(RING, "a b c");
    heap.fail_in = n, heap.fail_on = fail_on;
    enum rs_status status = rs_live_change(live, edits, 2, NULL);
    bool failed = heap.n_failed;
    assert_true(status == RS_OK || (failed && status == RS_ENOMEM));
    *n_late += failed && status == RS_OK;
    if (status == RS_OK)
        test_add(plain, add, 2), test_remove_one(plain, out);
    assert_true(live_fingerprint(live) == test_fingerprint(plain));
    if (failed && fail_on) /* it has no memory for a clone, or for itself */
        assert_int_equal(rs_live_remove(live, &(uint32_t){2}, 1, NULL), RS_ENOMEM);
    assert_true(live_fingerprint(live) == test_fingerprint(plain));
    heap.fail_in = 0;
    for (uint32_t id = 20; id < 23; id++) { /* both placements are current at some time */
        const struct rs_node node = test_node(id, "z");
        assert_int_equal(rs_live_add(live, &node, 1, NULL), RS_OK);
        test_add(plain, &node, 1);
        assert_true(live_fingerprint(live) == test_fingerprint(plain));
    }
    rs_close(plain);
    rs_live_close(live);
    heap_is_empty(&heap);
    return failed;
}

static void test_memory_is_short_in_a_change(void **state)
{
    (void)state;
    for (int fail_on = 0; fail_on < 2; fail_on++) {
        unsigned n_late = 0;
        uint64_t n = 1;
        while (short_change(n, fail_on, &n_late))
            n++;
        assert_in_range(n, 5, 1000);
        assert_true(n_late > 0 && n_late < n - 1); /* the second placement failed, and the first */
    }
}

/* ---- writers */

enum { N_WRITERS = 4, N_EACH = 200 };

struct writer {
    struct rs_live *live;
    uint32_t first;
    unsigned n_wrong;
};

/* Adds N_EACH nodes and takes every other one out again. */
static void *writer_write(void *ctx)
{
    struct writer *writer = ctx;
    for (uint32_t i = 0; i < N_EACH; i++) {
        char name[16];
        snprintf(name, sizeof name, "node-%u", writer->first + i);
        const struct rs_node node = test_node(writer->first + i, name);
        writer->n_wrong += rs_live_add(writer->live, &node, 1, NULL) != RS_OK;
        if (i % 2)
            writer->n_wrong += rs_live_remove(writer->live, &node.id, 1, NULL) != RS_OK;
    }
    return NULL;
}

static void test_writers_take_turns(void **state)
{
    (void)state;
    struct rs_live *live = live_over(test_open("rendezvous"));
    struct rs_placement *plain = test_open("rendezvous");
    struct writer writers[N_WRITERS];
    pthread_t threads[N_WRITERS];
    for (uint32_t w = 0; w < N_WRITERS; w++) {
        writers[w] = (struct writer){live, w * N_EACH, 0};
        assert_int_equal(pthread_create(&threads[w], NULL, writer_write, &writers[w]), 0);
        for (uint32_t i = 0; i < N_EACH; i += 2)
            test_add_numbered(plain, w * N_EACH + i, 1);
    }
    for (size_t w = 0; w < N_WRITERS; w++) {
        pthread_join(threads[w], NULL);
        assert_int_equal(writers[w].n_wrong, 0);
    }
    struct rs_reader reader;
    rs_live_join(live, &reader);
    test_same_answers(rs_live_enter(&reader), plain);
    rs_live_leave(&reader);
    rs_live_close(live); /* with a reader that has not parted */
    rs_close(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loads_are_refused),
        cmocka_unit_test(test_failing_changes),
        cmocka_unit_test(test_memory_is_counted),
        cmocka_unit_test(test_memory_is_short_at_open),
        cmocka_unit_test(test_memory_is_short_in_a_change),
        cmocka_unit_test(test_writers_take_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
