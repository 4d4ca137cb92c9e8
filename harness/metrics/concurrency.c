/* concurrency.c - what it costs a reader that nodes may change under it, and that they do
 *
 * The same lookups in blocks of 64, three times: on a plain placement; each block between enter and
 * leave of a live one; the same while another thread adds a node and takes it out again without a
 * pause. The answers of a block must be those of the nodes with that node or without it, block by
 * block, else there is no time. Nor is there one where the writer never got to change anything
 * while the clock ran, as on a single processor.
 *
 * The list of cases is one static struct, as in throughput.c.
 */
#include "concurrency.h"

#include "live_lookups.h"
#include "reason.h"

#include <stdio.h>
#include <stdlib.h>

enum { CONCURRENCY_NODES = 100 };
enum { PLAIN, QUIET, CHANGING, N_CASES, CHANGES = N_CASES, N_MEASURES };

static const struct measure concurrency_measures[] = {
    [PLAIN] = {"block_plain_ns", "ns", BETTER_LOWER, KIND_TIME},
    [QUIET] = {"block_live_ns", "ns", BETTER_LOWER, KIND_TIME},
    [CHANGING] = {"block_changing_ns", "ns", BETTER_LOWER, KIND_TIME},
    [CHANGES] = {"changes_per_s", "1/s", BETTER_NONE, KIND_TIME},
    [N_MEASURES] = {NULL, NULL, BETTER_NONE, KIND_TIME},
};

/* A subject under the clock. */
struct concurrency {
    struct live_lookups lookups; /* first: the cases know their subject by it */
    char *names[N_CASES];        /* of the cases */
    struct concurrency *next;
};

static struct {
    struct concurrency *subjects;
    struct gbench_case *cases;
    size_t n_cases;
} concurrency;

/* All are timed call by call, so that they compare. */
static const struct gbench_case concurrency_cases[N_CASES] = {
    [PLAIN] = {.run = live_lookups_run_plain, .prepare = live_lookups_stop},
    [QUIET] = {.run = live_lookups_run_quiet, .prepare = live_lookups_stop},
    [CHANGING] = {.run = live_lookups_run_changing,
                  .prepare = live_lookups_start,
                  .check = live_lookups_check},
};

static void concurrency_free(struct concurrency *c)
{
    live_lookups_close(&c->lookups);
    for (size_t m = 0; m < N_CASES; m++)
        free(c->names[m]);
    free(c);
}

static void concurrency_close(void)
{
    for (struct concurrency *c = concurrency.subjects, *next; c; c = next) {
        next = c->next;
        concurrency_free(c);
    }
    free(concurrency.cases);
    concurrency.subjects = NULL;
    concurrency.cases = NULL;
    concurrency.n_cases = 0;
}

static bool concurrency_add_cases(struct concurrency *c)
{
    size_t n = concurrency.n_cases + N_CASES;
    struct gbench_case *cases = realloc(concurrency.cases, n * sizeof *cases);
    if (!cases)
        return false;
    concurrency.cases = cases;
    for (size_t m = 0; m < N_CASES; m++) {
        if (asprintf(&c->names[m], "%s/%s/%zu", concurrency_measures[m].name,
                     c->lookups.subject->label, c->lookups.subject->n_nodes) < 0) {
            c->names[m] = NULL;
            return false;
        }
        struct gbench_case *of = &cases[concurrency.n_cases + m];
        *of = concurrency_cases[m];
        of->name = c->names[m];
        of->ctx = &c->lookups;
        of->n_operations = c->lookups.n_blocks * LIVE_LOOKUPS_BLOCK;
        of->expected = c->lookups.n_blocks;
    }
    concurrency.n_cases = n;
    c->next = concurrency.subjects;
    concurrency.subjects = c;
    return true;
}

static void concurrency_emit_unsupported(const struct subject *subject, const char *message)
{
    for (size_t m = 0; m < N_MEASURES; m++)
        emit_none(subject, &concurrency_measures[m], "", "unsupported", message);
}

static bool concurrency_run(const struct subject *subject, struct rs_why *why)
{
    if (subject->n_nodes != CONCURRENCY_NODES) {
        concurrency_emit_unsupported(subject, "this is measured at 100 nodes alone");
        return true;
    }
    struct concurrency *c = aligned_alloc(_Alignof(struct concurrency), sizeof *c);
    struct rs_why reason = {""};
    if (c) {
        *c = (struct concurrency){.next = NULL};
        enum rs_status status = live_lookups_open(&c->lookups, subject, &reason);
        if (!status && concurrency_add_cases(c))
            return true;
        concurrency_free(c);
        if (status && status != RS_ENOMEM) {
            concurrency_emit_unsupported(subject,
                                         reason.text[0] ? reason.text : rs_status_text(status));
            return true;
        }
    }
    concurrency_close();
    return reason_set(why, "concurrency: out of memory");
}

/* Over all repetitions: one may be shorter than a change. */
static void concurrency_emit_changes(const struct live_lookups *c, const char *error)
{
    const struct measure *measure = &concurrency_measures[CHANGES];
    if (error)
        emit_none(c->subject, measure, "", "error", error);
    else if (c->n_during)
        emit_time(c->subject, measure, "", (double)c->n_during / c->during_s, 0);
    else
        emit_none(c->subject, measure, "", "invalid", "no change was made while the clock ran");
}

/* Every measure has a run of its own. */
static void concurrency_emit(void *ctx, const struct gbench_result *result)
{
    const struct live_lookups *c = result->of->ctx;
    size_t m = 0;
    (void)ctx;
    while (concurrency_cases[m].run != result->of->run)
        m++;
    if (result->error)
        emit_none(c->subject, &concurrency_measures[m], "", "error", result->error);
    else if (m == CHANGING && !c->n_during)
        emit_none(c->subject, &concurrency_measures[m], "", "invalid",
                  "no change was made while the clock ran; give the writer a processor of its own");
    else
        emit_time(c->subject, &concurrency_measures[m], "", result->ns, result->rep);
    if (m == CHANGING && !result->rep)
        concurrency_emit_changes(c, result->error);
}

bool concurrency_time_all(throughput_clock *clock, const struct timing *timing, struct rs_why *why)
{
    const struct gbench_options options = {timing->min_seconds, timing->n_reps};
    (void)why;
    clock(concurrency.cases, concurrency.n_cases, &options, concurrency_emit, NULL);
    live_lookups_stop(NULL);
    concurrency_close();
    return true;
}

static bool concurrency_finish(const struct timing *timing, struct rs_why *why)
{
    return concurrency_time_all(gbench_run, timing, why);
}

const struct metric metric_concurrency = {
    .name = "concurrency",
    .summary = "time of lookups while another thread changes the nodes",
    .measures = concurrency_measures,
    .run = concurrency_run,
    .finish = concurrency_finish,
};
