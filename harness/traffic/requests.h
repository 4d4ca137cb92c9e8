/* requests.h - the stream of requests that a timeline asks for, as key numbers
 *
 * Every strategy of a run sees the same requests. A key is a number below n_keys; its name is what
 * a client would send, and decides its shard.
 */
#ifndef RINGSIDE_REQUESTS_H
#define RINGSIDE_REQUESTS_H

#include "timeline.h"

struct requests;

/* The timeline outlives it. keys_path: for workload file, a trace in request order that is repeated
 * from its start when it ends. NULL: why says it. */
struct requests *requests_open(const struct timeline *timeline, const char *keys_path,
                               uint64_t seed, struct rs_why *why);
void requests_close(struct requests *requests);

uint32_t requests_n_keys(const struct requests *requests);
/* There are keys to ask for, without which nothing but a name of the trace is to be had. false: why
 * says it. */
bool requests_check(const struct requests *requests, struct rs_why *why);
/* The name lives until the next call. */
struct rs_bytes requests_name(struct requests *requests, uint32_t key);

/* The next n requests. Bit 31 of a request is set when it is a write. */
#define REQUEST_WRITE 0x80000000u
void requests_fill(struct requests *requests, uint32_t *keys, size_t n);

/* A second of the timeline begins: other keys are popular from now on, if it says so. */
void requests_begin(struct requests *requests, uint64_t second);

#endif
