/* tally.h - how many keys each node gets, and how that lies beside what it should get
 */
#ifndef RINGSIDE_TALLY_H
#define RINGSIDE_TALLY_H

#include "metric.h"

/* Arrays by position in nodes. */
struct tally {
    const struct subject *subject;
    const struct rs_node *nodes; /* subject->n_nodes of them */
    struct rs_placement *p;
    uint32_t *position_of;    /* by slot of p */
    double *targets, *shares; /* what weights ask for; what p gives, exactly: with has_shares */
    bool has_shares;
    uint64_t *n_keys;
    uint64_t n_all;
};

/* A placement of the subject's spec with these nodes. Close it whatever the status. */
enum rs_status tally_open(struct tally *tally, const struct subject *subject,
                          const struct rs_node *nodes, struct rs_why *why);
void tally_close(struct tally *tally);

/* Adds up a pass over the subject's keys, on all processors. */
bool tally_count(struct tally *tally, struct rs_why *why);

/* The score of the counts against honest chance: normal, mean 0, deviation 1, above 0 for less even
 * than chance. Chance goes by the exact shares, else by the targets where share_cv, what theory
 * says of the shares' deviation, is 0. NAN: no law, which also holds for keys that repeat and for
 * digests of less than 64 bits. */
double tally_z(const struct tally *tally, double share_cv);

/* Loads in one line: keys or shares over what they should be. */
struct spread {
    double max, min, sum_squares; /* of load - 1 */
    size_t n;
};
void spread_add(struct spread *spread, double load);
double spread_cv(const struct spread *spread);
/* The greatest |load - 1|. */
double spread_error(const struct spread *spread);

/* Of all nodes with a target; noise, where it is not NULL, is the deviation under honest chance. */
struct spread tally_loads(const struct tally *tally, double *noise);
struct spread tally_share_loads(const struct tally *tally);

#endif
