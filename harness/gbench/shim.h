/* shim.h - Google Benchmark for C
 *
 * A case is a function that does a fixed number of operations and returns a checksum over their
 * results. Google Benchmark decides how often to call it and keeps the time; every timed call whose
 * checksum is not the expected one makes the case an error, so nothing wrong has a time.
 */
#ifndef RINGSIDE_SHIM_H
#define RINGSIDE_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct gbench_case {
    const char *name; /* unique; --benchmark_filter sees it with /real_time and the like behind */
    /* Does n_operations and returns their checksum. */
    uint64_t (*run)(void *ctx);
    /* Optional: untimed, before every run (takes a node out again, so that run can add it). With it
     * each call is timed by itself. false: the case is an error. */
    bool (*prepare)(void *ctx);
    /* Optional, with prepare: untimed, after every run; what it returns is added to the checksum.
     */
    uint64_t (*check)(void *ctx);
    void *ctx;
    uint64_t n_operations; /* of one call of run */
    uint64_t expected;     /* checksum of one call of run */
};

struct gbench_result {
    const struct gbench_case *of;
    unsigned rep;      /* from 0 */
    double ns;         /* wall nanoseconds an operation */
    const char *error; /* NULL, or why there is no time; ns is then 0 */
};

struct gbench_options {
    double min_seconds; /* of a repetition, more than 0 */
    unsigned n_reps;    /* more than 0 */
};

/* Takes the --benchmark_* flags out of argv; they win over gbench_options. Once, before anything
 * else of this file. Returns false when a flag is not one of Google Benchmark's; it has said so on
 * standard error. */
bool gbench_init(int *argc, char **argv);

/* Runs all cases, their repetitions interleaved at random so that a slow spell of the machine hits
 * all alike. Then on_result is called for each repetition, in the order of cases and rep; a case
 * that is an error may have fewer, one that --benchmark_filter leaves out has none. Not
 * re-entrant. */
void gbench_run(const struct gbench_case *cases, size_t n, const struct gbench_options *options,
                void (*on_result)(void *ctx, const struct gbench_result *), void *ctx);

/* Sum over all i of the value that std::lower_bound gives in points for digests[i]: the reference
 * that a ring's own search is held against. points are sorted, n_points > 0; past the last wraps.
 */
uint64_t gbench_std_search(const uint64_t *points, size_t n_points, const uint64_t *digests,
                           size_t n);

const char *gbench_version(void);

#ifdef __cplusplus
}
#endif
#endif
