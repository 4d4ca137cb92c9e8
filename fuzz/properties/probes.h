/* probes.h - digests worth looking at, and a placement's answers to them at one moment
 */
#ifndef RINGSIDE_PROBES_H
#define RINGSIDE_PROBES_H

#include "script.h"

enum { PROBES_MAX = 160 };

struct probes {
    uint64_t digests[PROBES_MAX];
    uint32_t ids[PROBES_MAX];
    size_t n;
};

/* The edges of what fits in a word, small numbers (all digests of 4 bits), the script's,
 * some at random, and for a strategy with points a few of these and their neighbours. */
void probes_take(struct probes *probes, const struct rs_placement *p, const struct script *script);

/* NULL, or the first answer of p that differs; what: "after undo". */
const char *probes_differ(const struct probes *probes, const struct rs_placement *p,
                          const char *what);

#endif
