/* maglev.c - a table of M entries that all nodes fill by turns
 *
 * Each node has a permutation of the M entries from the hash of its name: offset, offset + skip,
 * offset + 2 skip ... modulo M, a prime. By turns each takes the first entry of its permutation
 * that is still free, until none is. A key looks into one entry.
 *
 *     table  [ 2 0 1 1 0 2 1 ... ]   M numbers of nodes: 1 byte each up to 255 nodes, 2 up to 65535
 *     ids    [ id id id ]            4 bytes a node, by name
 *
 * Nodes of one weight have equally many entries, but for one. A change fills the table anew; most
 * entries come out as they were, but some keys move between nodes that did not change.
 * Cost, with n nodes: locate O(1), one entry; a change O(n log n + M log M) expected, O(n M) for a
 * hash of few bits, and for uneven weights n for each round, of which there are at most M; k
 * replicas O(k) for each entry walked; shares O(M); M, 2 M or 4 M bytes and 4 a node, while a
 * change runs 24 a node and the old table.
 * Departures: nodes take turns in the order of name and id, whatever the order in which they came;
 * weights are Envoy's; the second hash is a draw from the first; the position of a key is the high
 * half of a product, not the remainder.
 * Source: Eisenbud et al., NSDI 2016, section 3.4.
 */
#include "core/core.h"
#include "core/equal_ranges.h"
#include "core/maglev_walks.h"
#include "core/node_hash.h"

#include <math.h>

#define MAGLEV_MAX 16777213 /* the greatest prime below 2^24 */

struct maglev {
    struct rs_placement p;
    const struct rs_hash *label_hash;
    uint64_t n_entries; /* the parameter `table` */
    struct maglev_table table;
    uint32_t *ids; /* in the order of turns */
    uint32_t n;
};

static const struct maglev *maglev_of(const struct rs_placement *p)
{
    return (const struct maglev *)p;
}

static inline uint64_t maglev_position(const struct maglev *maglev, uint64_t digest)
{
    return equal_range_of(maglev->p.hash, digest, maglev->n_entries);
}

static inline uint32_t maglev_id_at(const struct rs_placement *p, uint64_t j)
{
    return maglev_of(p)->ids[maglev_entry(&maglev_of(p)->table, j)];
}

static inline uint32_t maglev_owner(const struct rs_placement *p, uint64_t digest,
                                    struct rs_steps *steps)
{
    const struct maglev *maglev = maglev_of(p);
    if (!maglev->n)
        return RS_NO_NODE;
    if (steps)
        steps->probes++;
    return maglev_id_at(p, maglev_position(maglev, digest));
}
LOOKUPS(maglev)

/* Along the table from the key's entry, every node once; all of them have an entry. */
static size_t maglev_replicas(const struct rs_placement *p, uint64_t digest, size_t k,
                              uint32_t *ids)
{
    const struct maglev *maglev = maglev_of(p);
    size_t n = 0;
    if (k > maglev->n)
        k = maglev->n;
    for (uint64_t at = maglev_position(maglev, digest); n < k;) {
        n = rs_put_distinct(ids, n, maglev_id_at(p, at));
        at = at + 1 < maglev->n_entries ? at + 1 : 0;
    }
    return n;
}

static enum rs_status maglev_init(struct rs_placement *p, struct rs_why *why)
{
    const struct maglev *maglev = maglev_of(p);
    uint32_t prime = maglev_prime((uint32_t)maglev->n_entries);
    if (prime != maglev->n_entries)
        return core_fail(why, RS_EINVAL, "maglev: table=%llu is not prime; the next one is %u",
                         (unsigned long long)maglev->n_entries, prime);
    return node_hash_init(p, maglev->label_hash, why);
}

static void maglev_fini(struct rs_placement *p)
{
    struct maglev *maglev = (struct maglev *)p;
    rs_free(p, maglev->table.entries, (size_t)maglev->table.n_entries * maglev->table.entry_bytes);
    rs_free(p, maglev->ids, maglev->n * sizeof *maglev->ids);
    maglev->table = (struct maglev_table){NULL, 0, 0};
    maglev->ids = NULL, maglev->n = 0;
}

/* Memory for n nodes, n above 0. */
static enum rs_status maglev_reserve(struct maglev *maglev, uint32_t n)
{
    const struct rs_placement *p = &maglev->p;
    unsigned entry_bytes = maglev_entry_bytes(n);
    maglev->table = (struct maglev_table){NULL, (uint32_t)maglev->n_entries, entry_bytes};
    maglev->n = n;
    maglev->ids = rs_alloc(p, n * sizeof *maglev->ids, _Alignof(uint32_t));
    maglev->table.entries =
        rs_alloc(p, (size_t)maglev->table.n_entries * entry_bytes, _Alignof(uint32_t));
    return maglev->ids && maglev->table.entries ? RS_OK : RS_ENOMEM;
}

/* Fills fresh, a copy of the head without an index. On failure fresh owns what it has so far. */
static enum rs_status maglev_make(struct maglev *fresh, uint32_t n)
{
    const struct rs_placement *p = &fresh->p;
    size_t n_bytes = n * sizeof(struct maglev_walk);
    struct maglev_walk *walks = rs_alloc(p, n_bytes, _Alignof(struct maglev_walk));
    enum rs_status status = walks ? maglev_reserve(fresh, n) : RS_ENOMEM;
    if (!status)
        status = maglev_walks(p, fresh->label_hash, fresh->table.n_entries, walks);
    if (!status) {
        maglev_fill(&fresh->table, walks, n);
        for (uint32_t i = 0; i < n; i++)
            fresh->ids[i] = p->slots[walks[i].slot].id;
    }
    rs_free(p, walks, n_bytes);
    return status;
}

static enum rs_status maglev_build(struct rs_placement *p)
{
    struct maglev *maglev = (struct maglev *)p, fresh = *maglev;
    uint32_t n = rs_n_answering(p);
    if (n > maglev->n_entries)
        return RS_EFULL;
    fresh.table = (struct maglev_table){NULL, 0, 0};
    fresh.ids = NULL, fresh.n = 0;
    enum rs_status status = n ? maglev_make(&fresh, n) : RS_OK;
    if (status) {
        maglev_fini(&fresh.p);
        return status;
    }
    maglev_fini(p);
    maglev->table = fresh.table, maglev->ids = fresh.ids, maglev->n = n;
    return RS_OK;
}

static enum rs_status maglev_shares(const struct rs_placement *p, double *by_slot)
{
    const struct maglev *maglev = maglev_of(p);
    return maglev->n ? equal_range_shares(p, maglev->n_entries, maglev_id_at, by_slot) : RS_OK;
}

/* For nodes of one weight: r = M mod n of them have one entry more than the others. */
static struct rs_moments maglev_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    const struct maglev *maglev = maglev_of(p);
    if (quantity == RS_DRAWS || quantity == RS_PROBES)
        return RS_EXACTLY(quantity == RS_PROBES && maglev->n);
    if (quantity != RS_SHARE_CV || !maglev->n || p->hash->n_bits < 64)
        return RS_NO_MOMENTS; /* what moves has no closed form */
    double weight = 0;
    for (uint32_t slot = 0; slot < p->n_slots; slot++) {
        double each = rs_effective(p, slot);
        if (each > 0 && weight > 0 && each != weight)
            return RS_NO_MOMENTS;
        weight = each > 0 ? each : weight;
    }
    double rest = (double)(maglev->n_entries % maglev->n);
    return RS_EXACTLY(sqrt(rest * (maglev->n - rest)) / (double)maglev->n_entries);
}

static const struct rs_param maglev_params[] = {
    RS_PARAM_HASH,
    NODE_HASH_PARAM(maglev, label_hash),
    {"table", RS_UINT, offsetof(struct maglev, n_entries), "65537", 2, MAGLEV_MAX, NULL,
     "entries, a prime: 100 for each node and shares differ by 1%"},
    {.name = NULL},
};

const struct rs_strategy rs_strategy_maglev = {
    .abi = RS_ABI,
    .name = "maglev",
    .summary = "a table that nodes fill by turns; one look, some extra moves",
    .origin = "Eisenbud et al., NSDI 2016",
    .lookup_cost = "O(1): one table entry and one id",
    .memory_cost = "1, 2 or 4 bytes a table entry (up to 255, 65535, more nodes), 4 a node",
    .choose = "nodes are named and weighted, lookups must be fast, and shares must be even",
    .avoid = "nodes change often: each change refills the table and moves some keys for nothing",
    .traits =
        RS_REMOVE_ANY | RS_HISTORY_FREE | RS_WEIGHTED | RS_HEALTH | RS_REPLICAS | RS_EXACT_SHARE,
    .weight = {1e-3, 1e3},
    .params = maglev_params,
    .state_bytes = sizeof(struct maglev),
    .build = maglev_build,
    LOOKUP_OPERATIONS(maglev),
    .init = maglev_init,
    .fini = maglev_fini,
    .replicas = maglev_replicas,
    .shares = maglev_shares,
    .theory = maglev_theory,
};
