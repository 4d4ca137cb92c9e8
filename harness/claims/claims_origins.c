/* claims_origins.c - what the three articles say that this project grew from
 */
#include "claim_groups.h"
#include "claim_lab.h"

static const char *const origins_cache_nodes[] = {"cache-node-A", "cache-node-B", "cache-node-C"};
static const char *const origins_store_nodes[] = {"A", "B", "C"};

static struct rs_placement *origins_open(struct claim_run *run, const char *const *names, size_t n)
{
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 0);
    bool good = p;
    for (size_t i = 0; good && i < n; i++)
        good = lab_add_named(run, p, (uint32_t)i, names[i], 1);
    if (p && !good) {
        rs_close(p);
        p = NULL;
    }
    return p;
}

static uint32_t origins_owner(const struct rs_placement *p, const char *format, unsigned i)
{
    char key[64];
    uint32_t id = RS_NO_NODE;
    snprintf(key, sizeof key, "%s%u", format, i);
    rs_locate_key(p, (struct rs_bytes){key, strlen(key)}, &id);
    return id;
}

static void origins_counts(struct claim_run *run, const struct rs_placement *p, const char *prefix,
                           unsigned n_keys, const unsigned published[3])
{
    unsigned counts[3] = {0};
    for (unsigned i = 0; i < n_keys; i++) {
        uint32_t id = origins_owner(p, prefix, i);
        if (id < 3)
            counts[id]++;
    }
    for (int i = 0; i < 3; i++)
        claim_cell(run, published[i], counts[i], 0, "node %d", i + 1);
}

static void origins_cache_counts(struct claim_run *run)
{
    struct rs_placement *p = origins_open(run, origins_cache_nodes, 3);
    if (p)
        origins_counts(run, p, "user:session:", 1000, (const unsigned[]){336, 337, 327});
    rs_close(p);
}

static void origins_store_counts(struct claim_run *run)
{
    struct rs_placement *p = origins_open(run, origins_store_nodes, 3);
    if (p)
        origins_counts(run, p, "key:", 10000, (const unsigned[]){3591, 3234, 3175});
    rs_close(p);
}

/* Of the first 1000 keys; -1: refused. */
static double origins_moved(struct claim_run *run, const char *const *names, const char *newcomer,
                            const char *prefix)
{
    struct rs_placement *p = origins_open(run, names, 3);
    struct rs_placement *grown = p ? lab_clone(run, p) : NULL;
    double moved = -1;
    if (grown && lab_add_named(run, grown, 3, newcomer, 1)) {
        moved = 0;
        for (unsigned i = 0; i < 1000; i++)
            moved += origins_owner(p, prefix, i) != origins_owner(grown, prefix, i);
    }
    rs_close(grown);
    rs_close(p);
    return moved;
}

static void origins_cache_moved(struct claim_run *run)
{
    double moved = origins_moved(run, origins_cache_nodes, "cache-node-D", "user:session:");
    if (moved >= 0)
        claim_cell(run, 266, moved, 0, "keys of 1000");
}

static void origins_store_moved(struct claim_run *run)
{
    double moved = origins_moved(run, origins_store_nodes, "D", "key:");
    if (moved >= 0)
        claim_cell(run, 272, moved, 0, "keys of 1000");
}

static void origins_store_moves_under(struct claim_run *run)
{
    double moved = origins_moved(run, origins_store_nodes, "D", "key:");
    if (moved >= 0)
        claim_at_most(run, 0.30, moved / 1000, 0, "part of the keys, at most");
}

static void origins_demo_all(struct claim_run *run)
{
    double moved = origins_moved(run, origins_store_nodes, "D", "key:");
    if (moved >= 0)
        claim_cell(run, 1, moved / 1000, sqrt(moved / 1000 * (1 - moved / 1000) / 1000),
                   "part of 1000 keys");
}

static void origins_store_deviation(struct claim_run *run)
{
    struct rs_placement *p = origins_open(run, origins_store_nodes, 3);
    double counts[3] = {0};
    for (unsigned i = 0; p && i < 10000; i++)
        counts[origins_owner(p, "key:", i)] += 3 / 10000.0;
    for (int i = 0; p && i < 3; i++)
        claim_at_most(run, 0.20, fabs(counts[i] - 1), 0, "node %s, at most",
                      origins_store_nodes[i]);
    rs_close(p);
}

static void origins_balancer_owner(struct claim_run *run)
{
    static const char *const names[] = {"192.168.1.10:8080", "192.168.1.11:8080",
                                        "192.168.1.12:8080"};
    struct rs_placement *p = origins_open(run, names, 3);
    for (unsigned i = 1001; p && i <= 1002; i++)
        claim_cell(run, 1, origins_owner(p, "user_", i), 0, "index of the node of user_%u", i);
    rs_close(p);
}

/* ---- replicas */

static struct rs_placement *origins_five(struct claim_run *run)
{
    static const char *const names[] = {"node-1", "node-2", "node-3", "node-4", "node-5"};
    return origins_open(run, names, 5);
}

static void origins_replicas_of(struct claim_run *run, const char *key, const uint32_t published[3])
{
    struct rs_placement *p = origins_five(run);
    uint32_t ids[3] = {RS_NO_NODE, RS_NO_NODE, RS_NO_NODE};
    uint64_t digest = 0;
    if (p && !rs_digest(p, (struct rs_bytes){key, strlen(key)}, &digest))
        rs_replicas(p, digest, 3, ids);
    for (int i = 0; p && i < 3; i++)
        claim_cell(run, published[i] + 1, ids[i] + 1.0, 0, "number of replica %d", i + 1);
    rs_close(p);
}

static void origins_replicas_user(struct claim_run *run)
{
    origins_replicas_of(run, "user:1001", (const uint32_t[]){2, 1, 4});
}

static void origins_replicas_product(struct claim_run *run)
{
    origins_replicas_of(run, "product:X-200", (const uint32_t[]){1, 2, 0});
}

static void origins_replicas_distinct(struct claim_run *run)
{
    struct rs_placement *p = origins_five(run);
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

static void origins_empty(struct claim_run *run)
{
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 0);
    unsigned n_owned = 0;
    for (uint64_t i = 0; p && i < 1000; i++)
        n_owned += rs_locate(p, lab_key(1, i)) != RS_NO_NODE;
    if (p)
        claim_cell(run, 0, n_owned, 0, "keys of 1000 that have a node");
    rs_close(p);
}

/* ---- statements */

static void origins_modulo_moves(struct claim_run *run, uint32_t n, double published)
{
    enum { KEYS = 200000 };
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, n);
    struct rs_placement *grown = p ? lab_clone(run, p) : NULL;
    if (grown && lab_add(run, grown, 0, n, 1)) {
        double moved = lab_moved(p, grown, 2, KEYS);
        claim_cell(run, published, moved, sqrt(moved * (1 - moved) / KEYS), "%u to %u nodes", n,
                   n + 1);
    }
    rs_close(grown);
    rs_close(p);
}

static void origins_modulo_3(struct claim_run *run)
{
    origins_modulo_moves(run, 3, 0.75);
}

static void origins_modulo_4(struct claim_run *run)
{
    origins_modulo_moves(run, 4, 0.80);
}

static void origins_modulo_all(struct claim_run *run)
{
    origins_modulo_moves(run, 3, 1);
}

static void origins_five_percent(struct claim_run *run)
{
    for (int vnodes = 100; vnodes <= 200; vnodes += 50) {
        struct lab_mean mean = {0};
        for (int trial = 0; trial < 5; trial++) {
            double cv, max;
            struct rs_placement *p = lab_openf(run, trial, 1000, "ring:vnodes=%d", vnodes);
            if (p && lab_spread(run, p, &cv, &max))
                lab_take(&mean, cv);
            rs_close(p);
        }
        if (mean.n > 1)
            claim_at_most(run, 0.05, lab_mean_of(&mean), lab_error(&mean), "%d virtual nodes",
                          vnodes);
    }
}

static double origins_heavy_share(struct claim_run *run, const char *heavy, const char *light)
{
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 0);
    double shares[2] = {-1, 0};
    if (p && lab_add_named(run, p, 0, heavy, 3) && lab_add_named(run, p, 1, light, 1) &&
        rs_shares(p, shares))
        claim_refuse(run, "no exact shares");
    rs_close(p);
    return shares[0];
}

static void origins_weights_pair(struct claim_run *run)
{
    double share = origins_heavy_share(run, "heavy", "light");
    if (share >= 0)
        claim_cell(run, 3, share / (1 - share), 0, "heavy : light, arcs");
}

static void origins_weights_mean(struct claim_run *run)
{
    struct lab_mean mean = {0};
    for (int trial = 0; trial < 300; trial++) {
        char heavy[32], light[32];
        snprintf(heavy, sizeof heavy, "heavy-%d", trial);
        snprintf(light, sizeof light, "light-%d", trial);
        double share = origins_heavy_share(run, heavy, light);
        if (share < 0)
            return;
        lab_take(&mean, share);
    }
    claim_cell(run, 0.75, lab_mean_of(&mean), lab_error(&mean),
               "part of heavy, 300 pairs of names");
}

#define CACHE_RING "ring:hash=md5low:bits=32:vnodes=120:label={node}#VN{i}:owner=after"
#define BALANCER_RING "ring:hash=md5low:bits=32:vnodes=150:label={node}#vnode-{i}:owner=after"
#define ORIGINS(name_, article, kind_, spec_, parameters_, run_, statement_, caveat_)              \
    {                                                                                              \
        .name = name_, .source = "Article " article, .parameters = parameters_, .kind = kind_,     \
        .statement = statement_, .caveat = caveat_, .run = run_, .spec = spec_                     \
    }

const struct claim claims_origins[] = {
    ORIGINS("cache_counts", "1: a cache ring that scales out", CLAIM_EXACT, CACHE_RING,
            CACHE_RING "; cache-node-A to -C; user:session:0 to 999", origins_cache_counts,
            "three nodes hold 336, 337 and 327 of 1000 keys", NULL),
    ORIGINS("cache_moved", "1: a cache ring that scales out", CLAIM_EXACT, CACHE_RING,
            CACHE_RING "; cache-node-D joins", origins_cache_moved,
            "a fourth node moves 266 of 1000", NULL),
    ORIGINS("cache_modulo", "1: a cache ring that scales out", CLAIM_STAT, "modulo",
            "modulo; 3 to 4 nodes; 200,000 random keys", origins_modulo_3,
            "modulo from 3 to 4 nodes moves about 75 %", NULL),
    ORIGINS("cache_five_percent", "1: a cache ring that scales out", CLAIM_STAT, NULL,
            "ring; 100, 150, 200 virtual nodes; 1000 nodes; exact shares of 5 rings",
            origins_five_percent, "100 to 200 virtual nodes keep the standard deviation within 5 %",
            "theory is 1/sqrt(v): 10 % at 100, 7 % at 200"),
    ORIGINS("balancer_owner", "2: a load balancer", CLAIM_EXACT, BALANCER_RING,
            BALANCER_RING "; 192.168.1.10 to .12, port 8080", origins_balancer_owner,
            "user_1001 and user_1002 both go to 192.168.1.11:8080", NULL),
    ORIGINS("balancer_modulo", "2: a load balancer", CLAIM_STAT, "modulo",
            "modulo; 4 to 5 nodes; 200,000 random keys", origins_modulo_4,
            "modulo from 4 to 5 nodes moves about 80 %", NULL),
    ORIGINS("store_counts", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=1000",
            "ring:hash=md5:vnodes=1000; A, B, C; key:0 to key:9999", origins_store_counts,
            "A, B and C hold 3591, 3234 and 3175 of 10,000 keys", NULL),
    ORIGINS("store_moved", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=1000",
            "ring:hash=md5:vnodes=1000; D joins A, B, C; key:0 to key:999", origins_store_moved,
            "a fourth node moves 272 of the first 1000 keys", NULL),
    ORIGINS("store_moves_under", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=1000",
            "ring:hash=md5:vnodes=1000; D joins A, B, C; key:0 to key:999",
            origins_store_moves_under, "a fourth node moves less than 30 %", NULL),
    ORIGINS("store_deviation", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=1000",
            "ring:hash=md5:vnodes=1000; A, B, C; key:0 to key:9999", origins_store_deviation,
            "10,000 keys deviate less than 20 % from the mean", NULL),
    ORIGINS("store_replicas_user", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=100",
            "ring:hash=md5:vnodes=100; node-1 to node-5", origins_replicas_user,
            "user:1001 has the replicas node-3, node-2, node-5 in this order", NULL),
    ORIGINS("store_replicas_product", "3: a sharded store", CLAIM_EXACT, "ring:hash=md5:vnodes=100",
            "ring:hash=md5:vnodes=100; node-1 to node-5", origins_replicas_product,
            "product:X-200 has the replicas node-2, node-3, node-1 in this order", NULL),
    ORIGINS("store_replicas_distinct", "3: a sharded store", CLAIM_EXACT,
            "ring:hash=md5:vnodes=100", "ring:hash=md5:vnodes=100; node-1 to node-5",
            origins_replicas_distinct, "three replicas are three nodes, the primary the first",
            NULL),
    ORIGINS("store_empty", "3: a sharded store", CLAIM_EXACT, "ring", "ring; no node",
            origins_empty, "an empty ring gives no node", NULL),
    ORIGINS("store_weights_mean", "3: a sharded store", CLAIM_STAT, "ring:hash=md5:vnodes=100",
            "ring:hash=md5:vnodes=100; weights 3 and 1; 300 pairs of names", origins_weights_mean,
            "weights 3 and 1 give loads of 3 : 1 on the average of many names", NULL),
    ORIGINS("store_weights_pair", "3: a sharded store", CLAIM_STAT, "ring:hash=md5:vnodes=100",
            "ring:hash=md5:vnodes=100; heavy of weight 3, light of 1", origins_weights_pair,
            "weights 3 and 1 give these two nodes loads of 3 : 1",
            "points are 3 : 1 by construction, arcs are not; exact, so without tolerance"),
    ORIGINS("store_demo_ring", "3: a sharded store", CLAIM_STAT, "ring:hash=md5:vnodes=1000",
            "ring:hash=md5:vnodes=1000; D joins A, B, C; key:0 to key:999", origins_demo_all,
            "the demo reports every key as moved when a node joins",
            "the demo compares a node's name with a count"),
    ORIGINS("store_demo_modulo", "3: a sharded store", CLAIM_STAT, "modulo",
            "modulo; 3 to 4 nodes; 200,000 random keys", origins_modulo_all,
            "modulo would move all keys when a node joins", "theory is n/(n+1)"),
    {.name = NULL},
};
