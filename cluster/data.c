/* data.c - get, put and delete, from any node
 *
 * The node that is asked passes the request on to the primary of the key, unless it is the primary
 * itself; the primary sees to it that all who have the shard, or will, get every write.
 */
#include "cluster_state.h"

struct data_request {
    uint32_t via, shard;
    uint32_t primary; /* NO_ROW: nobody serves the key */
};

static enum rs_status data_route(const struct rc_cluster *cluster, uint32_t via,
                                 struct rs_bytes key, struct data_request *request)
{
    const struct aim *aim = &cluster->aim;
    request->via = aim_row(aim, via);
    if (request->via == NO_ROW || aim->members[request->via].health == RC_DOWN)
        return RS_ENOENT;
    enum rs_status status = rc_shard_of(cluster, key, &request->shard);
    if (!status)
        request->primary = shards_owners(cluster, request->shard)[0];
    return status;
}

static void data_count(struct rc_cluster *cluster, const struct data_request *request)
{
    cluster->aim.members[request->via].n_forwarded += request->via != request->primary;
    cluster->aim.members[request->primary].n_served++;
}

/* The owners, then those to come; returns how many. */
static unsigned data_holders(const struct rc_cluster *cluster, uint32_t shard,
                             void *stores[2 * RC_MAX_FACTOR])
{
    const uint32_t *owners = shards_owners(cluster, shard);
    uint32_t rows[2 * RC_MAX_FACTOR];
    unsigned n = shards_n(cluster, owners);
    memcpy(rows, owners, n * sizeof *rows);
    n += shards_minus(cluster, shards_targets(cluster, &cluster->aim, shard), owners, rows + n);
    for (unsigned i = 0; i < n; i++)
        stores[i] = cluster->aim.members[rows[i]].store;
    return n;
}

enum rs_status rc_get(struct rc_cluster *cluster, uint32_t via, struct rs_bytes key,
                      struct rc_answer *answer)
{
    struct data_request request;
    struct rc_item item;
    enum rs_status status = data_route(cluster, via, key, &request);
    if (status)
        return status;
    if (request.primary == NO_ROW) {
        *answer = (struct rc_answer){.served_by = RS_NO_NODE};
        return RS_OK;
    }
    const struct member *primary = &cluster->aim.members[request.primary];
    status = cluster->type->get(primary->store, key, &item);
    if (status && status != RS_ENOENT)
        return status;
    data_count(cluster, &request);
    *answer = (struct rc_answer){
        .found = !status, .served_by = primary->id, .n_hops = request.via != request.primary};
    if (answer->found)
        answer->value = item.value, answer->version = item.version;
    return RS_OK;
}

/* All can take it before one does. A store that could not say so is the reason to take it back. */
static enum rs_status data_put(const struct rc_cluster *cluster, const struct rc_item *item)
{
    const struct rc_store_type *type = cluster->type;
    void *stores[2 * RC_MAX_FACTOR];
    unsigned n = data_holders(cluster, item->shard, stores);
    enum rs_status status = RS_OK;
    bool was;
    for (unsigned i = 0; !status && i < n; i++)
        status = type->reserve(stores[i], item);
    if (status)
        return status;
    for (unsigned i = 0; !status && i < n; i++)
        status = type->put(stores[i], item);
    for (unsigned i = 0; status && i < n; i++)
        type->remove(stores[i], item->key, &was);
    return status;
}

enum rs_status rc_put(struct rc_cluster *cluster, uint32_t via, struct rs_bytes key,
                      struct rs_bytes value)
{
    struct data_request request;
    enum rs_status status = data_route(cluster, via, key, &request);
    if (!status && request.primary == NO_ROW)
        status = RS_EFULL;
    if (status)
        return status;
    struct rc_item item = {key, value, cluster->version + 1, request.shard};
    status = data_put(cluster, &item);
    if (status)
        return status;
    cluster->version++;
    data_count(cluster, &request);
    return RS_OK;
}

enum rs_status rc_delete(struct rc_cluster *cluster, uint32_t via, struct rs_bytes key, bool *was)
{
    struct data_request request;
    void *stores[2 * RC_MAX_FACTOR];
    enum rs_status status = data_route(cluster, via, key, &request);
    if (!status && request.primary == NO_ROW)
        status = RS_EFULL;
    if (status)
        return status;
    bool there[2 * RC_MAX_FACTOR] = {false};
    unsigned n = data_holders(cluster, request.shard, stores);
    for (unsigned i = 0; i < n; i++) {
        enum rs_status removed = cluster->type->remove(stores[i], key, &there[i]);
        status = status ? status : removed;
    }
    if (status)
        return status;
    *was = there[0];
    data_count(cluster, &request);
    return RS_OK;
}
