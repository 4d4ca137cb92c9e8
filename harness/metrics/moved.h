/* moved.h - the keys that move between two placements, and where they go
 */
#ifndef RINGSIDE_MOVED_H
#define RINGSIDE_MOVED_H

#include "ringside.h"

struct moved {
    const struct rs_placement *before, *after; /* the caller's */
    const struct rs_placement *fresh;          /* NULL, or what after is held against, too */
    uint32_t touched; /* a node that is there before and after and yet no survivor; RS_NO_NODE */
    uint64_t n_moved, n_between_survivors, n_off_path;
    uint64_t n_left; /* keys whose old owner is gone and whose new one was there */
    uint64_t *n_to;  /* those of them that each slot of after got */
    size_t n_slots;
};

/* false: out of memory. Close all the same. */
bool moved_open(struct moved *moved, const struct rs_placement *before,
                const struct rs_placement *after);
void moved_close(struct moved *moved);

/* A second count of the same change, from 0, for another thread. false: out of memory. */
bool moved_fork(const struct moved *moved, struct moved *fork);
/* Adds what the fork counted, and closes it. */
void moved_join(struct moved *moved, struct moved *fork);

/* old[i]: the owner of digests[i] before; at most WORKLOAD_BLOCK of them. */
void moved_count(struct moved *moved, const uint64_t *digests, const uint32_t *old, size_t n);

/* Keys whose owner differs between two placements. */
uint64_t moved_n_different(const struct rs_placement *a, const struct rs_placement *b,
                           const uint64_t *digests, size_t n);

/* The chance that keys thrown onto the survivors by weight fall less evenly than those that lost
 * their owner to one did; negative: there are not two survivors that expect enough of them. */
double moved_destination_p(const struct moved *moved);

#endif
