/* change_theory.c - the part of the keys that a change should move
 *
 * The first that there is: the strategy's closed form; 0 for a node that comes back to a placement
 * without a past; under MINIMAL, what the nodes in question have, or have more or less than before.
 * Not so where two things happen in one: a newcomer takes part of the leaver's keys as well, and
 * how many those are MINIMAL does not say.
 */
#include "change_theory.h"

#include <stdlib.h>

/* The exact part of the keys that a placement gives to the nodes in question; -1: not known. */
static enum rs_status change_share(const struct change_between *what, const struct rs_placement *p,
                                   double *share)
{
    double sum = 0, *shares = calloc(what->subject->n_nodes + 1, sizeof *shares);
    bool known = false;
    enum rs_status status = shares ? subject_shares(p, shares, &known) : RS_ENOMEM;
    for (size_t i = 0; known && i < what->nodes->n; i++)
        sum += shares[what->nodes->positions[i]];
    free(shares);
    *share = known ? sum : -1;
    return status;
}

static enum rs_status change_expect_minimal(const struct change_between *what, double *theory)
{
    double old = 0, new = 0;
    enum rs_status status = RS_OK;
    if (what->change->kind != CHANGE_ADD)
        status = change_share(what, what->before, &old);
    if (!status && what->change->kind != CHANGE_REMOVE)
        status = change_share(what, what->after, &new);
    if (old >= 0 && new >= 0)
        *theory = fabs(new - old);
    else if (rs_theory(what->before, RS_SHARE_CV).mean == 0)
        *theory = what->minimum;
    return status;
}

enum rs_status change_expect(const struct change_between *what, double *theory)
{
    static const struct {
        int change;
        enum rs_quantity quantity;
    } closed[] = {{CHANGE_add, RS_MOVED_ADD},
                  {CHANGE_remove_last, RS_MOVED_LAST},
                  {CHANGE_remove_random, RS_MOVED_MIDDLE}};
    enum change_kind kind = what->change->kind;
    uint32_t traits = rs_traits(what->before);
    *theory = -1;
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (what->change == &changes[closed[i].change])
            *theory = rs_theory(what->before, closed[i].quantity).mean;
    if (kind == CHANGE_REJOIN && traits & RS_HISTORY_FREE)
        *theory = 0;
    if (*theory >= 0 || kind == CHANGE_REJOIN || kind == CHANGE_REPLACE || !(traits & RS_MINIMAL))
        return RS_OK;
    return change_expect_minimal(what, theory);
}
