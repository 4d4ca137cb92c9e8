/* shares.c - shares are what lookups show, and sum to 1
 *
 * A hash of few bits has so few digests that all are looked up: the shares must be the very counts.
 * Of a wide one a sample shows what is far off.
 */
#include "probes.h"
#include "session.h"

#include <math.h>

enum { SHARES_SAMPLE = 1 << 12, SHARES_SIGMAS = 6 };

static size_t shares_place(const struct session *s, uint32_t id)
{
    const struct rs_node *node = model_find(&s->model, id);
    return node ? (size_t)(node - s->model.nodes) : s->model.n;
}

static const char *shares_sum(const struct session *s, const double *shares)
{
    double sum = 0;
    for (size_t i = 0; i < s->model.n; i++) {
        const struct rs_node *node = &s->model.nodes[i];
        sum += shares[i];
        if (!(shares[i] >= 0) || (shares[i] > 0 && !model_answers(&s->model, node)))
            return property_fail("node %u has share %g and %s", node->id, shares[i],
                                 model_answers(&s->model, node) ? "answers" : "does not answer");
    }
    if (fabs(sum - (model_n_answering(&s->model) > 0)) > 1e-9)
        return property_fail("the shares of %zu nodes sum to %.17g", s->model.n, sum);
    return NULL;
}

static const char *shares_check(struct session *s)
{
    double shares[SCRIPT_MAX_NODES];
    size_t counts[SCRIPT_MAX_NODES + 1] = {0};
    unsigned n_bits = s->p->hash->n_bits;
    bool all = n_bits <= 12;
    double n = all ? (double)(1u << n_bits) : SHARES_SAMPLE;
    if (rs_shares(s->p, shares))
        return property_fail("shares are refused");
    const char *reason = shares_sum(s, shares);
    if (reason || !model_n_answering(&s->model))
        return reason;
    for (uint64_t i = 0; i < (uint64_t)n; i++) {
        uint64_t digest = all ? i : rs_draw(1, i + 1) >> (64 - n_bits);
        counts[shares_place(s, rs_locate(s->p, digest))]++;
    }
    for (size_t i = 0; i < s->model.n; i++) {
        double seen = (double)counts[i] / n;
        double noise = all ? 0 : SHARES_SIGMAS * sqrt(shares[i] * (1 - shares[i]) / n) + 4 / n;
        if (fabs(seen - shares[i]) > noise)
            return property_fail("node %u has share %g, and %g of the lookups",
                                 s->model.nodes[i].id, shares[i], seen);
    }
    return NULL;
}

const char *property_shares(const char *spec, const struct script *script)
{
    return session_end(spec, script, shares_check);
}
