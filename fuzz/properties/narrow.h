/* narrow.h - hashes of few bits: ties on every run
 */
#ifndef RINGSIDE_NARROW_H
#define RINGSIDE_NARROW_H

#include "ringside.h"

/* Registers narrow4, narrow8 and narrow12, unless that was done before. */
enum rs_status narrow_register(struct rs_why *why);

#endif
