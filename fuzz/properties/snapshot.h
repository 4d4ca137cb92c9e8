/* snapshot.h - all that a caller can observe of a placement, to see whether it changed
 */
#ifndef RINGSIDE_SNAPSHOT_H
#define RINGSIDE_SNAPSHOT_H

#include "probes.h"

struct snapshot {
    struct probes probes;
    unsigned char *saved; /* what rs_save wrote: nodes in order, and what the strategy remembers */
    size_t n_saved;
};

void snapshot_take(struct snapshot *snapshot, const struct rs_placement *p,
                   const struct script *script);
void snapshot_free(struct snapshot *snapshot);

/* NULL, or what is not as it was. */
const char *snapshot_differ(const struct snapshot *snapshot, const struct rs_placement *p,
                            const char *what);

#endif
