/* claims_form.c - closed forms against the library's theory and its exact shares
 */
#include "claim_groups.h"
#include "claim_lab.h"

#include <stdlib.h>

typedef double form_function(uint32_t n);

static void form_theory(struct claim_run *run, enum rs_quantity quantity, bool sd,
                        form_function *form)
{
    static const uint32_t sizes[] = {2, 3, 5, 9, 10, 17, 100, 129, 257, 1000};
    for (size_t i = 0; i < LAB_N_OF(sizes); i++) {
        struct rs_placement *p = lab_open(run, run->claim->spec, 0, sizes[i]);
        if (!p)
            return;
        struct rs_moments moments = rs_theory(p, quantity);
        rs_close(p);
        if (moments.mean < 0 || (sd && moments.sd < 0)) {
            claim_refuse(run, "the library gives no closed form");
            return;
        }
        claim_cell(run, form(sizes[i]), sd ? moments.sd * moments.sd : moments.mean, 0, "n = %u",
                   sizes[i]);
    }
}

static double form_n_of_n_1(uint32_t n)
{
    return n / (n + 1.0);
}

static double form_harmonic(uint32_t n)
{
    return lab_harmonic(n);
}

static double form_jump_variance(uint32_t n)
{
    double sum = 0;
    for (uint32_t i = n; i; i--)
        sum += 1.0 / i * (1 - 1.0 / i);
    return sum;
}

static double form_alpha(uint32_t n)
{
    return (double)lab_enclosing(n) / n;
}

static double form_jumpback(uint32_t n)
{
    double a = form_alpha(n);
    return 1 + (a - 1) * a / (2 * a - 1);
}

static double form_jumpback_variance(uint32_t n)
{
    double a = form_alpha(n);
    return a * (a - 1) * (a * a - a + 1) / ((2 * a - 1) * (2 * a - 1));
}

static double form_ring(uint32_t n)
{
    return sqrt((n - 1.0) / (n * 160.0 + 1));
}

static double form_zero(uint32_t n)
{
    (void)n;
    return 0;
}

static void form_modulo_moved(struct claim_run *run)
{
    form_theory(run, RS_MOVED_ADD, false, form_n_of_n_1);
}

static void form_jump_draws(struct claim_run *run)
{
    form_theory(run, RS_DRAWS, false, form_harmonic);
}

static void form_jump_spread(struct claim_run *run)
{
    form_theory(run, RS_DRAWS, true, form_jump_variance);
}

static void form_jumpback_draws(struct claim_run *run)
{
    form_theory(run, RS_DRAWS, false, form_jumpback);
}

static void form_jumpback_spread(struct claim_run *run)
{
    form_theory(run, RS_DRAWS, true, form_jumpback_variance);
}

static void form_ring_cv(struct claim_run *run)
{
    form_theory(run, RS_SHARE_CV, false, form_ring);
}

static void form_even(struct claim_run *run)
{
    form_theory(run, RS_SHARE_CV, false, form_zero);
}

/* Every digest below n (n + 1), each pair of remainders once: no sampling. */
static void form_modulo_counted(struct claim_run *run)
{
    for (uint32_t n = 1; n <= 40; n++) {
        struct rs_placement *p = lab_open(run, run->claim->spec, 0, n);
        struct rs_placement *grown = p ? lab_clone(run, p) : NULL;
        uint64_t n_digests = (uint64_t)n * (n + 1), n_moved = 0;
        if (grown && lab_add(run, grown, 0, n, 1)) {
            for (uint64_t digest = 0; digest < n_digests; digest++)
                n_moved += rs_locate(p, digest) != rs_locate(grown, digest);
            claim_cell(run, form_n_of_n_1(n), (double)n_moved / (double)n_digests, 0, "n = %u", n);
        }
        rs_close(grown);
        rs_close(p);
    }
}

static void form_dx_probes(struct claim_run *run)
{
    static const uint32_t sizes[] = {1000, 512, 64};
    for (size_t i = 0; i < LAB_N_OF(sizes); i++) {
        struct rs_placement *p = lab_open(run, run->claim->spec, 0, sizes[i]);
        if (!p)
            return;
        claim_cell(run, 1024.0 / sizes[i], rs_theory(p, RS_DRAWS).mean, 0, "%u of 1024 live",
                   sizes[i]);
        rs_close(p);
    }
}

static void form_anchor_draws(struct claim_run *run)
{
    static const uint32_t sizes[] = {900, 500, 100, 10};
    for (size_t i = 0; i < LAB_N_OF(sizes); i++) {
        struct rs_placement *p = lab_open(run, run->claim->spec, 0, sizes[i]);
        if (!p)
            return;
        claim_cell(run, 1 + lab_harmonic(1000) - lab_harmonic(sizes[i]),
                   rs_theory(p, RS_DRAWS).mean, 0, "%u of 1000 live", sizes[i]);
        rs_close(p);
    }
}

/* Slots are whole: a node has floor or ceil of M / n of them. */
static void form_maglev_slots(struct claim_run *run)
{
    static const uint32_t sizes[] = {3, 10, 100, 1000};
    for (size_t i = 0; i < LAB_N_OF(sizes); i++) {
        struct rs_placement *p = lab_open(run, run->claim->spec, 0, sizes[i]);
        size_t n = 0;
        double *loads = p ? lab_loads(run, p, &n) : NULL;
        for (size_t j = 0; loads && j < n; j++)
            claim_at_most(run, 1, fabs(loads[j] * 65537 / (double)n - 65537 / (double)n), 0,
                          "slots off M / n, at most; n = %zu", n);
        free(loads);
        rs_close(p);
    }
}

static void form_binomial_upper(struct claim_run *run)
{
    static const uint32_t sizes[] = {17, 24, 31, 100, 129};
    for (size_t i = 0; i < LAB_N_OF(sizes); i++)
        for (int attempts = 1; attempts <= 6; attempts++) {
            double enclosing = (double)lab_enclosing(sizes[i]);
            struct rs_placement *p = lab_openf(run, 0, sizes[i], "binomial:attempts=%d", attempts);
            size_t n = 0;
            double *loads = p ? lab_loads(run, p, &n) : NULL;
            if (loads)
                claim_cell(run, 1 - pow((enclosing - sizes[i]) / enclosing, attempts), loads[n - 1],
                           0, "n = %zu, %d attempts", n, attempts);
            free(loads);
            rs_close(p);
        }
}

#define FORM(name_, source_, spec_, parameters_, run_, statement_)                                 \
    LAB_CLAIM(FORM, name_, source_, spec_, parameters_, run_, statement_, NULL)
#define EVEN(name_, source_)                                                                       \
    FORM("even_" #name_, source_, #name_, #name_ "; n = 2 .. 1000", form_even,                     \
         #name_ ": every node owns the same share")

const struct claim claims_form[] = {
    FORM("form_modulo_moved", "Folklore of modulo", "modulo", "modulo; n = 2 .. 1000",
         form_modulo_moved, "n to n + 1 nodes moves n/(n+1): the library's theory"),
    FORM("form_modulo_counted", "Folklore of modulo", "modulo", "modulo; n = 1 .. 40; all residues",
         form_modulo_counted, "n to n + 1 nodes moves n/(n+1): counted"),
    FORM("form_ring_spread", "Karger et al., STOC 1997", "ring:vnodes=160",
         "ring:vnodes=160; n = 2 .. 1000", form_ring_cv,
         "shares vary by sqrt((n-1)/(n v + 1)): the library's theory"),
    FORM("form_jump_draws", "Jump, arXiv 1406.2294", "jump", "jump; n = 2 .. 1000", form_jump_draws,
         "H_n draws a lookup: the library's theory"),
    FORM("form_jump_variance", "Jump, arXiv 1406.2294", "jump", "jump; n = 2 .. 1000",
         form_jump_spread, "their variance is the sum of 1/i (1 - 1/i): the library's theory"),
    FORM("form_jumpback_draws", "JumpBack, arXiv 2403.18682", "jumpback", "jumpback; n = 2 .. 1000",
         form_jumpback_draws, "1 + (a-1)a/(2a-1) draws, a = 2^ceil(log2 n)/n"),
    FORM("form_jumpback_variance", "JumpBack, arXiv 2403.18682", "jumpback",
         "jumpback; n = 2 .. 1000", form_jumpback_spread,
         "their variance is a(a-1)(a^2-a+1)/(2a-1)^2"),
    FORM("form_anchor_draws", "AnchorHash, arXiv 1812.09674", "anchor:capacity=1000",
         "anchor:capacity=1000; 900, 500, 100, 10 nodes", form_anchor_draws,
         "1 + H_a - H_w draws: the library's theory"),
    FORM("form_dx_probes", "DxHash, arXiv 2107.07930", "dx:capacity=1024",
         "dx:capacity=1024; 1000, 512, 64 nodes", form_dx_probes,
         "a/w draws: the library's theory"),
    FORM("form_maglev_slots", "Maglev, NSDI 2016", "maglev:table=65537",
         "maglev:table=65537; n = 3 .. 1000", form_maglev_slots,
         "equal nodes have floor or ceil of M/n slots"),
    FORM("form_binomial_upper", "BinomialHash, arXiv 2406.19836", NULL,
         "binomial; n = 17 .. 129; 1 to 6 attempts", form_binomial_upper,
         "nodes of the upper half own (1 - q^attempts)/n, q = (E-n)/E"),
    EVEN(modulo, "Folklore of modulo"),
    EVEN(jump, "Jump, arXiv 1406.2294"),
    EVEN(jumpback, "JumpBack, arXiv 2403.18682"),
    EVEN(power, "Power, arXiv 2307.12448"),
    EVEN(flip, "FlipHash, arXiv 2402.17549"),
    EVEN(rendezvous, "Thaler and Ravishankar, 1998"),
    EVEN(memento, "MementoHash, arXiv 2306.09783"),
    {.name = NULL},
};
