/* migration_open.c - a placement after its change, beside the one before
 */
#include "migration.h"

#include "change_theory.h"
#include "reason.h"

#include <stdlib.h>

/* The nodes of p as they are, oldest first, in one call. */
static enum rs_status migration_refresh(struct migration *m, const struct subject *subject)
{
    size_t n = rs_nodes(m->p, NULL, 0);
    uint32_t *ids = calloc(n + 1, sizeof *ids);
    struct rs_node *nodes = calloc(n + 1, sizeof *nodes);
    enum rs_status status = ids && nodes ? RS_OK : RS_ENOMEM;
    if (!status) {
        rs_nodes(m->p, ids, n);
        for (size_t i = 0; i < n; i++)
            rs_node(m->p, ids[i], &nodes[i]);
        struct subject same = *subject;
        same.nodes = nodes;
        status = subject_open(&same, NULL, n, &m->fresh, &m->why);
    }
    free(ids);
    free(nodes);
    return status;
}

/* Where a promise says that the past is forgotten, the keys of the sample are enough to see that it
 * is kept, and the second placement need not be held. */
static enum rs_status migration_open_path(struct migration *m, const struct subject *subject)
{
    enum rs_status status = migration_refresh(m, subject);
    if (status)
        return status;
    m->moved.fresh = m->fresh;
    if (!(rs_traits(m->p) & RS_HISTORY_FREE))
        return RS_OK;
    m->moved.n_off_path = moved_n_different(m->p, m->fresh, subject->digests, subject->n_digests);
    rs_close(m->fresh);
    m->fresh = NULL;
    m->moved.fresh = NULL;
    return RS_OK;
}

/* Other than RS_OK: the change cannot be made, m->why says why, or memory was short. */
static enum rs_status migration_make(struct migration *m, const struct rs_placement *before,
                                     const struct subject *subject)
{
    struct change_nodes nodes;
    enum rs_status status = change_choose(&nodes, subject, m->change) ? RS_OK : RS_ENOMEM;
    if (!status) {
        m->minimum = change_minimum(subject, m->change, &nodes);
        status = change_make(m->p, subject, m->change, &nodes, &m->why);
    }
    const struct change_between what = {subject, m->change, &nodes, before, m->p, m->minimum};
    if (!status)
        status = change_expect(&what, &m->theory);
    if (!status)
        status = moved_open(&m->moved, before, m->p) ? RS_OK : RS_ENOMEM;
    if (!status) {
        if (m->change->kind == CHANGE_REJOIN || m->change->kind == CHANGE_REWEIGHT)
            m->moved.touched = nodes.ids[0];
        status = migration_open_path(m, subject);
    }
    change_nodes_free(&nodes);
    return status;
}

void migration_close(struct migration *m)
{
    moved_close(&m->moved);
    rs_close(m->fresh);
    rs_close(m->p);
    m->fresh = m->p = NULL;
}

bool migration_open(struct migration *m, const struct rs_placement *before,
                    const struct subject *subject, struct rs_why *why)
{
    m->theory = -1;
    if (subject_open(subject, NULL, subject->n_nodes, &m->p, why))
        return false;
    enum rs_status status = migration_make(m, before, subject);
    if (!status)
        return true;
    migration_close(m);
    return status != RS_ENOMEM || reason_set(why, "out of memory");
}
