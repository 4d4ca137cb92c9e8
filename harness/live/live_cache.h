/* live_cache.h - a memcached server of our own, and the one connection to it
 *
 * Keys are numbers. A value's bytes are of no interest, only how many they are; its version is kept
 * in the item's flags.
 */
#ifndef RINGSIDE_LIVE_CACHE_H
#define RINGSIDE_LIVE_CACHE_H

#include "memcached_server.h"

struct memcached_st;

struct live_cache {
    struct memcached_server server;
    struct memcached_st *client; /* NULL: it is not open */
    const struct memcached_room *room;
};

/* room outlives it. All below, false: why says it; the cache is closed, or fit for closing only. */
bool live_cache_open(struct live_cache *cache, const struct memcached_room *room,
                     struct rs_why *why);
/* Kills the server; one that is not open: nothing happens. */
void live_cache_close(struct live_cache *cache);

bool live_cache_get(struct live_cache *cache, uint32_t number, bool *found, uint32_t *version,
                    struct rs_why *why);
/* memcached may refuse for want of memory, once in millions, and then has no version of the key:
 * true, for a cache owes nobody anything. */
bool live_cache_put(struct live_cache *cache, uint32_t number, struct rs_bytes value,
                    uint32_t version, struct rs_why *why);
/* A server that has evicted anything has room for just as many items as were meant. */
bool live_cache_check(struct live_cache *cache, struct rs_why *why);

#endif
