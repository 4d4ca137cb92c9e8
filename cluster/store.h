/* store.h - what a node keeps: the interface, and the cache in this process
 *
 * An item is a key, a value, a shard and a version. A put is taken unless something newer is there.
 *
 * A store may lose an item at any time, for room. That breaks nothing, since the cluster sees to it
 * that whatever holds a part of a shard gets every write of that shard, and that a copy is read and
 * put in one go: so a node has of each key the newest version or none, and a copy can only bring
 * the newest. Nothing has to be remembered of what was deleted or evicted.
 */
#ifndef RINGSIDE_STORE_H
#define RINGSIDE_STORE_H

#include "ringside.h"

struct rc_item {
    struct rs_bytes key;
    struct rs_bytes value; /* at NULL: only its size is kept (simulation) */
    uint64_t version;
    uint32_t shard; /* the same for a key always */
};

struct rc_counts {
    uint64_t n_items, n_bytes; /* held; bytes of keys and values */
    uint64_t n_evicted;        /* since the beginning; 0 for a single shard */
};

/* All are required but prefetch. What get and next fill in lives until the store changes. */
struct rc_store_type {
    const char *name;
    /* limit_bytes 0: none. All memory comes from the allocator. */
    enum rs_status (*open)(const struct rs_node *node, uint64_t limit_bytes,
                           const struct rs_allocator *allocator, void **store);
    void (*close)(void *store);
    /* Gets ready for the put of this item, if it is the next one: then it cannot fail. Changes
     * nothing that can be observed. ENOMEM, EFULL: as put. A store that cannot do so says OK. */
    enum rs_status (*reserve)(void *store, const struct rc_item *item);
    /* OK also when something newer is there. EFULL: larger than the limit. */
    enum rs_status (*put)(void *store, const struct rc_item *item);
    /* Fills in value, version and shard. ENOENT: not there. Counts as a use. */
    enum rs_status (*get)(void *store, struct rs_bytes key, struct rc_item *item);
    /* Optional: this key will be asked for soon, and far memory may come meanwhile. Two steps with
     * other work between them: 0 for the way to the item, 1 for the item. */
    void (*prefetch)(const void *store, struct rs_bytes key, unsigned step);
    /* Does not count as a use. */
    bool (*has)(const void *store, struct rs_bytes key);
    /* *was: it was there. */
    enum rs_status (*remove)(void *store, struct rs_bytes key, bool *was);
    /* The items of a shard, one at a time, the first with `first`; false: no more. One such walk a
     * shard. Puts and removals between its steps do not disturb it: it gives what stays exactly
     * once. Does not count as a use. A store that cannot walk says false. */
    bool (*next)(void *store, uint32_t shard, bool first, struct rc_item *item);
    /* Forgets the items of a shard. */
    void (*clear)(void *store, uint32_t shard);
    void (*count)(const void *store, uint32_t shard, struct rc_counts *counts);
    void (*count_all)(const void *store, struct rc_counts *counts);
};

/* The cache in this process: the least recently used goes first. Of the limit an item takes its
 * key, its value and RC_ITEM_BYTES, which is what memcached takes. */
#define RC_ITEM_BYTES 56
extern const struct rc_store_type rc_cache;

#endif
