/* test_hash_seed.c - a seed counts for one key and for many at once alike
 */
#include "support.h"

enum { N_KEYS = 40, KEY_MAX = 300 };

static void assert_seed_counts(const char *spec)
{
    const uint64_t seeds[] = {0, 1, UINT64_C(1) << 63};
    char text[KEY_MAX];
    struct rs_bytes keys[N_KEYS];
    uint64_t many[N_OF(seeds)][N_KEYS], one;
    for (size_t i = 0; i < KEY_MAX; i++)
        text[i] = (char)rs_draw(i, 1);
    for (size_t i = 0; i < N_KEYS; i++)
        keys[i] = (struct rs_bytes){text + i, i * i % (KEY_MAX - N_KEYS)};
    for (size_t s = 0; s < N_OF(seeds); s++) {
        const struct rs_config config = {.seed = seeds[s]};
        struct rs_placement *p = test_open_config(spec, &config);
        assert_int_equal(rs_digest_many(p, keys, N_KEYS, many[s]), N_KEYS);
        for (size_t i = 0; i < N_KEYS; i++) {
            assert_int_equal(rs_digest(p, keys[i], &one), RS_OK);
            assert_true(one == many[s][i]);
            assert_true(!s || many[s][i] != many[s - 1][i]);
        }
        rs_close(p);
    }
}

static void test_every_seeded_hash(void **state)
{
    (void)state;
    const struct rs_hash *hash;
    size_t n = 0;
    for (size_t i = 0; (hash = rs_hash_at(i)); i++) {
        char spec[64];
        if (!hash->seeded || (hash->unavailable && hash->unavailable()))
            continue;
        snprintf(spec, sizeof spec, "modulo:hash=%s", hash->name);
        assert_seed_counts(spec);
        n++;
    }
    assert_true(n >= 2); /* xxh3 and xxh64 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_seeded_hash)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
