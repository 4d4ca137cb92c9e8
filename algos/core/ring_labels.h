/* ring_labels.h - from a node and a number to a point: the labels of a ring
 */
#ifndef RINGSIDE_RING_LABELS_H
#define RINGSIDE_RING_LABELS_H

#include "core/ring_points.h"

/* The strategy's init: whether labels can be made and hashed with these parameters. */
enum rs_status ring_init(struct rs_placement *p, struct rs_why *why);

/* Points of a node of this weight: vnodes for each unit, rounded to the nearest, at least one. */
uint64_t ring_n_points(const struct ring *ring, double weight);

/* The point of a node's i-th label. Errors: what the hash says. */
enum rs_status ring_point_at(const struct ring *ring, struct rs_bytes name, uint64_t i,
                             uint64_t *point);

/* The label of the node in this slot that was hashed to the point, cut to label_bytes. ENOENT:
 * none; else what the hash says. */
enum rs_status ring_label_of(const struct ring *ring, uint32_t slot, uint64_t point, char *label,
                             size_t label_bytes);

#endif
