/* cache_rows.c - the memory of a cache
 */
#include "cache_rows.h"

static enum rs_status cache_rows_grow_items(struct cache *cache)
{
    const struct rs_allocator *a = &cache->allocator;
    uint32_t cap = cache->cap_items ? 2 * cache->cap_items : 16;
    if (cap > INT32_MAX)
        return RS_ENOMEM;
    char *at = rows_alloc(a, (size_t)cap + 1, sizeof *cache->items);
    struct cache_use *uses = rows_alloc(a, cap, sizeof *uses);
    if (!at || !uses) {
        rows_free(a, at, (size_t)cap + 1, sizeof *cache->items);
        rows_free(a, uses, cap, sizeof *uses);
        return RS_ENOMEM;
    }
    struct cache_item *items = (void *)(at + -(uintptr_t)at % CACHE_LINE);
    if (cache->cap_items) {
        memcpy(items, cache->items, cache->n_items * sizeof *items);
        memcpy(uses, cache->uses, cache->n_items * sizeof *uses);
    }
    rows_free(a, cache->items_at, (size_t)cache->cap_items + 1, sizeof *items);
    rows_free(a, cache->uses, cache->cap_items, sizeof *uses);
    cache->items = items, cache->items_at = at, cache->uses = uses, cache->cap_items = cap;
    return RS_OK;
}

static enum rs_status cache_rows_grow_groups(struct cache *cache)
{
    const struct rs_allocator *a = &cache->allocator;
    uint32_t cap = cache->cap_groups ? 2 * cache->cap_groups : 4;
    struct cache_group *groups = rows_alloc(a, cap, sizeof *groups);
    if (!groups)
        return RS_ENOMEM;
    if (cache->cap_groups)
        memcpy(groups, cache->groups, cache->n_groups * sizeof *groups);
    rows_free(a, cache->groups, cache->cap_groups, sizeof *groups);
    cache->groups = groups, cache->cap_groups = cap;
    return RS_OK;
}

enum rs_status cache_rows_reserve(struct cache *cache)
{
    const struct rs_allocator *a = &cache->allocator;
    if (cache->free_item == NO_ROW && cache->n_items == cache->cap_items &&
        cache_rows_grow_items(cache))
        return RS_ENOMEM;
    if (cache->free_group == NO_ROW && cache->n_groups == cache->cap_groups &&
        cache_rows_grow_groups(cache))
        return RS_ENOMEM;
    enum rs_status status = row_index_reserve(&cache->by_key, cache->by_key.n + (size_t)1, a);
    if (status)
        return status;
    return row_index_reserve(&cache->by_shard, cache->by_shard.n + (size_t)1, a);
}

void cache_rows_free(struct cache *cache)
{
    const struct rs_allocator *a = &cache->allocator;
    rows_free(a, cache->items_at, (size_t)cache->cap_items + 1, sizeof *cache->items);
    rows_free(a, cache->uses, cache->cap_items, sizeof *cache->uses);
    rows_free(a, cache->groups, cache->cap_groups, sizeof *cache->groups);
    row_index_free(&cache->by_key, a);
    row_index_free(&cache->by_shard, a);
}

static uint32_t cache_rows_slot_of_shard(const struct cache *cache, uint32_t shard)
{
    const struct row_index *index = &cache->by_shard;
    uint32_t hash = row_hash(shard), at = row_index_home(index, hash);
    while (index->slots[at].row != NO_ROW && cache->groups[index->slots[at].row].shard != shard)
        at = (at + 1) & row_index_mask(index);
    return at;
}

uint32_t cache_rows_group(const struct cache *cache, uint32_t shard)
{
    return cache->by_shard.slots[cache_rows_slot_of_shard(cache, shard)].row;
}

static uint32_t cache_rows_new_group(struct cache *cache, uint32_t shard)
{
    uint32_t row = cache->free_group;
    if (row != NO_ROW)
        cache->free_group = cache->groups[row].newest;
    else
        row = cache->n_groups++;
    cache->groups[row] = (struct cache_group){.shard = shard};
    row_index_put(&cache->by_shard, row_hash(shard), row);
    return row;
}

static void cache_rows_join(struct cache *cache, uint32_t row, uint32_t shard, uint64_t n_bytes)
{
    uint32_t at = cache_rows_group(cache, shard);
    if (at == NO_ROW)
        at = cache_rows_new_group(cache, shard);
    struct cache_group *group = &cache->groups[at];
    struct cache_item *item = &cache->items[row];
    item->group = at, item->newer = NO_ROW, item->older = group->newest;
    if (group->newest != NO_ROW)
        cache->items[group->newest].newer = row;
    group->newest = row;
    group->n_items++;
    group->n_bytes += n_bytes;
}

static void cache_rows_part(struct cache *cache, uint32_t row)
{
    struct cache_item *item = &cache->items[row];
    struct cache_group *group = &cache->groups[item->group];
    if (group->walk == row)
        group->walk = item->older;
    if (item->newer != NO_ROW)
        cache->items[item->newer].older = item->older;
    else
        group->newest = item->older;
    if (item->older != NO_ROW)
        cache->items[item->older].newer = item->newer;
    group->n_bytes -= (uint64_t)item->key_bytes + item->value_bytes;
    if (--group->n_items)
        return;
    row_index_delete(&cache->by_shard, cache_rows_slot_of_shard(cache, group->shard));
    group->newest = cache->free_group;
    cache->free_group = item->group;
}

uint32_t cache_rows_insert(struct cache *cache, const struct cache_key *key, uint32_t shard,
                           uint64_t n_bytes)
{
    uint32_t row = cache->free_item;
    if (row != NO_ROW)
        cache->free_item = cache->uses[row].older;
    else
        row = cache->n_items++;
    cache->items[row] = (struct cache_item){.words = {key->words[0], key->words[1]},
                                            .key_bytes = (uint32_t)key->bytes.n_bytes,
                                            .hash = key->hash};
    row_index_put(&cache->by_key, key->hash, row);
    cache_rows_join(cache, row, shard, n_bytes);
    cache_rows_link(cache, row);
    return row;
}

static uint32_t cache_rows_slot_of(const struct cache *cache, uint32_t row)
{
    const struct row_index *index = &cache->by_key;
    uint32_t at = row_index_home(index, cache->items[row].hash);
    while (index->slots[at].row != row)
        at = (at + 1) & row_index_mask(index);
    return at;
}

void cache_rows_delete(struct cache *cache, uint32_t row)
{
    row_index_delete(&cache->by_key, cache_rows_slot_of(cache, row));
    cache_rows_part(cache, row);
    cache_rows_unlink(cache, row);
    cache->uses[row].older = cache->free_item;
    cache->free_item = row;
}
