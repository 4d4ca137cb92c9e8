/* named.h - the nodes that answer, each with a number from its name, in an order of their own
 *
 * What a strategy is made of that gives every node a score for every digest, best score first:
 *
 *     numbers  [ a < b = b < c ]   8 bytes each, ascending
 *     weights  [ w   v   u   w ]   8 bytes each, only where the strategy is RS_WEIGHTED
 *     ids      [ 7   3   9   4 ]   4 bytes each
 *
 * Equal numbers: more weight first, then the smaller name, then the smaller id. So a scan that
 * keeps the first of equal scores breaks ties the same however the nodes came, and it is clear who
 * wins among nodes whose numbers are equal: the first of them, always.
 * Memory: 12 or 20 bytes a node, at most an eighth more while it grows.
 */
#ifndef RINGSIDE_NAMED_H
#define RINGSIDE_NAMED_H

#include "core/node_hash.h"

struct named {
    struct rs_placement p;
    const struct rs_hash *label_hash;
    uint64_t *numbers; /* the block of memory that holds all three */
    double *weights;   /* NULL: all are 1 */
    uint32_t *ids;
    uint32_t n, cap;
};

static inline const struct named *named_of(const struct rs_placement *p)
{
    return (const struct named *)p;
}

/* hash and label_hash. */
extern const struct rs_param named_params[];

/* Names can be hashed; shares are known only where digests have 64 bits. */
enum rs_status named_init(struct rs_placement *p, struct rs_why *why);
enum rs_status named_build(struct rs_placement *p);
enum rs_status named_change(struct rs_placement *p, const struct rs_change *changes, size_t n);
void named_fini(struct rs_placement *p);

/* The first of equal numbers has its weight's part of the digests, the others have none. */
enum rs_status named_shares(const struct rs_placement *p, double *by_slot);

/* Shares as the weights say while all numbers differ; a lookup draws once for each node. */
struct rs_moments named_theory(const struct rs_placement *p, enum rs_quantity quantity);

/* A score for a digest: rank i of the arrays; more is better. */
typedef uint64_t named_score(const struct named *named, uint32_t i, uint64_t digest);

/* The k best, best first, the first of equal ones before the others. No memory: ceil(k / 16) scans.
 */
size_t named_best(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids,
                  named_score *score);

#define NAMED_OPERATIONS                                                                           \
    .params = named_params, .state_bytes = sizeof(struct named), .init = named_init,               \
    .build = named_build, .change = named_change, .fini = named_fini, .shares = named_shares,      \
    .theory = named_theory

#endif
