/* test_allocations.c - all memory of a placement comes through its allocator
 *
 * A counter before malloc (preload_count.c) sees what this thread asks of it, from OpenSSL as well.
 * The allocator given to the library stands on an arena of its own and asks malloc for nothing, so
 * whatever is counted during a call came past it. What may is
 * in `known`.
 */
#include "allocation_session.h"
#include "bench_nodes.h"
#include "metric_run.h"
#include "narrow.h"
#include "preload_count.h"
#include "specs.h"
#include "support.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MD5_STATE_BYTES = 92 };

static struct preload_count (*count_now)(void);

/* All that may go past an allocator. OpenSSL looks MD5 up when the first placement with it opens,
 * for the process, keeps a context for each thread that has used it, and takes a state of 92 bytes
 * for every digest, which it gives back with it. */
static const struct {
    const char *hash, *why;
} known[] = {
    {"md5", "EVP_MD_fetch once a process, EVP_MD_CTX_new once a thread"},
    {"md5low", "the same two"},
};

static bool is_known(const char *hash)
{
    bool found = false;
    for (size_t i = 0; i < N_OF(known); i++)
        found |= !strcmp(hash, known[i].hash);
    return found;
}

static void check_operation(struct session *s, size_t i)
{
    uint64_t n_calls = arena.n_calls;
    struct preload_count before = count_now();
    bool may_hash = operations[i].hashes && is_known(s->hash);
    operations[i].run(s);
    struct preload_count after = count_now();
    uint64_t n_allocs = after.n_allocs - before.n_allocs, n_frees = after.n_frees - before.n_frees;
    size_t n_bytes = after.n_bytes - before.n_bytes;
    bool is_state = may_hash && n_allocs == n_frees && n_bytes == MD5_STATE_BYTES * n_allocs;
    if ((n_allocs || n_frees) && !is_state)
        fail_msg("%s: %s goes past its allocator: %llu allocations of %zu bytes, %llu frees",
                 s->spec, operations[i].name, (unsigned long long)n_allocs, n_bytes,
                 (unsigned long long)n_frees);
    if (operations[i].is_quiet && arena.n_calls != n_calls)
        fail_msg("%s: %s calls its allocator", s->spec, operations[i].name);
}

static void check_spec(const char *spec, const char *hash)
{
    static const char *const names[N_NODES] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    struct session s = {.spec = spec, .hash = hash};
    for (size_t i = 0; i < N_NODES; i++)
        s.nodes[i] = test_node((uint32_t)i, names[i]);
    for (size_t i = 0; i < N_DIGESTS; i++)
        s.digests[i] = rs_mix(i);
    for (size_t i = 0; i < N_OF(operations); i++)
        check_operation(&s, i);
    if (arena.now_bytes)
        fail_msg("%s: %zu bytes are lost", spec, arena.now_bytes);
}

/* Takes what is taken once, so that from now on only the states of digests are to be allowed. */
static void take_known(void)
{
    for (size_t i = 0; i < N_OF(known); i++) {
        char spec[64];
        uint64_t digest;
        struct rs_placement *p;
        snprintf(spec, sizeof spec, "jump:hash=%s", known[i].hash);
        struct preload_count before = count_now();
        if (rs_open(spec, &arena_config, &p, NULL))
            continue; /* refused here, as under FIPS */
        assert_int_equal(rs_digest(p, test_bytes("key"), &digest), RS_OK);
        rs_close(p);
        print_message("%s: %llu allocations when it is first used (%s)\n", known[i].hash,
                      (unsigned long long)(count_now().n_allocs - before.n_allocs), known[i].why);
    }
}

static void test_the_counter_counts(void **state)
{
    (void)state;
    struct preload_count before = count_now();
    void *volatile ptr = malloc(100);
    ptr = realloc(ptr, 200);
    free(ptr);
    ptr = calloc(3, 5);
    free(ptr);
    struct preload_count after = count_now();
    assert_int_equal(after.n_allocs - before.n_allocs, 3);
    assert_int_equal(after.n_frees - before.n_frees, 2);
    assert_int_equal(after.n_bytes - before.n_bytes, 315);
}

static void test_every_spec(void **state)
{
    (void)state;
    char spec[RS_SPEC_MAX];
    struct rs_placement *p;
    for (size_t i = 0; specs_at(i, spec); i++) {
        if (rs_open(spec, &arena_config, &p, NULL))
            continue; /* its hash is not to be had here */
        const char *hash = p->hash->name;
        rs_close(p);
        check_spec(spec, hash);
    }
}

/* Every strategy with every hash that is to be had here. */
static void test_every_hash(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    const struct rs_hash *hash;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++)
        for (size_t h = 0; (hash = rs_hash_at(h)); h++) {
            char spec[96];
            snprintf(spec, sizeof spec, "%s:hash=%s", strategy->name, hash->name);
            struct rs_placement *p;
            if (rs_open(spec, &arena_config, &p, NULL))
                continue;
            rs_close(p);
            check_spec(spec, hash->name);
        }
}

/* What the metric memory says of a strategy is what its allocator holds, to the byte. */
static void test_the_metric_says_the_same(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    struct bench_nodes nodes;
    assert_true(bench_nodes_make(&nodes, NULL, N_NODES));
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++) {
        struct results results;
        metric_run_plain(&results, strategy->name, N_NODES, "memory");
        uint64_t said = metric_run_row(&results, "bytes_total", "")->count;
        struct rs_placement *p = test_open_config(strategy->name, &arena_config);
        test_add(p, nodes.nodes, N_NODES);
        if (said != arena.now_bytes)
            fail_msg("%s: the metric says %llu bytes, the allocator holds %zu", strategy->name,
                     (unsigned long long)said, arena.now_bytes);
        rs_close(p);
        results_free(&results);
    }
    bench_nodes_free(&nodes);
}

/* The counter has to be there before malloc is, so this program starts itself again behind it. */
static int start_again(char **argv)
{
    setenv("LD_PRELOAD", RINGSIDE_PRELOAD, 1);
    execv("/proc/self/exe", argv);
    perror("SKIPPED: this program cannot start itself again");
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_counter_counts),
        cmocka_unit_test(test_every_spec),
        cmocka_unit_test(test_every_hash),
        cmocka_unit_test(test_the_metric_says_the_same),
    };
    (void)argc;
    if (RINGSIDE_SANITIZE[0]) {
        puts("SKIPPED: a sanitizer has its own malloc");
        return 0;
    }
    *(void **)&count_now = dlsym(RTLD_DEFAULT, "preload_count_now");
    if (!count_now && !getenv("LD_PRELOAD"))
        return start_again(argv);
    if (!count_now) {
        fputs("the counter " RINGSIDE_PRELOAD " cannot be preloaded\n", stderr);
        return 1;
    }
    arena.at = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena.at == MAP_FAILED || narrow_register(NULL)) {
        perror("no memory for the arena");
        return 1;
    }
    take_known();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
