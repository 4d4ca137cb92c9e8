/* test_save.c - a placement as bytes and back, and its clones
 */
#include "support.h"

#include "heap.h"

static struct rs_placement *restored(const void *bytes, size_t n, const struct rs_config *config)
{
    struct rs_placement *p = NULL;
    struct rs_why why;
    if (rs_restore(bytes, n, config, &p, &why))
        fail_msg("%s", why.text);
    return p;
}

static unsigned char *saved(const struct rs_placement *p, size_t *n)
{
    *n = rs_save(p, NULL, 0);
    unsigned char *bytes = malloc(*n);
    assert_non_null(bytes);
    assert_int_equal(rs_save(p, bytes, *n), *n);
    return bytes;
}

/* Some history: nodes come, go and come again, and ids with them. */
static void add_history(struct rs_placement *p)
{
    test_add_numbered(p, 0, 12);
    const bool any = rs_traits(p) & RS_REMOVE_ANY;
    const uint32_t gone[] = {any ? 3 : 11, any ? 0 : 10, any ? 7 : 9};
    assert_int_equal(rs_remove(p, gone, 3, NULL), RS_OK);
    test_add_numbered(p, 20, 2);
    test_add_one(p, gone[0], "again", 1);
    if (rs_traits(p) & RS_WEIGHTED)
        test_add_one(p, 30, "heavy", 2.5), test_add_one(p, 31, "drained", 0);
    struct rs_node down = test_node(40, "down"), backup = test_node(41, "backup");
    down.flags = RS_DOWN, backup.flags = RS_BACKUP;
    if (rs_traits(p) & RS_HEALTH)
        test_add(p, &down, 1), test_add(p, &backup, 1);
}

/* The same answers now and after the same changes. */
static void check_twins(struct rs_placement *a, struct rs_placement *b)
{
    assert_int_equal(test_fingerprint(a), test_fingerprint(b));
    uint32_t ids[64];
    size_t n = rs_nodes(a, ids, N_OF(ids));
    const uint32_t gone = ids[rs_traits(a) & RS_REMOVE_ANY ? n / 2 : n - 1];
    test_remove_one(a, gone), test_remove_one(b, gone);
    assert_int_equal(test_fingerprint(a), test_fingerprint(b));
    test_add_numbered(a, 50, 2), test_add_numbered(b, 50, 2);
    assert_int_equal(test_fingerprint(a), test_fingerprint(b));
}

static const char *const seeded_specs[] = {
    "null", "modulo:hash=xxh64", "ring", "ring:vnodes=9:bits=32:owner=after:label=%3A{node}%2C{i}",
    "jump", "jump_swap"};

static void test_round_trip(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(seeded_specs); i++) {
        struct heap heap = {0};
        struct rs_config config = {.allocator = heap_allocator(&heap)}, seeded = {.seed = 42};
        struct rs_placement *p = test_open_config(seeded_specs[i], &seeded);
        add_history(p);
        size_t n;
        unsigned char *bytes = saved(p, &n);
        config.seed = 7; /* the saved one counts */
        struct rs_placement *copy = restored(bytes, n, &config);
        free(bytes);
        assert_true(heap.now_bytes > 0);
        assert_int_equal(test_locate(p, "a key"), test_locate(copy, "a key"));
        uint64_t one = 0, two = 1;
        rs_digest(p, test_bytes("a key"), &one), rs_digest(copy, test_bytes("a key"), &two);
        assert_int_equal(one, two);
        check_twins(p, copy);
        rs_close(p);
        rs_close(copy);
        assert_true(heap.now_bytes == 0 && !heap.fault);
    }
}

static void test_clone(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(seeded_specs); i++) {
        struct heap one = {0}, two = {0};
        struct rs_config first = {.allocator = heap_allocator(&one), .seed = 42};
        struct rs_config second = {.allocator = heap_allocator(&two)};
        struct rs_placement *p = test_open_config(seeded_specs[i], &first), *same, *other, *isa;
        add_history(p);
        const size_t before = one.now_bytes;
        assert_int_equal(rs_clone(p, &second, &other), RS_OK);
        assert_int_equal(one.now_bytes, before);
        assert_true(two.now_bytes > 0);
        assert_int_equal(rs_clone(p, NULL, &same), RS_OK);
        assert_true(one.now_bytes > before);
        const struct rs_config portable = {.isa = RS_ISA_PORTABLE, .seed = 1};
        assert_int_equal(rs_clone(p, &portable, &isa), RS_OK);
        assert_int_equal(test_fingerprint(isa), test_fingerprint(p));
        check_twins(same, other);
        rs_close(p);
        rs_close(isa);
        rs_close(same);
        rs_close(other);
        assert_true(one.now_bytes == 0 && two.now_bytes == 0);
    }
}

static void test_empty(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(seeded_specs); i++) {
        struct rs_placement *p = test_open(seeded_specs[i]), *copy;
        assert_int_equal(rs_clone(p, NULL, &copy), RS_OK);
        assert_int_equal(rs_locate(copy, 1), RS_NO_NODE);
        add_history(p), add_history(copy);
        check_twins(p, copy);
        rs_close(p);
        rs_close(copy);
    }
}

/* A buffer that is too small is told the size, and not a byte of it is written. */
static void test_small_buffer(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("jump_swap");
    add_history(p);
    size_t n;
    unsigned char *bytes = saved(p, &n);
    for (size_t room = 0; room < n; room++) {
        unsigned char *small = malloc(n);
        assert_non_null(small);
        memset(small, 0xa5, n);
        assert_int_equal(rs_save(p, small, room), n);
        for (size_t at = 0; at < n; at++)
            assert_int_equal(small[at], 0xa5);
        free(small);
    }
    free(bytes);
    rs_close(p);
}

static void check_hostile(const unsigned char *bytes, size_t n, struct heap *heap)
{
    struct rs_config config = {.allocator = heap_allocator(heap)};
    struct rs_placement *p = NULL;
    struct rs_why why = {"none"};
    unsigned char *exact = malloc(n ? n : 1); /* so that a read behind the end is seen */
    assert_non_null(exact);
    memcpy(exact, bytes, n);
    enum rs_status status = rs_restore(exact, n, &config, &p, &why);
    free(exact);
    if (status) {
        assert_null(p);
        assert_true(status == RS_EINVAL || status == RS_EUNSUPPORTED);
        assert_string_not_equal(why.text, "none");
    }
    rs_close(p);
    assert_true(heap->now_bytes == 0 && !heap->fault);
}

/* Every prefix is refused, bytes after the end too, and any byte may be another one. */
static void test_hostile(void **state)
{
    (void)state;
    static const char *const specs[] = {"null", "ring:vnodes=3", "jump", "jump_swap"};
    for (size_t i = 0; i < N_OF(specs); i++) {
        struct heap heap = {0};
        struct rs_placement *p = test_open(specs[i]), *none = NULL;
        test_add_numbered(p, 0, 4);
        size_t n;
        unsigned char *bytes = saved(p, &n), more[4096] = {0};
        for (size_t cut = 0; cut < n; cut++) {
            check_hostile(bytes, cut, &heap);
            assert_int_equal(rs_restore(bytes, cut, NULL, &none, NULL), RS_EINVAL);
        }
        memcpy(more, bytes, n);
        assert_int_equal(rs_restore(more, n + 1, NULL, &none, NULL), RS_EINVAL);
        assert_int_equal(rs_restore(more, n + 4, NULL, &none, NULL), RS_EINVAL);
        for (size_t at = 0; at < n; at++) {
            for (unsigned bit = 0; bit < 8; bit++) {
                bytes[at] ^= (unsigned char)(1u << bit);
                check_hostile(bytes, n, &heap);
                bytes[at] ^= (unsigned char)(1u << bit);
            }
        }
        free(bytes);
        rs_close(p);
    }
}

static void test_other_bytes(void **state)
{
    (void)state;
    struct rs_why why;
    struct rs_placement *p = NULL;
    test_refused(rs_restore("RSPX\1\0\0\0", 8, NULL, &p, &why), RS_EINVAL, &why, "saved placement",
                 "something else");
    test_refused(rs_restore(NULL, 0, NULL, &p, &why), RS_EINVAL, &why, "saved placement", "");
    test_refused(rs_restore("RSPL\2\0\0\0", 8, NULL, &p, &why), RS_EINVAL, &why, "version 2",
                 "this library reads 1");
    test_refused(rs_restore("RSPL\1\0\0", 7, NULL, &p, &why), RS_EINVAL, &why, "saved placement",
                 "ends too early");
    static const char nul[] = "RSPL\1\0\0\0"
                              "\0\0\0\0\0\0\0\0"
                              "\4\0nul";
    test_refused(rs_restore(nul, sizeof nul, NULL, &p, &why), RS_EINVAL, &why, "spec", "NUL");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_clone),
        cmocka_unit_test(test_empty),      cmocka_unit_test(test_small_buffer),
        cmocka_unit_test(test_hostile),    cmocka_unit_test(test_other_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
