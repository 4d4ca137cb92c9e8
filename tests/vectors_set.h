/* vectors_set.h - the specs, nodes and keys of results/vectors
 */
#ifndef RINGSIDE_VECTORS_SET_H
#define RINGSIDE_VECTORS_SET_H

#include "ringside.h"

#include <stdio.h>

/* Seven nodes; the same after one has left, from the middle where the strategy can; with weights.
 */
enum vectors_nodes { VECTORS_ALL, VECTORS_LESS_ONE, VECTORS_WEIGHTED, VECTORS_N_NODES };
enum { VECTORS_NODES_MAX = 128, VECTORS_KEY_MAX = 2048 };

/* One whose halves and bytes are all different. The first spec of a strategy takes it. */
#define VECTORS_SEED UINT64_C(0x0123456789abcdef)

/* The i-th spec of a strategy; false: past the end. */
bool vectors_spec(const struct rs_strategy *strategy, size_t i, char spec[RS_SPEC_MAX]);

/* Adds the nodes and says so in text: "a b c d -c", or "a=1 b=2 c=0.5". */
enum rs_status vectors_place(struct rs_placement *p, enum vectors_nodes nodes,
                             char text[VECTORS_NODES_MAX], struct rs_why *why);

size_t vectors_n_keys(void);
/* The bytes of a key, which may lie in storage. */
struct rs_bytes vectors_key(size_t i, char storage[VECTORS_KEY_MAX]);
/* As a bare CSV cell: %XX for what is no letter, digit or one of "-_./:#", *N for N times. */
void vectors_print_key(FILE *out, size_t i);

#endif
