/* tally.c - how many keys each node gets, and how that lies beside what it should get
 */
#include "tally.h"

#include "chi2_cells.h"
#include "key_visit.h"
#include "reason.h"

#include <stdlib.h>

static bool tally_alloc(struct tally *tally)
{
    size_t n = tally->subject->n_nodes;
    tally->targets = calloc(n, sizeof *tally->targets);
    tally->shares = calloc(n + 1, sizeof *tally->shares);
    tally->n_keys = calloc(n, sizeof *tally->n_keys);
    tally->position_of = calloc(tally->p->n_slots + 1, sizeof *tally->position_of);
    return tally->targets && tally->shares && tally->n_keys && tally->position_of;
}

enum rs_status tally_open(struct tally *tally, const struct subject *subject,
                          const struct rs_node *nodes, struct rs_why *why)
{
    size_t n = subject->n_nodes;
    struct subject other = *subject;
    double sum = 0;
    other.nodes = nodes;
    *tally = (struct tally){.subject = subject, .nodes = nodes};
    enum rs_status status = subject_open(&other, NULL, n, &tally->p, why);
    if (status)
        return status;
    bool good = tally_alloc(tally);
    for (size_t i = 0; good && i < n; i++) {
        tally->position_of[rs_slot_of(tally->p, nodes[i].id)] = (uint32_t)i;
        sum += nodes[i].weight;
    }
    for (size_t i = 0; good && sum > 0 && i < n; i++)
        tally->targets[i] = nodes[i].weight / sum;
    if (good && !subject_shares(tally->p, tally->shares, &tally->has_shares))
        return RS_OK;
    reason_set(why, "out of memory");
    return RS_ENOMEM;
}

void tally_close(struct tally *tally)
{
    rs_close(tally->p);
    free(tally->position_of);
    free(tally->targets);
    free(tally->shares);
    free(tally->n_keys);
    *tally = (struct tally){0};
}

struct tally_counters {
    const struct tally *tally;
    uint64_t *n_keys; /* n_nodes a worker */
};

static void tally_block(void *ctx, const uint64_t *digests, size_t n, unsigned worker)
{
    const struct tally_counters *counters = ctx;
    const struct tally *tally = counters->tally;
    uint64_t *n_keys = counters->n_keys + worker * tally->subject->n_nodes;
    uint32_t ids[WORKLOAD_BLOCK];
    rs_locate_many(tally->p, digests, n, ids);
    for (size_t i = 0; i < n; i++) {
        uint32_t slot = rs_slot_of(tally->p, ids[i]);
        if (slot != RS_NO_NODE)
            n_keys[tally->position_of[slot]]++;
    }
}

bool tally_count(struct tally *tally, struct rs_why *why)
{
    size_t n = tally->subject->n_nodes;
    unsigned n_workers = key_visit_workers(tally->subject->n_threads, n);
    struct tally_counters counters = {tally, calloc(n_workers * n, sizeof *counters.n_keys)};
    const struct key_visit visit = {.n_workers = n_workers, .block = tally_block, .ctx = &counters};
    if (!counters.n_keys)
        return reason_set(why, "out of memory");
    uint64_t n_all = 0;
    bool good = key_visit_all(&visit, tally->subject->keys, tally->p, &n_all, why);
    for (size_t i = 0; good && i < n_workers * n; i++)
        tally->n_keys[i % n] += counters.n_keys[i];
    tally->n_all += n_all;
    free(counters.n_keys);
    return good;
}

double tally_z(const struct tally *tally, double share_cv)
{
    bool is_known = tally->has_shares || share_cv == 0;
    if (!is_known || !tally->subject->keys->workload->has_distinct_keys ||
        tally->p->hash->n_bits < 64)
        return NAN;
    const double *shares = tally->has_shares ? tally->shares : tally->targets;
    struct chi2_cells cells = {0};
    for (size_t i = 0; i < tally->subject->n_nodes; i++)
        chi2_cells_add(&cells, (double)tally->n_keys[i], (double)tally->n_all * shares[i]);
    return chi2_cells_z(&cells);
}

void spread_add(struct spread *spread, double load)
{
    if (!spread->n || load > spread->max)
        spread->max = load;
    if (!spread->n || load < spread->min)
        spread->min = load;
    spread->sum_squares += (load - 1) * (load - 1);
    spread->n++;
}

double spread_cv(const struct spread *spread)
{
    return spread->n ? sqrt(spread->sum_squares / (double)spread->n) : 0;
}

double spread_error(const struct spread *spread)
{
    return spread->n ? fmax(fabs(spread->max - 1), fabs(spread->min - 1)) : 0;
}

struct spread tally_loads(const struct tally *tally, double *noise)
{
    struct spread spread = {0};
    double sum = 0;
    for (size_t i = 0; i < tally->subject->n_nodes; i++) {
        double expected = (double)tally->n_all * tally->targets[i];
        if (!(expected > 0))
            continue;
        spread_add(&spread, (double)tally->n_keys[i] / expected);
        sum += (1 - tally->targets[i]) / expected;
    }
    if (noise)
        *noise = spread.n ? sqrt(sum / (double)spread.n) : 0;
    return spread;
}

struct spread tally_share_loads(const struct tally *tally)
{
    struct spread spread = {0};
    for (size_t i = 0; i < tally->subject->n_nodes; i++)
        if (tally->targets[i] > 0)
            spread_add(&spread, tally->shares[i] / tally->targets[i]);
    return spread;
}
