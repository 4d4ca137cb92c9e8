/* cluster.c - a cluster's life, and questions to it
 */
#include "cluster_state.h"

enum { CLUSTER_MAX_SHARDS = 1 << 24 };

static enum rs_status cluster_check(const struct rc_options *options, struct rs_why *why)
{
    if (options->factor < 1 || options->factor > RC_MAX_FACTOR)
        return cluster_fail(why, RS_EINVAL, "replication factor %u: give one from 1 to %d",
                            options->factor, RC_MAX_FACTOR);
    if (options->n_shards < 1 || options->n_shards > CLUSTER_MAX_SHARDS)
        return cluster_fail(why, RS_EINVAL, "%u shards: give a number from 1 to %d",
                            options->n_shards, CLUSTER_MAX_SHARDS);
    return RS_OK;
}

/* Memory for nobody yet. */
static enum rs_status cluster_reserve(struct rc_cluster *cluster)
{
    const struct rs_allocator *a = &cluster->allocator;
    struct aim *aim = &cluster->aim;
    size_t n_rows = (size_t)cluster->n_shards * cluster->factor;
    aim->members = rows_alloc(a, 1, sizeof *aim->members);
    aim->n_members = 1;
    aim->answering = rows_alloc(a, 1, sizeof *aim->answering);
    aim->targets = rows_alloc(a, n_rows, sizeof *aim->targets);
    aim->pins = rows_alloc(a, cluster->n_shards, sizeof *aim->pins);
    cluster->owners = rows_alloc(a, n_rows, sizeof *cluster->owners);
    cluster->previous = rows_alloc(a, cluster->n_shards, sizeof *cluster->previous);
    if (!aim->members || !aim->answering || !aim->targets || !aim->pins || !cluster->owners ||
        !cluster->previous)
        return RS_ENOMEM;
    rc_forget_previous(cluster);
    cluster->sums.n_unserved = cluster->n_shards;
    return row_index_reserve(&aim->by_id, 1, a);
}

enum rs_status rc_open(const struct rc_options *options, struct rc_cluster **out,
                       struct rs_why *why)
{
    struct rs_placement *placement;
    enum rs_status status = cluster_check(options, why);
    if (!status)
        status = rs_open(options->spec, &options->config, &placement, why);
    if (status)
        return status;
    struct rs_allocator allocator = placement->config.allocator;
    struct rc_cluster *cluster = rows_alloc(&allocator, 1, sizeof *cluster);
    if (!cluster) {
        rs_close(placement);
        return cluster_fail(why, RS_ENOMEM, "out of memory");
    }
    *cluster =
        (struct rc_cluster){.allocator = allocator,
                            .type = options->store ? options->store : &rc_cache,
                            .factor = options->factor,
                            .n_shards = options->n_shards,
                            .node_bytes = options->node_bytes,
                            .step_items = options->step_items ? options->step_items : RC_STEP_ITEMS,
                            .aim.placement = placement};
    status = cluster_reserve(cluster);
    if (status) {
        rc_close(cluster);
        return cluster_fail(why, status, "%s", rs_status_text(status));
    }
    *out = cluster;
    return RS_OK;
}

void rc_close(struct rc_cluster *cluster)
{
    if (!cluster)
        return;
    struct rs_allocator a = cluster->allocator;
    size_t n_rows = (size_t)cluster->n_shards * cluster->factor;
    for (uint32_t row = 1; row < cluster->aim.n_members; row++)
        if (cluster->aim.members[row].store)
            cluster->type->close(cluster->aim.members[row].store);
    aim_free(cluster, &cluster->aim);
    rows_free(&a, cluster->pending, cluster->cap_pending, sizeof *cluster->pending);
    rows_free(&a, cluster->owners, n_rows, sizeof *cluster->owners);
    rows_free(&a, cluster->previous, cluster->n_shards, sizeof *cluster->previous);
    rows_free(&a, cluster, 1, sizeof *cluster);
}

/* Mixed, as strategies go by the digest itself. */
uint32_t rc_shard_of_digest(const struct rc_cluster *cluster, uint64_t digest)
{
    return (uint32_t)rs_below(rs_mix(digest), cluster->n_shards);
}

enum rs_status rc_shard_of(const struct rc_cluster *cluster, struct rs_bytes key, uint32_t *shard)
{
    uint64_t digest;
    enum rs_status status = rs_digest(cluster->aim.placement, key, &digest);
    if (!status)
        *shard = rc_shard_of_digest(cluster, digest);
    return status;
}

static size_t cluster_ids(const struct rc_cluster *cluster, const uint32_t *rows, size_t n,
                          uint32_t *ids)
{
    for (size_t i = 0; i < n; i++)
        ids[i] = cluster->aim.members[rows[i]].id;
    return n;
}

size_t rc_owners(const struct rc_cluster *cluster, uint32_t shard, uint32_t *ids)
{
    const uint32_t *owners = shards_owners(cluster, shard);
    return cluster_ids(cluster, owners, shards_n(cluster, owners), ids);
}

size_t rc_coming(const struct rc_cluster *cluster, uint32_t shard, uint32_t *ids)
{
    uint32_t rows[RC_MAX_FACTOR];
    unsigned n = shards_minus(cluster, shards_targets(cluster, &cluster->aim, shard),
                              shards_owners(cluster, shard), rows);
    return cluster_ids(cluster, rows, n, ids);
}

uint32_t rc_primary(const struct rc_cluster *cluster, uint32_t shard)
{
    uint32_t row = shards_owners(cluster, shard)[0];
    return row == NO_ROW ? RS_NO_NODE : cluster->aim.members[row].id;
}

uint32_t rc_previous(const struct rc_cluster *cluster, uint32_t shard)
{
    return cluster->previous[shard];
}

void rc_forget_previous(struct rc_cluster *cluster)
{
    memset(cluster->previous, 0xff, cluster->n_shards * sizeof *cluster->previous); /* NO_NODE */
}

enum rc_role rc_role_of(const struct rc_cluster *cluster, uint32_t id, uint32_t shard)
{
    uint32_t row = aim_row(&cluster->aim, id);
    const uint32_t *owners = shards_owners(cluster, shard);
    if (row == NO_ROW || !shards_has(cluster, owners, row))
        return RC_NONE;
    return owners[0] == row ? RC_PRIMARY : RC_REPLICA;
}

bool rc_node_stats(const struct rc_cluster *cluster, uint32_t id, struct rc_node_stats *stats)
{
    uint32_t row = aim_row(&cluster->aim, id);
    if (row == NO_ROW)
        return false;
    const struct member *member = &cluster->aim.members[row];
    struct rc_counts counts = {.n_items = 0};
    if (member->store)
        cluster->type->count_all(member->store, &counts);
    *stats = (struct rc_node_stats){.id = id,
                                    .health = member->health,
                                    .weight = member->weight,
                                    .n_primary = member->n_primary,
                                    .n_replica = member->n_replica,
                                    .n_coming = member->n_coming,
                                    .n_going = member->n_going,
                                    .n_keys = counts.n_items,
                                    .n_bytes = counts.n_bytes,
                                    .n_served = member->n_served,
                                    .n_forwarded = member->n_forwarded};
    return true;
}

void rc_stats(const struct rc_cluster *cluster, struct rc_stats *stats)
{
    *stats = cluster->sums;
    stats->n_shards = cluster->n_shards;
    for (uint32_t row = 1; row < cluster->aim.n_members; row++) {
        stats->n_nodes += cluster->aim.members[row].id != RS_NO_NODE;
        stats->n_up += cluster->aim.members[row].health == RC_UP;
    }
}

void *rc_store_of(const struct rc_cluster *cluster, uint32_t id)
{
    uint32_t row = aim_row(&cluster->aim, id);
    return row == NO_ROW ? NULL : cluster->aim.members[row].store;
}
