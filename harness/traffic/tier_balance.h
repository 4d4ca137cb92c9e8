/* tier_balance.h - the adaptive balancer of a tier
 *
 * Loads are requests: those that every node served and, to act on shards, those for every shard.
 */
#ifndef RINGSIDE_TIER_BALANCE_H
#define RINGSIDE_TIER_BALANCE_H

#include "balancer.h"
#include "tier.h"
#include "tier_nodes.h"

struct tier_balance {
    struct rc_balancer *balancer; /* NULL: the timeline has none */
    struct rc_load *loads;        /* by position, since it looked last */
    uint64_t *shard_requests;     /* NULL: it acts on weights */
    struct rc_pin *pins;
    double next_s;
    bool alarm;
};

/* RS_EUNSUPPORTED: a strategy without weights; RS_ENOMEM. */
enum rs_status tier_balance_open(struct tier *tier, struct rs_why *why);
void tier_balance_close(struct tier_balance *balance);

/* What the nodes did in this second. */
void tier_balance_add(struct tier *tier);

/* At the beginning of a second: judges the loads when it is time, and does what follows. Counts
 * actions and alarms. What nothing helps against, refused says. */
enum tier_nodes_change tier_balance_advance(struct tier *tier, double now_s,
                                            struct tier_second *second, struct rs_why *refused);

#endif
