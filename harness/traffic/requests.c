/* requests.c - the stream of requests that a timeline asks for, as key numbers
 *
 * Zipf by Vose's alias method on whole numbers: one draw picks a column and a side of it, so a
 * request costs the same however many keys there are, and the same seed gives the same stream on
 * every machine.
 */
#include "requests.h"

#include "infile.h"
#include "reason.h"
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct alias {
    uint64_t *cut; /* of 2^32: below it the column's own key, else the other */
    uint32_t *other;
};

struct requests {
    const struct timeline *timeline;
    const char *keys_path;
    enum { REQUESTS_SEQUENTIAL, REQUESTS_UNIFORM, REQUESTS_ZIPF, REQUESTS_TRACE } kind;
    uint32_t n_keys, offset;             /* shift: rank r is key (r + offset) mod n_keys */
    uint64_t seed, n_drawn, write_below; /* of 2^32 */
    struct alias alias;
    struct trace trace;
    size_t at; /* in the trace, or of the sequence */
    char name[48];
};

/* ---- popularity */

/* Columns of n tokens each hold weight[r] tokens of their own rank and are filled up from a rank
 * that has too many. weight sums to n * n_tokens by giving what rounding left to the first rank. */
static bool alias_open(struct alias *alias, uint32_t n)
{
    const uint64_t full = UINT64_C(1) << 32;
    uint64_t *weight = calloc(n, sizeof *weight);
    uint32_t *small = calloc(n, sizeof *small), *large = calloc(n, sizeof *large);
    alias->cut = calloc(n, sizeof *alias->cut);
    alias->other = calloc(n, sizeof *alias->other);
    bool good = weight && small && large && alias->cut && alias->other;
    double sum = 0;
    uint64_t left = full * n;
    size_t n_small = 0, n_large = 0;
    for (uint32_t r = n; good && r > 0; r--)
        sum += 1.0 / r;
    for (uint32_t r = n; good && r > 0; r--) {
        weight[r - 1] = r > 1 ? (uint64_t)((double)full * n / (r * sum)) : left;
        left -= weight[r - 1];
    }
    for (uint32_t r = 0; good && r < n; r++) {
        if (weight[r] < full)
            small[n_small++] = r;
        else
            large[n_large++] = r;
    }
    while (good && n_small && n_large) {
        uint32_t low = small[--n_small], high = large[n_large - 1];
        alias->cut[low] = weight[low], alias->other[low] = high;
        weight[high] -= full - weight[low];
        if (weight[high] < full)
            small[n_small++] = large[--n_large];
    }
    while (good && n_large)
        alias->cut[large[--n_large]] = full;
    free(weight);
    free(small);
    free(large);
    return good;
}

static uint32_t alias_draw(const struct alias *alias, uint32_t n, uint64_t random)
{
    uint32_t column = (uint32_t)((random >> 32) * n >> 32);
    return (random & UINT32_MAX) < alias->cut[column] ? column : alias->other[column];
}

/* ---- the stream */

struct requests *requests_open(const struct timeline *timeline, const char *keys_path,
                               uint64_t seed, struct rs_why *why)
{
    static const char *const names[] = {"sequential", "uniform", "zipf", "file"};
    struct requests *requests = calloc(1, sizeof *requests);
    if (!requests) {
        reason_set(why, "out of memory");
        return NULL;
    }
    for (int kind = REQUESTS_SEQUENTIAL; kind <= REQUESTS_TRACE; kind++)
        if (!strcmp(timeline->workload, names[kind]))
            requests->kind = kind;
    if (keys_path)
        requests->kind = REQUESTS_TRACE;
    requests->timeline = timeline;
    requests->keys_path = keys_path;
    requests->n_keys = (uint32_t)timeline->n_keys;
    requests->seed = rs_mix(seed);
    requests->write_below = (uint64_t)(timeline->write_fraction * 4294967296.0);
    bool good = true;
    if (requests->kind == REQUESTS_TRACE && !keys_path)
        good = reason_set(why, "workload file needs --keys FILE");
    else if (requests->kind == REQUESTS_TRACE)
        requests->n_keys = 0,
        good = trace_read(&requests->trace, &requests->n_keys, keys_path, why);
    else if (requests->kind == REQUESTS_ZIPF)
        good = alias_open(&requests->alias, requests->n_keys) || reason_set(why, "out of memory");
    if (good)
        return requests;
    requests_close(requests);
    return NULL;
}

void requests_close(struct requests *requests)
{
    if (!requests)
        return;
    free(requests->alias.cut);
    free(requests->alias.other);
    trace_free(&requests->trace);
    free(requests);
}

uint32_t requests_n_keys(const struct requests *requests)
{
    return requests->n_keys;
}

bool requests_check(const struct requests *requests, struct rs_why *why)
{
    return requests->n_keys || reason_at(why, infile_name(requests->keys_path), 0,
                                         "there are no keys; give a file that has some");
}

struct rs_bytes requests_name(struct requests *requests, uint32_t key)
{
    if (requests->kind == REQUESTS_TRACE)
        return trace_name(&requests->trace, key);
    int n = snprintf(requests->name, sizeof requests->name, "key:%u", key);
    return (struct rs_bytes){requests->name, (size_t)n};
}

/* Whose turn it is of n that take turns. */
static size_t requests_turn(struct requests *requests, size_t n)
{
    size_t turn = requests->at;
    requests->at = turn + 1 < n ? turn + 1 : 0;
    return turn;
}

static uint32_t requests_rank(struct requests *requests, uint64_t random)
{
    switch (requests->kind) {
    case REQUESTS_UNIFORM:
        return (uint32_t)rs_below(random, requests->n_keys);
    case REQUESTS_ZIPF:
        return alias_draw(&requests->alias, requests->n_keys, random);
    case REQUESTS_SEQUENTIAL:
        return (uint32_t)requests_turn(requests, requests->n_keys);
    case REQUESTS_TRACE:
        return requests->trace.requests[requests_turn(requests, requests->trace.n_requests)];
    }
    return 0;
}

void requests_fill(struct requests *requests, uint32_t *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t random = rs_draw(requests->seed, ++requests->n_drawn);
        uint64_t rank = (uint64_t)requests_rank(requests, random) + requests->offset;
        keys[i] = (uint32_t)(rank < requests->n_keys ? rank : rank - requests->n_keys);
        /* another draw, so that writes do not depend on the key */
        if (requests->write_below && (rs_mix(~random) & UINT32_MAX) < requests->write_below)
            keys[i] |= REQUEST_WRITE;
    }
}

static void requests_shift(struct requests *requests)
{
    requests->offset =
        (uint32_t)(((uint64_t)requests->offset + requests->n_keys / 2 + 1) % requests->n_keys);
}

void requests_begin(struct requests *requests, uint64_t second)
{
    const struct timeline *timeline = requests->timeline;
    for (size_t e = 0; e < timeline->n_events; e++)
        if (timeline->events[e].kind == EVENT_SHIFT && (uint64_t)timeline->events[e].at_s == second)
            requests_shift(requests);
}
