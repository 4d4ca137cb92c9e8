/* claims_origins.c - what two of the three articles say that this project grew from
 */
#include "origins_lab.h"

static const char *const origins_cache_nodes[] = {"cache-node-A", "cache-node-B", "cache-node-C"};

static void origins_cache_counts(struct claim_run *run)
{
    struct rs_placement *p = origins_open(run, origins_cache_nodes, 3);
    if (p)
        origins_counts(run, p, "user:session:", 1000, (const unsigned[]){336, 337, 327});
    rs_close(p);
}

static void origins_cache_moved(struct claim_run *run)
{
    double moved = origins_moved(run, origins_cache_nodes, "cache-node-D", "user:session:");
    if (moved >= 0)
        claim_cell(run, 266, moved, 0, "keys of 1000");
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

static void origins_modulo_3(struct claim_run *run)
{
    origins_modulo_moves(run, 3, 0.75);
}

static void origins_modulo_4(struct claim_run *run)
{
    origins_modulo_moves(run, 4, 0.80);
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

#define CACHE_RING "ring:hash=md5low:bits=32:vnodes=120:label={node}#VN{i}:owner=after"
#define BALANCER_RING "ring:hash=md5low:bits=32:vnodes=150:label={node}#vnode-{i}:owner=after"

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
    {.name = NULL},
};
