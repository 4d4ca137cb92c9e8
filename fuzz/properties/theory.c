/* theory.c - what theory says can be, and where it knows no chance it is what is counted
 *
 * After every call. A part of the keys lies between 0 and 1; a deviation of 0 means that every
 * lookup takes the mean, and that shares spread as much and no less.
 */
#include "probes.h"
#include "session.h"

#include <math.h>

enum { THEORY_N_QUANTITIES = RS_MOVED_MIDDLE + 1 };

static bool theory_is_part(enum rs_quantity quantity)
{
    return quantity == RS_MOVED_ADD || quantity == RS_MOVED_LAST || quantity == RS_MOVED_MIDDLE;
}

static const char *theory_can_be(const struct session *s)
{
    for (unsigned i = 0; i < THEORY_N_QUANTITIES; i++) {
        struct rs_moments theory = rs_theory(s->p, (enum rs_quantity)i);
        if (!isfinite(theory.mean) || !isfinite(theory.sd))
            return property_fail("quantity %u of %zu nodes is no number", i, s->model.n);
        if (theory.mean > 1 && theory_is_part((enum rs_quantity)i))
            return property_fail("quantity %u of %zu nodes is %g, more than all keys", i,
                                 s->model.n, theory.mean);
    }
    return NULL;
}

static const char *theory_counted(const struct session *s)
{
    struct rs_moments draws = rs_theory(s->p, RS_DRAWS), probed = rs_theory(s->p, RS_PROBES);
    struct probes probes;
    uint32_t id;
    probes_take(&probes, s->p, s->script);
    for (size_t i = 0; i < probes.n; i++) {
        struct rs_steps steps = {0};
        if (rs_count(s->p, probes.digests[i], &id, &steps))
            return NULL;
        if (draws.mean >= 0 && draws.sd == 0 && (double)steps.draws != draws.mean)
            return property_fail("a lookup among %zu nodes takes %llu draws, and ever %g",
                                 s->model.n, (unsigned long long)steps.draws, draws.mean);
        if (probed.mean >= 0 && probed.sd == 0 && (double)steps.probes != probed.mean)
            return property_fail("a lookup among %zu nodes takes %llu probes, and ever %g",
                                 s->model.n, (unsigned long long)steps.probes, probed.mean);
    }
    return NULL;
}

/* The root mean square of share / target - 1 over the nodes that answer. */
static double theory_cv(const struct session *s, const double *shares)
{
    double weight = 0, squares = 0;
    for (size_t i = 0; i < s->model.n; i++)
        if (model_answers(&s->model, &s->model.nodes[i]))
            weight += s->model.nodes[i].weight;
    for (size_t i = 0; i < s->model.n; i++)
        if (model_answers(&s->model, &s->model.nodes[i])) {
            double off = shares[i] * weight / s->model.nodes[i].weight - 1;
            squares += off * off;
        }
    return sqrt(squares / (double)model_n_answering(&s->model));
}

static const char *theory_shares(const struct session *s)
{
    double shares[SCRIPT_MAX_NODES];
    struct rs_moments theory = rs_theory(s->p, RS_SHARE_CV);
    if (theory.mean < 0 || theory.sd != 0 || !model_n_answering(&s->model) ||
        rs_shares(s->p, shares))
        return NULL;
    double cv = theory_cv(s, shares);
    if (fabs(cv - theory.mean) > 1e-7 * (1 + theory.mean))
        return property_fail("shares of %zu nodes spread by %.9g, and ever by %.9g", s->model.n, cv,
                             theory.mean);
    return NULL;
}

static const char *theory_step(struct session *s, const struct script_op *op)
{
    const char *reason = session_apply(s, op);
    reason = reason ? reason : theory_can_be(s);
    reason = reason ? reason : theory_counted(s);
    return reason ? reason : theory_shares(s);
}

const char *property_theory(const char *spec, const struct script *script)
{
    return session_each(spec, script, theory_step);
}
