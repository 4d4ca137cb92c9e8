/* throughput.c - how long lookups and changes take
 *
 * run proves what can be timed for a subject and adds its cases to a list; finish hands the list to
 * Google Benchmark, so that the repetitions of all subjects are interleaved and a slow spell of the
 * machine hits all alike. A case whose checksum is not that of its untimed reference gets no time.
 * What times there are is judged in throughput_judge.c.
 *
 * The list is one static struct: Google Benchmark, which it is for, is global as well.
 */
#include "metric.h"

#include "reason.h"
#include "shim.h"
#include "throughput.h"
#include "throughput_judge.h"
#include "timed_ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct measure throughput_measures[] = {
    [TIMED_LOOKUP] = {"lookup_ns", "ns", BETTER_LOWER, KIND_TIME},
    [TIMED_LOOKUP_AGAIN] = {"lookup_again_ns", "ns", BETTER_NONE, KIND_TIME},
    [TIMED_LOOKUP_HOT] = {"lookup_hot_ns", "ns", BETTER_LOWER, KIND_TIME},
    [TIMED_LOOKUP_DEPENDENT] = {"lookup_dependent_ns", "ns", BETTER_LOWER, KIND_TIME},
    [TIMED_LOOKUP_BATCH] = {"lookup_batch_ns", "ns", BETTER_LOWER, KIND_TIME},
    [TIMED_END_TO_END] = {"end_to_end_ns", "ns", BETTER_LOWER, KIND_TIME},
    [TIMED_BUILD] = {"build_ms", "ms", BETTER_LOWER, KIND_TIME},
    [TIMED_ADD] = {"add_us", "us", BETTER_LOWER, KIND_TIME},
    [TIMED_REMOVE] = {"remove_us", "us", BETTER_LOWER, KIND_TIME},
    [TIMED_STD_SEARCH] = {"std_search_ns", "ns", BETTER_NONE, KIND_TIME},
    [TIMED_CYCLE] = {"cycle_ns", "ns", BETTER_NONE, KIND_TIME},
    [N_TIMED_OPS] = {NULL, NULL, BETTER_NONE, KIND_TIME},
};

/* Cases of one chain of additions: their shortest is a bound that times are refused by, so a slow
 * spell must not lengthen it, however few repetitions there are. */
#define THROUGHPUT_CYCLES 9

/* A subject under the clock. */
struct throughput_subject {
    struct timed timed;       /* first: the ctx of its cases */
    char *names[N_TIMED_OPS]; /* of its cases */
    char *more_cycles[THROUGHPUT_CYCLES - 1];
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
        for (size_t i = 0; i < THROUGHPUT_CYCLES - 1; i++)
            free(s->more_cycles[i]);
        free(s);
    }
    free(throughput.cases);
    throughput.subjects = NULL;
    throughput.cases = NULL;
    throughput.n_cases = 0;
}

static struct throughput_subject *throughput_open(const struct subject *subject, struct rs_why *why)
{
    size_t n_cases = throughput.n_cases + N_TIMED_OPS + THROUGHPUT_CYCLES - 1;
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
    s->timed.is_first = !throughput.subjects;
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

/* The last case again, under other names. */
static enum rs_status throughput_add_cycles(struct throughput_subject *s)
{
    const struct gbench_case first = throughput.cases[throughput.n_cases - 1];
    for (size_t i = 0; i < THROUGHPUT_CYCLES - 1; i++) {
        struct gbench_case *more = &throughput.cases[throughput.n_cases];
        *more = first;
        if (asprintf(&s->more_cycles[i], "%s/%zu", first.name, i + 1) < 0) {
            s->more_cycles[i] = NULL;
            return RS_ENOMEM;
        }
        more->name = s->more_cycles[i];
        throughput.n_cases++;
    }
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
        if (status == RS_OK && op == TIMED_CYCLE)
            status = throughput_add_cycles(s);
        if (status != RS_OK)
            emit_none(subject, &throughput_measures[op], "",
                      status == RS_ENOMEM ? "error" : "unsupported",
                      reason.text[0] ? reason.text : rs_status_text(status));
    }
    return true;
}

/* Two operations may share their run: that of a case is told by its name. */
static size_t throughput_op(const struct gbench_case *of)
{
    const struct throughput_subject *s = of->ctx;
    size_t op = 0;
    while (op < N_TIMED_OPS && s->names[op] != of->name)
        op++;
    return op < N_TIMED_OPS ? op : TIMED_CYCLE;
}

static void throughput_keep(void *ctx, const struct gbench_result *result)
{
    const struct throughput_subject *s = result->of->ctx;
    throughput_judge_keep(ctx, s->timed.subject, throughput_op(result->of), result);
}

bool throughput_time_all(throughput_clock *clock, const struct timing *timing, struct rs_why *why)
{
    const struct gbench_options options = {timing->min_seconds, timing->n_reps};
    struct judged_times all = {0};
    clock(throughput.cases, throughput.n_cases, &options, throughput_keep, &all);
    if (all.failed)
        reason_set(why, "throughput: out of memory");
    else
        throughput_judge_emit(&all, throughput_measures);
    throughput_judge_free(&all);
    throughput_close();
    return !all.failed;
}

static bool throughput_finish(const struct timing *timing, struct rs_why *why)
{
    return throughput_time_all(gbench_run, timing, why);
}

const struct metric metric_throughput = {
    .name = "throughput",
    .summary = "time of lookups, of building, and of adding and removing a node",
    .measures = throughput_measures,
    .run = throughput_run,
    .finish = throughput_finish,
};
