/* test_jump.c - jump hash against published answers
 */
#include "vectors.h"

#include "core/jump_bucket.h"

#include <math.h>

/* The reference program: buckets for n = 1 .. 19. */
static const struct {
    uint64_t digest;
    uint32_t buckets[19];
} reference[] = {
    {0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {1, {0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 17, 17}},
    {0xdeadbeef, {0, 1, 2, 3, 3, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 16, 16, 16}},
    {0x0ddc0ffeebadf00d, {0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 15, 15, 15, 15}},
};

static const uint32_t guava_of_100[] = {0,  55, 62, 8,  45, 59, 86, 97, 82, 59,
                                        73, 37, 17, 56, 86, 21, 90, 37, 38, 83};

static const struct {
    uint64_t digest;
    uint32_t n, bucket;
} guava[] = {
    {10863919174838991u, 11, 6},   {2016238256797177309u, 11, 3},
    {1673758223894951030u, 11, 5}, {2, 100001, 80343},
    {2201, 100001, 22152},         {2202, 100001, 15018},
    {17068571456203592619u, 2, 1}, /* 31 bits of ones after the first step */
};

static void test_published(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(reference); i++)
        for (uint32_t n = 1; n <= 19; n++)
            assert_int_equal(jump_bucket(reference[i].digest, n, NULL),
                             reference[i].buckets[n - 1]);
    for (uint32_t digest = 0; digest < N_OF(guava_of_100); digest++)
        assert_int_equal(jump_bucket(digest, 100, NULL), guava_of_100[digest]);
    for (size_t i = 0; i < N_OF(guava); i++)
        assert_int_equal(jump_bucket(guava[i].digest, guava[i].n, NULL), guava[i].bucket);
}

/* Nodes 0 to 18 added in one call, whose ids in the order of text are 0, 1, 10, 11 ... 18, 2, 3:
 * bucket i is node i, also of a copy that was saved and restored. */
static void check_at_once(const char *spec)
{
    enum { N = 19 };
    struct rs_placement *p = test_open(spec), *copy = NULL;
    struct rs_node nodes[N];
    unsigned char bytes[4096];
    for (uint32_t id = 0; id < N; id++)
        nodes[id] = test_node(id, "same");
    test_add(p, nodes, N);
    size_t n_bytes = rs_save(p, bytes, sizeof bytes);
    assert_true(n_bytes <= sizeof bytes);
    assert_int_equal(rs_restore(bytes, n_bytes, NULL, &copy, NULL), RS_OK);
    for (size_t i = 0; i < N_OF(reference); i++) {
        assert_int_equal(rs_locate(p, reference[i].digest), reference[i].buckets[N - 1]);
        assert_int_equal(rs_locate(copy, reference[i].digest), reference[i].buckets[N - 1]);
    }
    for (uint64_t i = 0; i < 1000; i++) {
        assert_int_equal(rs_locate(p, rs_mix(i)), jump_bucket(rs_mix(i), N, NULL));
        assert_int_equal(rs_locate(copy, rs_mix(i)), jump_bucket(rs_mix(i), N, NULL));
    }
    rs_close(copy);
    rs_close(p);
}

/* The strategies over nodes: bucket i is the i-th node added, whatever its id and name. */
static void test_strategies(void **state)
{
    (void)state;
    static const char *const specs[] = {"jump:hash=identity", "jump_swap:hash=identity"};
    for (size_t s = 0; s < N_OF(specs); s++) {
        check_at_once(specs[s]);
        struct rs_placement *p = test_open(specs[s]);
        for (uint32_t n = 1; n <= 100; n++) {
            char name[16];
            snprintf(name, sizeof name, "%u", n % 3);
            test_add_one(p, 1000 - n, name, 1);
            for (size_t i = 0; n <= 19 && i < N_OF(reference); i++)
                assert_int_equal(rs_locate(p, reference[i].digest),
                                 999 - reference[i].buckets[n - 1]);
        }
        for (uint32_t digest = 0; digest < N_OF(guava_of_100); digest++)
            assert_int_equal(rs_locate(p, digest), 999 - guava_of_100[digest]);
        assert_int_equal(test_locate(p, "19"), 999 - 83);
        rs_close(p);
    }
}

static void check_row(char *line)
{
    uint64_t digest = strtoull(vectors_field(&line), NULL, 10);
    uint32_t n = (uint32_t)strtoul(vectors_field(&line), NULL, 10);
    uint32_t bucket = (uint32_t)strtoul(vectors_field(&line), NULL, 10);
    if (jump_bucket(digest, n, NULL) != bucket)
        fail_msg("digest %" PRIu64 " of %u: %u, not %u", digest, n, jump_bucket(digest, n, NULL),
                 bucket);
}

static void test_vectors(void **state)
{
    (void)state;
    assert_true(vectors_each(RINGSIDE_VECTORS "/jump/jump.csv", check_row) > 6000);
}

static void test_vectors_published(void **state)
{
    (void)state;
    assert_true(vectors_each(RINGSIDE_VECTORS "/jump/published.csv", check_row) > 100);
}

/* One bucket more: a digest stays or jumps into it. */
static void test_minimal(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 300; i++) {
        uint64_t digest = i < 3 ? i - 1 : rs_mix(i);
        for (uint32_t n = 1; n < 300; n++) {
            uint32_t before = jump_bucket(digest, n, NULL),
                     after = jump_bucket(digest, n + 1, NULL);
            assert_true(after == before || after == n);
        }
        for (uint32_t n = INT32_MAX; n > 1; n /= 2) {
            uint32_t before = jump_bucket(digest, n - 1, NULL),
                     after = jump_bucket(digest, n, NULL);
            assert_true(after < n && (after == before || after == n - 1));
        }
    }
}

static void test_even(void **state)
{
    (void)state;
    enum { N = 10, N_DIGESTS = 100000 };
    unsigned counts[N] = {0};
    struct rs_steps steps = {0, 0, 0};
    double chi2 = 0;
    for (uint64_t i = 0; i < N_DIGESTS; i++)
        counts[jump_bucket(rs_mix(i), N, &steps)]++;
    for (size_t i = 0; i < N; i++)
        chi2 += pow(counts[i] - N_DIGESTS / (double)N, 2) / (N_DIGESTS / (double)N);
    assert_true(chi2 < 30); /* 9 degrees of freedom: p = 0.0004 */
    assert_true(fabs((double)steps.draws / N_DIGESTS - jump_draws(N).mean) < 0.02);
    assert_true(fabs(jump_draws(4).mean - 25 / 12.0) < 1e-15);
}

/* Nodes go from the end only, one or several, in any order in one call. */
static void test_middle_is_refused(void **state)
{
    (void)state;
    struct rs_placement *p = test_open("jump"), *shorter = test_open("jump");
    struct rs_why why;
    test_add_numbered(p, 0, 6), test_add_numbered(shorter, 0, 3);
    static const struct {
        uint32_t ids[3];
        size_t n;
        const char *remedy;
    } refused[] = {{{0}, 1, "node-5"},    {{4}, 1, "node-5"},       {{4, 3}, 2, "node-5"},
                   {{5, 3}, 2, "node-4"}, {{5, 4, 2}, 3, "node-3"}, {{0, 4, 5}, 3, "node-3"}};
    uint64_t before = test_fingerprint(p);
    for (size_t i = 0; i < N_OF(refused); i++) {
        test_refused(rs_remove(p, refused[i].ids, refused[i].n, &why), RS_EUNSUPPORTED, &why,
                     refused[i].remedy, "choose a strategy that removes any");
        assert_int_equal(test_fingerprint(p), before);
    }
    assert_int_equal(rs_remove(p, (const uint32_t[]){4, 3, 5}, 3, NULL), RS_OK);
    assert_int_equal(test_fingerprint(p), test_fingerprint(shorter));
    test_remove_one(p, 2);
    assert_int_equal(rs_remove(p, (const uint32_t[]){0, 1}, 2, NULL), RS_OK);
    assert_int_equal(rs_locate(p, 1), RS_NO_NODE);
    rs_close(shorter);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),         cmocka_unit_test(test_strategies),
        cmocka_unit_test(test_vectors),           cmocka_unit_test(test_vectors_published),
        cmocka_unit_test(test_minimal),           cmocka_unit_test(test_even),
        cmocka_unit_test(test_middle_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
