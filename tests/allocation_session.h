/* allocation_session.h - every operation of a placement, on an allocator that stands by itself
 *
 * Its memory is an arena from the system, so it asks malloc for nothing.
 */
#ifndef RINGSIDE_ALLOCATION_SESSION_H
#define RINGSIDE_ALLOCATION_SESSION_H

#include "support.h"

#include <sys/mman.h>

enum {
    ARENA_BYTES = 1 << 28,
    N_NODES = 9,
    N_DIGESTS = 500,
    SAVE_BYTES = 1 << 22,
};

/* ---- the allocator: a bump pointer, back at the start when all is given back */

static struct {
    char *at;
    size_t used, now_bytes;
    uint64_t n_calls;
} arena;

static inline void *arena_alloc(void *ctx, size_t n_bytes, size_t align)
{
    (void)ctx;
    size_t start = (arena.used + align - 1) / align * align;
    if (n_bytes > ARENA_BYTES - start)
        return NULL;
    arena.used = start + n_bytes;
    arena.now_bytes += n_bytes;
    arena.n_calls++;
    return arena.at + start;
}

static void arena_free(void *ctx, void *ptr, size_t n_bytes)
{
    (void)ctx;
    (void)ptr;
    arena.now_bytes -= n_bytes;
    arena.n_calls++;
    if (!arena.now_bytes)
        arena.used = 0;
}

static const struct rs_config arena_config = {.allocator = {arena_alloc, arena_free, NULL}};

/* ---- the operations */

struct session {
    const char *spec, *hash;
    struct rs_placement *p;
    struct rs_node nodes[N_NODES];
    uint64_t digests[N_DIGESTS];
};

/* What is written is of no interest here. */
static union {
    uint32_t ids[N_DIGESTS];
    double shares[N_NODES + 1];
    char label[512];
} scratch;
static char saved[SAVE_BYTES];

static void session_open(struct session *s)
{
    assert_int_equal(rs_open(s->spec, &arena_config, &s->p, NULL), RS_OK);
}

static void session_build(struct session *s)
{
    struct rs_why why = {""};
    if (rs_add(s->p, s->nodes, N_NODES - 1, &why))
        fail_msg("%s: %s", s->spec, why.text);
}

/* One node more, one fewer, and, where that is to be had, one with other weight and health. */
static void session_change(struct session *s)
{
    const uint32_t last = s->nodes[N_NODES - 1].id;
    assert_int_equal(rs_add(s->p, &s->nodes[N_NODES - 1], 1, NULL), RS_OK);
    struct rs_node node = s->nodes[0];
    node.flags = rs_traits(s->p) & RS_HEALTH ? RS_DOWN : 0;
    assert_int_equal(rs_update(s->p, &node, 1, NULL), RS_OK);
    assert_int_equal(rs_update(s->p, &s->nodes[0], 1, NULL), RS_OK);
    assert_int_equal(rs_remove(s->p, &last, 1, NULL), RS_OK);
}

static void session_refusals(struct session *s)
{
    const uint32_t absent = 77;
    struct rs_why why;
    struct rs_node nameless = {.id = RS_NO_NODE, .weight = 1};
    assert_int_equal(rs_add(s->p, s->nodes, 1, &why), RS_EEXIST);
    assert_int_equal(rs_remove(s->p, &absent, 1, &why), RS_ENOENT);
    assert_int_not_equal(rs_node_check(s->p, &nameless, &why), RS_OK);
}

static void session_digest(struct session *s)
{
    static const struct rs_bytes keys[] = {RS_TEXT_BYTES("17"), RS_TEXT_BYTES("4711")};
    uint64_t digests[2];
    assert_int_equal(rs_digest(s->p, keys[0], digests), RS_OK);
    assert_int_equal(rs_digest_many(s->p, keys, 2, digests), 2);
    assert_int_equal(rs_locate_key(s->p, keys[1], scratch.ids), RS_OK);
}

static void session_locate(struct session *s)
{
    for (size_t i = 0; i < N_DIGESTS; i++)
        scratch.ids[i] = rs_locate(s->p, s->digests[i]);
}

static void session_locate_many(struct session *s)
{
    rs_locate_many(s->p, s->digests, N_DIGESTS, scratch.ids);
}

static void session_replicas(struct session *s)
{
    for (size_t i = 0; i < N_DIGESTS; i++)
        rs_replicas(s->p, s->digests[i], 1 + i % (N_NODES + 1), scratch.ids);
}

static void session_look(struct session *s)
{
    struct rs_steps steps = {0};
    struct rs_node node;
    uint64_t point;
    rs_count(s->p, s->digests[0], scratch.ids, &steps);
    rs_explain(s->p, s->digests[0], &point, scratch.label, sizeof scratch.label);
    rs_theory(s->p, RS_SHARE_CV);
    rs_nodes(s->p, scratch.ids, N_NODES);
    rs_node(s->p, s->nodes[0].id, &node);
}

static void session_shares(struct session *s)
{
    rs_shares(s->p, scratch.shares);
}

static void session_load(struct session *s)
{
    uint64_t load, cap;
    uint32_t id;
    if (rs_assign(s->p, s->digests[0], &id))
        return;
    assert_int_equal(rs_load(s->p, id, &load, &cap), RS_OK);
    assert_int_equal(rs_release(s->p, id), RS_OK);
}

static void session_save(struct session *s)
{
    assert_in_range(rs_save(s->p, saved, sizeof saved), 1, sizeof saved);
}

static void session_restore(struct session *s)
{
    struct rs_placement *again;
    size_t n_bytes = rs_save(s->p, saved, sizeof saved);
    assert_int_equal(rs_restore(saved, n_bytes, &arena_config, &again, NULL), RS_OK);
    rs_close(again);
}

static void session_clone(struct session *s)
{
    struct rs_placement *clone;
    assert_int_equal(rs_clone(s->p, NULL, &clone), RS_OK);
    rs_close(clone);
}

static void session_close(struct session *s)
{
    rs_close(s->p);
}

/* is_quiet: not even the placement's own allocator is called. hashes: keys or labels. */
static const struct {
    const char *name;
    void (*run)(struct session *s);
    bool is_quiet, hashes;
} operations[] = {
    {"open", session_open, false, false},        {"build", session_build, false, true},
    {"change", session_change, false, true},     {"refusals", session_refusals, false, false},
    {"digest", session_digest, true, true},      {"locate", session_locate, true, false},
    {"replicas", session_replicas, true, false}, {"locate_many", session_locate_many, true, false},
    {"look", session_look, true, true},          {"shares", session_shares, false, false},
    {"load", session_load, false, false},        {"save", session_save, true, false},
    {"restore", session_restore, false, true},   {"clone", session_clone, false, true},
    {"close", session_close, false, false},
};

#endif
