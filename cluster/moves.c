/* moves.c - the nodes change, and shards follow them
 *
 * Committing an aim goes through all shards: what left the targets is cleared, what enters begins
 * with nothing, and a shard that needs no copy settles at once. For the others one walk through the
 * source feeds all nodes to come, so of two of them the one that came first has whatever the other
 * has: when the last owner crashes, the fullest of them can take its place alone.
 */
#include "cluster_state.h"

static void moves_clear(const struct rc_cluster *cluster, const uint32_t *rows, unsigned n,
                        uint32_t shard)
{
    for (unsigned i = 0; i < n; i++)
        cluster->type->clear(cluster->aim.members[rows[i]].store, shard);
}

/* The owners are now who shall be. Nodes that are none any more forget the shard, or `keep` it. */
static void moves_settle(struct rc_cluster *cluster, uint32_t shard, bool keep)
{
    uint32_t *owners = shards_owners(cluster, shard), going[RC_MAX_FACTOR];
    const uint32_t *targets = shards_targets(cluster, &cluster->aim, shard);
    unsigned n = shards_minus(cluster, owners, targets, going);
    if (owners[0] != targets[0])
        cluster->previous[shard] = cluster->aim.members[owners[0]].id;
    if (!keep)
        moves_clear(cluster, going, n, shard);
    memcpy(owners, targets, cluster->factor * sizeof *owners);
}

static void moves_forget(struct rc_cluster *cluster, uint32_t id)
{
    for (uint32_t shard = 0; shard < cluster->n_shards; shard++)
        if (cluster->previous[shard] == id)
            cluster->previous[shard] = RS_NO_NODE;
}

/* A node that has nothing left to give goes. */
static void moves_leave(struct rc_cluster *cluster, uint32_t row)
{
    struct member *member = &cluster->aim.members[row];
    if (row == NO_ROW || member->health != RC_DRAINING || member->n_primary + member->n_replica > 0)
        return;
    moves_forget(cluster, member->id);
    cluster->type->close(member->store);
    *member = (struct member){.id = RS_NO_NODE, .health = RC_DOWN};
}

/* What the lost node alone has of a shard. */
static void moves_count_loss(struct rc_cluster *cluster, uint32_t shard, uint32_t lost,
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
static void moves_lose(struct rc_cluster *cluster, uint32_t shard, uint32_t lost, uint32_t *before)
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
    moves_count_loss(cluster, shard, lost, others, n);
}

/* Nobody serves the shard: the fullest of those to come does, if one of them has anything; else it
 * begins empty where it shall be. */
static void moves_begin(struct rc_cluster *cluster, uint32_t shard, const uint32_t *before)
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
static void moves_redirect(struct rc_cluster *cluster, uint32_t shard, uint32_t *before,
                           uint32_t lost)
{
    uint32_t *owners = shards_owners(cluster, shard), rows[RC_MAX_FACTOR], given_up[RC_MAX_FACTOR];
    const uint32_t *targets = shards_targets(cluster, &cluster->aim, shard);
    if (lost != NO_ROW)
        moves_lose(cluster, shard, lost, before);
    if (owners[0] == NO_ROW)
        moves_begin(cluster, shard, before);
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
static enum rs_status moves_reserve(const struct rc_cluster *cluster, const struct aim *aim,
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

/* Puts an aim in the place of the present one, which is freed; lost: the node that crashed. */
static enum rs_status moves_commit(struct rc_cluster *cluster, struct aim *aim, uint32_t lost,
                                   struct rs_why *why)
{
    struct aim old = cluster->aim;
    struct pending *pending;
    size_t n_pending;
    if (moves_reserve(cluster, aim, &pending, &n_pending)) {
        aim_free(cluster, aim);
        return cluster_fail(why, RS_ENOMEM, "out of memory");
    }
    rows_free(&cluster->allocator, cluster->pending, cluster->cap_pending, sizeof *pending);
    cluster->pending = pending, cluster->cap_pending = n_pending + 1;
    cluster->n_pending = cluster->first_pending = 0;
    cluster->aim = *aim;
    for (uint32_t shard = 0; shard < cluster->n_shards; shard++)
        moves_redirect(cluster, shard, shards_targets(cluster, &old, shard), lost);
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
    return status ? status : moves_commit(cluster, &aim, NO_ROW, why);
}

enum rs_status rc_crash(struct rc_cluster *cluster, uint32_t id, struct rs_why *why)
{
    struct aim aim;
    uint32_t row = aim_row(&cluster->aim, id);
    if (row == NO_ROW || cluster->aim.members[row].health == RC_DOWN)
        return cluster_fail(why, RS_ENOENT, "no node with id %u is up", id);
    enum rs_status status = aim_crash(cluster, row, &aim, why);
    if (!status)
        status = moves_commit(cluster, &aim, row, why);
    if (status)
        return status;
    struct member *member = &cluster->aim.members[row];
    cluster->type->close(member->store);
    member->store = NULL;
    moves_forget(cluster, id);
    return RS_OK;
}

/* Copies a few items; true: that was the last. What is too large for a node is left out there. */
static bool moves_copy(struct rc_cluster *cluster, struct pending *pending)
{
    const struct rc_store_type *type = cluster->type;
    const struct member *members = cluster->aim.members;
    const uint32_t *owners = shards_owners(cluster, pending->shard);
    const uint32_t *targets = shards_targets(cluster, &cluster->aim, pending->shard);
    uint32_t coming[RC_MAX_FACTOR];
    unsigned n = shards_minus(cluster, targets, owners, coming);
    bool first = pending->source == NO_ROW;
    if (first)
        pending->source = shards_fullest(cluster, pending->shard, owners, targets);
    struct rc_item item;
    for (uint32_t i = 0; i < cluster->step_items; i++, first = false) {
        if (!type->next(members[pending->source].store, pending->shard, first, &item))
            return true;
        for (unsigned j = 0; j < n; j++) {
            enum rs_status status = type->put(members[coming[j]].store, &item);
            if (status && status != RS_EFULL) {
                pending->source = NO_ROW; /* from the beginning next time */
                return false;
            }
            cluster->sums.n_moved_keys += !status;
            cluster->sums.n_moved_bytes += status ? 0 : item.key.n_bytes + item.value.n_bytes;
        }
    }
    return false;
}

static void moves_finish(struct rc_cluster *cluster, uint32_t shard, bool keep, rc_moved *moved,
                         void *ctx)
{
    struct rc_move moves[RC_MAX_FACTOR];
    uint32_t before[RC_MAX_FACTOR] = {NO_ROW};
    unsigned n = plan_moves(cluster, &cluster->aim, shard, moves);
    memcpy(before, shards_owners(cluster, shard), cluster->factor * sizeof *before);
    shards_count(cluster, shard, -1);
    moves_settle(cluster, shard, keep);
    shards_count(cluster, shard, 1);
    cluster->sums.n_moved_shards += n;
    for (unsigned i = 0; i < cluster->factor && before[i] != NO_ROW; i++)
        moves_leave(cluster, before[i]);
    for (unsigned i = 0; moved && i < n; i++)
        moved(ctx, &moves[i]);
}

/* Those that are not done stay in front of the others. */
size_t rc_step(struct rc_cluster *cluster, size_t n_in_flight, rc_moved *moved, void *ctx)
{
    size_t first = cluster->first_pending, left = cluster->n_pending - first;
    size_t end = first + (n_in_flight < left ? n_in_flight : left), kept = end;
    for (size_t i = end; i-- > first;) {
        struct pending pending = cluster->pending[i];
        if (moves_copy(cluster, &pending))
            moves_finish(cluster, pending.shard, false, moved, ctx);
        else
            cluster->pending[--kept] = pending;
    }
    cluster->first_pending = kept;
    return cluster->n_moves;
}

void rc_switch(struct rc_cluster *cluster, rc_moved *moved, void *ctx)
{
    while (cluster->first_pending < cluster->n_pending) {
        uint32_t shard = cluster->pending[cluster->first_pending++].shard;
        moves_finish(cluster, shard, true, moved, ctx);
    }
}
