/* failover.c - who carries the keys of a node that dies
 *
 * Up to eight nodes, drawn by the seed, die one at a time: each goes down where the strategy knows
 * health, else it is removed. Its keys may fall evenly on all others, or on one that then dies too.
 */
#include "tally.h"

#include "changes.h"
#include "key_visit.h"
#include "parallel.h"
#include "reason.h"

#include <stdatomic.h>
#include <stdlib.h>

/* 2^20 keys tell what there is to see; each victim is a pass. */
enum { FAILOVER_VICTIMS = 8, FAILOVER_KEYS = 1 << 20 };
enum { MAX_OVER_MEAN, SPREAD, N_MEASURES };

static const struct measure failover_measures[] = {
    [MAX_OVER_MEAN] = {"failover_max_over_mean", "ratio", BETTER_LOWER, KIND_EXACT},
    [SPREAD] = {"failover_spread", "nodes", BETTER_HIGHER, KIND_EXACT},
    {NULL, NULL, BETTER_NONE, KIND_EXACT},
};

/* One victim. Counters are shared by the workers: sums of whole numbers, in any order the same. */
struct failover {
    const struct tally *tally; /* before */
    struct rs_placement *after;
    uint32_t victim; /* id */
    atomic_ulong *n_keys;
    atomic_bool *takes_part; /* has a key that was the victim's */
};

/* The owner after the death. Under MINIMAL, a promise that the tests hold, only the victim's keys
 * have another: to ask for all would take most of the time of a run. */
static uint32_t failover_ask(const struct failover *f, uint64_t digest, uint32_t old)
{
    bool stays = old != f->victim && (rs_traits(f->tally->p) & RS_MINIMAL);
    return stays ? old : rs_locate(f->after, digest);
}

static void failover_block(void *ctx, const uint64_t *digests, size_t n, unsigned worker)
{
    const struct failover *f = ctx;
    uint32_t old[WORKLOAD_BLOCK];
    (void)worker;
    rs_locate_many(f->tally->p, digests, n, old);
    for (size_t i = 0; i < n; i++) {
        uint32_t slot = rs_slot_of(f->tally->p, failover_ask(f, digests[i], old[i]));
        if (slot == RS_NO_NODE)
            continue;
        uint32_t position = f->tally->position_of[slot];
        atomic_fetch_add_explicit(&f->n_keys[position], 1, memory_order_relaxed);
        if (old[i] == f->victim)
            atomic_store_explicit(&f->takes_part[position], true, memory_order_relaxed);
    }
}

static enum rs_status failover_kill(struct failover *f, const struct rs_node *victim,
                                    struct rs_why *why)
{
    struct rs_node down = *victim;
    down.flags |= RS_DOWN;
    enum rs_status status = rs_clone(f->tally->p, NULL, &f->after);
    if (status)
        return status;
    if (rs_traits(f->tally->p) & RS_HEALTH)
        return rs_update(f->after, &down, 1, why);
    return rs_remove(f->after, &victim->id, 1, why);
}

/* Of one victim; adds to the survivors that take a part, and keeps the greatest load. */
static bool failover_measure(struct failover *f, uint32_t victim, double *max, double *n_parts,
                             struct rs_why *why)
{
    const struct tally *tally = f->tally;
    const struct subject *subject = tally->subject;
    const struct key_visit visit = {.n_workers = parallel_workers(subject->n_threads),
                                    .limit = FAILOVER_KEYS,
                                    .block = failover_block,
                                    .ctx = f};
    uint64_t n_keys;
    f->victim = subject->nodes[victim].id;
    for (size_t i = 0; i < subject->n_nodes; i++) {
        f->n_keys[i] = 0;
        f->takes_part[i] = false;
    }
    bool good = failover_kill(f, &subject->nodes[victim], why) == RS_OK &&
                key_stream_rewind(subject->keys, why) &&
                key_visit_all(&visit, subject->keys, tally->p, &n_keys, why);
    for (size_t i = 0; good && i < subject->n_nodes; i++) {
        if (i == victim || !(tally->targets[i] > 0))
            continue;
        *max = fmax(*max, (double)f->n_keys[i] / ((double)n_keys * tally->targets[i]));
        *n_parts += f->takes_part[i];
    }
    rs_close(f->after);
    f->after = NULL;
    return good;
}

static void failover_emit(const struct tally *tally, double max, double n_parts, size_t n_victims)
{
    const struct subject *subject = tally->subject;
    double n = (double)subject->n_nodes;
    bool is_even = rs_theory(tally->p, RS_SHARE_CV).mean == 0;
    for (size_t i = 0; i < subject->n_nodes; i++)
        is_even &= tally->nodes[i].weight == tally->nodes[0].weight;
    emit_real(subject, &failover_measures[MAX_OVER_MEAN], "", max,
              is_even ? (struct expected){n / (n - 1), NAN, false} : NO_THEORY);
    emit_real(subject, &failover_measures[SPREAD], "", n_parts / (double)n_victims, NO_THEORY);
}

static bool failover_all(struct failover *f, uint32_t *positions, struct rs_why *why)
{
    const struct subject *subject = f->tally->subject;
    size_t n = subject->n_nodes, n_victims = n < FAILOVER_VICTIMS ? n : FAILOVER_VICTIMS;
    double max = 0, n_parts = 0;
    bool good = true;
    for (size_t i = 0; i < n; i++)
        positions[i] = (uint32_t)i;
    change_pick(positions, n_victims, n, subject->seed + DRAWS_OF_FAILOVER);
    for (size_t i = 0; good && i < n_victims; i++)
        good = failover_measure(f, positions[i], &max, &n_parts, why);
    if (good)
        failover_emit(f->tally, max, n_parts, n_victims);
    return good;
}

static bool failover_count(const struct tally *tally, struct rs_why *why)
{
    size_t n = tally->subject->n_nodes;
    uint32_t *positions = calloc(n, sizeof *positions);
    struct failover f = {.tally = tally,
                         .n_keys = calloc(n, sizeof *f.n_keys),
                         .takes_part = calloc(n, sizeof *f.takes_part)};
    bool good = positions && f.n_keys && f.takes_part;
    good = good ? failover_all(&f, positions, why) : reason_set(why, "out of memory");
    free(f.takes_part);
    free(f.n_keys);
    free(positions);
    return good;
}

static bool failover_run(const struct subject *subject, struct rs_why *why)
{
    struct tally tally;
    bool good = !tally_open(&tally, subject, subject->nodes, why);
    bool can = good && rs_traits(tally.p) & (RS_HEALTH | RS_REMOVE_ANY);
    const char *obstacle = can ? "there are too few nodes" : "no node but the last can go";
    if (good && (!can || subject->n_nodes < 2))
        for (int m = 0; m < N_MEASURES; m++)
            emit_none(subject, &failover_measures[m], "", "unsupported", obstacle);
    else if (good)
        good = failover_count(&tally, why);
    tally_close(&tally);
    return good;
}

const struct metric metric_failover = {
    .name = "failover",
    .summary = "load of the busiest survivor when a node dies, and how many help",
    .measures = failover_measures,
    .run = failover_run,
};
