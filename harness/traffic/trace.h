/* trace.h - the keys of a file in request order, read once
 */
#ifndef RINGSIDE_TRACE_H
#define RINGSIDE_TRACE_H

#include "ringside.h"

/* Key names of a trace, one behind the other, and a table to find them. */
struct trace {
    uint32_t *requests;
    size_t n_requests, cap_requests;
    char *text;
    size_t n_text, cap_text;
    size_t *ends; /* ends[k]: behind the name of key k */
    uint32_t *table;
    size_t cap_keys; /* of ends; the table has twice as many */
};

/* Into a trace of zeros; n_keys: different ones, of which a file may have none. false: why says it;
 * to be freed all the same. */
bool trace_read(struct trace *trace, uint32_t *n_keys, const char *path, struct rs_why *why);
void trace_free(struct trace *trace);

/* Lives as long as the trace. */
struct rs_bytes trace_name(const struct trace *trace, uint32_t key);

#endif
