/* liars_change.c - lies in what is promised, done when nodes change, and remembered
 */
#include "liars.h"

static enum rs_status liar_change(struct rs_placement *p, const struct rs_change *changes, size_t n)
{
    return rs_strategy_find("modulo")->change(p, changes, n);
}

/* ---- membership */

static enum rs_status loyal_change(struct rs_placement *p, const struct rs_change *changes,
                                   size_t n)
{
    return n == 1 && changes->to == 0 ? RS_OK : liar_change(p, changes, n);
}
void lie_loyal(struct rs_strategy *row)
{
    row->change = loyal_change;
}

/* ---- weights */

/* The ring's change with other weights. */
static enum rs_status liar_reweigh(struct rs_placement *p, const struct rs_change *changes,
                                   size_t n, double (*weight)(double weight))
{
    struct rs_change others[64];
    if (n > sizeof others / sizeof *others)
        return RS_ENOMEM;
    for (size_t i = 0; i < n; i++)
        others[i] =
            (struct rs_change){changes[i].slot, weight(changes[i].from), weight(changes[i].to)};
    return rs_strategy_find("ring")->change(p, others, n);
}

static double equal_weight(double weight)
{
    return weight > 0;
}
static enum rs_status equal_change(struct rs_placement *p, const struct rs_change *changes,
                                   size_t n)
{
    return liar_reweigh(p, changes, n, equal_weight);
}
void lie_equal(struct rs_strategy *row)
{
    row->change = equal_change;
}

/* The lighter of two light nodes gets more. */
static double odd_weight(double weight)
{
    return weight > 0 && weight < 1 ? 3 - weight : weight;
}
static enum rs_status odd_change(struct rs_placement *p, const struct rs_change *changes, size_t n)
{
    return liar_reweigh(p, changes, n, odd_weight);
}
void lie_odd(struct rs_strategy *row)
{
    row->change = odd_change;
}

/* ---- minimal, history_free, health: promises that the base does not make */

void lie_minimal(struct rs_strategy *row)
{
    row->traits |= RS_MINIMAL;
}

void lie_history_free(struct rs_strategy *row)
{
    row->traits |= RS_HISTORY_FREE;
}

void lie_health(struct rs_strategy *row)
{
    row->traits |= RS_HEALTH; /* who comes back comes last */
}

/* ---- clone, save_restore: an order that is nowhere saved, or not read */

void lie_unsaved(struct rs_strategy *row)
{
    row->save = NULL;
    row->restore = NULL;
}

static enum rs_status unread_restore(struct rs_placement *p, const void *buf, size_t n_bytes)
{
    (void)buf, (void)n_bytes;
    return p->strategy->build(p);
}
void lie_unread(struct rs_strategy *row)
{
    row->restore = unread_restore;
}

/* ---- baseline */

static enum rs_status leaky_change(struct rs_placement *p, const struct rs_change *changes,
                                   size_t n)
{
    return rs_alloc(p, 8, 1) ? liar_change(p, changes, n) : RS_ENOMEM;
}
void lie_leaky(struct rs_strategy *row)
{
    row->change = leaky_change;
}

static enum rs_status wrong_size_change(struct rs_placement *p, const struct rs_change *changes,
                                        size_t n)
{
    rs_free(p, rs_alloc(p, 16, 1), 8);
    return liar_change(p, changes, n);
}
void lie_wrong_size(struct rs_strategy *row)
{
    row->change = wrong_size_change;
}

/* ---- oom */

static enum rs_status hasty_change(struct rs_placement *p, const struct rs_change *changes,
                                   size_t n)
{
    enum rs_status status = liar_change(p, changes, n);
    void *late = status ? NULL : rs_alloc(p, 8, 1);
    rs_free(p, late, 8);
    return late ? RS_OK : RS_ENOMEM;
}
void lie_hasty(struct rs_strategy *row)
{
    row->change = hasty_change;
}

static enum rs_status misleading_change(struct rs_placement *p, const struct rs_change *changes,
                                        size_t n)
{
    return liar_change(p, changes, n) ? RS_EFULL : RS_OK;
}
void lie_misleading(struct rs_strategy *row)
{
    row->change = misleading_change;
}

/* ---- live: what it remembers is lost on the way to the other side */

void lie_lapsed(struct rs_strategy *row)
{
    lie_unsaved(row);
}
