/* seats_model.h - what the tests of anchor, dx and memento share: buckets as plain lists
 *
 * A slow model: all lists are made again for every question. `places` after a removal is the list
 * before it, with the last entry in the place of the bucket that left.
 */
#ifndef RINGSIDE_SEATS_MODEL_H
#define RINGSIDE_SEATS_MODEL_H

#include "support.h"

#include <math.h>

enum { MODEL_MAX = 48 };

struct seats_model {
    uint32_t ids[MODEL_MAX], n;
    uint32_t gone[MODEL_MAX], n_gone;
};

static inline void seats_model_add(struct seats_model *model, uint32_t id)
{
    uint32_t bucket = model->n_gone ? model->gone[--model->n_gone] : model->n++;
    model->ids[bucket] = id;
}

static inline void seats_model_remove(struct seats_model *model, uint32_t id)
{
    uint32_t bucket = 0;
    while (model->ids[bucket] != id)
        bucket++;
    model->ids[bucket] = RS_NO_NODE;
    if (!model->n_gone && bucket == model->n - 1)
        model->n--;
    else
        model->gone[model->n_gone++] = bucket;
    if (model->n == model->n_gone)
        model->n = model->n_gone = 0;
}

/* The bucket of a key that is drawn again, from `first` over n buckets that left in this order. */
static inline uint32_t seats_model_redraw(uint64_t digest, uint32_t first, uint32_t n,
                                          const uint32_t *gone, uint32_t n_gone)
{
    uint32_t places[MODEL_MAX], bucket = first;
    for (uint32_t i = 0; i < n; i++)
        places[i] = i;
    for (uint32_t i = 0; i < n_gone; i++) {
        uint32_t left = n - 1 - i, at = 0;
        while (places[at] != gone[i])
            at++;
        places[at] = places[left];
        if (gone[i] == bucket)
            bucket = places[rs_below(rs_draw(digest, bucket + UINT64_C(1)), left)];
    }
    return bucket;
}

typedef uint32_t seats_model_fn(const struct seats_model *model, uint64_t digest);

static inline void seats_model_check(const struct rs_placement *p, const struct seats_model *model,
                                     seats_model_fn *owner)
{
    for (uint64_t i = 0; i < 100; i++)
        assert_int_equal(rs_locate(p, rs_mix(i)),
                         model->n ? model->ids[owner(model, rs_mix(i))] : RS_NO_NODE);
}

/* Nodes come and go, and now and then a clone carries on. */
static inline void seats_model_churn(const char *spec, uint32_t capacity, seats_model_fn *owner)
{
    struct rs_placement *p = test_open(spec), *copy;
    struct seats_model model = {.n = 0};
    struct rs_node node;
    for (uint64_t step = 1; step <= 4000; step++) {
        /* mostly full, mostly empty, and so on */
        uint32_t id = (uint32_t)rs_below(rs_draw(5, step), MODEL_MAX);
        bool there = rs_node(p, id, &node) == RS_OK, fill = step / 200 % 2;
        if (there && (!fill || step % 3 == 0)) {
            test_remove_one(p, id);
            seats_model_remove(&model, id);
        } else if (!there && p->n_nodes < capacity && (fill || step % 3 == 0)) {
            test_add_numbered(p, id, 1);
            seats_model_add(&model, id);
        }
        if (step % 50 == 0) {
            assert_int_equal(rs_clone(p, NULL, &copy), RS_OK);
            rs_close(p);
            p = copy;
        }
        seats_model_check(p, &model, owner);
    }
    rs_close(p);
}

/* Several at once equal one by one in the order given. */
static inline void seats_model_bulk(const char *spec)
{
    static const uint32_t ids[] = {3, 0, 9, 5, 1};
    struct rs_placement *bulk = test_open(spec), *single = test_open(spec);
    test_add_numbered(bulk, 0, 10), test_add_numbered(single, 0, 10);
    assert_int_equal(rs_remove(bulk, ids, N_OF(ids), NULL), RS_OK);
    for (size_t i = 0; i < N_OF(ids); i++)
        test_remove_one(single, ids[i]);
    assert_int_equal(test_fingerprint(bulk), test_fingerprint(single));
    struct rs_node nodes[] = {test_node(20, "x"), test_node(21, "y"), test_node(22, "z")};
    test_add(bulk, nodes, 3);
    for (size_t i = 0; i < 3; i++)
        test_add(single, &nodes[i], 1);
    assert_int_equal(test_fingerprint(bulk), test_fingerprint(single));
    rs_close(bulk);
    rs_close(single);
}

static inline void seats_model_full(const char *spec_of_10)
{
    struct rs_placement *p = test_open(spec_of_10);
    struct rs_node nodes[] = {test_node(20, "x"), test_node(21, "y")};
    test_add_numbered(p, 0, 9);
    uint64_t before = test_fingerprint(p);
    assert_int_equal(rs_add(p, nodes, 2, NULL), RS_EFULL);
    assert_int_equal(test_fingerprint(p), before);
    test_add(p, nodes, 1);
    assert_int_equal(rs_add(p, &nodes[1], 1, NULL), RS_EFULL);
    test_remove_one(p, 4);
    test_add(p, &nodes[1], 1);
    rs_close(p);
}

/* All go and come again: as at first, in answers and bytes of memory. */
static inline void seats_model_refill(const char *spec)
{
    struct test_memory memory = {0, 0};
    struct rs_config config = test_memory_config(&memory);
    struct rs_placement *p = test_open_config(spec, &config);
    size_t empty_bytes = memory.n_bytes;
    test_add_numbered(p, 0, 10);
    uint64_t before = test_fingerprint(p);
    for (uint32_t i = 0; i < 10; i++)
        test_remove_one(p, i * 7 % 10);
    assert_int_equal(memory.n_bytes, empty_bytes);
    assert_int_equal(rs_locate(p, 1), RS_NO_NODE);
    test_add_numbered(p, 0, 10);
    assert_int_equal(test_fingerprint(p), before);
    rs_close(p);
    assert_int_equal(memory.n_bytes, 0);
}

/* Every change of the state's bytes (the last 4 n of what is saved) is refused, or is a placement
 * that saves them again. */
static inline void seats_model_hostile(const char *spec)
{
    struct rs_placement *p = test_open(spec), *again;
    unsigned char bytes[1024], saved[1024];
    test_add_numbered(p, 0, 9);
    test_remove_one(p, 4), test_remove_one(p, 8), test_remove_one(p, 1);
    size_t n = rs_save(p, bytes, sizeof bytes), n_state = (size_t)9 * 4, n_legal = 0;
    assert_true(n <= sizeof bytes);
    assert_int_equal(rs_restore(bytes, n - 4, NULL, &again, NULL), RS_EINVAL);
    unsigned char *first = bytes + n - n_state; /* vacant in the order 4 8 1; as 8 4 1 it is none */
    assert_true(first[0] == 4 && first[4] == 8);
    first[0] = 8, first[4] = 4;
    assert_int_equal(rs_restore(bytes, n, NULL, &again, NULL), RS_EINVAL);
    first[0] = 4, first[4] = 8;
    for (size_t i = (n - n_state) * 256; i < n * 256; i++) {
        unsigned char old = bytes[i / 256];
        bytes[i / 256] = (unsigned char)i;
        enum rs_status status = rs_restore(bytes, n, NULL, &again, NULL);
        if (status == RS_OK) {
            assert_int_equal(rs_save(again, saved, sizeof saved), n);
            assert_memory_equal(saved, bytes, n);
            rs_close(again);
            n_legal++;
        } else {
            assert_int_equal(status, RS_EINVAL);
        }
        bytes[i / 256] = old;
    }
    /* Each of 36 bytes as it is, and 6 other buckets for each vacant one. */
    assert_int_equal(n_legal, 36 + 3 * 6);
    rs_close(p);
}

struct seats_work {
    double draws, sd, inner;
};

static inline struct seats_work seats_work(const struct rs_placement *p)
{
    enum { N_KEYS = 200000 };
    double draws = 0, square = 0, inner = 0;
    for (uint64_t i = 1; i <= N_KEYS; i++) {
        struct rs_steps steps = {0, 0, 0};
        uint32_t id;
        assert_int_equal(rs_count(p, rs_draw(11, i), &id, &steps), RS_OK);
        draws += (double)steps.draws, inner += (double)steps.inner;
        square += (double)steps.draws * (double)steps.draws;
    }
    draws /= N_KEYS, square /= N_KEYS;
    return (struct seats_work){draws, sqrt(square - draws * draws), inner / N_KEYS};
}

/* Measured work is what theory says of it: mean to 5 standard errors, deviation to 2 in 100. */
static inline struct seats_work seats_work_check(const struct rs_placement *p)
{
    struct seats_work work = seats_work(p);
    struct rs_moments theory = rs_theory(p, RS_DRAWS);
    if (fabs(work.draws - theory.mean) > 5 * theory.sd / sqrt(200000) + 1e-9 ||
        fabs(work.sd - theory.sd) > 0.02 * theory.sd + 1e-6)
        fail_msg("%u nodes: draws %.4f +- %.4f, theory %.4f +- %.4f", p->n_nodes, work.draws,
                 work.sd, theory.mean, theory.sd);
    return work;
}

/* In random order until w nodes are left. */
static inline void seats_model_shrink(struct rs_placement *p, uint32_t w)
{
    struct rs_node node;
    for (uint64_t i = 1; p->n_nodes > w; i++) {
        uint32_t id = (uint32_t)rs_below(rs_draw(3, i), 1000);
        if (rs_node(p, id, &node) == RS_OK)
            test_remove_one(p, id);
    }
}

#define SEATS_MODEL_TESTS(name, spec_, capacity_, full)                                            \
    static void test_churn(void **state)                                                           \
    {                                                                                              \
        (void)state;                                                                               \
        seats_model_churn(spec_, capacity_, name##_owner);                                         \
    }                                                                                              \
    static void test_same(void **state)                                                            \
    {                                                                                              \
        (void)state;                                                                               \
        seats_model_bulk(spec_);                                                                   \
        seats_model_refill(spec_);                                                                 \
        seats_model_hostile(spec_);                                                                \
        if (*(full))                                                                               \
            seats_model_full(full);                                                                \
    }

#endif
