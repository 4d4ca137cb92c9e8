/* emit.c - from a measurement to a row
 */
#include "metric.h"

#include "results.h"

#include <math.h>

static struct result emit_row(const struct subject *subject, const struct measure *measure,
                              const char *change)
{
    return (struct result){.spec = subject->label,
                           .workload = subject->workload,
                           .n_nodes = subject->n_nodes,
                           .n_keys = subject->n_keys,
                           .seed = subject->seed,
                           .measure = measure,
                           .change = change,
                           .expected = NO_THEORY,
                           .status = "ok",
                           .message = ""};
}

/* A value that is no number is a fault of the metric, and says so. */
static void emit_add(const struct subject *subject, struct result *row)
{
    if (row->has == RESULT_REAL && !isfinite(row->real))
        row->has = RESULT_NONE, row->status = "error", row->message = "the value is no number";
    if (!isfinite(row->expected.theory))
        row->expected = NO_THEORY;
    if (isinf(row->expected.z))
        row->has = RESULT_NONE, row->status = "error", row->message = "it must be what theory says";
    results_add(subject->results, row);
}

struct expected expect(double value, double theory, double standard_error)
{
    double distance = value - theory;
    if (theory < 0)
        return NO_THEORY;
    if (standard_error > 0)
        return (struct expected){theory, distance / standard_error, false};
    if (standard_error < 0)
        return (struct expected){theory, NAN, false};
    double z = fabs(distance) <= 1e-12 ? 0 : copysign(INFINITY, distance);
    return (struct expected){theory, z, true};
}

void emit_real(const struct subject *subject, const struct measure *measure, const char *change,
               double value, struct expected expected)
{
    struct result row = emit_row(subject, measure, change);
    row.has = RESULT_REAL, row.real = value, row.expected = expected;
    emit_add(subject, &row);
}

void emit_count(const struct subject *subject, const struct measure *measure, const char *change,
                uint64_t value, struct expected expected)
{
    struct result row = emit_row(subject, measure, change);
    row.has = RESULT_COUNT, row.count = value, row.real = (double)value, row.expected = expected;
    emit_add(subject, &row);
}

void emit_time(const struct subject *subject, const struct measure *measure, const char *change,
               double value, unsigned rep)
{
    struct result row = emit_row(subject, measure, change);
    row.has = RESULT_REAL, row.real = value, row.rep = rep;
    emit_add(subject, &row);
}

void emit_time_noted(const struct subject *subject, const struct measure *measure, double value,
                     unsigned rep, const char *message)
{
    struct result row = emit_row(subject, measure, "");
    row.has = RESULT_REAL, row.real = value, row.rep = rep, row.message = message;
    emit_add(subject, &row);
}

void emit_none(const struct subject *subject, const struct measure *measure, const char *change,
               const char *status, const char *message)
{
    struct result row = emit_row(subject, measure, change);
    row.status = status, row.message = message;
    emit_add(subject, &row);
}
