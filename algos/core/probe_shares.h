/* probe_shares.h - what each node of a ring owns when the nearest of several probes decides
 */
#ifndef RINGSIDE_PROBE_SHARES_H
#define RINGSIDE_PROBE_SHARES_H

#include "core/ring_points.h"

/* Adds the shares to by_slot, for probes that are spread evenly over 64 bits and independent.
 * ENOMEM: then nothing is added. */
enum rs_status probe_shares(const struct ring *ring, uint64_t n_probes, double *by_slot);

#endif
