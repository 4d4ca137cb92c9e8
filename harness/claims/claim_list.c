/* claim_list.c - the list of claims, their cells and what comes out
 */
#include "claim_groups.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static const struct claim *const claims_groups[] = {
#define CLAIM_GROUP(name) claims_##name,
#include "claim_groups.def"
#undef CLAIM_GROUP
};

enum { CLAIMS_MAX_REGISTERED = 8 };
static const struct claim *claims_registered[CLAIMS_MAX_REGISTERED];
static size_t claims_n_registered;

bool claim_register(const struct claim *claim)
{
    if (claims_n_registered == CLAIMS_MAX_REGISTERED)
        return false;
    claims_registered[claims_n_registered++] = claim;
    return true;
}

const struct claim *claim_at(size_t i)
{
    for (size_t g = 0; g < sizeof claims_groups / sizeof *claims_groups; g++)
        for (const struct claim *claim = claims_groups[g]; claim->name; claim++)
            if (!i--)
                return claim;
    return i < claims_n_registered ? claims_registered[i] : NULL;
}

double claim_tolerance(enum claim_kind kind, double standard_error)
{
    switch (kind) {
    case CLAIM_EXACT:
        return 0;
    case CLAIM_FORM:
        return CLAIM_FORM_TOLERANCE;
    default:
        return 3 * standard_error;
    }
}

/* The worst cell is the one that is furthest past its tolerance, in tolerances where it has one.
 * What is no number is worse than any. */
static void claims_take(struct claim_run *run, double gap, double published, double measured,
                        double standard_error, const char *format, va_list args)
{
    double tolerance = claim_tolerance(run->claim->kind, standard_error);
    double distance = gap <= 0 ? -1 + gap : tolerance > 0 ? gap / tolerance - 1 : INFINITY;
    if (isnan(gap) || isnan(tolerance))
        distance = INFINITY;
    if (run->n_cells++ && distance <= run->distance)
        return;
    run->published = published, run->measured = measured;
    run->standard_error = standard_error, run->tolerance = tolerance, run->distance = distance;
    vsnprintf(run->cell, sizeof run->cell, format, args);
}

#define CLAIMS_TAKE(gap)                                                                           \
    va_list args;                                                                                  \
    va_start(args, format);                                                                        \
    claims_take(run, (gap), published, measured, standard_error, format, args);                    \
    va_end(args)

void claim_cell(struct claim_run *run, double published, double measured, double standard_error,
                const char *format, ...)
{
    CLAIMS_TAKE(fabs(measured - published));
}

void claim_at_most(struct claim_run *run, double published, double measured, double standard_error,
                   const char *format, ...)
{
    CLAIMS_TAKE(measured - published);
}

void claim_at_least(struct claim_run *run, double published, double measured, double standard_error,
                    const char *format, ...)
{
    CLAIMS_TAKE(published - measured);
}

void claim_refuse(struct claim_run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(run->note, sizeof run->note, format, args);
    va_end(args);
    run->refused = true;
}

void claim_run(const struct claim *claim, struct claim_run *run)
{
    *run = (struct claim_run){.claim = claim};
    if (claim->run)
        claim->run(run);
    if (claim->kind != CLAIM_HW && !run->refused && !run->n_cells)
        claim_refuse(run, "no cell was measured");
}

enum claim_verdict claim_verdict(const struct claim_run *run)
{
    if (run->claim->kind == CLAIM_HW)
        return CLAIM_HARDWARE;
    return run->refused || run->distance > 0 ? CLAIM_NOT_REPRODUCED : CLAIM_REPRODUCED;
}

bool claim_is_broken(const struct claim_run *run)
{
    bool is_fact = run->claim->kind == CLAIM_EXACT || run->claim->kind == CLAIM_FORM;
    return is_fact && run->n_cells && run->distance > 0;
}

const char *claim_verdict_text(enum claim_verdict verdict)
{
    static const char *const texts[] = {"reproduced", "not reproduced", "hardware"};
    return texts[verdict];
}
