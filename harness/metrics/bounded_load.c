/* bounded_load.c - what a cap on the load of nodes does: load, candidates a key, moves
 *
 * A strategy without loads of its own is put below `bounded`, at several caps; one that has loads
 * is taken as it is. Keys are assigned in their order, twice: to all nodes, and after one has gone.
 */
#include "metric.h"

#include "changes.h"
#include "reason.h"

#include <stdio.h>
#include <stdlib.h>

/* Assignments look at loads and go one after the other, so few keys. */
enum { BOUNDED_KEYS = 20000, BOUNDED_NODES = 1000 };
enum { MAX_OVER_MEAN, STEPS, MOVED, N_MEASURES };

static const struct measure bounded_load_measures[] = {
    [MAX_OVER_MEAN] = {"bounded_max_over_mean", "ratio", BETTER_LOWER, KIND_EXACT},
    [STEPS] = {"bounded_steps", "a lookup", BETTER_LOWER, KIND_EXACT},
    [MOVED] = {"bounded_moved", "ratio", BETTER_LOWER, KIND_EXACT},
    {NULL, NULL, BETTER_NONE, KIND_EXACT},
};

static const struct bounded_load_cap {
    const char *text, *change;
    double cap;
} bounded_load_caps[] = {
    {"1.05", "load_1.05", 1.05}, {"1.1", "load_1.1", 1.1}, {"1.25", "load_1.25", 1.25},
    {"1.5", "load_1.5", 1.5},    {"2", "load_2", 2},       {"4", "load_4", 4},
};

/* One assignment of all keys. */
struct bounded_load {
    uint32_t ids[BOUNDED_KEYS];
    size_t n;
    struct rs_steps steps;
    bool counts;
};

static size_t bounded_load_victim(const struct subject *subject, const struct rs_placement *p)
{
    size_t n = subject->n_nodes;
    uint64_t draw = rs_draw(subject->seed + DRAWS_OF_BOUNDED_LOAD, 1);
    return rs_traits(p) & RS_REMOVE_ANY ? (size_t)rs_below(draw, n) : n - 1;
}

/* Assigns the keys, to all nodes or after the victim has gone. p is opened and stays open. */
static enum rs_status bounded_load_assign(struct bounded_load *run, const struct subject *subject,
                                          bool is_after, struct rs_placement **p,
                                          struct rs_why *why)
{
    uint64_t digest;
    uint32_t id;
    enum rs_status status = subject_open(subject, NULL, subject->n_nodes, p, why);
    if (status)
        return status;
    if (is_after)
        status = rs_remove(*p, &subject->nodes[bounded_load_victim(subject, *p)].id, 1, why);
    run->n = subject->n_digests < BOUNDED_KEYS ? subject->n_digests : BOUNDED_KEYS;
    run->counts = true;
    for (size_t i = 0; !status && i < run->n; i++) {
        status = rs_digest(*p, subject->sample[i], &digest);
        if (!status && run->counts)
            run->counts = rs_count(*p, digest, &id, &run->steps) == RS_OK;
        if (!status)
            status = rs_assign(*p, digest, &run->ids[i]);
        if (status)
            reason_set(why, "key %zu: %s", i + 1, rs_status_text(status));
    }
    return status;
}

static double bounded_load_weight(const struct rs_placement *p, uint32_t id)
{
    return rs_effective(p, rs_slot_of(p, id));
}

/* The greatest load over the part of the keys that the weight asks for, and the victim's part.
 * Caps follow the same weights, those of the nodes that answer; the others carry nothing. */
static enum rs_status bounded_load_weigh(const struct rs_placement *p,
                                         const struct subject *subject, size_t n_keys, double *max,
                                         double *victim)
{
    enum rs_status status = RS_OK;
    double sum = 0;
    *max = 0;
    for (size_t i = 0; i < subject->n_nodes; i++)
        sum += bounded_load_weight(p, subject->nodes[i].id);
    for (size_t i = 0; !status && i < subject->n_nodes; i++) {
        uint64_t load = 0, cap;
        double part = bounded_load_weight(p, subject->nodes[i].id) / sum;
        status = rs_load(p, subject->nodes[i].id, &load, &cap);
        if (part > 0)
            *max = fmax(*max, (double)load / ((double)n_keys * part));
    }
    *victim = bounded_load_weight(p, subject->nodes[bounded_load_victim(subject, p)].id) / sum;
    return status;
}

/* victim: its part of the keys, of which as many must move. */
static void bounded_load_emit_moved(const struct subject *subject, const char *change,
                                    const struct bounded_load runs[2], double victim)
{
    const struct measure *measure = &bounded_load_measures[MOVED];
    size_t n = runs[0].n, n_moved = 0;
    for (size_t i = 0; i < n; i++)
        n_moved += runs[0].ids[i] != runs[1].ids[i];
    if (subject->n_nodes > 1 && victim > 0)
        emit_real(subject, measure, change, (double)n_moved / ((double)n * victim), NO_THEORY);
    else
        emit_none(subject, measure, change, "unsupported",
                  subject->n_nodes > 1 ? "the node that goes has no part of the keys"
                                       : "there are too few nodes");
}

static void bounded_load_emit(const struct subject *subject, const char *change,
                              const struct bounded_load *run, double max, double cap)
{
    const struct rs_steps *steps = &run->steps;
    emit_real(subject, &bounded_load_measures[MAX_OVER_MEAN], change, max,
              cap > 0 ? (struct expected){cap, NAN, false} : NO_THEORY);
    if (run->counts)
        emit_real(subject, &bounded_load_measures[STEPS], change,
                  (double)steps->probes / (double)run->n, NO_THEORY);
    else
        emit_none(subject, &bounded_load_measures[STEPS], change, "unsupported",
                  "it does not count its steps");
}

static void bounded_load_emit_none(const struct subject *subject, const char *change,
                                   const char *message)
{
    for (int m = 0; m < N_MEASURES; m++)
        emit_none(subject, &bounded_load_measures[m], change, "unsupported", message);
}

/* inner: the subject with the spec that is opened. */
static bool bounded_load_measure(const struct subject *subject, const struct subject *inner,
                                 const char *change, double cap, struct rs_why *why)
{
    struct rs_why reason = {""};
    struct rs_placement *p[2] = {NULL, NULL};
    struct bounded_load *runs = calloc(2, sizeof *runs);
    double max = 0, victim = 0;
    if (!runs)
        return reason_set(why, "out of memory");
    enum rs_status status = bounded_load_assign(&runs[0], inner, false, &p[0], &reason);
    if (!status)
        status = bounded_load_weigh(p[0], inner, runs[0].n, &max, &victim);
    if (!status && inner->n_nodes > 1)
        status = bounded_load_assign(&runs[1], inner, true, &p[1], &reason);
    if (!status) {
        bounded_load_emit(subject, change, runs, max, cap);
        bounded_load_emit_moved(subject, change, runs, victim);
    } else if (status != RS_ENOMEM) {
        bounded_load_emit_none(subject, change, reason.text);
    }
    rs_close(p[0]);
    rs_close(p[1]);
    free(runs);
    return status != RS_ENOMEM || reason_set(why, "out of memory");
}

/* All specs have their keys by one hash: that of the strategy, which is given to both. */
static bool bounded_load_sweep(const struct subject *subject, const char *hash, struct rs_why *why)
{
    bool good = true;
    for (size_t i = 0; good && i < sizeof bounded_load_caps / sizeof *bounded_load_caps; i++) {
        const struct bounded_load_cap *cap = &bounded_load_caps[i];
        char spec[RS_SPEC_MAX + 64];
        struct subject inner = *subject;
        snprintf(spec, sizeof spec, "bounded:hash=%s:load=%s:over=%s", hash, cap->text,
                 subject->spec);
        inner.spec = spec;
        good = bounded_load_measure(subject, &inner, cap->change, cap->cap, why);
    }
    return good;
}

static bool bounded_load_run(const struct subject *subject, struct rs_why *why)
{
    struct rs_placement *p;
    if (rs_open(subject->spec, NULL, &p, why))
        return false;
    bool has_load = rs_traits(p) & RS_LOAD;
    const char *hash = p->hash->name;
    rs_close(p);
    if (subject->n_nodes > BOUNDED_NODES)
        bounded_load_emit_none(subject, "", "more than 1000 nodes");
    else if (has_load)
        return bounded_load_measure(subject, subject, "", 0, why);
    else
        return bounded_load_sweep(subject, hash, why);
    return true;
}

const struct metric metric_bounded_load = {
    .name = "bounded_load",
    .summary = "a cap on loads: the greatest load, candidates, moves",
    .measures = bounded_load_measures,
    .run = bounded_load_run,
};
