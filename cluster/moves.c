/* moves.c - shards on their way to new owners
 *
 * One walk through the source feeds all nodes to come, so of two of them the one that came first
 * has whatever the other has: when the last owner crashes, the fullest of them can take its place
 * alone.
 */
#include "cluster_state.h"

void moves_clear(const struct rc_cluster *cluster, const uint32_t *rows, unsigned n, uint32_t shard)
{
    for (unsigned i = 0; i < n; i++)
        cluster->type->clear(cluster->aim.members[rows[i]].store, shard);
}

void moves_settle(struct rc_cluster *cluster, uint32_t shard, bool keep)
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

void moves_forget(struct rc_cluster *cluster, uint32_t id)
{
    for (uint32_t shard = 0; shard < cluster->n_shards; shard++)
        if (cluster->previous[shard] == id)
            cluster->previous[shard] = RS_NO_NODE;
}

void moves_leave(struct rc_cluster *cluster, uint32_t row)
{
    struct member *member = &cluster->aim.members[row];
    if (row == NO_ROW || member->health != RC_DRAINING || member->n_primary + member->n_replica > 0)
        return;
    moves_forget(cluster, member->id);
    cluster->type->close(member->store);
    *member = (struct member){.id = RS_NO_NODE, .health = RC_DOWN};
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
