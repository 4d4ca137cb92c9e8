/* throughput.c - how long lookups and changes take
 *
 * run proves what can be timed for a subject and adds its cases to a list; finish hands the list to
 * Google Benchmark, so that the repetitions of all subjects are interleaved and a slow spell of the
 * machine hits all alike. A case whose checksum is not that of its untimed reference gets no time.
 *
 * The list is one static struct: Google Benchmark, which it is for, is global as well.
 */
#include "metric.h"

#include "reason.h"
#include "shim.h"
#include "timed_ops.h"

#include <stdio.h>
#include <stdlib.h>

static const struct measure throughput_measures[] = {
    [TIMED_LOOKUP] = {"lookup_ns", "ns", BETTER_LOWER, KIND_TIME},
    [TIMED_LOOKUP_DEPENDENT] = {"lookup_dependent_ns", "ns", BETTER_LOWER, KIND_TIME},
    [TIMED_LOOKUP_BATCH] = {"lookup_batch_ns", "ns", BETTER_LOWER, KIND_TIME},
    [TIMED_END_TO_END] = {"end_to_end_ns", "ns", BETTER_LOWER, KIND_TIME},
    [TIMED_BUILD] = {"build_ms", "ms", BETTER_LOWER, KIND_TIME},
    [TIMED_ADD] = {"add_us", "us", BETTER_LOWER, KIND_TIME},
    [TIMED_REMOVE] = {"remove_us", "us", BETTER_LOWER, KIND_TIME},
    [TIMED_STD_SEARCH] = {"std_search_ns", "ns", BETTER_NONE, KIND_TIME},
    [N_TIMED_OPS] = {NULL, NULL, BETTER_NONE, KIND_TIME},
};

/* A subject under the clock. */
struct throughput_subject {
    struct timed timed;
    char *names[N_TIMED_OPS]; /* of its cases */
    struct throughput_subject *next;
};

static struct {
    struct throughput_subject *subjects;
    struct gbench_case *cases;
    size_t n_cases;
} throughput;

static void throughput_close(void)
{
    for (struct throughput_subject *s = throughput.subjects, *next; s; s = next) {
        next = s->next;
        timed_close(&s->timed);
        for (size_t op = 0; op < N_TIMED_OPS; op++)
            free(s->names[op]);
        free(s);
    }
    free(throughput.cases);
    throughput.subjects = NULL;
    throughput.cases = NULL;
    throughput.n_cases = 0;
}

static struct throughput_subject *throughput_open(const struct subject *subject, struct rs_why *why)
{
    size_t n_cases = throughput.n_cases + N_TIMED_OPS;
    struct gbench_case *cases = realloc(throughput.cases, n_cases * sizeof *cases);
    if (cases)
        throughput.cases = cases;
    struct throughput_subject *s = cases ? calloc(1, sizeof *s) : NULL;
    if (!s) {
        reason_set(why, "throughput: out of memory");
        return NULL;
    }
    if (!timed_open(&s->timed, subject, why)) {
        free(s);
        return NULL;
    }
    s->next = throughput.subjects;
    throughput.subjects = s;
    return s;
}

/* The case of one operation. */
static enum rs_status throughput_add(struct throughput_subject *s, size_t op, struct rs_why *why)
{
    const struct subject *subject = s->timed.subject;
    uint64_t expected;
    enum rs_status status = timed_ops[op]->expect(&s->timed, &expected, why);
    if (status != RS_OK)
        return status;
    if (asprintf(&s->names[op], "%s/%s/%zu", throughput_measures[op].name, subject->label,
                 subject->n_nodes) < 0) {
        s->names[op] = NULL;
        return RS_ENOMEM;
    }
    throughput.cases[throughput.n_cases++] = (struct gbench_case){
        .name = s->names[op],
        .run = timed_ops[op]->run,
        .prepare = timed_ops[op]->prepare,
        .check = timed_ops[op]->check,
        .ctx = &s->timed,
        .n_operations = timed_ops[op]->once ? 1 : subject->n_digests,
        .expected = expected,
    };
    return RS_OK;
}

static bool throughput_run(const struct subject *subject, struct rs_why *why)
{
    struct throughput_subject *s = throughput_open(subject, why);
    if (!s) {
        throughput_close();
        return false;
    }
    for (size_t op = 0; op < N_TIMED_OPS; op++) {
        struct rs_why reason = {""};
        enum rs_status status = throughput_add(s, op, &reason);
        if (status != RS_OK)
            emit_none(subject, &throughput_measures[op], "",
                      status == RS_ENOMEM ? "error" : "unsupported",
                      reason.text[0] ? reason.text : rs_status_text(status));
    }
    return true;
}

/* Every operation has a run of its own. */
static const struct measure *throughput_measure(const struct gbench_case *of)
{
    size_t op = 0;
    while (timed_ops[op]->run != of->run)
        op++;
    return &throughput_measures[op];
}

static double throughput_in_unit(double ns, const char *unit)
{
    return unit[0] == 'n' ? ns : unit[0] == 'u' ? ns / 1e3 : ns / 1e6;
}

static void throughput_emit(void *ctx, const struct gbench_result *result)
{
    const struct timed *t = result->of->ctx;
    const struct measure *measure = throughput_measure(result->of);
    (void)ctx;
    if (result->error)
        emit_none(t->subject, measure, "", "error", result->error);
    else
        emit_time(t->subject, measure, "", throughput_in_unit(result->ns, measure->unit),
                  result->rep);
}

static bool throughput_finish(const struct timing *timing, struct rs_why *why)
{
    const struct gbench_options options = {timing->min_seconds, timing->n_reps};
    (void)why;
    gbench_run(throughput.cases, throughput.n_cases, &options, throughput_emit, NULL);
    throughput_close();
    return true;
}

const struct metric metric_throughput = {
    .name = "throughput",
    .summary = "time of lookups, of building, and of adding and removing a node",
    .measures = throughput_measures,
    .run = throughput_run,
    .finish = throughput_finish,
};
