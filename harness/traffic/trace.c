/* trace.c - the keys of a file in request order, read once
 *
 * Keys are numbered in the order in which they first come; their names lie one behind the other.
 */
#include "trace.h"

#include "infile.h"
#include "keyfile.h"
#include "reason.h"

#include <stdlib.h>
#include <string.h>

/* ---- a trace */

static uint64_t trace_hash(struct rs_bytes key)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < key.n_bytes; i++)
        hash = rs_mix(hash ^ (unsigned char)key.at[i]) + 1;
    return hash;
}

struct rs_bytes trace_name(const struct trace *trace, uint32_t key)
{
    size_t start = key ? trace->ends[key - 1] : 0;
    return (struct rs_bytes){trace->text + start, trace->ends[key] - start};
}

/* Where a key is, or would be. */
static size_t trace_find(const struct trace *trace, struct rs_bytes key)
{
    size_t mask = 2 * trace->cap_keys - 1, at = trace_hash(key) & mask;
    for (;; at = (at + 1) & mask) {
        if (trace->table[at] == UINT32_MAX)
            return at;
        struct rs_bytes there = trace_name(trace, trace->table[at]);
        if (there.n_bytes == key.n_bytes && !memcmp(there.at, key.at, key.n_bytes))
            return at;
    }
}

static bool trace_grow_keys(struct trace *trace, uint32_t n_keys)
{
    size_t cap = trace->cap_keys ? 2 * trace->cap_keys : 1024;
    size_t *ends = realloc(trace->ends, cap * sizeof *ends);
    if (ends)
        trace->ends = ends;
    uint32_t *table = ends ? malloc(2 * cap * sizeof *table) : NULL;
    if (!table)
        return false;
    free(trace->table);
    trace->table = table, trace->cap_keys = cap;
    memset(table, 0xff, 2 * cap * sizeof *table);
    for (uint32_t k = 0; k < n_keys; k++)
        table[trace_find(trace, trace_name(trace, k))] = k;
    return true;
}

static bool trace_add_text(struct trace *trace, struct rs_bytes key)
{
    if (trace->n_text + key.n_bytes > trace->cap_text) {
        size_t cap = 2 * (trace->n_text + key.n_bytes) + 4096;
        char *text = realloc(trace->text, cap);
        if (!text)
            return false;
        trace->text = text, trace->cap_text = cap;
    }
    if (key.n_bytes)
        memcpy(trace->text + trace->n_text, key.at, key.n_bytes);
    trace->n_text += key.n_bytes;
    return true;
}

static bool trace_add(struct trace *trace, uint32_t *n_keys, struct rs_bytes key)
{
    if (trace->n_requests == trace->cap_requests) {
        size_t cap = trace->cap_requests ? 2 * trace->cap_requests : 65536;
        uint32_t *requests = realloc(trace->requests, cap * sizeof *requests);
        if (!requests)
            return false;
        trace->requests = requests, trace->cap_requests = cap;
    }
    if (*n_keys == trace->cap_keys && !trace_grow_keys(trace, *n_keys))
        return false;
    size_t at = trace_find(trace, key);
    if (trace->table[at] == UINT32_MAX) {
        if (!trace_add_text(trace, key))
            return false;
        trace->ends[*n_keys] = trace->n_text;
        trace->table[at] = (*n_keys)++;
    }
    trace->requests[trace->n_requests++] = trace->table[at];
    return true;
}

bool trace_read(struct trace *trace, uint32_t *n_keys, const char *path, struct rs_why *why)
{
    const struct rs_bytes *keys;
    size_t n = 1;
    struct keyfile *file = keyfile_open(path, why);
    bool good = file;
    while (good && n) {
        good = keyfile_next(file, &keys, &n, why);
        for (size_t i = 0; good && i < n; i++) {
            good = *n_keys < INT32_MAX && trace_add(trace, n_keys, keys[i]);
            if (!good)
                reason_at(why, infile_name(path), 0,
                          "too many keys for the memory; give a shorter trace");
        }
    }
    keyfile_close(file);
    return good;
}

void trace_free(struct trace *trace)
{
    free(trace->requests);
    free(trace->text);
    free(trace->ends);
    free(trace->table);
}
