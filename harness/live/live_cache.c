/* live_cache.c - a memcached server of our own, and the one connection to it
 */
#include "live_cache.h"

#include "reason.h"

#include <inttypes.h>
#include <libmemcached-1.0/memcached.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- what it can hold */

struct live_cache_sizes {
    uint64_t n_evictions;
    uint64_t n_chunks; /* of all slab classes: there should be one */
};

/* A line of memcached's statistics: "evictions" of the general ones, "1:total_chunks" of slabs. */
static memcached_return_t live_cache_on_stat(const memcached_instance_st *server, const char *name,
                                             size_t name_bytes, const char *value,
                                             size_t value_bytes, void *ctx)
{
    static const char evictions[] = "evictions", chunks[] = ":total_chunks";
    struct live_cache_sizes *sizes = ctx;
    size_t tail = sizeof chunks - 1;
    (void)server;
    (void)value_bytes; /* ends with a NUL */
    if (name_bytes == sizeof evictions - 1 && !memcmp(name, evictions, name_bytes))
        sizes->n_evictions = strtoull(value, NULL, 10);
    else if (name_bytes > tail && !memcmp(name + name_bytes - tail, chunks, tail))
        sizes->n_chunks += strtoull(value, NULL, 10);
    return MEMCACHED_SUCCESS;
}

/* What it holds now may be a few less: an item that is replaced keeps its chunk until memcached's
 * own threads have let go of it, which on a busy machine they do late. */
bool live_cache_check(struct live_cache *cache, struct rs_why *why)
{
    struct live_cache_sizes sizes = {0};
    uint64_t n_meant = cache->room->n_items;
    memcached_return_t status =
        memcached_stat_execute(cache->client, NULL, live_cache_on_stat, &sizes);
    if (status == MEMCACHED_SUCCESS)
        status = memcached_stat_execute(cache->client, "slabs", live_cache_on_stat, &sizes);
    if (status != MEMCACHED_SUCCESS)
        return live_cache_fail(cache, "stats", status, why);
    if (!sizes.n_evictions || sizes.n_chunks == n_meant)
        return true;
    return reason_set(why,
                      "memcached on 127.0.0.1:%u has room for %" PRIu64 " items where %" PRIu64
                      " were meant, so the cache size is not the timeline's; another version of "
                      "memcached may lay out its memory otherwise",
                      cache->server.port, sizes.n_chunks, n_meant);
}
