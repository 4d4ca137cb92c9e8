/* test_hash.c - key hashes: published values, keys of every kind, the width they promise
 */
#include "vectors.h"

static uint64_t digest_of(const char *hash, struct rs_bytes key, uint64_t seed)
{
    uint64_t digest = 0;
    const struct rs_hash *row = rs_hash_find(hash);
    assert_non_null(row);
    assert_int_equal(row->digest(key, seed, &digest), RS_OK);
    return digest;
}

static void test_published(void **state)
{
    (void)state;
    static const struct {
        const char *hash, *key;
        uint64_t digest;
    } cases[] = {
        {"md5", "", 0xd41d8cd98f00b204},
        {"md5low", "", 0xe9800998ecf8427e},
        {"md5", "a", 0x0cc175b9c0f1b6a8},
        {"md5low", "a", 0x31c399e269772661},
        {"md5", "abc", 0x900150983cd24fb0},
        {"md5low", "abc", 0xd6963f7d28e17f72},
        {"md5", "message digest", 0xf96b697d7cb7938d},
        {"md5low", "message digest", 0x525a2f31aaf161d0},
        {"md5", "abcdefghijklmnopqrstuvwxyz", 0xc3fcd3d76192e400},
        {"md5low", "abcdefghijklmnopqrstuvwxyz", 0x7dfb496cca67e13b},
        {"md5", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
         0xd174ab98d277d9f5},
        {"md5low", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
         0xa5611c2c9f419d9f},
        {"md5", "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
         0x57edf4a22be3c955},
        {"md5low",
         "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
         0xac49da2e2107b67a},
        {"xxh3", "", 0x2d06800538d394c2},
        {"xxh3", "a", 0xe6c632b61e964e1f},
        {"xxh64", "", 0xef46db3751d8e999},
        {"xxh64", "a", 0xd24ec4f1a98c6e5b},
        {"xxh64", "abc", 0x44bc2cf5ad770999},
        {"crc32", "", 0},
        {"crc32", "123456789", 0xcbf43926},
        {"crc32", "The quick brown fox jumps over the lazy dog", 0x414fa339},
        {"fnv1a", "", 0xcbf29ce484222325},
        {"fnv1a", "a", 0xaf63dc4c8601ec8c},
        {"fnv1a", "foobar", 0x85944171f73967e8},
        {"identity", "0", 0},
        {"identity", "01", 1},
        {"identity", "00000000000000000000000000000000000042", 42},
        {"identity", "18446744073709551615", UINT64_MAX},
        {"identity", "018446744073709551609", UINT64_MAX - 6},
    };
    for (size_t i = 0; i < N_OF(cases); i++)
        assert_int_equal(digest_of(cases[i].hash, test_bytes(cases[i].key), 0), cases[i].digest);
    assert_int_equal(digest_of("xxh3", RS_TEXT_BYTES("\0"), 0), 0xc44bdff4074eecdb);
    assert_int_equal(digest_of("xxh3", test_bytes(""), 11400714785074694797u), 0xa8a6b918b2f0364a);
    assert_int_equal(digest_of("xxh64", test_bytes(""), 2654435761u), 0xac75fda2929b17ef);
}

static void test_identity_refuses(void **state)
{
    (void)state;
    const struct rs_bytes keys[] = {RS_TEXT_BYTES(""),
                                    RS_TEXT_BYTES("+1"),
                                    RS_TEXT_BYTES(" 1"),
                                    RS_TEXT_BYTES("1 "),
                                    RS_TEXT_BYTES("-1"),
                                    RS_TEXT_BYTES("0x1"),
                                    RS_TEXT_BYTES("1.0"),
                                    RS_TEXT_BYTES("1\n"),
                                    RS_TEXT_BYTES("1\0"),
                                    RS_TEXT_BYTES("\xb1"),
                                    RS_TEXT_BYTES("18446744073709551616"),
                                    RS_TEXT_BYTES("18446744073709551620"),
                                    RS_TEXT_BYTES("28446744073709551615"),
                                    RS_TEXT_BYTES("184467440737095516150"),
                                    RS_TEXT_BYTES("99999999999999999999999")};
    for (size_t i = 0; i < N_OF(keys); i++) {
        uint64_t digest = 77;
        assert_int_equal(rs_hash_find("identity")->digest(keys[i], 0, &digest), RS_EINVAL);
        assert_int_equal(digest, 77);
    }
}

static void check_width(const struct rs_hash *hash, uint64_t digest)
{
    assert_true(hash->n_bits == 64 || digest >> hash->n_bits == 0);
}

/* Where a key lies in memory, and what lies beside it, is nothing to its digest. */
static void check_offsets(const struct rs_hash *hash, struct rs_bytes key)
{
    uint64_t expected = digest_of(hash->name, key, 0);
    check_width(hash, expected);
    for (size_t offset = 0; offset < 16; offset++) {
        char *block = malloc(offset + key.n_bytes + 1);
        assert_non_null(block);
        memset(block, 0xa5, offset + key.n_bytes + 1);
        if (key.n_bytes)
            memcpy(block + offset, key.at, key.n_bytes);
        struct rs_bytes moved = {block + offset, key.n_bytes};
        if (digest_of(hash->name, moved, 0) != expected)
            fail_msg("%s: %zu bytes at offset %zu", hash->name, key.n_bytes, offset);
        free(block);
    }
}

static void check_any_key(const struct rs_hash *hash)
{
    static char key[1 << 20];
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (char)rs_mix(i); /* half of the bytes are 0x80 or more */
    static const size_t sizes[] = {0,  1,  3,  4,   8,   9,   16,  17,  31,
                                   32, 64, 65, 128, 129, 240, 241, 999, sizeof key};
    for (size_t i = 0; i < N_OF(sizes); i++)
        check_offsets(hash, (struct rs_bytes){key, sizes[i]});
    uint64_t whole = digest_of(hash->name, (struct rs_bytes){key, sizeof key}, 0);
    assert_true(whole != digest_of(hash->name, (struct rs_bytes){key, sizeof key - 1}, 0));
    key[sizeof key / 2] ^= 1;
    assert_true(whole != digest_of(hash->name, (struct rs_bytes){key, sizeof key}, 0));
    assert_int_equal(digest_of(hash->name, (struct rs_bytes){NULL, 0}, 0),
                     digest_of(hash->name, test_bytes(""), 0));
    assert_true(digest_of(hash->name, RS_TEXT_BYTES("a\0b"), 0) !=
                digest_of(hash->name, RS_TEXT_BYTES("a\0c"), 0));
    assert_true(digest_of(hash->name, RS_TEXT_BYTES("\xff"), 0) !=
                digest_of(hash->name, RS_TEXT_BYTES("\x7f"), 0));
}

static void check_seed(const struct rs_hash *hash)
{
    for (uint64_t seed = 1; seed; seed *= 2) {
        bool other = digest_of(hash->name, RS_TEXT_BYTES("77"), seed) !=
                     digest_of(hash->name, RS_TEXT_BYTES("77"), 0);
        assert_int_equal(other, hash->seeded);
    }
}

static void check_many(const struct rs_hash *hash)
{
    enum { N_KEYS = 1000 };
    struct rs_bytes keys[N_KEYS];
    char text[N_KEYS][16];
    uint64_t digests[N_KEYS];
    for (size_t i = 0; i < N_KEYS; i++) {
        snprintf(text[i], sizeof text[i], "%zu", i * i);
        keys[i] = test_bytes(text[i]);
    }
    char spec[64];
    snprintf(spec, sizeof spec, "null:hash=%s", hash->name);
    struct rs_placement *p = test_open(spec);
    assert_int_equal(rs_digest_many(p, keys, N_KEYS, digests), N_KEYS);
    for (size_t i = 0; i < N_KEYS; i++) {
        uint64_t digest;
        assert_int_equal(rs_digest(p, keys[i], &digest), RS_OK);
        assert_int_equal(digest, digests[i]);
        check_width(hash, digest);
    }
    rs_close(p);
}

static void test_every_hash(void **state)
{
    (void)state;
    const struct rs_hash *hash;
    for (size_t i = 0; (hash = rs_hash_at(i)); i++) {
        assert_int_equal(rs_hash_check(hash, NULL), RS_OK);
        if (hash->unavailable && hash->unavailable())
            continue;
        check_seed(hash);
        check_many(hash);
        if (hash->any_bytes)
            check_any_key(hash);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_identity_refuses),
        cmocka_unit_test(test_every_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
