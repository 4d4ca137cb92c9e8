/* replicas.c - how evenly the first three owners of a key fall
 *
 * With equal weights every node should be among the k owners equally often, and be the first, the
 * second and the third equally often too: a second owner that follows from the first (the next node
 * of a ring, the next of a list) sends all of a dead node's load to few.
 */
#include "tally.h"

#include "chi2_cells.h"
#include "key_visit.h"
#include "reason.h"

#include <stdlib.h>

enum { REPLICAS_MAX = 3 };
enum { SKEW, FIRST_P, SECOND_P, THIRD_P, N_MEASURES };

static const struct measure replicas_measures[] = {
    [SKEW] = {"replica_skew", "ratio", BETTER_LOWER, KIND_EXACT},
    [FIRST_P] = {"owner_1_chi2_p", "probability", BETTER_NONE, KIND_EXACT},
    [SECOND_P] = {"owner_2_chi2_p", "probability", BETTER_NONE, KIND_EXACT},
    [THIRD_P] = {"owner_3_chi2_p", "probability", BETTER_NONE, KIND_EXACT},
    {NULL, NULL, BETTER_NONE, KIND_EXACT},
};

/* Counters of one worker: how often each position is the first, the second, the third. */
struct replicas {
    const struct tally *tally;
    size_t n_counters; /* a worker */
    uint64_t *n_keys;
};

static void replicas_block(void *ctx, const uint64_t *digests, size_t n, unsigned worker)
{
    const struct replicas *replicas = ctx;
    const struct tally *tally = replicas->tally;
    uint64_t *n_keys = replicas->n_keys + worker * replicas->n_counters;
    uint32_t ids[REPLICAS_MAX];
    for (size_t i = 0; i < n; i++) {
        size_t k = rs_replicas(tally->p, digests[i], REPLICAS_MAX, ids);
        for (size_t rank = 0; rank < k; rank++) {
            uint32_t position = tally->position_of[rs_slot_of(tally->p, ids[rank])];
            n_keys[rank * tally->subject->n_nodes + position]++;
        }
    }
}

static double replicas_chi2_p(const uint64_t *n_keys, size_t n, uint64_t n_all)
{
    struct chi2_cells cells = {0};
    for (size_t i = 0; i < n; i++)
        chi2_cells_add(&cells, (double)n_keys[i], (double)n_all / (double)n);
    return chi2_cells_p(&cells);
}

static void replicas_emit(const struct replicas *replicas, uint64_t n_all)
{
    const struct subject *subject = replicas->tally->subject;
    size_t n = subject->n_nodes, k = n < REPLICAS_MAX ? n : REPLICAS_MAX;
    double max = 0;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t rank = 0; rank < k; rank++)
            sum += (double)replicas->n_keys[rank * n + i];
        max = fmax(max, sum);
    }
    emit_real(subject, &replicas_measures[SKEW], "", max * (double)n / ((double)n_all * (double)k),
              NO_THEORY);
    for (size_t rank = 0; rank < REPLICAS_MAX; rank++) {
        double p = rank < k ? replicas_chi2_p(replicas->n_keys + rank * n, n, n_all) : -1;
        if (p >= 0)
            emit_real(subject, &replicas_measures[FIRST_P + rank], "", p, NO_THEORY);
        else
            emit_none(subject, &replicas_measures[FIRST_P + rank], "", "unsupported",
                      rank < k ? CHI2_CELLS_TOO_FEW : "there are too few nodes");
    }
}

static bool replicas_count(const struct tally *tally, struct rs_why *why)
{
    const struct subject *subject = tally->subject;
    size_t n_counters = REPLICAS_MAX * subject->n_nodes;
    unsigned n_workers = key_visit_workers(subject->n_threads, n_counters);
    struct replicas replicas = {tally, n_counters,
                                calloc(n_workers * n_counters, sizeof(uint64_t))};
    const struct key_visit visit = {
        .n_workers = n_workers, .block = replicas_block, .ctx = &replicas};
    if (!replicas.n_keys)
        return reason_set(why, "out of memory");
    uint64_t n_all;
    bool good = key_visit_all(&visit, subject->keys, tally->p, &n_all, why);
    for (size_t i = n_counters; i < n_workers * n_counters; i++)
        replicas.n_keys[i % n_counters] += replicas.n_keys[i];
    if (good)
        replicas_emit(&replicas, n_all);
    free(replicas.n_keys);
    return good;
}

/* NULL: it can be measured. */
static const char *replicas_obstacle(const struct tally *tally)
{
    for (size_t i = 1; i < tally->subject->n_nodes; i++)
        if (tally->nodes[i].weight != tally->nodes[0].weight)
            return "the nodes' weights differ";
    return rs_traits(tally->p) & RS_REPLICAS ? NULL : "it has no replicas";
}

static bool replicas_run(const struct subject *subject, struct rs_why *why)
{
    struct tally tally;
    bool good = !tally_open(&tally, subject, subject->nodes, why);
    const char *obstacle = good ? replicas_obstacle(&tally) : NULL;
    if (obstacle)
        for (int m = 0; m < N_MEASURES; m++)
            emit_none(subject, &replicas_measures[m], "", "unsupported", obstacle);
    else if (good)
        good = replicas_count(&tally, why);
    tally_close(&tally);
    return good;
}

const struct metric metric_replicas = {
    .name = "replicas",
    .summary = "how evenly the first, second and third owner of a key fall",
    .measures = replicas_measures,
    .run = replicas_run,
};
