/* claims_hw.c - published times and what else is bound to a machine: listed, not run
 */
#include "claim_groups.h"

#define HW(name_, source_, parameters_, statement_, published_)                                    \
    {                                                                                              \
        .name = name_, .source = source_, .parameters = parameters_, .kind = CLAIM_HW,             \
        .statement = statement_, .published = published_                                           \
    }

const struct claim claims_hw[] = {
    HW("hw_gryski_lookup", "Gryski, talk on consistent hashing",
       "8 to 8192 shards, ns a lookup, off a figure",
       "Maglev is fastest, then jump, ring, multi-probe, ketama; jump grows with log n",
       "ketama 360..985, ring 118..660, multi-probe 222..615, jump 80..180, Maglev 40..52"),
    HW("hw_flip_lookup", "fliphash README", "n = 10, 1e3, 1e6, 1e9; ns on a Xeon 8375C",
       "flip's time does not depend on n, jump's grows with its logarithm",
       "flip 5.9, 4.7, 5.5, 6.4; jump 8.2, 25, 45, 69"),
    HW("hw_hash4j_lookup", "hash4j README", "n = 1, 2, 10; ns on a c5.metal",
       "jumpback is below jump from ten nodes on", "jumpback 1.8, 10.0, 9.1; jump 6.0, 14.0, 31.3"),
    HW("hw_maglev_build", "Maglev, NSDI 2016", "n = 1000, M = 65537 and 655373; ms",
       "a table ten times as long takes about ten times as long to fill", "1.8 and 22.9"),
    HW("hw_envoy_maglev", "Envoy documentation", "Maglev against a ring of 256K points",
       "Maglev builds about 10 times and selects about 5 times as fast", "10 and 5"),
    HW("hw_dx_rate", "DxHash, arXiv 2107.07930", "1e6 nodes of which half have failed",
       "dx keeps its rate where half of the nodes are gone", "13.3 million lookups a second"),
    HW("hw_lrh_rate", "LRH, arXiv 2512.23434", "n = 5000, 50 million keys, 20 threads",
       "one search and 8 neighbours are faster than 8 probes",
       "60.05 against 8.80 million a second"),
    HW("hw_vimeo_bandwidth", "Vimeo on bounded loads", "c = 1.25",
       "bounded loads cut the bandwidth of a cache", "by almost 8"),
    HW("hw_supsi_shapes", "Consistently Faster, SEBD 2023", "n = 10 to 100,000",
       "jump grows with log n; anchor and memento are flat until many nodes are gone, dx rises as "
       "a/w",
       "figures only"),
    {.name = NULL},
};
