/* test_workloads.c - key streams: the same seed gives the same keys, in blocks, twice
 */
#include "workload.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { KEY_BYTES = 192 };

static struct key_stream open_stream(const char *name, uint64_t n_keys, uint64_t seed,
                                     const char *path)
{
    struct key_stream stream;
    struct rs_why why = {""};
    const struct workload_args args = {n_keys, seed, path};
    const struct workload *workload = workload_find(name);
    assert_non_null(workload);
    if (!key_stream_open(&stream, workload, &args, &why))
        fail_msg("%s", why.text);
    return stream;
}

/* Reads to the end; returns the number of keys. keep, if any, gets a copy of the first n_keep. */
static size_t read_all(struct key_stream *stream, char (*keep)[KEY_BYTES], size_t n_keep)
{
    const struct rs_bytes *keys;
    size_t n, total = 0;
    do {
        assert_true(key_stream_next(stream, &keys, &n, NULL));
        assert_true(n <= WORKLOAD_BLOCK);
        for (size_t i = 0; i < n && total + i < n_keep; i++) {
            assert_true(keys[i].n_bytes < KEY_BYTES);
            memset(keep[total + i], 0, KEY_BYTES);
            memcpy(keep[total + i], keys[i].at, keys[i].n_bytes);
        }
        total += n;
    } while (n > 0);
    return total;
}

static void assert_starts(const char *name, uint64_t n_keys, uint64_t seed,
                          const char *const expected[3])
{
    char keys[3][KEY_BYTES];
    struct key_stream stream = open_stream(name, n_keys, seed, NULL);
    assert_int_equal(read_all(&stream, keys, 3), n_keys);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(keys[i], expected[i]);
    key_stream_close(&stream);
}

static const char *const synthetic_names[] = {"sequential", "uniform", "zipf", "padded", "prefix"};

#define PATH                                                                                       \
    "tenants/00000000-0000-4000-8000-000000000000/regions/eu-central-1/services/checkout/"         \
    "sessions/"
enum { N_SYNTHETIC = sizeof synthetic_names / sizeof *synthetic_names };

static void test_first_keys(void **state)
{
    (void)state;
    assert_starts("sequential", 100, 7, (const char *[]){"key:7:0", "key:7:1", "key:7:2"});
    assert_starts("sequential", 100, UINT64_MAX,
                  (const char *[]){"key:18446744073709551615:0", "key:18446744073709551615:1",
                                   "key:18446744073709551615:2"});
    /* SplitMix64 from 0 and from 7: the first outputs as its author published them for 0. */
    assert_starts(
        "uniform", 100, 0,
        (const char *[]){"key:e220a8397b1dcdaf", "key:6e789e6aa1b965f4", "key:06c45d188009454f"});
    assert_starts(
        "uniform", 100, 7,
        (const char *[]){"key:63cbe1e459320dd7", "key:044c3cd7f43c661c", "key:e6984080bab12a02"});
    assert_starts("zipf", 10000000, 7, (const char *[]){"key:7:153", "key:7:1", "key:7:239710"});
    assert_starts(
        "padded", 100, 0,
        (const char *[]){"key:0000000000000001", "key:0000000000000002", "key:0000000000000003"});
    assert_starts(
        "padded", 100, 7,
        (const char *[]){"key:0000007000000001", "key:0000007000000002", "key:0000007000000003"});
    assert_starts("prefix", 100, UINT64_MAX,
                  (const char *[]){PATH "18446744073709551615:0", PATH "18446744073709551615:1",
                                   PATH "18446744073709551615:2"});
    /* Fewer than ten keys: one rank. */
    assert_starts("zipf", 9, 7, (const char *[]){"key:7:1", "key:7:1", "key:7:1"});
}

/* Every length of the decimal and every carry, against printf. */
static void test_sequential_counts(void **state)
{
    struct key_stream stream = open_stream("sequential", 1000001, 42, NULL);
    const struct rs_bytes *keys;
    size_t n, total = 0;
    (void)state;
    while (key_stream_next(&stream, &keys, &n, NULL) && n > 0) {
        for (size_t i = 0; i < n; i++, total++) {
            char expected[KEY_BYTES];
            size_t n_bytes = (size_t)snprintf(expected, sizeof expected, "key:42:%zu", total);
            assert_int_equal(keys[i].n_bytes, n_bytes);
            assert_memory_equal(keys[i].at, expected, n_bytes);
        }
    }
    assert_int_equal(total, 1000001);
    key_stream_close(&stream);
}

static void test_block_boundaries(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SYNTHETIC; i++) {
        for (size_t n_keys = WORKLOAD_BLOCK - 1; n_keys <= WORKLOAD_BLOCK + 1; n_keys++) {
            struct key_stream stream = open_stream(synthetic_names[i], n_keys, 1, NULL);
            assert_int_equal(read_all(&stream, NULL, 0), n_keys);
            assert_int_equal(read_all(&stream, NULL, 0), 0);
            key_stream_close(&stream);
        }
    }
}

#define N_KEPT 5000
static char kept[3][N_KEPT][KEY_BYTES];

static void test_rewind_and_seed(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SYNTHETIC; i++) {
        struct key_stream stream = open_stream(synthetic_names[i], N_KEPT, 1, NULL);
        struct key_stream other = open_stream(synthetic_names[i], N_KEPT, 2, NULL);
        assert_int_equal(read_all(&stream, kept[0], N_KEPT), N_KEPT);
        assert_true(key_stream_rewind(&stream, NULL));
        assert_int_equal(read_all(&stream, kept[1], N_KEPT), N_KEPT);
        assert_memory_equal(kept[0], kept[1], sizeof kept[0]);
        assert_int_equal(read_all(&other, kept[2], N_KEPT), N_KEPT);
        for (size_t k = 0; k < N_KEPT; k++)
            assert_string_not_equal(kept[0][k], kept[2][k]);
        key_stream_close(&other);
        key_stream_close(&stream);
        key_stream_close(&stream);
    }
}

static void test_no_keys_is_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SYNTHETIC; i++) {
        struct key_stream stream;
        struct rs_why why = {""};
        const struct workload_args args = {0, 1, NULL};
        assert_false(key_stream_open(&stream, workload_find(synthetic_names[i]), &args, &why));
        assert_non_null(strstr(why.text, synthetic_names[i]));
    }
}

/* 10^6 keys over 10^5 ranks: the sum of 1/r is 12.09, so rank r comes about 82,712 / r times. The
 * counts of one seed are exact; they were made by a second implementation. */
static void test_zipf_frequencies(void **state)
{
    struct key_stream stream = open_stream("zipf", 1000000, 42, NULL);
    const struct rs_bytes *keys;
    uint64_t counts[4] = {0};
    size_t n;
    (void)state;
    while (key_stream_next(&stream, &keys, &n, NULL) && n > 0) {
        for (size_t i = 0; i < n; i++) {
            char rank = keys[i].at[keys[i].n_bytes - 1];
            if (keys[i].n_bytes == sizeof "key:42:1" - 1 && rank <= '3')
                counts[rank - '0']++;
        }
    }
    assert_int_equal(counts[0], 0);
    assert_int_equal(counts[1], 83061);
    assert_int_equal(counts[2], 40913);
    assert_int_equal(counts[3], 27658);
    key_stream_close(&stream);
}

static void test_file(void **state)
{
    char path[] = "/tmp/test_workloads_XXXXXX", keys[6][KEY_BYTES];
    int fd = mkstemp(path);
    const char text[] = "one\n\nthree three\nlast";
    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, sizeof text - 1), sizeof text - 1);
    close(fd);

    struct key_stream all = open_stream("file", 0, 1, path);
    assert_int_equal(read_all(&all, keys, 6), 4);
    assert_string_equal(keys[0], "one");
    assert_string_equal(keys[1], "");
    assert_string_equal(keys[2], "three three");
    assert_string_equal(keys[3], "last");
    key_stream_close(&all);

    struct key_stream some = open_stream("file", 3, 1, path);
    assert_int_equal(read_all(&some, NULL, 0), 3);
    assert_true(key_stream_rewind(&some, NULL));
    assert_int_equal(read_all(&some, keys, 6), 3);
    assert_string_equal(keys[2], "three three");
    key_stream_close(&some);

    unlink(path);
    struct rs_why why = {""};
    const struct workload_args gone = {0, 1, path}, none = {0, 1, NULL};
    assert_false(key_stream_open(&all, workload_find("file"), &gone, &why));
    assert_non_null(strstr(why.text, path));
    assert_false(key_stream_open(&all, workload_find("file"), &none, &why));
    assert_non_null(strstr(why.text, "--keys"));
}

static int compare_keys(const void *a, const void *b)
{
    return memcmp(a, b, KEY_BYTES);
}

/* The promise, and that the streams without it break it. */
static void test_distinct_keys(void **state)
{
    (void)state;
    assert_false(workload_find("file")->has_distinct_keys);
    for (size_t i = 0; i < N_SYNTHETIC; i++) {
        struct key_stream stream = open_stream(synthetic_names[i], N_KEPT, 3, NULL);
        size_t n_twins = 0;
        assert_int_equal(read_all(&stream, kept[0], N_KEPT), N_KEPT);
        qsort(kept[0], N_KEPT, KEY_BYTES, compare_keys);
        for (size_t k = 1; k < N_KEPT; k++)
            n_twins += !memcmp(kept[0][k - 1], kept[0][k], KEY_BYTES);
        assert_int_equal(n_twins == 0, stream.workload->has_distinct_keys);
        key_stream_close(&stream);
    }
}

static void test_registry(void **state)
{
    size_t n = 0;
    (void)state;
    for (const struct workload *w; (w = workload_at(n)); n++)
        assert_ptr_equal(workload_find(w->name), w);
    assert_true(n >= 6);
    assert_null(workload_at(n));
    assert_null(workload_find("nonsense"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registry),
        cmocka_unit_test(test_distinct_keys),
        cmocka_unit_test(test_first_keys),
        cmocka_unit_test(test_sequential_counts),
        cmocka_unit_test(test_block_boundaries),
        cmocka_unit_test(test_rewind_and_seed),
        cmocka_unit_test(test_no_keys_is_an_error),
        cmocka_unit_test(test_zipf_frequencies),
        cmocka_unit_test(test_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
