/* self_check.h - the harness checks itself before it measures
 *
 * What a check looks through is what the run looks through: the driver, the metrics and the shim.
 * They come as functions, so that a test can put a broken one in their place.
 */
#ifndef RINGSIDE_SELF_CHECK_H
#define RINGSIDE_SELF_CHECK_H

#include "driver.h"
#include "heap.h"
#include "throughput.h"
#include "z_groups.h"

enum self_check_index {
#define SELF_CHECK(name) SELF_CHECK_##name,
#include "self_check.def"
#undef SELF_CHECK
    N_SELF_CHECKS
};

/* LEFT_OUT: --benchmark_filter leaves its cases out. */
enum self_check_outcome { SELF_CHECK_FAILED, SELF_CHECK_PASSED, SELF_CHECK_LEFT_OUT };

struct self_check {
    const char *name;
    enum self_check_outcome outcome;
    char expected[96], found[96];
};

struct self_check_tools {
    bool (*bench)(const struct bench_options *options, struct results *results, struct rs_why *why);
    throughput_clock *clock;
    struct rs_allocator (*allocator)(struct heap *heap);
    const struct bench_options *plan; /* the run that is checked; NULL: none */
};

/* Those of the program. */
struct self_check_tools self_check_tools(const struct bench_options *plan);

/* Fills all checks. Returns how many failed. Well under a second; the samples are the same on every
 * run, so chance does not fail one. */
size_t self_check_run(const struct self_check_tools *tools,
                      struct self_check checks[N_SELF_CHECKS]);

/* A line a check, 80 columns; more where one failed. */
void self_check_print(FILE *out, const struct self_check checks[N_SELF_CHECKS]);
const char *self_check_outcome_text(enum self_check_outcome outcome);

/* ---- for the files of the checks */

/* What is sampled. */
struct self_check_drawn {
    struct z_groups z;
    size_t n_wrong; /* rows of status error */
};

/* What the small runs gave. */
struct self_check_runs {
    const struct self_check_tools *tools;
    struct results first, again, other; /* seeds 1, 1 and 2 */
    struct self_check_drawn drawn;      /* of SELF_CHECK_SEEDS seeds */
    struct results down;                /* one node of ten is down */
    struct results bytes;               /* of two tables */
    struct results times;
};

enum { SELF_CHECK_NODES = 10, SELF_CHECK_KEYS = 20000, SELF_CHECK_SEEDS = 20 };

/* A small run of the options, over SELF_CHECK_NODES nodes; workloads NULL: sequential. results is
 * to be freed, whatever is returned. */
bool self_check_bench(const struct self_check_tools *tools, struct bench_options options,
                      struct results *results, struct rs_why *why);
/* Adds what is sampled, over SELF_CHECK_SEEDS seeds. */
bool self_check_draw(const struct self_check_tools *tools, struct self_check_drawn *drawn,
                     struct rs_why *why);

/* found and expected are written; the outcome is returned. */
typedef enum self_check_outcome self_check_fn(const struct self_check_runs *runs,
                                              struct self_check *check);
#define SELF_CHECK(name) self_check_fn self_check_##name;
#include "self_check.def"
#undef SELF_CHECK

/* Into `expected` and `found`. */
#define SAY(text, ...) snprintf(text, sizeof(text), __VA_ARGS__)

static inline enum self_check_outcome self_check_if(bool good)
{
    return good ? SELF_CHECK_PASSED : SELF_CHECK_FAILED;
}

/* The value of the one row, or the median of those that match. NAN: there is none. */
double self_check_value(const struct results *results, const char *spec, const char *measure,
                        const char *change);

#endif
