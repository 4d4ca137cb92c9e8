/* test_frozen_threads.c - a placement that nobody changes, asked by many threads at once
 *
 * Each thread must get what one thread got before, from every strategy and by every call on a const
 * placement. Under TSan, a lookup that writes to the placement is told as well.
 */
#include "support.h"

#include <pthread.h>

enum { N_THREADS = 6, N_NODES = 30, N_DIGESTS = 500, N_COPIES = 3 };

struct frozen {
    const struct rs_placement *p;
    pthread_barrier_t barrier;
    uint64_t expected;
    unsigned n_wrong; /* atomic */
};

static uint64_t frozen_take(uint64_t sum, const uint32_t *ids, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sum = rs_mix(sum + ids[i] + 1);
    return sum;
}

/* One number for the answers of all calls; hashing, counting and shares among them. */
static uint64_t frozen_sum(const struct rs_placement *p)
{
    uint64_t digests[N_DIGESTS], sum = 0, digest;
    uint32_t ids[N_DIGESTS], id;
    double shares[N_NODES];
    struct rs_steps steps = {0, 0, 0};
    for (size_t i = 0; i < N_DIGESTS; i++) {
        char key[16];
        snprintf(key, sizeof key, "key:%zu", i);
        assert_int_equal(rs_digest(p, test_bytes(key), &digest), RS_OK);
        digests[i] = digest;
        ids[i] = rs_locate(p, digest);
        if (rs_count(p, digest, &id, &steps) == RS_OK)
            sum = frozen_take(sum, &id, 1);
    }
    sum = frozen_take(sum, ids, N_DIGESTS);
    rs_locate_many(p, digests, N_DIGESTS, ids);
    sum = frozen_take(sum, ids, N_DIGESTS);
    for (size_t i = 0; i < 50; i++)
        sum = frozen_take(sum, ids, rs_replicas(p, digests[i], N_COPIES, ids));
    if (rs_shares(p, shares) == RS_OK)
        for (size_t i = 0; i < N_NODES; i++)
            sum = rs_mix(sum + (uint64_t)(shares[i] * 0x1p40));
    return sum + steps.probes + steps.draws + steps.inner;
}

static void *frozen_ask(void *ctx)
{
    struct frozen *frozen = ctx;
    pthread_barrier_wait(&frozen->barrier);
    if (frozen_sum(frozen->p) != frozen->expected)
        __atomic_add_fetch(&frozen->n_wrong, 1, __ATOMIC_RELAXED);
    return NULL;
}

/* The reference is asked of a twin, so that nothing is made ready in the placement itself. */
static void frozen_check(const char *spec)
{
    struct rs_placement *p = test_open(spec), *twin = test_open(spec);
    test_add_numbered(p, 0, N_NODES);
    test_add_numbered(twin, 0, N_NODES);
    struct frozen frozen = {.p = p, .expected = frozen_sum(twin)};
    pthread_t threads[N_THREADS];
    assert_int_equal(pthread_barrier_init(&frozen.barrier, NULL, N_THREADS), 0);
    for (size_t i = 0; i < N_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, frozen_ask, &frozen), 0);
    for (size_t i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&frozen.barrier);
    if (frozen.n_wrong)
        fail_msg("%s: %u of %d threads got other answers", spec, frozen.n_wrong, N_THREADS);
    rs_close(twin);
    rs_close(p);
}

static void test_every_strategy(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++)
        frozen_check(strategy->name);
    frozen_check("bounded:over=rendezvous");
    frozen_check("ring:hash=md5");
}

static void test_every_hash(void **state)
{
    (void)state;
    const struct rs_hash *hash;
    for (size_t i = 0; (hash = rs_hash_at(i)); i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "modulo:hash=%s", hash->name);
        if (hash->any_bytes && !(hash->unavailable && hash->unavailable()))
            frozen_check(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_strategy),
        cmocka_unit_test(test_every_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
