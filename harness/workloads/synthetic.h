/* synthetic.h - what the workloads that make their keys up have in common
 *
 * A counter of the keys made so far, and a block of keys with a fixed place for the text of each. A
 * workload puts it first in its state, asks for the size of the next block, and writes that many
 * keys.
 */
#ifndef RINGSIDE_SYNTHETIC_H
#define RINGSIDE_SYNTHETIC_H

#include "workload.h"

/* "key:", two 64-bit decimals and a colon between take 45 bytes. A round number, so that a key is
 * copied by whole registers. */
#define SYNTHETIC_KEY_BYTES 48

struct synthetic {
    uint64_t n_done; /* keys of the blocks handed out, the last one included */
    struct rs_bytes keys[WORKLOAD_BLOCK];
    char text[WORKLOAD_BLOCK][SYNTHETIC_KEY_BYTES];
};

/* Makes the zeroed state of a stream, state_bytes in all. */
bool synthetic_open(struct key_stream *stream, size_t state_bytes, struct rs_why *why);
/* How many keys the next block has; they count as done. */
size_t synthetic_block(struct key_stream *stream);
/* The seed of the stream as the part of its keys before the number: "key:<seed>:". Returns the
 * length. */
size_t synthetic_prefix(const struct key_stream *stream, char text[SYNTHETIC_KEY_BYTES]);

/* For workloads whose only state between blocks is n_done. */
bool synthetic_rewind(struct key_stream *stream, struct rs_why *why);
void synthetic_close(struct key_stream *stream);

#endif
