/* naive.h - every strategy once more, the slow and obvious way
 *
 * A naive twin is written from what a strategy says it does, not from how it does it: no index that
 * is kept up to date, no search, no shortcut. It follows the same calls and must give the same
 * answers. One file a strategy, naive_x.c, whose row is the last thing in it.
 *
 *     struct naive twin;
 *     if (naive_open(&twin, p))
 *         naive_apply(&twin, &op), expected = twin.row->locate(&twin, digest);
 *     naive_close(&twin);
 */
#ifndef RINGSIDE_NAIVE_H
#define RINGSIDE_NAIVE_H

#include "model.h"

enum { NAIVE_MAX = SCRIPT_MAX_NODES };
#define NAIVE_UNSURE_CAP UINT64_MAX

struct naive {
    const struct naive_row *row;
    const struct rs_placement *p;     /* for its spec, hash and seed; no answer is asked of it */
    const struct rs_hash *label_hash; /* of its spec; NULL: it has none */
    struct model model;               /* the nodes that ought to be there, oldest first */
    const struct rs_node *nodes[NAIVE_MAX]; /* those of them that answer, oldest first */
    size_t n;
    void *state; /* state_bytes, zero at first */
};

struct naive_row {
    const char *strategy;
    uint32_t (*locate)(const struct naive *naive, uint64_t digest);
    /* With RS_REPLICAS: up to k ids; returns how many. */
    size_t (*replicas)(const struct naive *naive, uint64_t digest, size_t k, uint32_t *ids);

    /* Optional, with state_bytes: what is computed once for a set of nodes, and what remembers. */
    size_t state_bytes;
    bool (*begin)(struct naive *naive);  /* at the very first; false: there is no twin after all */
    void (*settle)(struct naive *naive); /* after every call, and once before the first */
    /* Before settle, for each node whose effective weight is another one after the call, in the
     * order in which a strategy is told. from 0: it joins; to 0: it leaves. */
    void (*note)(struct naive *naive, const struct rs_node *node, double from, double to);
    void (*forget)(struct naive *naive); /* frees what state points to */

    /* With RS_LOAD all three: a key comes to a node that locate names, or goes, and what the node
     * carries and may carry, which is NAIVE_UNSURE_CAP where the twin cannot tell. release says
     * false where the node carries nothing. */
    void (*assign)(struct naive *naive, uint32_t id);
    bool (*release)(struct naive *naive, uint32_t id);
    void (*load)(const struct naive *naive, uint32_t id, uint64_t *load, uint64_t *cap);

    /* Optional, for strategies with points: the point that owns a digest, as rs_explain; and the
     * digests next to which an answer may go wrong, at most `max`; returns how many. */
    uint64_t (*explain)(const struct naive *naive, uint64_t digest);
    size_t (*edges)(const struct naive *naive, uint64_t *digests, size_t max);
};

#define NAIVE(name) extern const struct naive_row naive_##name;
#include "naive.def"
#undef NAIVE

/* The twin of a placement without nodes; false: its strategy has none. A strategy made of another,
 * as the tests' liars are, keeps the other's `origin` and word on when to `choose` it, and has its
 * twin. */
bool naive_open(struct naive *naive, const struct rs_placement *p);
void naive_close(struct naive *naive); /* also where open said false */
void naive_apply(struct naive *naive, const struct script_op *op);

/* The value of a parameter as text; where the strategy has none of this name, `fallback`. */
const char *naive_value(const struct naive *naive, const char *name, const char *fallback);
double naive_number(const struct naive *naive, const char *name, double fallback);
/* The number of a node for strategies that go by a hash of its name. */
uint64_t naive_name_hash(const struct naive *naive, const struct rs_node *node);
/* The order of ties: by name as bytes, then by id. */
bool naive_less(const struct rs_node *a, const struct rs_node *b);

/* The part of `n` equal parts of all digests that a digest lies in. */
uint64_t naive_range(const struct naive *naive, uint64_t digest, uint64_t n);
/* Replicas of a table of ids: the different ones from the digest's entry on, around the end. */
size_t naive_walk(const struct naive *naive, const uint32_t *table, uint64_t n_entries,
                  uint64_t digest, size_t k, uint32_t *ids);

/* Which of two nodes owns a digest before the other; EITHER: the twin cannot tell. */
enum naive_order { NAIVE_FIRST, NAIVE_SECOND, NAIVE_EITHER };
typedef enum naive_order naive_compare(const struct naive *naive, const struct rs_node *a,
                                       const struct rs_node *b, uint64_t digest);
/* Locate and replicas where nodes have an order for each digest. Where the twin cannot tell, the
 * ids from there on are NAIVE_UNSURE, which no script uses. */
#define NAIVE_UNSURE (RS_NO_NODE - 2)
uint32_t naive_best(const struct naive *naive, naive_compare *compare, uint64_t digest);
size_t naive_ranked(const struct naive *naive, naive_compare *compare, uint64_t digest, size_t k,
                    uint32_t *ids);

#endif
