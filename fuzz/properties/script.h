/* script.h - any bytes as a short legal session
 *
 * What a fuzzer mutates and a seed generates are bytes; what a property needs is a list of calls
 * that a placement must accept. The decoder stands between them: every byte string is a session,
 * none is refused, and zeros are the simplest one (nodes with names of their own are added one by
 * one).
 */
#ifndef RINGSIDE_SCRIPT_H
#define RINGSIDE_SCRIPT_H

#include "ringside.h"

enum {
    SCRIPT_MAX_OPS = 64,
    SCRIPT_MAX_NODES = 32, /* that are there at one time */
    SCRIPT_MAX_BULK = 8,   /* nodes of one call */
    SCRIPT_MAX_DIGESTS = 16,
    SCRIPT_MAX_BYTES = 1024 /* more say nothing more */
};

enum script_verb { SCRIPT_ADD, SCRIPT_REMOVE, SCRIPT_UPDATE };

/* One call. A removal goes by the ids of the nodes alone. */
struct script_op {
    enum script_verb verb;
    size_t n;
    struct rs_node nodes[SCRIPT_MAX_BULK];
};

struct script {
    struct script_op ops[SCRIPT_MAX_OPS];
    size_t n_ops;
    uint64_t digests[SCRIPT_MAX_DIGESTS]; /* to look at besides the usual ones */
    size_t n_digests;
    uint64_t seed; /* of the hashes, where they take one */
};

/* How many nodes of weight 1 an empty placement like p takes: 1 to SCRIPT_MAX_NODES. */
size_t script_room(const struct rs_placement *p);

/* Legal for an empty placement like p, with at most as many nodes as it takes. */
void script_decode(const uint8_t *data, size_t n_bytes, const struct rs_placement *p,
                   struct script *script);
/* The same for one who knows the room already. */
void script_decode_within(const uint8_t *data, size_t n_bytes, const struct rs_placement *p,
                          size_t room, struct script *script);

/* The bytes of a seed, most often few. Returns how many. */
size_t script_random(uint64_t seed, uint8_t data[SCRIPT_MAX_BYTES]);

/* A number that comes of the calls, the digests and the seed: other scripts, most often others. */
uint64_t script_sum(const struct script *script);

/* Makes the call. */
enum rs_status script_apply(const struct script_op *op, struct rs_placement *p, struct rs_why *why);

#endif
