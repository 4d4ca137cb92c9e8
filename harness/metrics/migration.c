/* migration.c - which keys move when the nodes change
 *
 *     add          one more node                remove_last    the node added last goes
 *     remove_10pct a tenth of them, at random   remove_random  one that was not added last
 *
 * The minimum is what weights ask for: the part of the node that comes, or of those that go. Excess is
 * what moved beyond it; it may be below zero, when the node in question has less than its part.
 */
#include "metric.h"

#include "reason.h"

#include <stdlib.h>
#include <string.h>

enum { MOVED_KEYS, MOVED_FRACTION, MINIMUM_FRACTION, EXCESS_FRACTION, SURVIVORS_MOVED };

static const struct measure migration_measures[] = {
    [MOVED_KEYS] = {"moved_keys", "keys", BETTER_LOWER, KIND_COUNT},
    [MOVED_FRACTION] = {"moved_fraction", "fraction", BETTER_LOWER, KIND_EXACT},
    [MINIMUM_FRACTION] = {"minimum_fraction", "fraction", BETTER_NONE, KIND_EXACT},
    [EXCESS_FRACTION] = {"excess_fraction", "fraction", BETTER_LOWER, KIND_EXACT},
    [SURVIVORS_MOVED] = {"survivors_moved", "keys", BETTER_LOWER, KIND_COUNT},
    {NULL, NULL, BETTER_NONE, KIND_EXACT},
};

enum { ADD, REMOVE_LAST, REMOVE_RANDOM, REMOVE_10PCT, N_CHANGES };
static const char *const migration_names[N_CHANGES] = {
    [ADD] = "add",
    [REMOVE_LAST] = "remove_last",
    [REMOVE_RANDOM] = "remove_random",
    [REMOVE_10PCT] = "remove_10pct",
};

/* A placement after its change. */
struct migration {
    struct rs_placement *p; /* NULL: the change cannot be made, for this reason */
    struct rs_why why;
    double minimum, theory;
    uint64_t n_moved, n_between_survivors;
};

/* The first n_picked of a seeded shuffle of positions below n. */
static bool migration_pick(uint64_t seed, uint32_t *picked, size_t n_picked, size_t n)
{
    uint32_t *order = malloc(n * sizeof *order);
    if (!order)
        return false;
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    for (size_t i = 0; i < n_picked; i++) {
        size_t with = i + (size_t)rs_below(rs_draw(seed, i + 1), n - i);
        uint32_t swap = order[i];
        picked[i] = order[with];
        order[with] = swap;
    }
    free(order);
    return true;
}

/* Positions of the nodes that leave. Returns how many; 0: this size has none. */
static size_t migration_leaving(const struct subject *subject, int change, uint32_t *leaving)
{
    size_t n = subject->n_nodes, n_leaving = change == REMOVE_10PCT ? (n + 9) / 10 : 1;
    if (change == REMOVE_LAST) {
        leaving[0] = (uint32_t)n - 1;
        return 1;
    }
    /* the last is left out of remove_random, since remove_last shows it */
    size_t n_from = change == REMOVE_RANDOM ? n - 1 : n;
    if (n < 2 || !migration_pick(subject->seed + (uint64_t)change, leaving, n_leaving, n_from))
        return 0;
    return n_leaving;
}

static double migration_weight(const struct subject *subject, const uint32_t *positions, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += subject->nodes[positions ? positions[i] : i].weight;
    return sum;
}

/* The part of the keys that a placement gives to some of its nodes: exact where it knows. */
static double migration_share(const struct rs_placement *p, const struct subject *subject,
                              const uint32_t *positions, size_t n_positions)
{
    double sum = 0, *shares = calloc(subject->n_nodes + 1, sizeof *shares);
    bool known = shares && !rs_shares(p, shares);
    for (size_t i = 0; known && i < n_positions; i++)
        sum += shares[positions[i]];
    free(shares);
    return known ? sum : NO_THEORY;
}

/* What theory expects to move. Under MINIMAL that is what the nodes in question have, and no more:
 * their exact share, or their part where all shares are even. */
static double migration_theory(const struct migration *m, const struct rs_placement *before,
                               const struct subject *subject, int change, const uint32_t *changed,
                               size_t n_changed)
{
    static const int quantities[N_CHANGES] = {RS_MOVED_ADD, RS_MOVED_LAST, RS_MOVED_MIDDLE, -1};
    double known = quantities[change] < 0
                       ? NO_THEORY
                       : rs_theory(before, (enum rs_quantity)quantities[change]);
    if (known >= 0)
        return known;
    if (!(rs_traits(before) & RS_MINIMAL))
        return NO_THEORY;
    double share = migration_share(change == ADD ? m->p : before, subject, changed, n_changed);
    return share >= 0 || rs_theory(before, RS_SHARE_CV) != 0 ? share : m->minimum;
}

static bool migration_open(struct migration *m, const struct rs_placement *before,
                           const struct subject *subject, int change, struct rs_why *why)
{
    size_t n = subject->n_nodes, n_changed = 1;
    uint32_t *changed = calloc(n, sizeof *changed), *ids = calloc(n, sizeof *ids);
    if (!changed || !ids) {
        free(changed);
        free(ids);
        return reason_set(why, "out of memory");
    }
    bool good = !subject_open(subject, NULL, n, &m->p, why);
    double whole = migration_weight(subject, NULL, n);
    enum rs_status status = RS_OK;
    if (change == ADD) {
        changed[0] = (uint32_t)n;
        status = good ? rs_add(m->p, &subject->nodes[n], 1, &m->why) : RS_OK;
        m->minimum = subject->nodes[n].weight / (whole + subject->nodes[n].weight);
    } else {
        n_changed = migration_leaving(subject, change, changed);
        for (size_t i = 0; i < n_changed; i++)
            ids[i] = subject->nodes[changed[i]].id;
        if (!n_changed)
            status = RS_EUNSUPPORTED, reason_set(&m->why, "there are too few nodes");
        else if (good)
            status = rs_remove(m->p, ids, n_changed, &m->why);
        m->minimum = whole > 0 ? migration_weight(subject, changed, n_changed) / whole : 0;
    }
    if (good && !status)
        m->theory = migration_theory(m, before, subject, change, changed, n_changed);
    if (good && status) {
        rs_close(m->p);
        m->p = NULL;
    }
    free(changed);
    free(ids);
    return good;
}

static void migration_compare(struct migration *m, const struct rs_placement *before,
                              const uint64_t *digests, const uint32_t *old, size_t n)
{
    static uint32_t new[WORKLOAD_BLOCK];
    rs_locate_many(m->p, digests, n, new);
    for (size_t i = 0; i < n; i++) {
        if (old[i] == new[i])
            continue;
        m->n_moved++;
        m->n_between_survivors += rs_slot_of(m->p, old[i]) != RS_NO_NODE &&
                                  rs_slot_of(before, new[i]) != RS_NO_NODE;
    }
}

static bool migration_count(struct migration *changes, const struct rs_placement *before,
                            const struct subject *subject, struct rs_why *why)
{
    static struct key_pass pass;
    static uint32_t old[WORKLOAD_BLOCK];
    bool good;
    pass.keys = subject->keys;
    while ((good = key_pass_next(&pass, before, why)) && pass.n) {
        rs_locate_many(before, pass.digests, pass.n, old);
        for (int c = 0; c < N_CHANGES; c++)
            if (changes[c].p)
                migration_compare(&changes[c], before, pass.digests, old, pass.n);
    }
    return good;
}

static void migration_emit(const struct migration *m, const struct subject *subject,
                           const char *change)
{
    if (!m->p) {
        for (size_t i = 0; migration_measures[i].name; i++)
            emit_none(subject, &migration_measures[i], change, "unsupported", m->why.text);
        return;
    }
    double moved = (double)m->n_moved / (double)subject->n_keys;
    emit_count(subject, &migration_measures[MOVED_KEYS], change, m->n_moved, NO_THEORY);
    emit_real(subject, &migration_measures[MOVED_FRACTION], change, moved, m->theory);
    emit_real(subject, &migration_measures[MINIMUM_FRACTION], change, m->minimum, NO_THEORY);
    emit_real(subject, &migration_measures[EXCESS_FRACTION], change, moved - m->minimum, NO_THEORY);
    emit_count(subject, &migration_measures[SURVIVORS_MOVED], change, m->n_between_survivors,
               rs_traits(m->p) & RS_MINIMAL ? 0 : NO_THEORY);
}

static bool migration_run(const struct subject *subject, struct rs_why *why)
{
    struct migration changes[N_CHANGES] = {{.theory = NO_THEORY}};
    struct rs_placement *before = NULL;
    bool good = !subject_open(subject, NULL, subject->n_nodes, &before, why);
    for (int c = 0; good && c < N_CHANGES; c++)
        good = migration_open(&changes[c], before, subject, c, why);
    if (good)
        good = migration_count(changes, before, subject, why);
    for (int c = 0; c < N_CHANGES; c++) {
        if (good)
            migration_emit(&changes[c], subject, migration_names[c]);
        rs_close(changes[c].p);
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
