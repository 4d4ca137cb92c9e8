/* migration.c - which keys move when the nodes change
 *
 *     add          one more node                remove_last    the node added last goes
 *     remove_10pct a tenth of them, at random   remove_random  one that was not added last
 *
 * The minimum is what weights ask for: the part of the node that comes, or of those that go. Excess
 * is what moved beyond it; it may be below zero, when the node in question has less than its part.
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

/* The nodes that a change is about. */
struct migration_nodes {
    uint32_t *positions, *ids; /* of the first n, the positions of all others behind them */
    size_t n;
};

/* Shuffles so much of the positions below n_from that the first n_picked are drawn. */
static void migration_pick(uint32_t *positions, size_t n_picked, size_t n_from, uint64_t seed)
{
    for (size_t i = 0; i < n_picked; i++) {
        size_t with = i + (size_t)rs_below(rs_draw(seed, i + 1), n_from - i);
        uint32_t swap = positions[i];
        positions[i] = positions[with];
        positions[with] = swap;
    }
}

/* n stays 0 where this size has none to spare. */
static void migration_choose(struct migration_nodes *nodes, const struct subject *subject,
                             int change)
{
    size_t n = subject->n_nodes;
    for (size_t i = 0; i < n; i++)
        nodes->positions[i] = (uint32_t)i;
    if (change == ADD || change == REMOVE_LAST) {
        nodes->n = 1;
        nodes->positions[0] = (uint32_t)(change == ADD ? n : n - 1);
    } else if (n > 1) {
        /* the last is left out of remove_random, since remove_last shows it */
        size_t n_from = change == REMOVE_RANDOM ? n - 1 : n;
        nodes->n = change == REMOVE_RANDOM ? 1 : (n + 9) / 10;
        migration_pick(nodes->positions, nodes->n, n_from, subject->seed + (uint64_t)change);
    }
    for (size_t i = 0; i < nodes->n; i++)
        nodes->ids[i] = subject->nodes[nodes->positions[i]].id;
}

/* Of the nodes in question, or of all there are before the change. */
static double migration_weight(const struct subject *subject, const struct migration_nodes *nodes)
{
    double sum = 0;
    size_t n = nodes ? nodes->n : subject->n_nodes;
    for (size_t i = 0; i < n; i++)
        sum += subject->nodes[nodes ? nodes->positions[i] : i].weight;
    return sum;
}

static double migration_minimum(const struct subject *subject, const struct migration_nodes *nodes,
                                int change)
{
    double part = migration_weight(subject, nodes);
    double whole = migration_weight(subject, NULL) + (change == ADD ? part : 0);
    return whole > 0 ? part / whole : 0;
}

/* The exact part of the keys that a placement gives to the nodes in question, where it knows. */
static enum rs_status migration_share(const struct rs_placement *p, const struct subject *subject,
                                      const struct migration_nodes *nodes, double *share)
{
    double sum = 0, *shares = calloc(subject->n_nodes + 1, sizeof *shares);
    bool known = false;
    enum rs_status status = shares ? subject_shares(p, shares, &known) : RS_ENOMEM;
    for (size_t i = 0; known && i < nodes->n; i++)
        sum += shares[nodes->positions[i]];
    free(shares);
    *share = known ? sum : -1;
    return status;
}

/* What theory expects to move. Under MINIMAL that is what the nodes in question have, and no more:
 * their exact share, or their part where all shares are even. */
static enum rs_status migration_expect(struct migration *m, const struct rs_placement *before,
                                       const struct subject *subject, int change,
                                       const struct migration_nodes *nodes)
{
    static const int quantities[N_CHANGES] = {RS_MOVED_ADD, RS_MOVED_LAST, RS_MOVED_MIDDLE, -1};
    if (quantities[change] >= 0)
        m->theory = rs_theory(before, (enum rs_quantity)quantities[change]).mean;
    if (m->theory >= 0 || !(rs_traits(before) & RS_MINIMAL))
        return RS_OK;
    enum rs_status status =
        migration_share(change == ADD ? m->p : before, subject, nodes, &m->theory);
    if (m->theory < 0 && rs_theory(before, RS_SHARE_CV).mean == 0)
        m->theory = m->minimum;
    return status;
}

static enum rs_status migration_change(struct migration *m, const struct subject *subject,
                                       int change, const struct migration_nodes *nodes)
{
    if (change == ADD)
        return rs_add(m->p, &subject->nodes[subject->n_nodes], 1, &m->why);
    if (nodes->n)
        return rs_remove(m->p, nodes->ids, nodes->n, &m->why);
    reason_set(&m->why, "there are too few nodes");
    return RS_EUNSUPPORTED;
}

/* Other than RS_OK: the change cannot be made, m->why says why, or memory was short. */
static enum rs_status migration_make(struct migration *m, const struct rs_placement *before,
                                     const struct subject *subject, int change)
{
    size_t n = subject->n_nodes;
    struct migration_nodes nodes = {calloc(n, sizeof(uint32_t)), calloc(n, sizeof(uint32_t)), 0};
    enum rs_status status = nodes.positions && nodes.ids ? RS_OK : RS_ENOMEM;
    if (!status) {
        migration_choose(&nodes, subject, change);
        m->minimum = migration_minimum(subject, &nodes, change);
        status = migration_change(m, subject, change, &nodes);
    }
    if (!status)
        status = migration_expect(m, before, subject, change, &nodes);
    free(nodes.positions);
    free(nodes.ids);
    return status;
}

static bool migration_open(struct migration *m, const struct rs_placement *before,
                           const struct subject *subject, int change, struct rs_why *why)
{
    *m = (struct migration){.theory = -1};
    if (subject_open(subject, NULL, subject->n_nodes, &m->p, why))
        return false;
    enum rs_status status = migration_make(m, before, subject, change);
    if (!status)
        return true;
    rs_close(m->p);
    m->p = NULL;
    return status != RS_ENOMEM || reason_set(why, "out of memory");
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
        m->n_between_survivors +=
            rs_slot_of(m->p, old[i]) != RS_NO_NODE && rs_slot_of(before, new[i]) != RS_NO_NODE;
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
    double error = sqrt(m->theory * (1 - m->theory) / (double)subject->n_keys);
    emit_real(subject, &migration_measures[MOVED_FRACTION], change, moved,
              m->theory < 0 ? NO_THEORY : expect(moved, m->theory, error));
    emit_real(subject, &migration_measures[MINIMUM_FRACTION], change, m->minimum, NO_THEORY);
    emit_real(subject, &migration_measures[EXCESS_FRACTION], change, moved - m->minimum, NO_THEORY);
    emit_count(subject, &migration_measures[SURVIVORS_MOVED], change, m->n_between_survivors,
               rs_traits(m->p) & RS_MINIMAL ? expect((double)m->n_between_survivors, 0, 0)
                                            : NO_THEORY);
}

static bool migration_run(const struct subject *subject, struct rs_why *why)
{
    struct migration changes[N_CHANGES] = {0};
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
