/* test_leaks.c - a run gives back what it takes
 *
 * `make asan` sees what nobody can reach at the end; here any build sees what grows: every metric
 * runs again and again, and memory in use must not grow with every run. What is taken once, for the
 * process or a thread, is there after the first.
 */
#include "metric_run.h"

#include <features.h>

#ifdef __GLIBC_PREREQ
#if __GLIBC_PREREQ(2, 33)
#define LEAKS_ARE_SEEN 1
#endif
#endif

#ifdef LEAKS_ARE_SEEN

#include <malloc.h>
#include <unistd.h>

enum { N_RUNS = 4 };

static size_t bytes_in_use(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* Several strategies in one run: some metrics keep them all until its end. */
static void run_once(const struct metric *metric)
{
    char ring[] = "ring:vnodes=9", jump_swap[] = "jump_swap", bounded[] = "bounded";
    char *specs[] = {ring, jump_swap, bounded};
    uint64_t sizes[] = {100}; /* as concurrency wants it */
    const struct workload *workloads[] = {workload_find("sequential")};
    const struct bench_options options = {.specs = specs,
                                          .n_specs = N_OF(specs),
                                          .metrics = &metric,
                                          .n_metrics = 1,
                                          .workloads = workloads,
                                          .n_workloads = 1,
                                          .sizes = sizes,
                                          .n_sizes = 1,
                                          .n_keys = N_KEYS,
                                          .seed = 1,
                                          .timing = {1, 0.001}};
    struct results results;
    struct rs_why why = {""};
    assert_true(results_open(&results, NULL, TABLE_CSV));
    if (!bench_run(&options, &results, &why))
        fail_msg("%s: %s", metric->name, why.text);
    assert_true(results_close(&results));
    results_free(&results);
}

static void check_metric(const struct metric *metric)
{
    size_t before = 0, first = 0;
    unsigned n_grown = 0;
    for (int i = 0; i < N_RUNS; i++) {
        run_once(metric);
        size_t now = bytes_in_use();
        first = i ? first : now;
        n_grown += i && now > before;
        before = now;
    }
    if (n_grown == N_RUNS - 1)
        fail_msg("%s: %zu bytes more with every run", metric->name, (before - first) / n_grown);
}

static void test_no_metric_keeps_memory(void **state)
{
    (void)state;
    const struct metric *metric;
    for (size_t i = 0; (metric = metric_at(i)); i++)
        check_metric(metric);
}

/* Not where a sanitizer has put its own malloc before this one. */
static bool growth_is_seen(void)
{
    size_t before = bytes_in_use();
    void *volatile kept = malloc(40);
    bool is_seen = bytes_in_use() > before;
    free(kept);
    return is_seen;
}

/* What a thread keeps to give out again counts as in use, so it must keep nothing; that is read
 * once, when a program starts. */
static void start_again(char **argv)
{
    setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1);
    execv("/proc/self/exe", argv);
    perror("this program cannot start itself again");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_metric_keeps_memory),
    };
    (void)argc;
    if (!getenv("GLIBC_TUNABLES")) {
        start_again(argv);
        return 1;
    }
    if (!growth_is_seen()) {
        puts("SKIPPED: this malloc does not say how much is in use");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    puts("SKIPPED: this C library does not say how much memory is in use");
    return 0;
}

#endif
