/* test_slots_memory.c - what a change of many nodes asks of the allocator, and what it keeps
 */
#include "support.h"

/* What was asked for, over all; nothing is given back. */
struct asked {
    struct test_memory memory;
    size_t n_bytes;
};

static void *asked_alloc(void *ctx, size_t n_bytes, size_t align)
{
    struct asked *asked = ctx;
    asked->n_bytes += n_bytes;
    return test_memory_alloc(&asked->memory, n_bytes, align);
}

static void asked_free(void *ctx, void *ptr, size_t n_bytes)
{
    struct asked *asked = ctx;
    test_memory_free(&asked->memory, ptr, n_bytes);
}

/* Joins of one call do not each copy the way back of all before, and it is kept without a spare. */
static void test_bulk_memory(void **state)
{
    (void)state;
    enum { N = 200, N_SLOTS = 4096 };
    struct asked asked = {{0}, 0};
    const struct rs_config config = {.allocator = {asked_alloc, asked_free, &asked}};
    struct rs_placement *p = test_open_config("slots:slots=4096", &config), *copy;
    struct rs_node nodes[N];
    char names[N][8];
    for (uint32_t i = 0; i < N; i++) {
        snprintf(names[i], sizeof names[i], "n%u", i);
        nodes[i] = test_node(i, names[i]);
    }
    test_add(p, nodes, N);
    size_t n_moves = 0;
    for (uint32_t n = 2; n <= N; n++)
        n_moves += N_SLOTS / n;
    assert_in_range(asked.n_bytes, 8 * n_moves, 8 * 8 * n_moves);
    size_t n_held = asked.memory.n_bytes;
    assert_int_equal(rs_clone(p, NULL, &copy), RS_OK);
    assert_in_range(2 * n_held - asked.memory.n_bytes, 0, 32); /* room for one owner more */
    rs_close(copy);
    for (uint32_t i = N; i-- > 1;)
        test_remove_one(p, i);
    assert_true(asked.memory.n_bytes + 8 * n_moves < n_held);
    rs_close(p);
    assert_int_equal(asked.memory.n_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bulk_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
