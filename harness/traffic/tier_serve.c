/* tier_serve.c - the requests of a second, one by one
 *
 * What costs is memory that is far: the key's row, the slot of the cache's index, the item. So some
 * requests at a time are told ahead, one level after the other, and wait for memory together.
 */
#include "tier_state.h"

/* A key is its number to the caches. */
struct tier_request {
    uint64_t number;
    struct tier_key *key;
    uint32_t primary;
};

static struct rs_bytes tier_serve_name(const struct tier_request *request)
{
    return (struct rs_bytes){(const char *)&request->number, TIER_KEY_BYTES};
}

/* The cache wants its own copy of the database's value; eviction is the cache's business. */
static bool tier_serve_fill(struct tier *tier, uint32_t position, const struct rc_item *item)
{
    return rc_cache.put(tier->stores[position], item) != RS_ENOMEM;
}

/* Everyone who must know of a write: all owners, and those on whom copies are coming. */
static bool tier_serve_fill_all(struct tier *tier, const struct rc_item *item)
{
    uint32_t ids[2 * RC_MAX_FACTOR];
    size_t n = rc_owners(tier->base.cluster, item->shard, ids);
    n += rc_coming(tier->base.cluster, item->shard, ids + n);
    bool good = true;
    for (size_t i = 0; i < n; i++)
        good &= tier_serve_fill(tier, ids[i], item);
    return good;
}

/* The old owner's copy, during dual reads. */
static bool tier_serve_dual(struct tier *tier, const struct tier_request *request,
                            struct rc_item *item)
{
    uint32_t old = tier->old[request->key->shard];
    if (old == RS_NO_NODE || old == request->primary || !tier->stores[old])
        return false;
    tier->base.n_served[old]++;
    return rc_cache.get(tier->stores[old], tier_serve_name(request), item) == RS_OK;
}

static bool tier_serve_miss(struct tier *tier, const struct tier_request *request,
                            struct tier_second *second)
{
    struct rc_item item;
    if (tier->reads_dual && tier_serve_dual(tier, request, &item)) {
        second->n_dual++;
        second->n_stale += item.version < request->key->version;
    } else {
        second->n_database++;
        item.version = request->key->version;
    }
    item.key = tier_serve_name(request);
    item.value = (struct rs_bytes){NULL, tier->base.timeline->value_bytes};
    item.shard = request->key->shard;
    return tier->writes_wide ? tier_serve_fill_all(tier, &item)
                             : tier_serve_fill(tier, request->primary, &item);
}

static bool tier_serve_read(struct tier *tier, const struct tier_request *request,
                            struct tier_second *second)
{
    struct tier_key *key = request->key;
    struct rc_item item;
    second->n_reads++;
    if (request->primary == RS_NO_NODE) {
        second->n_unserved++;
        second->n_database++;
        return true;
    }
    if (rc_cache.get(tier->stores[request->primary], tier_serve_name(request), &item))
        return tier_serve_miss(tier, request, second);
    second->n_hits++;
    second->n_hit_keys += key->hit_at != tier->base.now;
    key->hit_at = tier->base.now;
    second->n_stale += item.version < key->version;
    return true;
}

static bool tier_serve_write(struct tier *tier, const struct tier_request *request,
                             struct tier_second *second)
{
    const struct rc_item item = {.key = tier_serve_name(request),
                                 .value = {NULL, tier->base.timeline->value_bytes},
                                 .version = ++request->key->version,
                                 .shard = request->key->shard};
    second->n_writes++;
    second->n_unserved += request->primary == RS_NO_NODE;
    return request->primary == RS_NO_NODE || tier_serve_fill_all(tier, &item);
}

/* Who serves these requests, on the way to where it lies in memory. */
static void tier_serve_look_ahead(struct tier *tier, const uint32_t *requests, size_t n,
                                  struct tier_request *ahead)
{
    for (size_t i = 0; i < n; i++) {
        ahead[i].number = requests[i] & ~REQUEST_WRITE;
        ahead[i].key = &tier->base.keys[ahead[i].number];
        __builtin_prefetch(ahead[i].key, 1);
    }
    for (size_t i = 0; i < n; i++) {
        ahead[i].primary = tier->primary[ahead[i].key->shard];
        if (ahead[i].primary != RS_NO_NODE)
            rc_cache.prefetch(tier->stores[ahead[i].primary], tier_serve_name(&ahead[i]), 0);
    }
    for (size_t i = 0; i < n; i++)
        if (ahead[i].primary != RS_NO_NODE)
            rc_cache.prefetch(tier->stores[ahead[i].primary], tier_serve_name(&ahead[i]), 1);
}

bool tier_serve(struct tier *tier, const uint32_t *requests, size_t n, struct tier_second *second)
{
    enum { AHEAD = 32 };
    struct tier_request ahead[AHEAD];
    bool good = true;
    for (size_t first = 0; good && first < n; first += AHEAD) {
        size_t n_ahead = n - first < AHEAD ? n - first : (size_t)AHEAD;
        tier_serve_look_ahead(tier, requests + first, n_ahead, ahead);
        for (size_t i = 0; good && i < n_ahead; i++) {
            tier_balance_count(&tier->balance, ahead[i].key);
            if (ahead[i].primary != RS_NO_NODE)
                tier->base.n_served[ahead[i].primary]++;
            good = requests[first + i] & REQUEST_WRITE ? tier_serve_write(tier, &ahead[i], second)
                                                       : tier_serve_read(tier, &ahead[i], second);
        }
    }
    return good;
}
