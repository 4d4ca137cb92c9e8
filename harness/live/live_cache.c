/* live_cache.c - a memcached server of our own, and the one connection to it
 */
#include "live_cache.h"

#include "reason.h"

#include <inttypes.h>
#include <libmemcached-1.0/memcached.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- its life */

bool live_cache_open(struct live_cache *cache, const struct memcached_room *room,
                     struct rs_why *why)
{
    *cache = (struct live_cache){.room = room};
    if (!memcached_server_start(&cache->server, room, why))
        return false;
    cache->client = memcached_create(NULL);
    if (cache->client && !memcached_server_add(cache->client, "127.0.0.1", cache->server.port) &&
        !memcached_behavior_set(cache->client, MEMCACHED_BEHAVIOR_TCP_NODELAY, 1))
        return true;
    live_cache_close(cache);
    return reason_set(why, "out of memory");
}

void live_cache_close(struct live_cache *cache)
{
    memcached_server_kill(&cache->server);
    if (cache->client)
        memcached_free(cache->client);
    cache->client = NULL;
}

/* ---- requests */

static bool live_cache_fail(const struct live_cache *cache, const char *what,
                            memcached_return_t status, struct rs_why *why)
{
    return reason_set(why, "memcached on 127.0.0.1:%u: %s: %s", cache->server.port, what,
                      memcached_strerror(cache->client, status));
}

struct live_cache_key {
    char text[MEMCACHED_KEY_MAX];
    size_t n_bytes;
};

static struct live_cache_key live_cache_key(uint32_t number)
{
    struct live_cache_key key;
    key.n_bytes = (size_t)snprintf(key.text, sizeof key.text, "k%" PRIu32, number);
    return key;
}

bool live_cache_get(struct live_cache *cache, uint32_t number, bool *found, uint32_t *version,
                    struct rs_why *why)
{
    struct live_cache_key key = live_cache_key(number);
    memcached_return_t status;
    size_t n_bytes;
    free(memcached_get(cache->client, key.text, key.n_bytes, &n_bytes, version, &status));
    *found = status == MEMCACHED_SUCCESS;
    return *found || status == MEMCACHED_NOTFOUND || live_cache_fail(cache, "get", status, why);
}

bool live_cache_put(struct live_cache *cache, uint32_t number, struct rs_bytes value,
                    uint32_t version, struct rs_why *why)
{
    struct live_cache_key key = live_cache_key(number);
    memcached_return_t status =
        memcached_set(cache->client, key.text, key.n_bytes, value.at, value.n_bytes, 0, version);
    return status == MEMCACHED_SUCCESS || status == MEMCACHED_SERVER_MEMORY_ALLOCATION_FAILURE ||
           live_cache_fail(cache, "set", status, why);
}

/* ---- what it holds */

static bool live_cache_stat(const struct live_cache *cache, memcached_stat_st *stats,
                            const char *name, uint64_t *value)
{
    memcached_return_t status;
    char *text = memcached_stat_get_value(cache->client, stats, name, &status);
    *value = text ? strtoull(text, NULL, 10) : 0;
    free(text);
    return text;
}

bool live_cache_check(struct live_cache *cache, struct rs_why *why)
{
    memcached_return_t status;
    memcached_stat_st *stats = memcached_stat(cache->client, NULL, &status);
    uint64_t n_held, n_evicted, n_meant = cache->room->n_items;
    bool good = stats && live_cache_stat(cache, stats, "curr_items", &n_held) &&
                live_cache_stat(cache, stats, "evictions", &n_evicted);
    memcached_stat_free(cache->client, stats);
    if (!good)
        return live_cache_fail(cache, "stats", status, why);
    if (!n_evicted || (n_held <= n_meant && n_held >= n_meant - n_meant / 100))
        return true;
    return reason_set(why,
                      "memcached on 127.0.0.1:%u holds %" PRIu64 " items where %" PRIu64
                      " were meant, so the cache size is not the timeline's; another version of "
                      "memcached may lay out its memory otherwise",
                      cache->server.port, n_held, n_meant);
}
