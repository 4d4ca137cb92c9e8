/* cluster_session.c - any bytes as the life of a cluster
 */
#include "cluster_session.h"

#include "cluster_model.h"
#include "heap.h"
#include "property.h"
#include "specs.h"

#include <string.h>

struct cluster_session {
    const uint8_t *at;
    size_t n;
    char spec[RS_SPEC_MAX];
    unsigned factor;
    struct heap heap;
    struct rc_cluster *cluster;
    struct cluster_model model;
    uint32_t crashed; /* in this call; RS_NO_NODE: none */
    unsigned n_expected_lost;
    bool exactly; /* as many as expected, else as many as the cluster counts */
    size_t n_moved;
    const char *reason;
};

static unsigned cluster_session_byte(struct cluster_session *s)
{
    return s->n ? (s->n--, *s->at++) : 0;
}

static void cluster_session_fail(struct cluster_session *s, const char *reason)
{
    if (!s->reason)
        s->reason = reason;
}

/* Some hashes take only numbers. */
static bool cluster_session_has_keys(const struct cluster_session *s)
{
    char text[CLUSTER_KEY_MAX];
    uint32_t shard;
    return !rc_shard_of(s->cluster, cluster_model_key(1, text), &shard);
}

static void cluster_session_open(struct cluster_session *s)
{
    static const uint32_t shards[] = {4, 1, 7, 32};
    static const uint64_t limits[] = {0, 0, 0, 400};
    size_t n_specs = 0;
    while (specs_at(n_specs, s->spec))
        n_specs++;
    specs_at(cluster_session_byte(s) % n_specs, s->spec);
    unsigned byte = cluster_session_byte(s);
    s->factor = 1 + (byte & 3);
    struct rc_options options = {.spec = s->spec,
                                 .factor = s->factor,
                                 .n_shards = shards[byte >> 2 & 3],
                                 .step_items = 3,
                                 .node_bytes = limits[byte >> 4 & 3],
                                 .config.allocator = heap_allocator(&s->heap)};
    s->model.lossy = options.node_bytes > 0;
    s->heap.fail_in = byte >> 6 ? cluster_session_byte(s) % 16 : 0;
    enum rs_status status = rc_open(&options, &s->cluster, NULL);
    s->heap.fail_in = 0;
    if (status && (status != RS_ENOMEM || s->heap.now_bytes))
        cluster_session_fail(s, property_fail("it does not open: %s", rs_status_text(status)));
    if (!status && !cluster_session_has_keys(s)) {
        rc_close(s->cluster);
        s->cluster = NULL;
    }
}

/* A status that may come of a call: ENOMEM only when memory ran out, and then nothing changed. */
static void cluster_session_expect(struct cluster_session *s, const char *call,
                                   enum rs_status status, uint64_t before, bool may_fail)
{
    bool ran_out = s->heap.n_failed > 0;
    s->heap.fail_in = 0, s->heap.fail_on = false;
    if (!status)
        return;
    if (!may_fail && !(status == RS_ENOMEM && ran_out))
        cluster_session_fail(s, property_fail("%s: %s", call, rs_status_text(status)));
    if (cluster_model_fingerprint(s->cluster) != before)
        cluster_session_fail(s, property_fail("%s failed, but changed something", call));
}

static void cluster_session_put(struct cluster_session *s, unsigned i, unsigned via)
{
    char key[CLUSTER_KEY_MAX], value[CLUSTER_VALUE_MAX];
    uint64_t number = s->model.last_number + 1, before = cluster_model_fingerprint(s->cluster);
    uint32_t id = cluster_model_via(s->cluster, via), shard;
    rc_shard_of(s->cluster, cluster_model_key(i, key), &shard);
    bool may_fail = id == RS_NO_NODE || rc_primary(s->cluster, shard) == RS_NO_NODE;
    enum rs_status status =
        rc_put(s->cluster, id, cluster_model_key(i, key), cluster_model_value(i, number, value));
    cluster_session_expect(s, "put", status, before, may_fail);
    if (status)
        return;
    s->model.last_number = s->model.numbers[i] = number;
    s->model.lost[i] = false;
}

static void cluster_session_delete(struct cluster_session *s, unsigned i, unsigned via)
{
    char key[CLUSTER_KEY_MAX];
    uint64_t before = cluster_model_fingerprint(s->cluster);
    uint32_t id = cluster_model_via(s->cluster, via), shard;
    rc_shard_of(s->cluster, cluster_model_key(i, key), &shard);
    bool was, may_fail = id == RS_NO_NODE || rc_primary(s->cluster, shard) == RS_NO_NODE;
    enum rs_status status = rc_delete(s->cluster, id, cluster_model_key(i, key), &was);
    cluster_session_expect(s, "delete", status, before, may_fail);
    if (status)
        return;
    if (!s->model.lossy && was != (s->model.numbers[i] && !s->model.lost[i]))
        cluster_session_fail(s, property_fail("delete of key %u says the wrong thing", i));
    s->model.numbers[i] = 0;
    s->model.lost[i] = false;
}

/* The nodes of a mask, oldest first where the strategy minds; a weight and a state now and then. */
static size_t cluster_session_nodes(struct cluster_session *s, struct rs_node *nodes)
{
    static const char names[CLUSTER_NODES][4] = {"a", "b", "a1", "a10", "n-0", "n-1", "x", "y"};
    static const double weights[] = {1, 2, 0, 1};
    unsigned mask = cluster_session_byte(s), more = cluster_session_byte(s);
    size_t n = 0;
    for (unsigned i = 0; i < CLUSTER_NODES; i++) {
        if (!(mask >> i & 1))
            continue;
        struct rs_node node = {.id = cluster_model_id(i), .weight = 1};
        node.name = (struct rs_bytes){names[i], strlen(names[i])};
        if (i == (more & 7))
            node.weight = weights[more >> 3 & 3];
        if (i == (more & 7) && more >> 6 == 3)
            node.flags = RS_DOWN;
        nodes[n++] = node;
    }
    return n;
}

/* Memory that runs out may leave the plan or the change unmade. */
static void cluster_session_set_nodes(struct cluster_session *s)
{
    struct rs_node nodes[CLUSTER_NODES];
    struct rc_plan plan;
    size_t n = cluster_session_nodes(s, nodes);
    uint64_t before = cluster_model_fingerprint(s->cluster), fail_in = s->heap.fail_in;
    s->heap.fail_in = 0;
    enum rs_status planned = rc_plan(s->cluster, nodes, n, &plan, NULL);
    if (cluster_model_fingerprint(s->cluster) != before)
        cluster_session_fail(s, "a plan changed something");
    s->heap.fail_in = fail_in, s->heap.n_failed = 0;
    enum rs_status status = rc_set_nodes(s->cluster, nodes, n, NULL);
    cluster_session_expect(s, "set_nodes", status, before, planned != RS_OK);
    if (!status && (planned || rc_step(s->cluster, 0, NULL, NULL) != plan.n_moves))
        cluster_session_fail(s, "the moves are not those of the plan");
    if (!planned)
        rc_plan_free(s->cluster, &plan);
}

static bool cluster_session_is_settled(const struct cluster_session *s)
{
    struct rc_stats stats;
    rc_stats(s->cluster, &stats);
    return rc_step(s->cluster, 0, NULL, NULL) == 0 && stats.n_below_factor == 0;
}

/* Keys of which a node has the only copy, when nothing is on its way. */
static unsigned cluster_session_count_alone(const struct cluster_session *s, uint32_t id)
{
    char text[CLUSTER_KEY_MAX];
    uint32_t ids[RC_MAX_FACTOR], shard;
    unsigned n = 0;
    for (unsigned i = 0; i < CLUSTER_KEYS; i++) {
        rc_shard_of(s->cluster, cluster_model_key(i, text), &shard);
        n += s->model.numbers[i] && !s->model.lost[i] && rc_owners(s->cluster, shard, ids) == 1 &&
             ids[0] == id;
    }
    return n;
}

static void cluster_session_crash(struct cluster_session *s)
{
    uint32_t id = cluster_model_id(cluster_session_byte(s));
    struct rc_node_stats stats;
    bool up = rc_node_stats(s->cluster, id, &stats) && stats.health != RC_DOWN;
    uint64_t before = cluster_model_fingerprint(s->cluster);
    s->exactly = cluster_session_is_settled(s);
    s->n_expected_lost = cluster_session_count_alone(s, id);
    enum rs_status status = rc_crash(s->cluster, id, NULL);
    cluster_session_expect(s, "crash", status, before, !up);
    if (!status)
        s->crashed = id;
}

static void cluster_session_moved(void *ctx, const struct rc_move *move)
{
    struct cluster_session *s = ctx;
    uint32_t ids[RC_MAX_FACTOR];
    size_t n = rc_owners(s->cluster, move->shard, ids);
    s->n_moved++;
    if (move->rank >= n || ids[move->rank] != move->to)
        cluster_session_fail(s, "a shard is said to have moved, but has not");
}

static void cluster_session_step(struct cluster_session *s, size_t n_in_flight)
{
    size_t before = rc_step(s->cluster, 0, NULL, NULL);
    s->n_moved = 0;
    size_t left = rc_step(s->cluster, n_in_flight, cluster_session_moved, s);
    s->heap.fail_in = 0;
    if (before - left != s->n_moved)
        cluster_session_fail(s, "not every move was reported once");
}

static void cluster_session_settle(struct cluster_session *s)
{
    s->heap.fail_in = 0;
    for (unsigned i = 0; i < 1000 && rc_step(s->cluster, 0, NULL, NULL) > 0; i++)
        cluster_session_step(s, 3);
    if (rc_step(s->cluster, 0, NULL, NULL) > 0)
        cluster_session_fail(s, "the moves do not come to an end");
    cluster_session_fail(s, cluster_model_check_settled(&s->model, s->cluster, s->factor));
}

enum cluster_session_verb {
    CLUSTER_PUT,
    CLUSTER_DELETE,
    CLUSTER_NODES_CHANGE,
    CLUSTER_STEP,
    CLUSTER_CRASH,
    CLUSTER_FILL,
    CLUSTER_SETTLE,
    CLUSTER_SWITCH
};

/* The low three bits of a byte say what; the next one, that the n-th allocation of it fails. */
static void cluster_session_call(struct cluster_session *s)
{
    unsigned byte = cluster_session_byte(s), more = byte >> 4;
    s->heap.n_failed = 0;
    s->heap.fail_in = byte & 8 ? 1 + cluster_session_byte(s) % 32 : 0;
    switch ((enum cluster_session_verb)(byte & 7)) {
    case CLUSTER_PUT:
    case CLUSTER_DELETE: {
        unsigned i = cluster_session_byte(s) % CLUSTER_KEYS;
        ((byte & 7) == CLUSTER_PUT ? cluster_session_put : cluster_session_delete)(s, i, more);
        break;
    }
    case CLUSTER_NODES_CHANGE:
        cluster_session_set_nodes(s);
        break;
    case CLUSTER_STEP:
        cluster_session_step(s, more);
        break;
    case CLUSTER_CRASH:
        cluster_session_crash(s);
        break;
    case CLUSTER_FILL:
        for (unsigned i = 0; i < CLUSTER_KEYS; i++)
            cluster_session_put(s, i, more + i);
        break;
    case CLUSTER_SETTLE:
        cluster_session_settle(s);
        break;
    case CLUSTER_SWITCH:
        s->model.lossy |= rc_step(s->cluster, 0, NULL, NULL) > 0;
        rc_switch(s->cluster, cluster_session_moved, s);
        break;
    }
}

static uint64_t cluster_session_n_lost(const struct cluster_session *s)
{
    struct rc_stats stats;
    rc_stats(s->cluster, &stats);
    return stats.n_lost_keys;
}

/* What is missing was lost in this call's crash, and counted. */
static void cluster_session_check(struct cluster_session *s, uint64_t n_lost)
{
    unsigned n_missing;
    s->heap.fail_in = 0;
    cluster_session_fail(s, cluster_model_check_keys(&s->model, s->cluster, &n_missing));
    cluster_session_fail(s, cluster_model_check_stats(s->cluster, s->factor));
    if (s->model.lossy || s->reason)
        return;
    if (n_missing != n_lost || (n_missing && s->crashed == RS_NO_NODE))
        cluster_session_fail(s, property_fail("%u keys are missing, %u are counted as lost",
                                              n_missing, (unsigned)n_lost));
    else if (s->crashed != RS_NO_NODE && s->exactly && n_missing != s->n_expected_lost)
        cluster_session_fail(s, property_fail("%u keys are lost; %u were on node %u alone",
                                              n_missing, s->n_expected_lost, s->crashed));
}

const char *cluster_session_run(const uint8_t *data, size_t n_bytes)
{
    struct cluster_session s = {.at = data, .n = n_bytes};
    if (s.n > CLUSTER_SESSION_BYTES)
        s.n = CLUSTER_SESSION_BYTES;
    cluster_session_open(&s);
    while (s.cluster && s.n && !s.reason) {
        uint64_t n_lost = cluster_session_n_lost(&s);
        s.crashed = RS_NO_NODE;
        cluster_session_call(&s);
        cluster_session_check(&s, cluster_session_n_lost(&s) - n_lost);
    }
    if (s.cluster && !s.reason)
        cluster_session_settle(&s);
    rc_close(s.cluster);
    if (s.heap.now_bytes)
        cluster_session_fail(&s, "memory is left behind");
    cluster_session_fail(&s, s.heap.fault);
    heap_close(&s.heap);
    return s.reason;
}
