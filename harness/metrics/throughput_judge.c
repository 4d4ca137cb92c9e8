/* throughput_judge.c - which times are to be believed
 *
 * Times are judged when all are there: by the machine's cycle, below which there is none; by
 * null's, which does nothing; and by what the same lookup differs from itself.
 */
#include "throughput_judge.h"

#include "timed_ops.h"

#include <stdlib.h>
#include <string.h>

static double throughput_judge_in_unit(double ns, const char *unit)
{
    return unit[0] == 'n' ? ns : unit[0] == 'u' ? ns / 1e3 : ns / 1e6;
}

void throughput_judge_keep(struct judged_times *all, const struct subject *subject, size_t op,
                           const struct gbench_result *result)
{
    struct judged_time *times = realloc(all->times, (all->n + 1) * sizeof *times);
    char *error = result->error ? strdup(result->error) : NULL;
    if (times)
        all->times = times;
    if (!times || (result->error && !error)) {
        all->failed = true;
        free(error);
        return;
    }
    struct judged_time kept = {subject, op, *result, error};
    kept.result.error = error;
    if (op == TIMED_CYCLE) /* repetitions of one thing, under several names */
        kept.result.rep = all->n_cycles++;
    times[all->n++] = kept;
}

/* The shortest of an operation, by one strategy or (NULL) any; 0: there is none, or it is no time.
 */
static double throughput_judge_least(const struct judged_times *all, size_t op, const char *spec)
{
    double least = 0;
    for (size_t i = 0; i < all->n; i++) {
        const struct judged_time *time = &all->times[i];
        double ns = time->result.ns;
        bool counts = time->op == op && !time->result.error && ns > 0 &&
                      (!spec || !strcmp(time->subject->spec, spec));
        if (counts && (least <= 0 || ns < least))
            least = ns;
    }
    return least;
}

/* Null does the same in all operations of a kind, so its best at any of them is its time. */
static double throughput_judge_null(const struct judged_times *all, const struct timed_op *like)
{
    double least = 0;
    for (size_t op = 0; op < N_TIMED_OPS; op++) {
        bool is_alike = timed_ops[op]->null_is_floor && timed_ops[op]->per_cycle == like->per_cycle;
        double ns = is_alike ? throughput_judge_least(all, op, "null") : 0;
        if (ns > 0 && (least <= 0 || ns < least))
            least = ns;
    }
    return least;
}

/* Only by more than the same lookup of null differs from itself. */
static bool throughput_judge_beats_null(const struct judged_times *all,
                                        const struct judged_time *time)
{
    double null = throughput_judge_null(all, timed_ops[time->op]);
    double one = throughput_judge_least(all, TIMED_LOOKUP, "null");
    double two = throughput_judge_least(all, TIMED_LOOKUP_AGAIN, "null");
    double noise = one > 0 && two > 0 ? fabs(log(two / one)) : 0;
    return timed_ops[time->op]->null_is_floor && null > 0 && time->result.ns < null * exp(-noise) &&
           strcmp(time->subject->spec, "null");
}

static void throughput_judge_row(const struct judged_times *all, const struct judged_time *time,
                                 const struct measure *measure, double cycle_ns)
{
    const struct subject *subject = time->subject;
    const struct gbench_result *result = &time->result;
    const char *invalid = timed_invalid(timed_ops[time->op], result->ns, cycle_ns);
    if (result->error)
        emit_none(subject, measure, "", "error", result->error);
    else if (invalid)
        emit_none(subject, measure, "", "invalid", invalid);
    else
        emit_time_noted(
            subject, measure, throughput_judge_in_unit(result->ns, measure->unit), result->rep,
            throughput_judge_beats_null(all, time) ? "suspicious: faster than null" : "");
}

void throughput_judge_emit(const struct judged_times *all, const struct measure *measures)
{
    double cycle_ns = throughput_judge_least(all, TIMED_CYCLE, NULL);
    for (size_t i = 0; i < all->n; i++)
        throughput_judge_row(all, &all->times[i], &measures[all->times[i].op], cycle_ns);
}

void throughput_judge_free(struct judged_times *all)
{
    for (size_t i = 0; i < all->n; i++)
        free(all->times[i].error);
    free(all->times);
}
