/* migration.c - which keys move when the nodes change
 *
 * Each change of changes.def is made to a placement of its own. One pass over the keys serves all
 * of them while nodes are few; many nodes take several passes, so that no more than a few
 * placements of that size are held at once.
 *
 * Excess is what moved beyond the minimum; it may be below zero, when the node in question has less
 * than its part.
 */
#include "migration.h"

#include "chi2_cells.h"
#include "key_visit.h"
#include "reason.h"

#include <stdlib.h>

enum {
    MOVED_KEYS,
    MOVED_FRACTION,
    MINIMUM_FRACTION,
    EXCESS_FRACTION,
    SURVIVORS_MOVED,
    DESTINATION_P,
    PATH_MOVED
};

static const struct measure migration_measures[] = {
    [MOVED_KEYS] = {"moved_keys", "keys", BETTER_LOWER, KIND_COUNT},
    [MOVED_FRACTION] = {"moved_fraction", "fraction", BETTER_LOWER, KIND_EXACT},
    [MINIMUM_FRACTION] = {"minimum_fraction", "fraction", BETTER_NONE, KIND_EXACT},
    [EXCESS_FRACTION] = {"excess_fraction", "fraction", BETTER_LOWER, KIND_EXACT},
    [SURVIVORS_MOVED] = {"survivors_moved", "keys", BETTER_LOWER, KIND_COUNT},
    [DESTINATION_P] = {"destination_p", "probability", BETTER_NONE, KIND_EXACT},
    [PATH_MOVED] = {"path_moved", "keys", BETTER_LOWER, KIND_COUNT},
    {NULL, NULL, BETTER_NONE, KIND_EXACT},
};

/* Nodes, over all placements that are held during a pass. */
#define MIGRATION_MAX_NODES 8192

/* A pass over the keys by several workers, each with counts of its own. */
struct migration_pass {
    const struct rs_placement *before;
    struct moved *counts; /* counts[worker * n + c]: of the c-th change */
    size_t n;
};

static void migration_block(void *ctx, const uint64_t *digests, size_t n_digests, unsigned worker)
{
    const struct migration_pass *pass = ctx;
    uint32_t old[WORKLOAD_BLOCK];
    rs_locate_many(pass->before, digests, n_digests, old);
    for (size_t c = 0; c < pass->n; c++) {
        struct moved *moved = &pass->counts[worker * pass->n + c];
        if (moved->after)
            moved_count(moved, digests, old, n_digests);
    }
}

static bool migration_count(struct migration *group, size_t n, const struct rs_placement *before,
                            const struct subject *subject, struct rs_why *why)
{
    unsigned n_workers = key_visit_workers(subject->n_threads, n * ((size_t)before->n_slots + 2));
    size_t n_counts = n_workers * n;
    struct migration_pass pass = {before, calloc(n_counts + 1, sizeof *pass.counts), n};
    struct key_visit visit = {.n_workers = n_workers, .block = migration_block, .ctx = &pass};
    bool good = pass.counts != NULL;
    for (size_t i = 0; good && i < n_counts; i++)
        if (group[i % n].p)
            good = moved_fork(&group[i % n].moved, &pass.counts[i]);
    if (!good)
        reason_set(why, "out of memory");
    good = good && key_visit_all(&visit, subject->keys, before, NULL, why);
    for (size_t i = 0; pass.counts && i < n_counts; i++)
        if (pass.counts[i].after)
            moved_join(&group[i % n].moved, &pass.counts[i]);
    free(pass.counts);
    return good;
}

static void migration_emit_destination(const struct migration *m, const struct subject *subject)
{
    bool leave = m->change->kind == CHANGE_REMOVE || m->change->kind == CHANGE_REPLACE;
    double p = leave ? moved_destination_p(&m->moved) : -1;
    const struct measure *measure = &migration_measures[DESTINATION_P];
    if (p >= 0)
        emit_real(subject, measure, m->change->name, p, NO_THEORY);
    else
        emit_none(subject, measure, m->change->name, "unsupported",
                  leave ? CHI2_CELLS_TOO_FEW : "no node goes for good");
}

static void migration_emit(const struct migration *m, const struct subject *subject)
{
    const struct measure *measures = migration_measures;
    const struct moved *moved = &m->moved;
    const char *change = m->change->name;
    if (!m->p) {
        for (size_t i = 0; measures[i].name; i++)
            emit_none(subject, &measures[i], change, "unsupported", m->why.text);
        return;
    }
    uint32_t traits = rs_traits(m->p);
    double part = (double)moved->n_moved / (double)subject->n_keys, excess = part - m->minimum;
    double error = sqrt(m->theory * (1 - m->theory) / (double)subject->n_keys);
    if (error > 0 && !change_keys_are_distinct(subject))
        error = -1;
    struct expected none = NO_THEORY, expected = none, expected_excess = none;
    if (m->theory >= 0)
        expected = expect(part, m->theory, error);
    if (m->theory >= 0 && fabs(m->theory - m->minimum) <= 1e-12)
        expected_excess = expect(excess, 0, error);
    uint64_t between = moved->n_between_survivors, off_path = moved->n_off_path;
    emit_count(subject, &measures[MOVED_KEYS], change, moved->n_moved, none);
    emit_real(subject, &measures[MOVED_FRACTION], change, part, expected);
    emit_real(subject, &measures[MINIMUM_FRACTION], change, m->minimum, none);
    emit_real(subject, &measures[EXCESS_FRACTION], change, excess, expected_excess);
    emit_count(subject, &measures[SURVIVORS_MOVED], change, between,
               traits & RS_MINIMAL ? expect((double)between, 0, 0) : none);
    migration_emit_destination(m, subject);
    emit_count(subject, &measures[PATH_MOVED], change, off_path,
               traits & RS_HISTORY_FREE ? expect((double)off_path, 0, 0) : none);
}

/* Changes first to first + n - 1. */
static bool migration_run_group(const struct subject *subject, const struct rs_placement *before,
                                size_t first, size_t n, struct rs_why *why)
{
    struct migration group[N_CHANGES] = {0};
    bool good = true;
    for (size_t c = 0; good && c < n; c++) {
        group[c].change = &changes[first + c];
        good = migration_open(&group[c], before, subject, why);
    }
    if (good)
        good = migration_count(group, n, before, subject, why);
    for (size_t c = 0; c < n; c++) {
        if (good)
            migration_emit(&group[c], subject);
        migration_close(&group[c]);
    }
    return good;
}

static bool migration_run(const struct subject *subject, struct rs_why *why)
{
    struct rs_placement *before = NULL;
    bool good = !subject_open(subject, NULL, subject->n_nodes, &before, why);
    size_t n_at_once = MIGRATION_MAX_NODES / subject->n_nodes + 1;
    for (size_t first = 0; good && first < N_CHANGES; first += n_at_once) {
        size_t n = N_CHANGES - first < n_at_once ? N_CHANGES - first : n_at_once;
        good = (!first || key_stream_rewind(subject->keys, why)) &&
               migration_run_group(subject, before, first, n, why);
    }
    rs_close(before);
    return good;
}

const struct metric metric_migration = {
    .name = "migration",
    .summary = "which keys move when the nodes change, beside the fewest that must",
    .measures = migration_measures,
    .run = migration_run,
};
