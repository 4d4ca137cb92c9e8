/* test_md5.c - MD5 from many threads, and where OpenSSL refuses it
 *
 * Whether OpenSSL has MD5 is settled once a process, by a configuration that it reads at its start:
 * so the program runs itself again, with an argument, under one that has no MD5.
 */
#include "support.h"

#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N_THREADS = 8, N_KEYS = 2000 };

static uint64_t expected[N_KEYS];

static uint64_t key_digest(const char *hash, unsigned i)
{
    char key[200];
    uint64_t digest = 0;
    memset(key, 'k', sizeof key);
    int n = snprintf(key, sizeof key, "%u", i);
    struct rs_bytes bytes = {key, (size_t)n + i % 100};
    return rs_hash_find(hash)->digest(bytes, 0, &digest) ? 0 : digest;
}

static void *thread_main(void *wrong)
{
    for (unsigned round = 0; round < 5; round++)
        for (unsigned i = 0; i < N_KEYS; i++)
            *(unsigned *)wrong += key_digest("md5", i) != expected[i];
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    pthread_t threads[N_THREADS];
    unsigned n_wrong[N_THREADS] = {0};
    for (unsigned i = 0; i < N_KEYS; i++)
        assert_true((expected[i] = key_digest("md5", i)) != 0);
    for (size_t i = 0; i < N_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, thread_main, &n_wrong[i]), 0);
    for (size_t i = 0; i < N_THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(n_wrong[i], 0);
    }
}

/* ---- in the second process */

static void test_refused_by_openssl(void **state)
{
    (void)state;
    static const char *const hashes[] = {"md5", "md5low"};
    for (size_t i = 0; i < N_OF(hashes); i++) {
        const struct rs_hash *hash = rs_hash_find(hashes[i]);
        uint64_t digest = 77;
        char spec[64];
        struct rs_why why = {"none"};
        struct rs_placement *p = NULL;
        assert_non_null(hash->unavailable());
        assert_non_null(strstr(hash->unavailable(), "refuses MD5"));
        assert_int_equal(hash->digest(test_bytes("a"), 0, &digest), RS_EUNSUPPORTED);
        assert_int_equal(digest, 77);
        snprintf(spec, sizeof spec, "ring:hash=%s", hashes[i]);
        test_refused(rs_open(spec, NULL, &p, &why), RS_EUNSUPPORTED, &why, hashes[i],
                     "refuses MD5");
        snprintf(spec, sizeof spec, "ring:label_hash=%s", hashes[i]);
        test_refused(rs_open(spec, NULL, &p, &why), RS_EUNSUPPORTED, &why, hashes[i],
                     "refuses MD5");
        assert_null(p);
    }
    struct rs_placement *p = test_placement("ring", "a b"); /* the rest works */
    rs_close(p);
}

static int second_main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refused_by_openssl)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* ---- in the first one */

static const char config[] = "openssl_conf = all\n"
                             "[all]\nproviders = providers\n"
                             "[providers]\nbase = base\n"
                             "[base]\nactivate = 1\n";

static void test_without_md5(void **state)
{
    (void)state;
    char path[] = "/tmp/ringside-openssl-XXXXXX", argument[] = "without-md5";
    char program[] = "/proc/self/exe", *const argv[] = {program, argument, NULL};
    int file = mkstemp(path), status = -1;
    pid_t child;
    assert_true(file >= 0);
    assert_int_equal(write(file, config, sizeof config - 1), sizeof config - 1);
    close(file);
    setenv("OPENSSL_CONF", path, 1);
    int failed = posix_spawn(&child, program, NULL, NULL, argv, environ);
    if (!failed)
        assert_int_equal(waitpid(child, &status, 0), child);
    unsetenv("OPENSSL_CONF");
    unlink(path);
    assert_int_equal(failed, 0);
    assert_int_equal(status, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_without_md5),
    };
    if (argc > 1 && !strcmp(argv[1], "without-md5"))
        return second_main();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
