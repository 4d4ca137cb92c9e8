/* cache_rows.h - the memory of a cache: rows of items and of shards, each with an index
 *
 *     items    [ - | k1 | k7 | . | k3 ]     64 bytes each, so that a lookup reads one line of it
 *     uses     [ ends | <> | <> | . | <> ]  least recently used order; apart, as a hit writes to
 *                                           three rows of it and nothing else
 *     groups   [ - | shard 5 | shard 9 ]    the items of a shard are a list through their rows
 *
 * A key of up to 16 bytes lies in its row; a longer one in a block of memory, before the value.
 */
#ifndef RINGSIDE_CACHE_ROWS_H
#define RINGSIDE_CACHE_ROWS_H

#include "rows.h"
#include "store.h"

enum { CACHE_LINE = 64, CACHE_INLINE = 16 };

struct cache_key {
    uint64_t words[CACHE_INLINE / 8]; /* its first bytes, then zeros */
    struct rs_bytes bytes;
    uint32_t hash;
};

struct cache_item {
    uint64_t words[CACHE_INLINE / 8];
    uint64_t version;
    char *block; /* the key if it is long, then the value if there is one; NULL: neither */
    uint32_t key_bytes, value_bytes, hash;
    uint32_t group, newer, older; /* neighbours in the list of the group */
    uint32_t block_bytes;
    uint32_t unused[sizeof(char *) == 4 ? 2 : 1]; /* fills the line, whatever a pointer takes */
};
_Static_assert(sizeof(struct cache_item) == CACHE_LINE, "an item fills a line");

struct cache_use {
    uint32_t newer, older; /* in the first row: the oldest and the newest of all */
};

struct cache_group {
    uint32_t shard, newest, walk; /* walk: the item that the walk gives next */
    uint32_t n_items;
    uint64_t n_bytes;
};

/* Rows up to n_* were in use at some time; free ones wait in a list. */
struct cache {
    struct rs_allocator allocator;
    uint64_t limit_bytes, n_bytes, n_evicted;
    struct cache_item *items; /* in line with lines */
    void *items_at;
    struct cache_use *uses;
    struct row_index by_key; /* its n: how many items there are */
    uint32_t n_items, cap_items, free_item;
    struct cache_group *groups;
    struct row_index by_shard;
    uint32_t n_groups, cap_groups, free_group;
    char *spare; /* the block for the next put */
    uint32_t spare_bytes;
};

/* Any length; eight bytes, as numbers have, at once. */
static inline struct cache_key cache_rows_key(struct rs_bytes bytes)
{
    struct cache_key key = {{0, 0}, bytes, 0};
    if (bytes.n_bytes == sizeof key.words[0])
        memcpy(key.words, bytes.at, sizeof key.words[0]);
    else if (bytes.n_bytes)
        memcpy(key.words, bytes.at,
               bytes.n_bytes < CACHE_INLINE ? bytes.n_bytes : (size_t)CACHE_INLINE);
    uint64_t hash = rs_draw(key.words[0] + bytes.n_bytes, key.words[1]);
    for (size_t at = CACHE_INLINE; at < bytes.n_bytes; at += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes.at + at, bytes.n_bytes - at < 8 ? bytes.n_bytes - at : 8);
        hash = rs_mix(hash ^ word);
    }
    key.hash = (uint32_t)(hash >> 32);
    return key;
}

static inline bool cache_rows_is(const struct cache_item *item, const struct cache_key *key)
{
    return item->words[0] == key->words[0] && item->words[1] == key->words[1] &&
           item->key_bytes == key->bytes.n_bytes &&
           (key->bytes.n_bytes <= CACHE_INLINE ||
            !memcmp(item->block, key->bytes.at, key->bytes.n_bytes));
}

/* NO_ROW: not there. */
static inline uint32_t cache_rows_find(const struct cache *cache, const struct cache_key *key)
{
    const struct row_slot *slots = cache->by_key.slots;
    uint32_t mask = row_index_mask(&cache->by_key);
    uint32_t at = row_index_home(&cache->by_key, key->hash);
    while (slots[at].row != NO_ROW &&
           !(slots[at].hash == key->hash && cache_rows_is(&cache->items[slots[at].row], key)))
        at = (at + 1) & mask;
    return slots[at].row;
}

/* Room for one more item and one more group. */
enum rs_status cache_rows_reserve(struct cache *cache);
/* Items that still have a block keep it. */
void cache_rows_free(struct cache *cache);

/* A row for a new item at the front of both orders, entered in the index. Needs room. */
uint32_t cache_rows_insert(struct cache *cache, const struct cache_key *key, uint32_t shard,
                           uint64_t n_bytes);
/* Its block is the caller's. */
void cache_rows_delete(struct cache *cache, uint32_t row);
/* NO_ROW: there is none. */
uint32_t cache_rows_group(const struct cache *cache, uint32_t shard);

static inline void cache_rows_unlink(struct cache *cache, uint32_t row)
{
    struct cache_use *uses = cache->uses, use = uses[row];
    uses[use.newer].older = use.older;
    uses[use.older].newer = use.newer;
}

/* Most recently used of all. */
static inline void cache_rows_link(struct cache *cache, uint32_t row)
{
    struct cache_use *uses = cache->uses;
    uses[row] = (struct cache_use){NO_ROW, uses[NO_ROW].older};
    uses[uses[NO_ROW].older].newer = row;
    uses[NO_ROW].older = row;
}

#endif
