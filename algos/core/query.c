/* query.c - questions to a placement that stands still
 */
#include "core/core.h"

#include <string.h>

enum rs_status rs_digest(const struct rs_placement *p, struct rs_bytes key, uint64_t *digest)
{
    return p->hash->digest(key, p->config.seed, digest);
}

size_t rs_digest_many(const struct rs_placement *p, const struct rs_bytes *keys, size_t n,
                      uint64_t *digests)
{
    const struct rs_hash *hash = p->hash;
    if (hash->digest_many)
        return hash->digest_many(p->config.isa, keys, n, p->config.seed, digests);
    size_t i = 0;
    while (i < n && !hash->digest(keys[i], p->config.seed, &digests[i]))
        i++;
    return i;
}

void rs_locate_many(const struct rs_placement *p, const uint64_t *digests, size_t n, uint32_t *ids)
{
    if (p->strategy->locate_many) {
        p->strategy->locate_many(p, digests, n, ids);
        return;
    }
    for (size_t i = 0; i < n; i++)
        ids[i] = rs_locate(p, digests[i]);
}

enum rs_status rs_locate_key(const struct rs_placement *p, struct rs_bytes key, uint32_t *id)
{
    uint64_t digest;
    enum rs_status status = rs_digest(p, key, &digest);
    if (!status)
        *id = rs_locate(p, digest);
    return status;
}

size_t rs_replicas(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids)
{
    return p->traits & RS_REPLICAS ? p->strategy->replicas(p, digest, k, ids) : 0;
}

enum rs_status rs_shares(const struct rs_placement *p, double *shares)
{
    if (!(p->traits & RS_EXACT_SHARE))
        return RS_EUNSUPPORTED;
    if (!p->n_nodes)
        return RS_OK;
    double *by_slot = rs_alloc(p, p->n_slots * sizeof *by_slot, _Alignof(double));
    if (!by_slot)
        return RS_ENOMEM;
    memset(by_slot, 0, p->n_slots * sizeof *by_slot);
    enum rs_status status = p->strategy->shares(p, by_slot);
    size_t n = 0;
    for (uint32_t slot = p->oldest; !status && slot != RS_NO_NODE; slot = p->slots[slot].younger)
        shares[n++] = by_slot[slot];
    rs_free(p, by_slot, p->n_slots * sizeof *by_slot);
    return status;
}

enum rs_status rs_explain(const struct rs_placement *p, uint64_t digest, uint64_t *point,
                          char *label, size_t label_bytes)
{
    if (!p->strategy->explain)
        return RS_EUNSUPPORTED;
    return p->strategy->explain(p, digest, point, label, label_bytes);
}

enum rs_status rs_count(const struct rs_placement *p, uint64_t digest, uint32_t *id,
                        struct rs_steps *steps)
{
    if (!p->strategy->count)
        return RS_EUNSUPPORTED;
    *id = p->strategy->count(p, digest, steps);
    return RS_OK;
}

struct rs_moments rs_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    return p->strategy->theory ? p->strategy->theory(p, quantity) : RS_NO_MOMENTS;
}

enum rs_status rs_assign(struct rs_placement *p, uint64_t digest, uint32_t *id)
{
    return p->traits & RS_LOAD ? p->strategy->assign(p, digest, id) : RS_EUNSUPPORTED;
}

enum rs_status rs_release(struct rs_placement *p, uint32_t id)
{
    uint32_t slot = rs_slot_of(p, id);
    if (!(p->traits & RS_LOAD))
        return RS_EUNSUPPORTED;
    return slot == RS_NO_NODE ? RS_ENOENT : p->strategy->release(p, slot);
}

enum rs_status rs_load(const struct rs_placement *p, uint32_t id, uint64_t *load, uint64_t *cap)
{
    uint32_t slot = rs_slot_of(p, id);
    if (!(p->traits & RS_LOAD))
        return RS_EUNSUPPORTED;
    if (slot == RS_NO_NODE)
        return RS_ENOENT;
    p->strategy->load(p, slot, load, cap);
    return RS_OK;
}

size_t rs_nodes(const struct rs_placement *p, uint32_t *ids, size_t n)
{
    size_t i = 0;
    for (uint32_t slot = p->oldest; slot != RS_NO_NODE && i < n; slot = p->slots[slot].younger)
        ids[i++] = p->slots[slot].id;
    return p->n_nodes;
}

enum rs_status rs_node(const struct rs_placement *p, uint32_t id, struct rs_node *node)
{
    uint32_t slot = rs_slot_of(p, id);
    if (slot == RS_NO_NODE)
        return RS_ENOENT;
    const struct rs_slot *row = &p->slots[slot];
    *node = (struct rs_node){row->id,
                             row->flags,
                             row->weight,
                             rs_name(p, slot),
                             {row->text + row->name_bytes, row->detail_bytes}};
    return RS_OK;
}
