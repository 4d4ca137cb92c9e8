/* node_hash.c - a number for each node, from its name
 */
#include "core/node_hash.h"

#include "core/core.h"

#include <string.h>

enum rs_status node_hash_init(const struct rs_placement *p, const struct rs_hash *hash,
                              struct rs_why *why)
{
    if (!hash->any_bytes)
        return core_fail(why, RS_EINVAL, "%s: %s cannot hash names; give label_hash=xxh3",
                         p->strategy->name, hash->name);
    if (p->config.seed && !hash->seeded)
        return core_fail(why, RS_EUNSUPPORTED, "%s: %s takes no seed; give label_hash=xxh3",
                         p->strategy->name, hash->name);
    return RS_OK;
}

/* Digests of names that differ in a digit may differ in a few bits (crc32, fnv1a). */
enum rs_status node_hash_of(const struct rs_placement *p, const struct rs_hash *hash, uint32_t slot,
                            uint64_t *number)
{
    uint64_t digest;
    enum rs_status status = hash->digest(rs_name(p, slot), p->config.seed, &digest);
    if (!status)
        *number = rs_draw(digest, 1);
    return status;
}

int node_hash_order(const struct rs_placement *p, uint32_t slot_a, uint32_t slot_b)
{
    struct rs_bytes a = rs_name(p, slot_a), b = rs_name(p, slot_b);
    size_t n = a.n_bytes < b.n_bytes ? a.n_bytes : b.n_bytes;
    int order = n ? memcmp(a.at, b.at, n) : 0;
    if (!order)
        order = (a.n_bytes > b.n_bytes) - (a.n_bytes < b.n_bytes);
    uint32_t id_a = p->slots[slot_a].id, id_b = p->slots[slot_b].id;
    return order ? order : (id_a > id_b) - (id_a < id_b);
}
