/* bounded_save.c - loads and the inner placement as bytes: {load of 8 bytes}... inner
 *
 * Loads stand in the order of age; the inner placement is saved as any other.
 */
#include "core/bounded_inner.h"
#include "core/bytes.h"

#include <string.h>

size_t bounded_save(const struct rs_placement *p, void *buf, size_t buf_bytes)
{
    const struct bounded *bounded = bounded_of(p);
    size_t n_loads = (size_t)p->n_nodes * 8, n_bytes = n_loads + rs_save(bounded->inner, NULL, 0);
    if (!buf || n_bytes > buf_bytes)
        return n_bytes;
    unsigned char *at = buf;
    for (uint32_t slot = p->oldest; slot != RS_NO_NODE; slot = p->slots[slot].younger)
        at = bytes_put(at, bounded_load(bounded, slot), 8);
    rs_save(bounded->inner, at, n_bytes - n_loads);
    return n_bytes;
}

/* All loads together stay far below what a double counts, and a cap multiplies. */
static enum rs_status bounded_take_loads(struct bounded *bounded, const unsigned char *at)
{
    const struct rs_placement *p = &bounded->p;
    uint64_t sum = 0;
    for (uint32_t slot = p->oldest; slot != RS_NO_NODE; slot = p->slots[slot].younger) {
        uint64_t load = bytes_take(&at, 8);
        if (load > BOUNDED_LOAD_MAX || (sum += load) > BOUNDED_LOAD_MAX)
            return RS_EINVAL;
        if (load && bounded_reserve_loads(bounded))
            return RS_ENOMEM;
        if (load)
            bounded_set_load(bounded, slot, load);
    }
    return RS_OK;
}

/* The same strategy with the very nodes that answer here. */
static bool bounded_fits(const struct rs_placement *p, const struct rs_placement *inner)
{
    const struct rs_placement *mine = bounded_of(p)->inner;
    char text[RS_SPEC_MAX], other[RS_SPEC_MAX];
    uint32_t n = 0;
    rs_spec_print(mine->spec, true, text, sizeof text);
    rs_spec_print(inner->spec, true, other, sizeof other);
    if (strcmp(text, other) || inner->config.seed != mine->config.seed)
        return false;
    for (uint32_t slot = p->oldest; slot != RS_NO_NODE; slot = p->slots[slot].younger) {
        struct rs_node node;
        if (!(rs_effective(p, slot) > 0))
            continue;
        if (rs_node(inner, p->slots[slot].id, &node) || node.weight != rs_effective(p, slot) ||
            node.flags || node.name.n_bytes != p->slots[slot].name_bytes ||
            (node.name.n_bytes && memcmp(node.name.at, p->slots[slot].text, node.name.n_bytes)))
            return false;
        n++;
    }
    return n == inner->n_nodes;
}

enum rs_status bounded_restore(struct rs_placement *p, const void *buf, size_t n_bytes)
{
    struct bounded *bounded = bounded_mut(p);
    size_t n_loads = (size_t)p->n_nodes * 8;
    struct rs_placement *inner;
    if (n_bytes < n_loads)
        return RS_EINVAL;
    enum rs_status status = bounded_take_loads(bounded, buf);
    if (!status)
        status = rs_restore((const unsigned char *)buf + n_loads, n_bytes - n_loads, &p->config,
                            &inner, NULL);
    if (status)
        return status;
    if (!bounded_fits(p, inner)) {
        rs_close(inner);
        return RS_EINVAL;
    }
    rs_close(bounded->inner);
    bounded->inner = inner;
    bounded_sum(bounded);
    return RS_OK;
}
