/* steps_bound.c - no lookup takes more steps than its strategy can
 *
 * After every call, at the usual digests and some that only this script has. Then the first node
 * alone, where a search for somebody is longest, at thousands of digests of a wide hash and of few
 * buckets: what goes on for too long does so for one digest in thousands. A strategy that counts
 * nothing, or has no row in steps_bound.def, is not asked. (jumpback ends by chance, and bounded as
 * what it is over.)
 */
#include "naive.h"
#include "probes.h"
#include "session.h"
#include "specs.h"

#include <string.h>

enum { STEPS_BOUND_MORE = 100, STEPS_BOUND_MORE_ALONE = 4000 };

#define STEPS(name, parameter, least, draws, probes, inner)                                        \
    static struct rs_steps steps_bound_##name(uint64_t n, uint64_t a, uint64_t log)                \
    {                                                                                              \
        (void)n, (void)a, (void)log;                                                               \
        return (struct rs_steps){draws, probes, inner};                                            \
    }                                                                                              \
    static uint64_t steps_least_##name(uint64_t a)                                                 \
    {                                                                                              \
        (void)a;                                                                                   \
        return least;                                                                              \
    }
#include "steps_bound.def"
#undef STEPS

static const struct steps_row {
    const char *strategy, *parameter;
    struct rs_steps (*most)(uint64_t n, uint64_t a, uint64_t log);
    uint64_t (*least)(uint64_t a);
} steps_rows[] = {
#define STEPS(name, parameter, least, draws, probes, inner)                                        \
    {#name, parameter, steps_bound_##name, steps_least_##name},
#include "steps_bound.def"
#undef STEPS
};

struct steps_limits {
    struct rs_steps most;
    uint64_t least;
};

static uint64_t steps_bound_nodes(const struct script *script)
{
    uint64_t n = 0, most = 0;
    for (size_t i = 0; i < script->n_ops; i++) {
        const struct script_op *op = &script->ops[i];
        n += op->verb == SCRIPT_ADD ? op->n : 0;
        n -= op->verb == SCRIPT_REMOVE ? op->n : 0;
        most = n > most ? n : most;
    }
    return most;
}

/* How many bits the number of points has, of nodes with this many points for a weight of 1. */
static uint64_t steps_bound_log(const struct naive *twin)
{
    double n_points = 0, each = naive_number(twin, "vnodes", 1);
    uint64_t log = 0;
    for (size_t i = 0; i < twin->model.n; i++)
        n_points += each * twin->model.nodes[i].weight + 1;
    for (; n_points >= 1; n_points /= 2)
        log++;
    return log;
}

static const char *steps_bound_check(const struct session *s, uint64_t digest,
                                     const struct steps_limits *limits)
{
    const struct rs_steps *most = &limits->most;
    struct rs_steps steps = {0};
    uint32_t id;
    if (rs_count(s->p, digest, &id, &steps))
        return NULL;
    if (steps.draws > most->draws || steps.probes > most->probes || steps.inner > most->inner)
        return property_fail(
            "digest %#llx takes %llu draws, %llu probes, %llu inner steps, and %llu, %llu, %llu "
            "are the most",
            (unsigned long long)digest, (unsigned long long)steps.draws,
            (unsigned long long)steps.probes, (unsigned long long)steps.inner,
            (unsigned long long)most->draws, (unsigned long long)most->probes,
            (unsigned long long)most->inner);
    if (id != RS_NO_NODE && steps.draws + steps.probes + steps.inner < limits->least)
        return property_fail("digest %#llx takes fewer than %llu steps", (unsigned long long)digest,
                             (unsigned long long)limits->least);
    return NULL;
}

static const char *steps_bound_lookups(const struct session *s, const struct steps_limits *limits,
                                       uint64_t seed)
{
    struct probes probes;
    const char *reason = NULL;
    uint64_t n_more = s->script->n_ops > 1 ? STEPS_BOUND_MORE : STEPS_BOUND_MORE_ALONE;
    probes_take(&probes, s->p, s->script);
    for (size_t i = 0; !reason && i < probes.n; i++)
        reason = steps_bound_check(s, probes.digests[i], limits);
    for (uint64_t i = 1; !reason && i <= n_more; i++)
        reason = steps_bound_check(s, rs_draw(seed, i) >> (64 - s->p->hash->n_bits), limits);
    return reason;
}

static const struct steps_row *steps_bound_row(const struct naive *twin)
{
    for (size_t i = 0; twin->row && i < sizeof steps_rows / sizeof *steps_rows; i++)
        if (!strcmp(steps_rows[i].strategy, twin->row->strategy))
            return &steps_rows[i];
    return NULL;
}

static const char *steps_bound_run(const char *spec, const struct script *script, uint64_t seed)
{
    struct session s;
    struct naive twin = {.row = NULL};
    const char *reason = session_open(&s, spec, script);
    const struct steps_row *row = !reason && naive_open(&twin, s.p) ? steps_bound_row(&twin) : NULL;
    uint64_t a = row ? (uint64_t)naive_number(&twin, row->parameter, 0) : 0;
    uint64_t n = steps_bound_nodes(script);
    for (size_t i = 0; row && !reason && i < script->n_ops; i++) {
        reason = session_apply(&s, &script->ops[i]);
        twin.model = s.model;
        struct steps_limits limits = {row->most(n, a, steps_bound_log(&twin)), row->least(a)};
        reason = reason ? reason : steps_bound_lookups(&s, &limits, seed + i);
    }
    naive_close(&twin);
    session_close(&s);
    return reason;
}

const char *property_steps_bound(const char *spec, const struct script *script)
{
    static const struct specs_value few[] = {{"hash", "xxh3"}, {"capacity", "32"}, {NULL, NULL}};
    uint64_t seed = rs_mix(script_sum(script));
    struct script lonely = *script;
    char wide[RS_SPEC_MAX];
    if (script->n_ops == 0)
        return NULL;
    lonely.n_ops = lonely.ops[0].n = 1;
    specs_with(spec, few, wide);
    const char *reason = steps_bound_run(wide, &lonely, seed);
    return reason ? reason : steps_bound_run(spec, script, ~seed);
}
