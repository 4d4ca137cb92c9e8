/* commit.c - a new aim takes the place of the present one
 *
 * Goes through all shards: what left the targets is cleared, what enters begins with nothing, and a
 * shard that needs no copy settles at once. The others wait for rc_step.
 */
#include "cluster_state.h"

/* What the lost node alone has of a shard. */
static void commit_count_loss(struct rc_cluster *cluster, uint32_t shard, uint32_t lost,
                              const uint32_t *others, unsigned n)
{
    const struct rc_store_type *type = cluster->type;
    struct rc_item item;
    for (bool first = true; type->next(cluster->aim.members[lost].store, shard, first, &item);
         first = false) {
        unsigned i = 0;
        while (i < n && !type->has(cluster->aim.members[others[i]].store, item.key))
            i++;
        if (i < n)
            continue;
        cluster->sums.n_lost_keys++;
        cluster->sums.n_lost_bytes += item.key.n_bytes + item.value.n_bytes;
    }
}

/* before: the old targets. */
static void commit_lose(struct rc_cluster *cluster, uint32_t shard, uint32_t lost, uint32_t *before)
{
    uint32_t *owners = shards_owners(cluster, shard), others[2 * RC_MAX_FACTOR];
    bool had = shards_has(cluster, owners, lost);
    if (!had && !shards_has(cluster, before, lost))
        return;
    if (had && owners[0] == lost)
        cluster->previous[shard] = RS_NO_NODE;
    shards_remove(cluster, owners, lost);
    shards_remove(cluster, before, lost);
    unsigned n = shards_n(cluster, owners);
    memcpy(others, owners, n * sizeof *owners);
    n += shards_minus(cluster, before, owners, others + n);
    commit_count_loss(cluster, shard, lost, others, n);
}

/* Nobody serves the shard: the fullest of those to come does, if one of them has anything; else it
 * begins empty where it shall be. */
static void commit_begin(struct rc_cluster *cluster, uint32_t shard, const uint32_t *before)
{
    uint32_t *owners = shards_owners(cluster, shard);
    const uint32_t *targets = shards_targets(cluster, &cluster->aim, shard);
    uint32_t best = shards_fullest(cluster, shard, before, targets);
    struct rc_counts counts = {.n_items = 0};
    if (best != NO_ROW)
        cluster->type->count(cluster->aim.members[best].store, shard, &counts);
    if (counts.n_items > 0) {
        owners[0] = best;
        return;
    }
    moves_clear(cluster, targets, shards_n(cluster, targets), shard);
    memcpy(owners, targets, cluster->factor * sizeof *owners);
}

/* A shard has new targets. */
static void commit_redirect(struct rc_cluster *cluster, uint32_t shard, uint32_t *before,
                            uint32_t lost)
{
    uint32_t *owners = shards_owners(cluster, shard), rows[RC_MAX_FACTOR], given_up[RC_MAX_FACTOR];
    const uint32_t *targets = shards_targets(cluster, &cluster->aim, shard);
    if (lost != NO_ROW)
        commit_lose(cluster, shard, lost, before);
    if (owners[0] == NO_ROW)
        commit_begin(cluster, shard, before);
    unsigned n_given_up = 0, n = shards_minus(cluster, before, owners, rows);
    for (unsigned i = 0; i < n; i++)
        if (!shards_has(cluster, targets, rows[i]))
            given_up[n_given_up++] = rows[i];
    moves_clear(cluster, given_up, n_given_up, shard);
    n = shards_minus(cluster, targets, owners, rows);
    for (unsigned i = 0; i < n; i++)
        if (!shards_has(cluster, before, rows[i]))
            moves_clear(cluster, &rows[i], 1, shard);
    if (n > 0)
        cluster->pending[cluster->n_pending++] = (struct pending){shard, NO_ROW};
    else if (targets[0] != NO_ROW)
        moves_settle(cluster, shard, false);
}

/* Room for the shards that may need a copy. */
static enum rs_status commit_reserve(const struct rc_cluster *cluster, const struct aim *aim,
                                     struct pending **pending, size_t *n)
{
    uint32_t rows[RC_MAX_FACTOR];
    *n = 0;
    for (uint32_t shard = 0; shard < cluster->n_shards; shard++) {
        const uint32_t *owners = shards_owners(cluster, shard);
        const uint32_t *targets = shards_targets(cluster, aim, shard);
        bool alike = !memcmp(owners, targets, cluster->factor * sizeof *owners);
        *n += !alike && owners[0] != NO_ROW && shards_minus(cluster, targets, owners, rows) > 0;
    }
    *pending = rows_alloc(&cluster->allocator, *n + 1, sizeof **pending);
    return *pending ? RS_OK : RS_ENOMEM;
}

enum rs_status commit_aim(struct rc_cluster *cluster, struct aim *aim, uint32_t lost,
                          struct rs_why *why)
{
    struct aim old = cluster->aim;
    struct pending *pending;
    size_t n_pending;
    if (commit_reserve(cluster, aim, &pending, &n_pending)) {
        aim_free(cluster, aim);
        return cluster_fail(why, RS_ENOMEM, "out of memory");
    }
    rows_free(&cluster->allocator, cluster->pending, cluster->cap_pending, sizeof *pending);
    cluster->pending = pending, cluster->cap_pending = n_pending + 1;
    cluster->n_pending = cluster->first_pending = 0;
    cluster->aim = *aim;
    for (uint32_t shard = 0; shard < cluster->n_shards; shard++)
        commit_redirect(cluster, shard, shards_targets(cluster, &old, shard), lost);
    shards_count_all(cluster);
    for (uint32_t row = 1; row < aim->n_members; row++) {
        cluster->aim.members[row].is_new = false;
        moves_leave(cluster, row);
    }
    aim_free(cluster, &old);
    return RS_OK;
}

enum rs_status rc_set_nodes(struct rc_cluster *cluster, const struct rs_node *nodes, size_t n,
                            struct rs_why *why)
{
    struct aim aim;
    enum rs_status status = aim_nodes(cluster, nodes, n, true, &aim, why);
    return status ? status : commit_aim(cluster, &aim, NO_ROW, why);
}

enum rs_status rc_crash(struct rc_cluster *cluster, uint32_t id, struct rs_why *why)
{
    struct aim aim;
    uint32_t row = aim_row(&cluster->aim, id);
    if (row == NO_ROW || cluster->aim.members[row].health == RC_DOWN)
        return cluster_fail(why, RS_ENOENT, "no node with id %u is up", id);
    enum rs_status status = aim_crash(cluster, row, &aim, why);
    if (!status)
        status = commit_aim(cluster, &aim, row, why);
    if (status)
        return status;
    struct member *member = &cluster->aim.members[row];
    cluster->type->close(member->store);
    member->store = NULL;
    moves_forget(cluster, id);
    return RS_OK;
}
