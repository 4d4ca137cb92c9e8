/* placement.c - a placement's life, and what it takes for a node
 */
#include "core/core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *placement_malloc(void *ctx, size_t n_bytes, size_t align)
{
    (void)ctx, (void)align;
    return malloc(n_bytes);
}

static void placement_mfree(void *ctx, void *ptr, size_t n_bytes)
{
    (void)ctx, (void)n_bytes;
    free(ptr);
}

static bool placement_has_isa(enum rs_isa isa)
{
    if (isa == RS_ISA_BEST || isa == RS_ISA_PORTABLE)
        return true;
#if defined __x86_64__ || defined __i386__
    if (isa == RS_ISA_AVX2)
        return __builtin_cpu_supports("avx2");
    if (isa == RS_ISA_AVX512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
#endif
    return false;
}

/* What cannot be had on this machine or with this hash. */
static enum rs_status placement_available(const struct rs_placement *p, struct rs_why *why)
{
    const struct rs_param *params = rs_params(p->strategy);
    for (size_t i = 0; params[i].name; i++) {
        if (params[i].kind != RS_HASH)
            continue;
        const struct rs_hash *hash = rs_hash_find(p->spec->values[i]);
        const char *reason = hash->unavailable ? hash->unavailable() : NULL;
        if (reason)
            return core_fail(why, RS_EUNSUPPORTED, "hash %s is not available here: %s", hash->name,
                             reason);
    }
    if (p->config.seed && !p->hash->seeded)
        return core_fail(why, RS_EUNSUPPORTED, "hash %s takes no seed; use xxh3 or xxh64",
                         p->hash->name);
    if (!placement_has_isa(p->config.isa))
        return core_fail(
            why, RS_EUNSUPPORTED,
            "this processor lacks the instruction set asked for; use the portable one");
    return RS_OK;
}

enum rs_status rs_open(const char *text, const struct rs_config *config, struct rs_placement **out,
                       struct rs_why *why)
{
    struct rs_config full = config ? *config : (struct rs_config){0};
    if (!full.allocator.alloc)
        full.allocator = (struct rs_allocator){placement_malloc, placement_mfree, NULL};
    struct rs_spec spec;
    enum rs_status status = rs_spec_parse(text, &spec, why);
    if (status)
        return status;
    struct rs_placement *p =
        full.allocator.alloc(full.allocator.ctx, spec.strategy->state_bytes, _Alignof(max_align_t));
    if (!p)
        return core_fail(why, RS_ENOMEM, "out of memory");
    memset(p, 0, spec.strategy->state_bytes);
    p->strategy = spec.strategy;
    p->traits = spec.strategy->traits;
    p->config = full;
    p->free_slot = p->oldest = p->youngest = RS_NO_NODE;
    p->spec = rs_alloc(p, sizeof spec, _Alignof(struct rs_spec));
    if (p->spec) {
        *p->spec = spec;
        core_apply_spec(p);
        status = placement_available(p, why);
        if (!status && p->strategy->init)
            status = p->strategy->init(p, why);
        if (!status && (status = p->strategy->build(p)))
            core_fail(why, status, "%s", rs_status_text(status));
    } else {
        status = core_fail(why, RS_ENOMEM, "out of memory");
    }
    if (status)
        rs_close(p);
    else
        *out = p;
    return status;
}

void rs_close(struct rs_placement *p)
{
    if (!p)
        return;
    if (p->strategy->fini)
        p->strategy->fini(p);
    while (p->n_nodes)
        node_table_delete(p, p->oldest);
    node_table_trim(p);
    rs_free(p, p->spec, sizeof *p->spec);
    rs_free(p, p, p->strategy->state_bytes);
}

enum rs_status rs_node_check(const struct rs_placement *p, const struct rs_node *node,
                             struct rs_why *why)
{
    const struct rs_strategy *strategy = p->strategy;
    struct core_shown name = core_show(node->name);
    if (node->id == RS_NO_NODE)
        return core_fail(why, RS_EINVAL, "node %s: id %u is reserved; use a smaller one", name.text,
                         node->id);
    if (node->name.n_bytes > RS_NAME_MAX)
        return core_fail(why, RS_EINVAL, "node %s: its name has %zu bytes; at most %d are allowed",
                         name.text, node->name.n_bytes, RS_NAME_MAX);
    if (!isfinite(node->weight) || node->weight < 0)
        return core_fail(why, RS_EINVAL,
                         "node %s: its weight is no finite number of 0 or more; give one",
                         name.text);
    if (node->weight != 1 && !(p->traits & RS_WEIGHTED))
        return core_fail(why, RS_EUNSUPPORTED,
                         "node %s: %s takes no weights; leave it at 1 or choose another strategy",
                         name.text, strategy->name);
    if (node->weight != 0 && (p->traits & RS_WEIGHTED) &&
        (node->weight < strategy->weight.min || node->weight > strategy->weight.max))
        return core_fail(why, RS_EINVAL,
                         "node %s: %s takes weights from %g to %g, and 0; bring them all into that "
                         "range, since only their ratios matter",
                         name.text, strategy->name, strategy->weight.min, strategy->weight.max);
    if (node->flags & ~(uint32_t)(RS_DOWN | RS_BACKUP))
        return core_fail(why, RS_EINVAL, "node %s: unknown flags", name.text);
    if (node->flags && !(p->traits & RS_HEALTH))
        return core_fail(why, RS_EUNSUPPORTED,
                         "node %s: %s knows no nodes that are down or backup; remove it instead",
                         name.text, strategy->name);
    if (node->detail.n_bytes && !(p->traits & RS_DETAIL))
        return core_fail(why, RS_EUNSUPPORTED, "node %s: %s reads no detail; leave it empty",
                         name.text, strategy->name);
    if (node->detail.n_bytes > UINT16_MAX)
        return core_fail(why, RS_EINVAL, "node %s: its detail is longer than %d bytes", name.text,
                         UINT16_MAX);
    return RS_OK;
}
