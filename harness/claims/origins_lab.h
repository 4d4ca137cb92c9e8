/* origins_lab.h - what the claims of three articles have in common: keys and nodes by their names
 */
#ifndef RINGSIDE_ORIGINS_LAB_H
#define RINGSIDE_ORIGINS_LAB_H

#include "claim_groups.h"
#include "claim_lab.h"

/* One claim of a table. */
#define ORIGINS(name_, article, kind_, spec_, parameters_, run_, statement_, caveat_)              \
    {                                                                                              \
        .name = name_, .source = "Article " article, .parameters = parameters_, .kind = kind_,     \
        .statement = statement_, .caveat = caveat_, .run = run_, .spec = spec_                     \
    }

/* By the spec of the claim, ids 0, 1, ... NULL: the claim has been told why. */
struct rs_placement *origins_open(struct claim_run *run, const char *const *names, size_t n);
/* Of the key that is prefix and i in decimal. */
uint32_t origins_owner(const struct rs_placement *p, const char *prefix, unsigned i);
/* A cell for each of three nodes: how many of the keys prefix0, prefix1, ... it has. */
void origins_counts(struct claim_run *run, const struct rs_placement *p, const char *prefix,
                    unsigned n_keys, const unsigned published[3]);
/* Of the first 1000 keys, how many move when the newcomer joins three nodes; -1: refused. */
double origins_moved(struct claim_run *run, const char *const *names, const char *newcomer,
                     const char *prefix);
/* A cell: the part of 200,000 random keys that moves when a node joins n. */
void origins_modulo_moves(struct claim_run *run, uint32_t n, double published);

#endif
