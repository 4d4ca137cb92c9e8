/* metric.h - what is measured, and how a measurement becomes rows
 *
 * A metric is one file with one descriptor, listed in metrics.def. It fills rows of one or more
 * measures (a named quantity with a unit) for one subject (a strategy at a size under a workload).
 * The driver owns the loops over sizes, workloads and subjects; a metric owns what it does to one.
 */
#ifndef RINGSIDE_METRIC_H
#define RINGSIDE_METRIC_H

#include "ringside.h"
#include "workload.h"

#include <math.h>

/* X(NAME, text) */
#define MEASURE_BETTER_MAP(X) X(LOWER, "lower") X(HIGHER, "higher") X(NONE, "none")
/* exact: the same on every run with one seed. count: exact too, a whole number. time: never. */
#define MEASURE_KIND_MAP(X) X(EXACT, "exact") X(COUNT, "count") X(TIME, "time")

#define X(name, text) BETTER_##name,
enum measure_better { MEASURE_BETTER_MAP(X) };
#undef X
#define X(name, text) KIND_##name,
enum measure_kind { MEASURE_KIND_MAP(X) };
#undef X

struct measure {
    const char *name, *unit;
    enum measure_better better;
    enum measure_kind kind;
};

const char *measure_better_text(const struct measure *measure);
const char *measure_kind_text(const struct measure *measure);

struct results;

/* What a metric is given. Everything is the driver's. */
struct subject {
    struct results *results; /* where the rows go */
    const char *spec;        /* canonical, for these nodes */
    const char *label;       /* what rows bear: the spec, or one that scales (spec_scale.h) */
    const char *workload;
    const struct rs_node *nodes; /* n_nodes, and one more: the newcomer of changes that add */
    size_t n_nodes;
    struct key_stream *keys;       /* rewound before each metric; rewind again for another pass */
    uint64_t n_keys;               /* of the stream */
    const uint64_t *digests;       /* of its first n_digests keys, by this subject's hash */
    const struct rs_bytes *sample; /* those keys */
    size_t n_digests;
    uint64_t seed;
    unsigned n_threads; /* that count keys; 0: one for each processor. It changes no value */
};

/* How long a metric shall time. */
struct timing {
    unsigned n_reps;
    double min_seconds; /* of a repetition */
};

struct metric {
    const char *name, *summary;
    const struct measure *measures; /* ends with a NULL name */
    /* Emits a row for every measure it has, `unsupported` ones too. false: the run stops, why says
     * it. */
    bool (*run)(const struct subject *subject, struct rs_why *why);
    /* Optional: after run has seen all subjects of one size and workload (timed cases of all of
     * them run interleaved). Subjects live until then. */
    bool (*finish)(const struct timing *timing, struct rs_why *why);
};

#define METRIC(name) extern const struct metric metric_##name;
#include "metrics.def"
#undef METRIC

const struct metric *metric_at(size_t i); /* NULL past the end */
const struct metric *metric_find(const char *name);

/* What theory says a value should be, and how far the value is from it in standard deviations of
 * honest chance. theory negative: nothing; z NAN: no law is known for the distance. */
struct expected {
    double theory, z;
    bool is_exact; /* no chance is in it; not read back from files */
};
#define NO_THEORY ((struct expected){-1, NAN, false})
/* z from the standard error of the value; 0: it must be exact, and z is 0 or infinite, which ends
 * as a row with status `error`; negative: not known. */
struct expected expect(double value, double theory, double standard_error);

/* A row. change: what was done to the nodes, "" when nothing. */
void emit_real(const struct subject *subject, const struct measure *measure, const char *change,
               double value, struct expected expected);
void emit_count(const struct subject *subject, const struct measure *measure, const char *change,
                uint64_t value, struct expected expected);
void emit_time(const struct subject *subject, const struct measure *measure, const char *change,
               double value, unsigned rep);
/* The same with a message, which says why not to trust it; "": none. */
void emit_time_noted(const struct subject *subject, const struct measure *measure, double value,
                     unsigned rep, const char *message);
/* A row without a value. status: "unsupported" (the strategy cannot), "invalid" (a time that cannot
 * be) or "error" (a wrong result; the run goes on and exits 1). */
void emit_none(const struct subject *subject, const struct measure *measure, const char *change,
               const char *status, const char *message);

/* A placement with the subject's spec and its first n nodes. */
enum rs_status subject_open(const struct subject *subject, const struct rs_config *config, size_t n,
                            struct rs_placement **out, struct rs_why *why);
/* shares[i]: what p, made by subject_open, gives to subject->nodes[i]; n_nodes + 1 of them, for p
 * may have the newcomer. *known false, RS_OK: it has no exact shares. */
enum rs_status subject_shares(const struct rs_placement *p, double *shares, bool *known);

/* One pass over the keys of a subject in their order: the digests by the hash of p, a block at a
 * time. Where the order says nothing, key_visit.h does it on all processors. */
struct key_pass {
    struct key_stream *keys;
    size_t n; /* of this block; 0 at the end */
    uint64_t digests[WORKLOAD_BLOCK];
};
/* false: why says it (the stream failed, a key has no digest). */
bool key_pass_next(struct key_pass *pass, const struct rs_placement *p, struct rs_why *why);

#endif
