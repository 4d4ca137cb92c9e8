/* test_context.c - context.json is whole, or there is an error
 */
#include "context.h"

#include "support.h"

#include <jansson.h>

static size_t n_left; /* allocations until memory is short */

static void *alloc_some(size_t n_bytes)
{
    return n_left && n_left-- ? malloc(n_bytes) : NULL;
}

/* A text of context_write; NULL: memory was short. */
static char *written(void)
{
    char program[] = "ringside", bad[] = "\xff", *argv[] = {program, bad}, *text = NULL;
    char label[] = "ring", *labels[] = {label};
    size_t n_bytes = 0;
    struct rs_spec spec;
    assert_int_equal(rs_spec_parse("ring", &spec, NULL), RS_OK);
    const struct context_check check = {"floor", "ok", "less", "little"};
    const struct context context = {"now", 2, argv, 1, &spec, 1, labels, "1.7", &check, 1};
    FILE *out = open_memstream(&text, &n_bytes);
    bool whole = context_write(&context, out);
    fclose(out);
    if (!whole) {
        free(text);
        return NULL;
    }
    return text;
}

/* Loads of the machine differ from one moment to the next. */
static size_t n_members(const char *text)
{
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    size_t n = json_object_size(root) + json_object_size(json_object_get(root, "machine")) +
               json_array_size(json_object_get(root, "command")) +
               json_object_size(json_object_get(root, "versions")) +
               json_object_size(json_object_get(root, "self_check"));
    json_decref(root);
    return n;
}

static void test_short_memory_is_an_error(void **state)
{
    (void)state;
    char *text = written();
    size_t n = n_members(text), n_allowed = 0;
    free(text);
    do {
        json_set_alloc_funcs(alloc_some, free);
        n_left = n_allowed++;
        text = written();
        json_set_alloc_funcs(malloc, free);
    } while (!text);
    assert_true(n_allowed > 50);
    assert_int_equal(n_members(text), n);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_short_memory_is_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
