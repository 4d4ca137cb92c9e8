/* cluster_calls.c - the calls of a cluster's life
 */
#include "cluster_calls.h"

#include "property.h"

#include <string.h>

unsigned cluster_calls_byte(struct cluster_session *s)
{
    return s->n ? (s->n--, *s->at++) : 0;
}

void cluster_calls_fail(struct cluster_session *s, const char *reason)
{
    if (!s->reason)
        s->reason = reason;
}

/* A status that may come of a call: ENOMEM only when memory ran out, and then nothing changed. */
static void cluster_calls_expect(struct cluster_session *s, const char *call, enum rs_status status,
                                 uint64_t before, bool may_fail)
{
    bool ran_out = s->heap.n_failed > 0;
    s->heap.fail_in = 0, s->heap.fail_on = false;
    if (!status)
        return;
    if (!may_fail && !(status == RS_ENOMEM && ran_out))
        cluster_calls_fail(s, property_fail("%s: %s", call, rs_status_text(status)));
    if (cluster_model_fingerprint(s->cluster) != before)
        cluster_calls_fail(s, property_fail("%s failed, but changed something", call));
}

static void cluster_calls_put(struct cluster_session *s, unsigned i, unsigned via)
{
    char key[CLUSTER_KEY_MAX], value[CLUSTER_VALUE_MAX];
    uint64_t number = s->model.last_number + 1, before = cluster_model_fingerprint(s->cluster);
    uint32_t id = cluster_model_via(s->cluster, via), shard;
    rc_shard_of(s->cluster, cluster_model_key(i, key), &shard);
    bool may_fail = id == RS_NO_NODE || rc_primary(s->cluster, shard) == RS_NO_NODE;
    enum rs_status status =
        rc_put(s->cluster, id, cluster_model_key(i, key), cluster_model_value(i, number, value));
    cluster_calls_expect(s, "put", status, before, may_fail);
    if (status)
        return;
    s->model.last_number = s->model.numbers[i] = number;
    s->model.lost[i] = false;
}

static void cluster_calls_delete(struct cluster_session *s, unsigned i, unsigned via)
{
    char key[CLUSTER_KEY_MAX];
    uint64_t before = cluster_model_fingerprint(s->cluster);
    uint32_t id = cluster_model_via(s->cluster, via), shard;
    rc_shard_of(s->cluster, cluster_model_key(i, key), &shard);
    bool was, may_fail = id == RS_NO_NODE || rc_primary(s->cluster, shard) == RS_NO_NODE;
    enum rs_status status = rc_delete(s->cluster, id, cluster_model_key(i, key), &was);
    cluster_calls_expect(s, "delete", status, before, may_fail);
    if (status)
        return;
    if (!s->model.lossy && was != (s->model.numbers[i] && !s->model.lost[i]))
        cluster_calls_fail(s, property_fail("delete of key %u says the wrong thing", i));
    s->model.numbers[i] = 0;
    s->model.lost[i] = false;
}

/* The nodes of a mask, oldest first where the strategy minds; a weight and a state now and then. */
static size_t cluster_calls_nodes(struct cluster_session *s, struct rs_node *nodes)
{
    static const char names[CLUSTER_NODES][4] = {"a", "b", "a1", "a10", "n-0", "n-1", "x", "y"};
    static const double weights[] = {1, 2, 0, 1};
    unsigned mask = cluster_calls_byte(s), more = cluster_calls_byte(s);
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
static void cluster_calls_set_nodes(struct cluster_session *s)
{
    struct rs_node nodes[CLUSTER_NODES];
    struct rc_plan plan;
    size_t n = cluster_calls_nodes(s, nodes);
    uint64_t before = cluster_model_fingerprint(s->cluster), fail_in = s->heap.fail_in;
    s->heap.fail_in = 0;
    enum rs_status planned = rc_plan(s->cluster, nodes, n, &plan, NULL);
    if (cluster_model_fingerprint(s->cluster) != before)
        cluster_calls_fail(s, "a plan changed something");
    s->heap.fail_in = fail_in, s->heap.n_failed = 0;
    enum rs_status status = rc_set_nodes(s->cluster, nodes, n, NULL);
    cluster_calls_expect(s, "set_nodes", status, before, planned != RS_OK);
    if (!status && (planned || rc_step(s->cluster, 0, NULL, NULL) != plan.n_moves))
        cluster_calls_fail(s, "the moves are not those of the plan");
    if (!planned)
        rc_plan_free(s->cluster, &plan);
}

static bool cluster_calls_is_settled(const struct cluster_session *s)
{
    struct rc_stats stats;
    rc_stats(s->cluster, &stats);
    return rc_step(s->cluster, 0, NULL, NULL) == 0 && stats.n_below_factor == 0;
}

/* Keys of which a node has the only copy, when nothing is on its way. */
static unsigned cluster_calls_count_alone(const struct cluster_session *s, uint32_t id)
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

static void cluster_calls_crash(struct cluster_session *s)
{
    uint32_t id = cluster_model_id(cluster_calls_byte(s));
    struct rc_node_stats stats;
    bool up = rc_node_stats(s->cluster, id, &stats) && stats.health != RC_DOWN;
    uint64_t before = cluster_model_fingerprint(s->cluster);
    s->exactly = cluster_calls_is_settled(s);
    s->n_expected_lost = cluster_calls_count_alone(s, id);
    enum rs_status status = rc_crash(s->cluster, id, NULL);
    cluster_calls_expect(s, "crash", status, before, !up);
    if (!status)
        s->crashed = id;
}

/* One to four pins, some of them to nobody. */
static void cluster_calls_pin(struct cluster_session *s, unsigned n)
{
    struct rc_pin pins[4];
    struct rc_node_stats node;
    struct rc_stats stats;
    bool may_fail = false;
    rc_stats(s->cluster, &stats);
    for (unsigned i = 0; i < n; i++) {
        unsigned byte = cluster_calls_byte(s);
        pins[i].shard = cluster_calls_byte(s) % stats.n_shards;
        pins[i].id = byte >> 6 == 3 ? RS_NO_NODE : cluster_model_id(byte);
        bool is_up = rc_node_stats(s->cluster, pins[i].id, &node) && node.health == RC_UP;
        may_fail |= !is_up && pins[i].id != RS_NO_NODE;
    }
    uint64_t before = cluster_model_fingerprint(s->cluster);
    enum rs_status status = rc_pin(s->cluster, pins, n, NULL);
    cluster_calls_expect(s, "pin", status, before, may_fail);
    for (unsigned i = 0; !status && i < n; i++)
        s->model.pins[pins[i].shard] = pins[i].id;
}

static void cluster_calls_moved(void *ctx, const struct rc_move *move)
{
    struct cluster_session *s = ctx;
    uint32_t ids[RC_MAX_FACTOR];
    size_t n = rc_owners(s->cluster, move->shard, ids);
    s->n_moved++;
    if (move->rank >= n || ids[move->rank] != move->to)
        cluster_calls_fail(s, "a shard is said to have moved, but has not");
}

static void cluster_calls_step(struct cluster_session *s, size_t n_in_flight)
{
    size_t before = rc_step(s->cluster, 0, NULL, NULL);
    s->n_moved = 0;
    size_t left = rc_step(s->cluster, n_in_flight, cluster_calls_moved, s);
    s->heap.fail_in = 0;
    if (before - left != s->n_moved)
        cluster_calls_fail(s, "not every move was reported once");
}

void cluster_calls_settle(struct cluster_session *s)
{
    s->heap.fail_in = 0;
    for (unsigned i = 0; i < 1000 && rc_step(s->cluster, 0, NULL, NULL) > 0; i++)
        cluster_calls_step(s, 3);
    if (rc_step(s->cluster, 0, NULL, NULL) > 0)
        cluster_calls_fail(s, "the moves do not come to an end");
    cluster_calls_fail(s, cluster_model_check_settled(&s->model, s->cluster, s->factor));
}

enum cluster_calls_verb {
    CLUSTER_PUT,
    CLUSTER_DELETE,
    CLUSTER_NODES_CHANGE,
    CLUSTER_STEP,
    CLUSTER_CRASH,
    CLUSTER_EVERY_KEY,
    CLUSTER_SETTLE,
    CLUSTER_SWITCH_OR_PIN
};

/* The low three bits of a byte say what; the next one, that the n-th allocation of it fails. */
void cluster_calls_next(struct cluster_session *s)
{
    unsigned byte = cluster_calls_byte(s), more = byte >> 4;
    s->heap.n_failed = 0;
    s->heap.fail_in = byte & 8 ? 1 + cluster_calls_byte(s) % 32 : 0;
    switch ((enum cluster_calls_verb)(byte & 7)) {
    case CLUSTER_PUT:
    case CLUSTER_DELETE: {
        unsigned i = cluster_calls_byte(s) % CLUSTER_KEYS;
        ((byte & 7) == CLUSTER_PUT ? cluster_calls_put : cluster_calls_delete)(s, i, more);
        break;
    }
    case CLUSTER_NODES_CHANGE:
        cluster_calls_set_nodes(s);
        break;
    case CLUSTER_STEP:
        cluster_calls_step(s, more);
        break;
    case CLUSTER_CRASH:
        cluster_calls_crash(s);
        break;
    case CLUSTER_EVERY_KEY:
        for (unsigned i = 0; i < CLUSTER_KEYS; i++)
            (more & 1 ? cluster_calls_delete : cluster_calls_put)(s, i, more + i);
        break;
    case CLUSTER_SETTLE:
        cluster_calls_settle(s);
        break;
    case CLUSTER_SWITCH_OR_PIN:
        if (more & 1) {
            cluster_calls_pin(s, 1 + more / 4);
            break;
        }
        s->model.lossy |= rc_step(s->cluster, 0, NULL, NULL) > 0;
        rc_switch(s->cluster, cluster_calls_moved, s);
        break;
    }
}
