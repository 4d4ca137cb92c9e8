/* cluster_support.h - a cluster of up to five nodes, and 2000 keys in it
 */
#ifndef RINGSIDE_CLUSTER_SUPPORT_H
#define RINGSIDE_CLUSTER_SUPPORT_H

#include "cluster.h"
#include "heap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { N_SHARDS = 1000, N_KEYS = 2000 };

static struct heap heap;
static struct rc_cluster *c;
static const struct rs_node nodes[] = {RS_NODE(0, "a"), RS_NODE(10, "b"), RS_NODE(20, "c"),
                                       RS_NODE(30, "d"), RS_NODE(40, "e")};

static inline void open_cluster(const char *spec, unsigned factor, size_t n)
{
    struct rc_options options = {.spec = spec,
                                 .factor = factor,
                                 .n_shards = N_SHARDS,
                                 .config.allocator = heap_allocator(&heap)};
    assert_int_equal(rc_open(&options, &c, NULL), RS_OK);
    assert_int_equal(rc_set_nodes(c, nodes, n, NULL), RS_OK);
    assert_int_equal(rc_step(c, 1, NULL, NULL), 0);
}

static inline int close_cluster(void **state)
{
    (void)state;
    rc_close(c);
    assert_int_equal(heap.now_bytes, 0);
    assert_null(heap.fault);
    return 0;
}

static inline struct rs_bytes key_of(const uint64_t *i)
{
    return (struct rs_bytes){(const char *)i, sizeof *i};
}

static inline void fill(uint32_t via)
{
    for (uint64_t i = 0; i < N_KEYS; i++)
        assert_int_equal(rc_put(c, via, key_of(&i), key_of(&i)), RS_OK);
}

static inline unsigned count_found(uint32_t via)
{
    struct rc_answer answer;
    unsigned n = 0;
    for (uint64_t i = 0; i < N_KEYS; i++) {
        assert_int_equal(rc_get(c, via, key_of(&i), &answer), RS_OK);
        n += answer.found;
        if (answer.found)
            assert_memory_equal(answer.value.at, &i, sizeof i);
    }
    return n;
}

static inline struct rc_stats stats_of(void)
{
    struct rc_stats stats;
    rc_stats(c, &stats);
    return stats;
}

static inline void settle(void)
{
    while (rc_step(c, 8, NULL, NULL) > 0)
        ;
}

#endif
