/* claims_store.c - what the third article says that this project grew from: a sharded store
 */
#include "origins_lab.h"

static const char *const store_nodes[] = {"A", "B", "C"};

static void store_counts(struct claim_run *run)
{
    struct rs_placement *p = origins_open(run, store_nodes, 3);
    if (p)
        origins_counts(run, p, "key:", 10000, (const unsigned[]){3591, 3234, 3175});
    rs_close(p);
}

static void store_moved(struct claim_run *run)
{
    double moved = origins_moved(run, store_nodes, "D", "key:");
    if (moved >= 0)
        claim_cell(run, 272, moved, 0, "keys of 1000");
}

static void store_moves_under(struct claim_run *run)
{
    double moved = origins_moved(run, store_nodes, "D", "key:");
    if (moved >= 0)
        claim_at_most(run, 0.30, moved / 1000, 0, "part of the keys, at most");
}

static void store_demo_all(struct claim_run *run)
{
    double moved = origins_moved(run, store_nodes, "D", "key:");
    if (moved >= 0)
        claim_cell(run, 1, moved / 1000, sqrt(moved / 1000 * (1 - moved / 1000) / 1000),
                   "part of 1000 keys");
}

static void store_deviation(struct claim_run *run)
{
    struct rs_placement *p = origins_open(run, store_nodes, 3);
    double counts[3] = {0};
    for (unsigned i = 0; p && i < 10000; i++)
        counts[origins_owner(p, "key:", i)] += 3 / 10000.0;
    for (int i = 0; p && i < 3; i++)
        claim_at_most(run, 0.20, fabs(counts[i] - 1), 0, "node %s, at most", store_nodes[i]);
    rs_close(p);
}

static struct rs_placement *store_five(struct claim_run *run)
{
    static const char *const names[] = {"node-1", "node-2", "node-3", "node-4", "node-5"};
    return origins_open(run, names, 5);
}

static void store_replicas_of(struct claim_run *run, const char *key, const uint32_t published[3])
{
    struct rs_placement *p = store_five(run);
    uint32_t ids[3] = {RS_NO_NODE, RS_NO_NODE, RS_NO_NODE};
    uint64_t digest = 0;
    if (p && !rs_digest(p, (struct rs_bytes){key, strlen(key)}, &digest))
        rs_replicas(p, digest, 3, ids);
    for (int i = 0; p && i < 3; i++)
        claim_cell(run, published[i] + 1, ids[i] + 1.0, 0, "number of replica %d", i + 1);
    rs_close(p);
}

static void store_replicas_user(struct claim_run *run)
{
    store_replicas_of(run, "user:1001", (const uint32_t[]){2, 1, 4});
}

static void store_replicas_product(struct claim_run *run)
{
    store_replicas_of(run, "product:X-200", (const uint32_t[]){1, 2, 0});
}

static void store_replicas_distinct(struct claim_run *run)
{
    struct rs_placement *p = store_five(run);
    unsigned n_bad = 0;
    for (uint64_t i = 0; p && i < 10000; i++) {
        uint32_t ids[3];
        size_t n = rs_replicas(p, lab_key(1, i), 3, ids);
        n_bad += n != 3 || ids[0] == ids[1] || ids[0] == ids[2] || ids[1] == ids[2] ||
                 ids[0] != rs_locate(p, lab_key(1, i));
    }
    if (p)
        claim_cell(run, 0, n_bad, 0, "keys of 10,000 that break it");
    rs_close(p);
}

static void store_empty(struct claim_run *run)
{
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 0);
    unsigned n_owned = 0;
    for (uint64_t i = 0; p && i < 1000; i++)
        n_owned += rs_locate(p, lab_key(1, i)) != RS_NO_NODE;
    if (p)
        claim_cell(run, 0, n_owned, 0, "keys of 1000 that have a node");
    rs_close(p);
}

static void store_modulo_all(struct claim_run *run)
{
    origins_modulo_moves(run, 3, 1);
}

static double store_heavy_share(struct claim_run *run, const char *heavy, const char *light)
{
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 0);
    double shares[2] = {-1, 0};
    if (p && lab_add_named(run, p, 0, heavy, 3) && lab_add_named(run, p, 1, light, 1) &&
        rs_shares(p, shares))
        claim_refuse(run, "no exact shares");
    rs_close(p);
    return shares[0];
}

static void store_weights_pair(struct claim_run *run)
{
    double share = store_heavy_share(run, "heavy", "light");
    if (share >= 0)
        claim_cell(run, 3, share / (1 - share), 0, "heavy : light, arcs");
}

static void store_weights_mean(struct claim_run *run)
{
    struct lab_mean mean = {0};
    for (int trial = 0; trial < 300; trial++) {
        char heavy[32], light[32];
        snprintf(heavy, sizeof heavy, "heavy-%d", trial);
        snprintf(light, sizeof light, "light-%d", trial);
        double share = store_heavy_share(run, heavy, light);
        if (share < 0)
            return;
        lab_take(&mean, share);
    }
    claim_cell(run, 0.75, lab_mean_of(&mean), lab_error(&mean),
               "part of heavy, 300 pairs of names");
}

const struct claim claims_store[] = {
    ORIGINS("store_counts", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=1000",
            "ring:hash=md5:vnodes=1000; A, B, C; key:0 to key:9999", store_counts,
            "A, B and C hold 3591, 3234 and 3175 of 10,000 keys", NULL),
    ORIGINS("store_moved", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=1000",
            "ring:hash=md5:vnodes=1000; D joins A, B, C; key:0 to key:999", store_moved,
            "a fourth node moves 272 of the first 1000 keys", NULL),
    ORIGINS("store_moves_under", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=1000",
            "ring:hash=md5:vnodes=1000; D joins A, B, C; key:0 to key:999", store_moves_under,
            "a fourth node moves less than 30 %", NULL),
    ORIGINS("store_deviation", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=1000",
            "ring:hash=md5:vnodes=1000; A, B, C; key:0 to key:9999", store_deviation,
            "10,000 keys deviate less than 20 % from the mean", NULL),
    ORIGINS("store_replicas_user", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=100",
            "ring:hash=md5:vnodes=100; node-1 to node-5", store_replicas_user,
            "user:1001 has the replicas node-3, node-2, node-5 in this order", NULL),
    ORIGINS("store_replicas_product", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=100",
            "ring:hash=md5:vnodes=100; node-1 to node-5", store_replicas_product,
            "product:X-200 has the replicas node-2, node-3, node-1 in this order", NULL),
    ORIGINS("store_replicas_distinct", "3: a sharded store", CLAIM_EXACT,
            "ring:hash=md5:vnodes=100", "ring:hash=md5:vnodes=100; node-1 to node-5",
            store_replicas_distinct, "three replicas are three nodes, the primary the first", NULL),
    ORIGINS("store_empty", "3: a sharded store", CLAIM_EXACT, "ring", "ring; no node", store_empty,
            "an empty ring gives no node", NULL),
    ORIGINS("store_weights_mean", "3: a sharded store", CLAIM_STAT, "ring:hash=md5:vnodes=100",
            "ring:hash=md5:vnodes=100; weights 3 and 1; 300 pairs of names", store_weights_mean,
            "weights 3 and 1 give loads of 3 : 1 on the average of many names", NULL),
    ORIGINS("store_weights_pair", "3: a sharded store", CLAIM_STAT, "ring:hash=md5:vnodes=100",
            "ring:hash=md5:vnodes=100; heavy of weight 3, light of 1", store_weights_pair,
            "weights 3 and 1 give these two nodes loads of 3 : 1",
            "points are 3 : 1 by construction, arcs are not; exact, so without tolerance"),
    ORIGINS("store_demo_ring", "3: a sharded store", CLAIM_STAT, "ring:hash=md5:vnodes=1000",
            "ring:hash=md5:vnodes=1000; D joins A, B, C; key:0 to key:999", store_demo_all,
            "the demo reports every key as moved when a node joins",
            "the demo compares a node's name with a count"),
    ORIGINS("store_demo_modulo", "3: a sharded store", CLAIM_STAT, "modulo",
            "modulo; 3 to 4 nodes; 200,000 random keys", store_modulo_all,
            "modulo would move all keys when a node joins", "theory is n/(n+1)"),
    {.name = NULL},
};
