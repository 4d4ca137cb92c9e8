/* liars_lookup.c - lies in what is answered
 *
 * Where the lookup changes, the ways to ask many or to count go, for the library then falls back to
 * the lookup.
 */
#include "liars.h"

#include <stdlib.h>
#include <string.h>

static void liar_locates(struct rs_strategy *row,
                         uint32_t (*locate)(const struct rs_placement *p, uint64_t digest))
{
    row->locate = locate;
    row->locate_many = NULL;
    row->count = NULL;
}

static uint32_t liar_honest(const char *base, const struct rs_placement *p, uint64_t digest)
{
    return rs_strategy_find(base)->locate(p, digest);
}

/* ---- total */

static uint32_t hole_locate(const struct rs_placement *p, uint64_t digest)
{
    return digest == UINT64_MAX ? RS_NO_NODE : liar_honest("ring", p, digest);
}
void lie_hole(struct rs_strategy *row)
{
    liar_locates(row, hole_locate);
}

/* ---- pure */

static uint32_t moody_locate(const struct rs_placement *p, uint64_t digest)
{
    static unsigned n_calls;
    return liar_honest("modulo", p, digest + (++n_calls % 97 == 0));
}
void lie_moody(struct rs_strategy *row)
{
    liar_locates(row, moody_locate);
}

static uint32_t greedy_locate(const struct rs_placement *p, uint64_t digest)
{
    rs_free(p, rs_alloc(p, 8, 1), 8);
    return liar_honest("ring", p, digest);
}
void lie_greedy(struct rs_strategy *row)
{
    liar_locates(row, greedy_locate);
}

static uint32_t miscount_count(const struct rs_placement *p, uint64_t digest,
                               struct rs_steps *steps)
{
    return rs_strategy_find("jump")->count(p, digest ^ 1, steps);
}
void lie_miscount(struct rs_strategy *row)
{
    row->count = miscount_count;
}

/* ---- undo: every node that ever was leaves a trace */

static uint32_t nostalgic_locate(const struct rs_placement *p, uint64_t digest)
{
    return liar_honest("modulo", p, digest + p->next_age);
}
void lie_nostalgic(struct rs_strategy *row)
{
    liar_locates(row, nostalgic_locate);
}

/* ---- batch */

static void seventh_locate_many(const struct rs_placement *p, const uint64_t *digests, size_t n,
                                uint32_t *ids)
{
    for (size_t i = 0; i < n; i++)
        ids[i] = p->strategy->locate(p, i == 7 ? digests[i] + 1 : digests[i]);
}
void lie_seventh(struct rs_strategy *row)
{
    row->locate_many = seventh_locate_many;
}

/* ---- weights */

static uint32_t undrained_locate(const struct rs_placement *p, uint64_t digest)
{
    for (uint32_t slot = 0; digest % 8 == 0 && slot < p->n_slots; slot++)
        if (p->slots[slot].text && p->slots[slot].weight == 0)
            return p->slots[slot].id;
    return liar_honest("ring", p, digest);
}
void lie_undrained(struct rs_strategy *row)
{
    liar_locates(row, undrained_locate);
}

/* ---- health */

static uint32_t undead_locate(const struct rs_placement *p, uint64_t digest)
{
    for (uint32_t slot = 0; digest % 8 == 0 && slot < p->n_slots; slot++)
        if (p->slots[slot].flags & RS_DOWN)
            return p->slots[slot].id;
    return liar_honest("ring", p, digest);
}
void lie_undead(struct rs_strategy *row)
{
    liar_locates(row, undead_locate);
}

/* ---- replicas */

static size_t liar_replicas(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids)
{
    return rs_strategy_find("ring")->replicas(p, digest, k, ids);
}

static size_t twice_replicas(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids)
{
    size_t n = liar_replicas(p, digest, k, ids);
    if (n > 1)
        ids[n - 1] = ids[0];
    return n;
}
void lie_twice(struct rs_strategy *row)
{
    row->replicas = twice_replicas;
}

static size_t no_prefix_replicas(const struct rs_placement *p, uint64_t digest, size_t k,
                                 uint32_t *ids)
{
    size_t n = liar_replicas(p, digest, k, ids);
    uint32_t last = n ? ids[n - 1] : 0;
    if (n > 2)
        ids[n - 1] = ids[1], ids[1] = last;
    return n;
}
void lie_no_prefix(struct rs_strategy *row)
{
    row->replicas = no_prefix_replicas;
}

static size_t other_first_replicas(const struct rs_placement *p, uint64_t digest, size_t k,
                                   uint32_t *ids)
{
    return liar_replicas(p, ~digest, k, ids);
}
void lie_other_first(struct rs_strategy *row)
{
    row->replicas = other_first_replicas;
}

/* ---- shares */

static enum rs_status short_shares(const struct rs_placement *p, double *by_slot)
{
    enum rs_status status = rs_strategy_find("ring")->shares(p, by_slot);
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        by_slot[slot] *= 0.999;
    return status;
}
void lie_short(struct rs_strategy *row)
{
    row->shares = short_shares;
}

static enum rs_status even_shares(const struct rs_placement *p, double *by_slot)
{
    uint32_t n = 0;
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        n += rs_effective(p, slot) > 0;
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        by_slot[slot] = rs_effective(p, slot) > 0 ? 1.0 / n : 0;
    return RS_OK;
}
void lie_even(struct rs_strategy *row)
{
    row->shares = even_shares;
}

/* ---- failed: goes by the rows of the node table, of which a refused add leaves some behind */

static uint32_t by_row_locate(const struct rs_placement *p, uint64_t digest)
{
    for (uint32_t i = 0; i < p->n_slots; i++) {
        uint32_t slot = (uint32_t)((digest + i) % p->n_slots);
        if (rs_effective(p, slot) > 0)
            return p->slots[slot].id;
    }
    return RS_NO_NODE;
}
void lie_by_row(struct rs_strategy *row)
{
    liar_locates(row, by_row_locate);
}

/* ---- naive_twin: off by one, at every point or only where the circle closes */

static uint32_t one_late_locate(const struct rs_placement *p, uint64_t digest)
{
    return liar_honest("ring", p, digest + 1);
}
void lie_one_late(struct rs_strategy *row)
{
    liar_locates(row, one_late_locate);
}

static uint32_t no_wrap_locate(const struct rs_placement *p, uint64_t digest)
{
    uint64_t point;
    if (rs_explain(p, digest, &point, NULL, 0) == RS_OK && point < digest)
        return liar_honest("ring", p, point + 1);
    return liar_honest("ring", p, digest);
}
void lie_no_wrap(struct rs_strategy *row)
{
    liar_locates(row, no_wrap_locate);
}

/* ---- theory: no chance where there is some, and evenness where there is none */

static struct rs_moments boastful_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    (void)p;
    return quantity == RS_DRAWS ? RS_EXACTLY(1) : RS_NO_MOMENTS;
}
void lie_boastful(struct rs_strategy *row)
{
    row->theory = boastful_theory;
}

static struct rs_moments certain_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    (void)p;
    return quantity == RS_SHARE_CV ? RS_EXACTLY(0) : RS_NO_MOMENTS;
}
void lie_certain(struct rs_strategy *row)
{
    row->theory = certain_theory;
}

/* ---- steps_bound: a lookup that goes on long after what it looked for, or says that it took none
 */

static uint32_t endless_count(const struct rs_placement *p, uint64_t digest, struct rs_steps *steps)
{
    steps->draws += digest % 1000 == 0 ? 1 << 16 : 0;
    return rs_strategy_find("dx")->count(p, digest, steps);
}
void lie_endless(struct rs_strategy *row)
{
    row->count = endless_count;
}

static uint32_t idle_count(const struct rs_placement *p, uint64_t digest, struct rs_steps *steps)
{
    (void)steps;
    return p->strategy->locate(p, digest);
}
void lie_idle(struct rs_strategy *row)
{
    row->count = idle_count;
}

/* ---- large_table: some entries are a neighbour's, where there are more than 2^17 */

static uint32_t far_locate(const struct rs_placement *p, uint64_t digest)
{
    const struct rs_param *params = rs_params(p->strategy);
    bool is_large = false;
    for (size_t i = 0; params[i].name; i++)
        if (!strcmp(params[i].name, "table"))
            is_large = strtoul(p->spec->values[i], NULL, 10) > 1 << 17;
    return liar_honest("maglev", p, is_large && digest >> 56 == 255 ? digest << 8 : digest);
}
void lie_far(struct rs_strategy *row)
{
    liar_locates(row, far_locate);
}
