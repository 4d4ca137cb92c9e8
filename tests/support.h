/* support.h - what the unit tests of the library share
 */
#ifndef RINGSIDE_SUPPORT_H
#define RINGSIDE_SUPPORT_H

#include "ringside.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define N_OF(array) (sizeof(array) / sizeof *(array))

/* A locale with decimal commas until setlocale(LC_ALL, "C"); skips the test where there is none. */
static inline void test_set_comma_locale(void)
{
    if (setlocale(LC_ALL, "de_DE.UTF-8"))
        return;
    print_message("de_DE.UTF-8 is not installed\n");
    skip();
}

static inline struct rs_bytes test_bytes(const char *text)
{
    return (struct rs_bytes){text, strlen(text)};
}

static inline struct rs_node test_node(uint32_t id, const char *name)
{
    return (struct rs_node){.id = id, .weight = 1, .name = test_bytes(name)};
}

static inline struct rs_placement *test_open_config(const char *spec,
                                                    const struct rs_config *config)
{
    struct rs_placement *p = NULL;
    struct rs_why why;
    if (rs_open(spec, config, &p, &why))
        fail_msg("%s: %s", spec, why.text);
    return p;
}

static inline struct rs_placement *test_open(const char *spec)
{
    return test_open_config(spec, NULL);
}

static inline void test_add(struct rs_placement *p, const struct rs_node *nodes, size_t n)
{
    struct rs_why why;
    if (rs_add(p, nodes, n, &why))
        fail_msg("%s", why.text);
}

static inline void test_add_one(struct rs_placement *p, uint32_t id, const char *name,
                                double weight)
{
    struct rs_node node = test_node(id, name);
    node.weight = weight;
    test_add(p, &node, 1);
}

static inline void test_remove_one(struct rs_placement *p, uint32_t id)
{
    assert_int_equal(rs_remove(p, &id, 1, NULL), RS_OK);
}

/* A placement with a node for each word of names, ids 0, 1, ... */
static inline struct rs_placement *test_placement(const char *spec, const char *names)
{
    struct rs_placement *p = test_open(spec);
    char name[RS_NAME_MAX + 1];
    for (uint32_t id = 0; sscanf(names, "%255s", name) == 1; id++) {
        test_add_one(p, id, name, 1);
        names = strstr(names, name) + strlen(name);
    }
    return p;
}

/* n nodes called node-0, node-1, ... with these ids, one call each. */
static inline void test_add_numbered(struct rs_placement *p, uint32_t first, uint32_t n)
{
    for (uint32_t id = first; id < first + n; id++) {
        char name[32];
        snprintf(name, sizeof name, "node-%u", id);
        test_add_one(p, id, name, 1);
    }
}

static inline uint32_t test_locate(const struct rs_placement *p, const char *key)
{
    uint32_t id;
    assert_int_equal(rs_locate_key(p, test_bytes(key), &id), RS_OK);
    return id;
}

/* A refusal has its status, and words that name the place and the remedy. */
static inline void test_refused(enum rs_status status, enum rs_status expected,
                                const struct rs_why *why, const char *place, const char *remedy)
{
    assert_int_equal(status, expected);
    if (!strstr(why->text, place) || !strstr(why->text, remedy))
        fail_msg("'%s' lacks '%s' or '%s'", why->text, place, remedy);
}

/* One number for all that a caller can observe: what is saved, and many answers. */
static inline uint64_t test_fingerprint(const struct rs_placement *p)
{
    size_t n = rs_save(p, NULL, 0);
    unsigned char *bytes = malloc(n);
    assert_non_null(bytes);
    assert_int_equal(rs_save(p, bytes, n), n);
    uint64_t sum = n;
    for (size_t i = 0; i < n; i++)
        sum = rs_mix(sum + bytes[i] + 1);
    free(bytes);
    for (uint64_t i = 1; i <= 500; i++)
        sum = rs_mix(sum + rs_locate(p, rs_draw(0, i)) + 1);
    return sum;
}

/* Answers of two placements, whatever their nodes' history. */
static inline void test_same_answers(const struct rs_placement *a, const struct rs_placement *b)
{
    for (uint64_t i = 1; i <= 2000; i++)
        assert_int_equal(rs_locate(a, rs_draw(7, i)), rs_locate(b, rs_draw(7, i)));
}

/* Memory that is counted; freeing it under another size than it was had under fails the test. */
struct test_memory {
    size_t n_bytes, n_allocs;
};

enum { TEST_MEMORY_HEAD = 32 };

static inline void *test_memory_alloc(void *ctx, size_t n_bytes, size_t align)
{
    struct test_memory *memory = ctx;
    assert_in_range(align, 1, _Alignof(max_align_t));
    size_t *head = malloc(TEST_MEMORY_HEAD + n_bytes);
    assert_non_null(head);
    *head = n_bytes;
    memory->n_bytes += n_bytes, memory->n_allocs++;
    return (char *)head + TEST_MEMORY_HEAD;
}

static inline void test_memory_free(void *ctx, void *ptr, size_t n_bytes)
{
    struct test_memory *memory = ctx;
    void *head = (char *)ptr - TEST_MEMORY_HEAD;
    assert_int_equal(*(size_t *)head, n_bytes);
    memory->n_bytes -= n_bytes;
    free(head);
}

static inline struct rs_config test_memory_config(struct test_memory *memory)
{
    return (struct rs_config){.allocator = {test_memory_alloc, test_memory_free, memory}};
}

#endif
