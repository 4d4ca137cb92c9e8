/* test_maglev_large.c - a table so large that a multiple of a skip passes 2^32
 *
 * Held against a fill that works each entry out from the beginning, offset + j * skip in 64 bits.
 */
#include "support.h"

#include "core/maglev_fill.h"

#include <stdlib.h>

enum { M = 655373, N = 5 };

static void naive_take(uint8_t *table, uint64_t offset, uint64_t skip, uint64_t *j, uint32_t node)
{
    uint64_t at;
    do
        at = (offset + (*j)++ * skip) % M;
    while (table[at] != N);
    table[at] = (uint8_t)node;
}

static void test_a_skip_of_many_turns(void **state)
{
    (void)state;
    struct maglev_walk walks[N];
    uint64_t offsets[N], skips[N], next[N] = {0};
    uint8_t *filled = malloc(M), *expected = malloc(M);
    assert_true(filled && expected);
    memset(expected, N, M);
    for (uint32_t i = 0; i < N; i++) {
        offsets[i] = rs_draw(i, 1) % M;
        skips[i] = M - 1 - rs_draw(i, 2) % (M / 8);
        walks[i] = (struct maglev_walk){
            .at = (uint32_t)offsets[i], .skip = (uint32_t)skips[i], .slot = i, .weight = 1};
    }
    for (size_t left = M; left > 0;)
        for (uint32_t i = 0; left > 0 && i < N; i++, left--)
            naive_take(expected, offsets[i], skips[i], &next[i], i);
    struct maglev_table table = {filled, M, 1};
    maglev_fill(&table, walks, N);
    for (uint32_t i = 0; i < M; i++)
        if (filled[i] != expected[i])
            fail_msg("entry %u is node %u's, not %u's", i, filled[i], expected[i]);
    free(expected);
    free(filled);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_skip_of_many_turns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
