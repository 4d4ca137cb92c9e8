/* live_rows.h - from the seconds of a live run to rows: each second, each event, the whole
 */
#ifndef RINGSIDE_LIVE_ROWS_H
#define RINGSIDE_LIVE_ROWS_H

#include "impact.h"
#include "live_tier.h"

/* latencies: one a second of the run. */
void live_rows_emit(const struct impact_run *run, const struct live_latency *latencies,
                    struct results *results);

#endif
