/* z_groups.h - the z of many samples, apart by measure and change
 *
 * In one heap, a measure whose z are all too small hides behind the others: each has to be about 1
 * in the root mean square by itself.
 */
#ifndef RINGSIDE_Z_GROUPS_H
#define RINGSIDE_Z_GROUPS_H

#include "results.h"

/* The widest that honest chance is taken to be, in standard errors. */
#define Z_MOST 4.0
/* The root mean square of n normal numbers has a deviation of 1 / sqrt(2 n) itself: from
 * Z_GROUP_LEAST on, Z_RMS_WIDTH are three of them. */
#define Z_RMS_WIDTH 0.2
enum { Z_GROUP_LEAST = 113, Z_GROUPS_MOST = 128 };

/* All z of one measure and change. */
struct z_group {
    const char *measure, *change;
    double most, sum, squares; /* the greatest |z|; of all z; of their squares */
    size_t n;
};

struct z_groups {
    struct z_group groups[Z_GROUPS_MOST];
    size_t n;
};

/* Is the value drawn by chance, with a z that no other row has? */
bool z_is_drawn(const struct result *row);
/* Takes in a row that is drawn, passes over any other. false: there is no room for its group. */
bool z_groups_add(struct z_groups *groups, const struct result *row);

double z_group_rms(const struct z_group *group);
/* They are enough, none is far, and they are neither too small nor too large. */
bool z_group_is_good(const struct z_group *group);

#endif
