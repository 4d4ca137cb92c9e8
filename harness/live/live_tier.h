/* live_tier.h - the tier of tier.h with real servers: every request goes to a memcached
 *
 * Who serves a key is decided as in the simulation, by the cluster; what is hit is decided by the
 * servers. Requests go one after the other, as fast as they are answered: a second of the timeline
 * is so many requests, not so much time. A crash kills the process; whoever joins is a new one.
 */
#ifndef RINGSIDE_LIVE_TIER_H
#define RINGSIDE_LIVE_TIER_H

#include "requests.h"
#include "tier.h"

/* Of the reads of a second that a server was asked for, the answer of the old owner included; 0:
 * there were none. */
struct live_latency {
    double p50_us, p99_us;
};

struct live_tier;

/* As in tier.h. The timeline's warm-up is not copy and it has no balancer. */
bool live_tier_open(const char *spec, const struct timeline *timeline, struct requests *requests,
                    struct live_tier **out, bool *cannot, struct rs_why *why);
/* As tier_refusals in tier.h. */
const struct rs_why *live_tier_refusals(const struct live_tier *tier);
/* Kills the servers. */
void live_tier_close(struct live_tier *tier);

/* As in tier.h, but moved keys and bytes and lost keys are 0: nobody knows what a server holds.
 * false: why says it. */
bool live_tier_run_second(struct live_tier *tier, uint64_t second, const uint32_t *keys, size_t n,
                          struct tier_second *result, struct live_latency *latency,
                          struct rs_why *refused, struct rs_why *why);
/* The servers had the room that the timeline says. false: why says which had not. */
bool live_tier_check(struct live_tier *tier, struct rs_why *why);

#endif
