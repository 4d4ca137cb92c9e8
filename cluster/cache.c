/* cache.c - the cache in this process: bytes limited, the least recently used goes first
 *
 * A hit reads a slot of the index, the row of the item and its place in the order of use, and
 * writes only the latter. Values may be absent: then an item is its row and no more.
 * Cost: O(1) a call; growing copies all rows once. 64 + 8 bytes an item and 11 to 22 in the index,
 * 24 + 11 a shard, and what the allocator gives for a long key or a value.
 */
#include "cache_rows.h"

static const struct cache *cache_of(const void *store)
{
    return store;
}

static uint32_t cache_key_room(size_t key_bytes)
{
    return key_bytes > CACHE_INLINE ? (uint32_t)key_bytes : 0;
}

static void cache_fill(const struct cache *cache, const struct cache_item *row,
                       struct rc_item *item)
{
    uint32_t before = cache_key_room(row->key_bytes);
    item->value.at = row->block_bytes > before ? row->block + before : NULL;
    item->value.n_bytes = row->value_bytes;
    item->version = row->version;
    item->shard = cache->groups[row->group].shard;
}

static uint64_t cache_used(const struct cache *cache)
{
    return cache->n_bytes + cache->by_key.n * (uint64_t)RC_ITEM_BYTES;
}

static void cache_delete(struct cache *cache, uint32_t row)
{
    struct cache_item *item = &cache->items[row];
    rows_free(&cache->allocator, item->block, item->block_bytes, 1);
    cache->n_bytes -= (uint64_t)item->key_bytes + item->value_bytes;
    cache_rows_delete(cache, row);
}

static void cache_drop_spare(struct cache *cache)
{
    rows_free(&cache->allocator, cache->spare, cache->spare_bytes, 1);
    cache->spare = NULL, cache->spare_bytes = 0;
}

static void cache_close(void *store)
{
    struct cache *cache = store;
    struct rs_allocator a = cache->allocator;
    while (cache->by_key.n)
        cache_delete(cache, cache->uses[NO_ROW].older);
    cache_drop_spare(cache);
    cache_rows_free(cache);
    rows_free(&a, cache, 1, sizeof *cache);
}

static enum rs_status cache_open(const struct rs_node *node, uint64_t limit_bytes,
                                 const struct rs_allocator *allocator, void **store)
{
    (void)node;
    struct cache *cache = rows_alloc(allocator, 1, sizeof *cache);
    if (!cache)
        return RS_ENOMEM;
    cache->allocator = *allocator;
    cache->limit_bytes = limit_bytes;
    cache->n_items = cache->n_groups = 0;
    if (cache_rows_reserve(cache)) {
        cache_close(cache);
        return RS_ENOMEM;
    }
    cache->n_items = cache->n_groups = NO_ROW + 1;
    *store = cache;
    return RS_OK;
}

static enum rs_status cache_reserve(void *store, const struct rc_item *item)
{
    struct cache *cache = store;
    uint64_t key_bytes = item->key.n_bytes, value_bytes = item->value.n_bytes;
    if (key_bytes > INT32_MAX || value_bytes > INT32_MAX)
        return RS_EFULL;
    if (cache->limit_bytes && key_bytes + value_bytes + RC_ITEM_BYTES > cache->limit_bytes)
        return RS_EFULL;
    uint32_t n_bytes = cache_key_room(key_bytes) + (item->value.at ? (uint32_t)value_bytes : 0);
    if (n_bytes != cache->spare_bytes) {
        cache_drop_spare(cache);
        if (n_bytes && !(cache->spare = rows_alloc(&cache->allocator, n_bytes, 1)))
            return RS_ENOMEM;
        cache->spare_bytes = n_bytes;
    }
    return cache_rows_reserve(cache);
}

/* Before anything is thrown out: the value may lie in this very cache. */
static void cache_write_spare(struct cache *cache, const struct rc_item *item)
{
    uint32_t before = cache_key_room(item->key.n_bytes);
    if (before)
        memcpy(cache->spare, item->key.at, before);
    if (cache->spare_bytes > before)
        memcpy(cache->spare + before, item->value.at, item->value.n_bytes);
}

static void cache_insert(struct cache *cache, const struct cache_key *key,
                         const struct rc_item *item)
{
    uint64_t n_bytes = key->bytes.n_bytes + item->value.n_bytes;
    while (cache->limit_bytes && cache_used(cache) + n_bytes + RC_ITEM_BYTES > cache->limit_bytes) {
        cache_delete(cache, cache->uses[NO_ROW].newer);
        cache->n_evicted++;
    }
    struct cache_item *row = &cache->items[cache_rows_insert(cache, key, item->shard, n_bytes)];
    row->version = item->version;
    row->value_bytes = (uint32_t)item->value.n_bytes;
    row->block = cache->spare, row->block_bytes = cache->spare_bytes;
    cache->spare = NULL, cache->spare_bytes = 0;
    cache->n_bytes += n_bytes;
}

static enum rs_status cache_put(void *store, const struct rc_item *item)
{
    struct cache *cache = store;
    enum rs_status status = cache_reserve(store, item);
    if (status)
        return status;
    struct cache_key key = cache_rows_key(item->key);
    uint32_t row = cache_rows_find(cache, &key);
    if (row != NO_ROW && cache->items[row].version > item->version)
        return RS_OK;
    cache_write_spare(cache, item);
    if (row != NO_ROW)
        cache_delete(cache, row);
    cache_insert(cache, &key, item);
    return RS_OK;
}

static enum rs_status cache_get(void *store, struct rs_bytes bytes, struct rc_item *item)
{
    struct cache *cache = store;
    struct cache_key key = cache_rows_key(bytes);
    uint32_t row = cache_rows_find(cache, &key);
    if (row == NO_ROW)
        return RS_ENOENT;
    cache_rows_unlink(cache, row);
    cache_rows_link(cache, row);
    cache_fill(cache, &cache->items[row], item);
    return RS_OK;
}

/* The slot that the key has at the earliest is a good guess of both. */
static void cache_prefetch(const void *store, struct rs_bytes bytes, unsigned step)
{
    const struct cache *cache = cache_of(store);
    struct cache_key key = cache_rows_key(bytes);
    const struct row_slot *slot = &cache->by_key.slots[row_index_home(&cache->by_key, key.hash)];
    if (step == 0) {
        __builtin_prefetch(slot);
        return;
    }
    __builtin_prefetch(&cache->items[slot->row]);
    __builtin_prefetch(&cache->uses[slot->row], 1);
}

static bool cache_has(const void *store, struct rs_bytes bytes)
{
    struct cache_key key = cache_rows_key(bytes);
    return cache_rows_find(cache_of(store), &key) != NO_ROW;
}

static enum rs_status cache_remove(void *store, struct rs_bytes bytes, bool *was)
{
    struct cache *cache = store;
    struct cache_key key = cache_rows_key(bytes);
    uint32_t row = cache_rows_find(cache, &key);
    *was = row != NO_ROW;
    if (*was)
        cache_delete(cache, row);
    return RS_OK;
}

/* From the newest down, so that what is put meanwhile is not walked to. */
static bool cache_next(void *store, uint32_t shard, bool first, struct rc_item *item)
{
    struct cache *cache = store;
    struct cache_group *group = &cache->groups[cache_rows_group(cache, shard)];
    if (first)
        group->walk = group->newest;
    uint32_t at = group->walk;
    if (at == NO_ROW)
        return false;
    const struct cache_item *row = &cache->items[at];
    bool inlined = row->key_bytes <= CACHE_INLINE;
    item->key = (struct rs_bytes){inlined ? (const char *)row->words : row->block, row->key_bytes};
    cache_fill(cache, row, item);
    group->walk = row->older;
    return true;
}

static void cache_clear(void *store, uint32_t shard)
{
    struct cache *cache = store;
    uint32_t group = cache_rows_group(cache, shard);
    for (uint32_t n = cache->groups[group].n_items; n > 0; n--)
        cache_delete(cache, cache->groups[group].newest);
}

static void cache_count(const void *store, uint32_t shard, struct rc_counts *counts)
{
    const struct cache *cache = store;
    const struct cache_group *group = &cache->groups[cache_rows_group(cache, shard)];
    *counts = (struct rc_counts){group->n_items, group->n_bytes, 0};
}

static void cache_count_all(const void *store, struct rc_counts *counts)
{
    const struct cache *cache = store;
    *counts = (struct rc_counts){cache->by_key.n, cache->n_bytes, cache->n_evicted};
}

const struct rc_store_type rc_cache = {
    .name = "cache",
    .open = cache_open,
    .close = cache_close,
    .reserve = cache_reserve,
    .put = cache_put,
    .get = cache_get,
    .prefetch = cache_prefetch,
    .has = cache_has,
    .remove = cache_remove,
    .next = cache_next,
    .clear = cache_clear,
    .count = cache_count,
    .count_all = cache_count_all,
};
