/* test_hash_vectors.c - hashes against thousands of answers of other programs, where they are there
 */
#include "vectors.h"

#define FOLDER RINGSIDE_VECTORS "/hashes/"

static void check_digest(const char *hash, struct rs_bytes key, uint64_t seed, uint64_t expected)
{
    uint64_t digest;
    assert_int_equal(rs_hash_find(hash)->digest(key, seed, &digest), RS_OK);
    if (digest != expected)
        fail_msg("%s of %zu bytes '%.*s': %016" PRIx64 ", not %016" PRIx64, hash, key.n_bytes,
                 (int)(key.n_bytes < 40 ? key.n_bytes : 40), key.at, digest, expected);
}

static uint64_t hex_field(char **line)
{
    return strtoull(vectors_field(line), NULL, 16);
}

static void check_md5(struct rs_bytes key, const char *hex)
{
    char high[17] = "";
    memcpy(high, hex, 16);
    check_digest("md5", key, 0, strtoull(high, NULL, 16));
    check_digest("md5low", key, 0, strtoull(hex + 16, NULL, 16));
}

static void check_md5_key(char *line)
{
    struct rs_bytes key = test_bytes(vectors_field(&line));
    check_md5(key, line);
}

static void check_md5_length(char *line)
{
    char key[4096];
    memset(key, 'a', sizeof key);
    size_t n_bytes = strtoul(vectors_field(&line), NULL, 10);
    assert_true(n_bytes <= sizeof key);
    check_md5((struct rs_bytes){key, n_bytes}, line);
}

static void check_xxhash_key(char *line)
{
    struct rs_bytes key = test_bytes(vectors_field(&line));
    vectors_field(&line); /* XXH32 */
    check_digest("xxh64", key, 0, hex_field(&line));
    check_digest("xxh64", key, 1, hex_field(&line));
    check_digest("xxh64", key, 2654435761u, hex_field(&line));
    check_digest("xxh3", key, 0, hex_field(&line));
    check_digest("xxh3", key, 2654435761u, hex_field(&line));
}

/* Keys are prefixes of the sanity buffer of xxHash's own tests. */
static void check_xxhash_length(char *line)
{
    char buffer[4096];
    uint64_t generator = 2654435761u;
    for (size_t i = 0; i < sizeof buffer; i++) {
        buffer[i] = (char)(generator >> 56);
        generator *= 11400714785074694797u;
    }
    const char *algorithm = vectors_field(&line);
    size_t n_bytes = strtoul(vectors_field(&line), NULL, 10);
    uint64_t seed = strtoull(vectors_field(&line), NULL, 10), expected = hex_field(&line);
    assert_true(n_bytes <= sizeof buffer);
    if (strcmp(algorithm, "xxh32"))
        check_digest(strcmp(algorithm, "xxh64") ? "xxh3" : "xxh64",
                     (struct rs_bytes){buffer, n_bytes}, seed, expected);
}

static void test_md5(void **state)
{
    (void)state;
    assert_int_equal(vectors_each(FOLDER "md5_rfc1321.csv", check_md5_key), 7);
    assert_true(vectors_each(FOLDER "md5_keys.csv", check_md5_key) > 700);
    assert_true(vectors_each(FOLDER "md5_lengths.csv", check_md5_length) > 200);
}

static void test_xxhash(void **state)
{
    (void)state;
    assert_true(vectors_each(FOLDER "xxhash_published.csv", check_xxhash_length) > 40);
    assert_true(vectors_each(FOLDER "xxhash_sanitybuf.csv", check_xxhash_length) > 1200);
    assert_true(vectors_each(FOLDER "xxhash_keys.csv", check_xxhash_key) > 700);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_md5),
        cmocka_unit_test(test_xxhash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
