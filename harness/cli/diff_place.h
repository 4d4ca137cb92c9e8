/* diff_place.h - a strategy with the nodes of a list, or why it cannot have them
 *
 * A spec that is wrong in itself is the caller's mistake and ends the run; a strategy that cannot
 * hold a list is a finding, and the others are compared all the same.
 */
#ifndef RINGSIDE_DIFF_PLACE_H
#define RINGSIDE_DIFF_PLACE_H

#include "nodefile.h"
#include "ringside.h"

/* A placement with the nodes of a list. Other than RS_OK: why names the file, and there is none. */
enum rs_status diff_place(const char *spec, const struct node_list *list, struct rs_placement **out,
                          struct rs_why *why);

#endif
