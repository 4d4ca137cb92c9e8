/* cluster_session.c - any bytes as the life of a cluster
 */
#include "cluster_session.h"

#include "cluster_calls.h"
#include "property.h"
#include "specs.h"

/* Some hashes take only numbers. */
static bool cluster_session_has_keys(const struct cluster_session *s)
{
    char text[CLUSTER_KEY_MAX];
    uint32_t shard;
    return !rc_shard_of(s->cluster, cluster_model_key(1, text), &shard);
}

static void cluster_session_open(struct cluster_session *s)
{
    static const uint32_t shards[] = {4, 1, 7, CLUSTER_SHARDS};
    static const uint64_t limits[] = {0, 0, 0, 400};
    unsigned high = cluster_calls_byte(s), low = cluster_calls_byte(s);
    specs_choose((uint16_t)(high << 8 | low), s->spec);
    unsigned byte = cluster_calls_byte(s);
    s->factor = 1 + (byte & 3);
    struct rc_options options = {.spec = s->spec,
                                 .factor = s->factor,
                                 .n_shards = shards[byte >> 2 & 3],
                                 .step_items = 3,
                                 .node_bytes = limits[byte >> 4 & 3],
                                 .config.allocator = heap_allocator(&s->heap)};
    cluster_model_open(&s->model);
    s->model.lossy = options.node_bytes > 0;
    s->heap.fail_in = byte >> 6 ? cluster_calls_byte(s) % 16 : 0;
    enum rs_status status = rc_open(&options, &s->cluster, NULL);
    s->heap.fail_in = 0;
    if (status && (status != RS_ENOMEM || s->heap.now_bytes))
        cluster_calls_fail(s, property_fail("it does not open: %s", rs_status_text(status)));
    if (!status && !cluster_session_has_keys(s)) {
        rc_close(s->cluster);
        s->cluster = NULL;
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
    cluster_calls_fail(s, cluster_model_check_keys(&s->model, s->cluster, &n_missing));
    cluster_calls_fail(s, cluster_model_check_stats(s->cluster, s->factor));
    cluster_calls_fail(s, cluster_model_check_pins(&s->model, s->cluster));
    if (s->model.lossy || s->reason)
        return;
    if (n_missing != n_lost || (n_missing && s->crashed == RS_NO_NODE))
        cluster_calls_fail(s, property_fail("%u keys are missing, %u are counted as lost",
                                            n_missing, (unsigned)n_lost));
    else if (s->crashed != RS_NO_NODE && s->exactly && n_missing != s->n_expected_lost)
        cluster_calls_fail(s, property_fail("%u keys are lost; %u were on node %u alone", n_missing,
                                            s->n_expected_lost, s->crashed));
}

const char *cluster_session_run(const uint8_t *data, size_t n_bytes, uint64_t *outcome)
{
    struct cluster_session s = {.at = data, .n = n_bytes};
    if (s.n > CLUSTER_SESSION_BYTES)
        s.n = CLUSTER_SESSION_BYTES;
    cluster_session_open(&s);
    while (s.cluster && s.n && !s.reason) {
        uint64_t n_lost = cluster_session_n_lost(&s);
        s.crashed = RS_NO_NODE;
        cluster_calls_next(&s);
        cluster_session_check(&s, cluster_session_n_lost(&s) - n_lost);
    }
    if (s.cluster && !s.reason)
        cluster_calls_settle(&s);
    *outcome = s.cluster ? cluster_model_fingerprint(s.cluster) : 0;
    rc_close(s.cluster);
    if (s.heap.now_bytes)
        cluster_calls_fail(&s, "memory is left behind");
    cluster_calls_fail(&s, s.heap.fault);
    heap_close(&s.heap);
    return s.reason;
}
