/* live_run.h - a timeline run on real memcached servers, one strategy after the other
 *
 * Rows as those of the simulation, under the same names, with latencies; no two runs are the same.
 * What only the simulation knows (keys and bytes moved or lost) has no rows. simulation_print takes
 * them.
 */
#ifndef RINGSIDE_LIVE_RUN_H
#define RINGSIDE_LIVE_RUN_H

#include "simulation.h"

/* false: why says it: a server failed, or this build has no client for it. */
bool live_run(const struct simulation_options *options, struct results *results,
              struct rs_why *why);

#endif
