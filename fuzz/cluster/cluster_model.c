/* cluster_model.c - what a cluster ought to say
 */
#include "cluster_model.h"

#include "property.h"

#include <string.h>

void cluster_model_open(struct cluster_model *model)
{
    *model = (struct cluster_model){.last_number = 0};
    for (unsigned i = 0; i < CLUSTER_SHARDS; i++)
        model->pins[i] = RS_NO_NODE;
}

struct rs_bytes cluster_model_key(unsigned i, char text[CLUSTER_KEY_MAX])
{
    static const unsigned char lengths[] = {8, 3, 16, 17, 40, 2};
    size_t n_bytes = lengths[i % sizeof lengths];
    memset(text, 'k', CLUSTER_KEY_MAX);
    text[0] = (char)i;
    text[n_bytes - 1] = (char)(i / 3); /* long keys differ at their end too */
    return (struct rs_bytes){text, i ? n_bytes : 0};
}

struct rs_bytes cluster_model_value(unsigned i, uint64_t number, char text[CLUSTER_VALUE_MAX])
{
    size_t n_bytes = 9 + number % (CLUSTER_VALUE_MAX - 9);
    memset(text, 'v', CLUSTER_VALUE_MAX);
    memcpy(text, &number, sizeof number);
    text[n_bytes - 1] = (char)i;
    return (struct rs_bytes){text, n_bytes};
}

uint32_t cluster_model_id(unsigned i)
{
    i %= CLUSTER_NODES;
    return i == CLUSTER_NODES - 1 ? RS_NO_NODE - 1 : i;
}

uint32_t cluster_model_via(const struct rc_cluster *cluster, unsigned first)
{
    struct rc_node_stats stats;
    for (unsigned i = 0; i < CLUSTER_NODES; i++) {
        uint32_t id = cluster_model_id(first + i);
        if (rc_node_stats(cluster, id, &stats) && stats.health != RC_DOWN)
            return id;
    }
    return RS_NO_NODE;
}

static const char *cluster_model_check_key(const struct cluster_model *model,
                                           struct rc_cluster *cluster, unsigned i, bool *found)
{
    char key_text[CLUSTER_KEY_MAX], text[CLUSTER_VALUE_MAX];
    struct rc_answer answer;
    uint32_t via = cluster_model_via(cluster, i);
    *found = false;
    if (via == RS_NO_NODE)
        return NULL;
    enum rs_status status = rc_get(cluster, via, cluster_model_key(i, key_text), &answer);
    if (status)
        return property_fail("get of key %u: %s", i, rs_status_text(status));
    *found = answer.found;
    if (!answer.found)
        return NULL;
    if (!model->numbers[i])
        return property_fail("key %u is back, though it was deleted or never put", i);
    if (model->lost[i] && !model->lossy)
        return property_fail("key %u is back, though it was lost", i);
    struct rs_bytes value = cluster_model_value(i, model->numbers[i], text);
    if (value.n_bytes != answer.value.n_bytes || memcmp(value.at, answer.value.at, value.n_bytes))
        return property_fail("key %u has a stale or wrong value", i);
    if (answer.n_hops != (answer.served_by != via))
        return property_fail("key %u: wrong number of hops", i);
    return NULL;
}

const char *cluster_model_check_keys(struct cluster_model *model, struct rc_cluster *cluster,
                                     unsigned *n_missing)
{
    *n_missing = 0;
    for (unsigned i = 0; i < CLUSTER_KEYS; i++) {
        bool found;
        const char *reason = cluster_model_check_key(model, cluster, i, &found);
        if (reason)
            return reason;
        if (model->numbers[i] && !found && !model->lost[i])
            model->lost[i] = true, ++*n_missing;
    }
    return NULL;
}

/* The owners of a shard: distinct, known, in the roles that they say. */
static const char *cluster_model_check_shard(const struct rc_cluster *cluster, uint32_t shard)
{
    uint32_t ids[RC_MAX_FACTOR];
    struct rc_node_stats stats;
    size_t n = rc_owners(cluster, shard, ids);
    if (rc_primary(cluster, shard) != (n ? ids[0] : RS_NO_NODE))
        return property_fail("shard %u: the primary is not the first owner", shard);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            if (ids[i] == ids[j])
                return property_fail("shard %u has node %u twice", shard, ids[i]);
        if (rc_role_of(cluster, ids[i], shard) != (i ? RC_REPLICA : RC_PRIMARY))
            return property_fail("shard %u: node %u denies its role", shard, ids[i]);
        if (!rc_node_stats(cluster, ids[i], &stats) || stats.health == RC_DOWN)
            return property_fail("shard %u: owner %u is gone", shard, ids[i]);
    }
    return NULL;
}

const char *cluster_model_check_stats(const struct rc_cluster *cluster, unsigned factor)
{
    struct rc_stats stats;
    struct rc_node_stats node;
    uint64_t n_primary = 0, n_owners = 0, n_of_nodes = 0;
    uint32_t ids[RC_MAX_FACTOR], n_below = 0, n_unserved = 0, n_nodes = 0;
    rc_stats(cluster, &stats);
    for (uint32_t shard = 0; shard < stats.n_shards; shard++) {
        const char *reason = cluster_model_check_shard(cluster, shard);
        if (reason)
            return reason;
        size_t n = rc_owners(cluster, shard, ids);
        n_owners += n, n_unserved += n == 0, n_below += n < factor && n < stats.n_up;
    }
    for (unsigned i = 0; i < CLUSTER_NODES; i++) {
        if (!rc_node_stats(cluster, cluster_model_id(i), &node))
            continue;
        n_nodes++, n_primary += node.n_primary, n_of_nodes += node.n_primary + node.n_replica;
        if (node.health != RC_UP && node.n_coming)
            return property_fail("shards shall move to node %u, which is leaving or down", node.id);
    }
    if (n_unserved != stats.n_unserved || n_primary != stats.n_shards - n_unserved)
        return property_fail("the shards that are served are counted wrong");
    if (n_of_nodes != n_owners || n_nodes != stats.n_nodes)
        return property_fail("the counts of the nodes do not add up");
    return stats.n_below_factor > n_below ? property_fail("too many shards are below the factor")
                                          : NULL;
}

static const char *cluster_model_check_holders(const struct cluster_model *model,
                                               const struct rc_cluster *cluster, unsigned i)
{
    char text[CLUSTER_KEY_MAX];
    uint32_t shard;
    struct rs_bytes key = cluster_model_key(i, text);
    rc_shard_of(cluster, key, &shard);
    for (unsigned j = 0; j < CLUSTER_NODES; j++) {
        uint32_t id = cluster_model_id(j);
        const void *store = rc_store_of(cluster, id);
        bool has = store && rc_cache.has(store, key);
        bool ought =
            rc_role_of(cluster, id, shard) != RC_NONE && model->numbers[i] && !model->lost[i];
        if (has != ought)
            return property_fail("node %u has %s key %u of shard %u", id, has ? "still" : "not", i,
                                 shard);
    }
    return NULL;
}

const char *cluster_model_check_pins(struct cluster_model *model, const struct rc_cluster *cluster)
{
    struct rc_stats stats;
    rc_stats(cluster, &stats);
    for (uint32_t shard = 0; shard < stats.n_shards; shard++) {
        uint32_t id = model->pins[shard], ids[RC_MAX_FACTOR];
        struct rc_node_stats node;
        if (!rc_node_stats(cluster, id, &node) || node.health != RC_UP)
            model->pins[shard] = RS_NO_NODE;
        else if (node.weight > 0 && !rc_coming(cluster, shard, ids) &&
                 rc_primary(cluster, shard) != id)
            return property_fail("shard %u is pinned to node %u, but is not there", shard, id);
    }
    return NULL;
}

const char *cluster_model_check_settled(const struct cluster_model *model,
                                        const struct rc_cluster *cluster, unsigned factor)
{
    struct rc_stats stats;
    struct rc_node_stats node;
    uint32_t n_takers = 0, ids[RC_MAX_FACTOR];
    rc_stats(cluster, &stats);
    for (unsigned i = 0; i < CLUSTER_NODES; i++)
        if (rc_node_stats(cluster, cluster_model_id(i), &node))
            n_takers += node.health == RC_UP && node.weight > 0;
    if (!n_takers)
        return NULL;
    if (stats.n_below_factor || stats.n_unserved || stats.n_nodes - stats.n_up > CLUSTER_NODES)
        return property_fail("all moves are done, but not all shards are whole");
    for (uint32_t shard = 0; shard < stats.n_shards; shard++)
        if (rc_owners(cluster, shard, ids) != (n_takers < factor ? n_takers : factor) ||
            rc_coming(cluster, shard, ids))
            return property_fail("shard %u is not where it shall be", shard);
    for (unsigned i = 0; i < CLUSTER_NODES; i++)
        if (rc_node_stats(cluster, cluster_model_id(i), &node) &&
            (node.health == RC_DRAINING || node.n_coming || node.n_going))
            return property_fail("node %u is not done", node.id);
    const char *reason = NULL;
    for (unsigned i = 0; !reason && !model->lossy && i < CLUSTER_KEYS; i++)
        reason = cluster_model_check_holders(model, cluster, i);
    return reason;
}

static uint64_t cluster_model_mix(uint64_t sum, const void *bytes, size_t n_bytes)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < n_bytes; i++)
        sum = rs_mix(sum + at[i] + 1);
    return sum;
}

uint64_t cluster_model_fingerprint(const struct rc_cluster *cluster)
{
    struct rc_stats stats;
    struct rc_node_stats node;
    uint32_t ids[2 * RC_MAX_FACTOR];
    memset(&stats, 0, sizeof stats);
    rc_stats(cluster, &stats);
    uint64_t sum = cluster_model_mix(stats.n_lost_keys, &stats.n_nodes, sizeof stats.n_nodes);
    sum = rs_mix(sum + stats.n_below_factor) + rs_mix(stats.n_moved_keys + stats.n_moved_shards);
    for (uint32_t shard = 0; shard < stats.n_shards; shard++) {
        size_t n = rc_owners(cluster, shard, ids);
        n += rc_coming(cluster, shard, ids + n);
        ids[n++] = rc_previous(cluster, shard);
        sum = cluster_model_mix(sum, ids, n * sizeof *ids);
    }
    for (unsigned i = 0; i < CLUSTER_NODES; i++) {
        if (!rc_node_stats(cluster, cluster_model_id(i), &node))
            continue;
        const uint64_t numbers[] = {node.id,       node.health,      node.n_coming,
                                    node.n_going,  node.n_keys,      node.n_bytes,
                                    node.n_served, node.n_forwarded, (uint64_t)(node.weight * 8)};
        sum = cluster_model_mix(sum, numbers, sizeof numbers);
    }
    return sum;
}
