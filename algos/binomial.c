/* binomial.c - a draw among the next power of two, a few new draws where it misses
 *
 * E is the least power of two not below n. As flip, but with `attempts` draws in all, the first
 * included: a bound on the work of each lookup, paid for with evenness. What still misses goes to
 * the lower half, so with q = (E - n) / E a node of the upper half has (1 - q^attempts) / n of the
 * keys, at most a 2^-attempts part too few, and the lower half has what they lack.
 * Cost: locate O(attempts), add and remove O(1), 4 bytes a node.
 * Departs from the source in the draws: SplitMix64 of the digest, counted apart for each level.
 * Source: Coluzzi et al., arXiv 2406.19836.
 */
#include "core/choose_k.h"
#include "core/tail_bucket.h"

#include <math.h>

struct binomial {
    struct roster roster;
    uint64_t attempts;
};

static inline uint32_t binomial_bucket_of(const struct roster *roster, uint64_t digest, uint32_t n,
                                          struct rs_steps *steps)
{
    uint64_t attempts = ((const struct binomial *)roster)->attempts;
    unsigned bits = tail_bits(n);
    uint64_t mask = (UINT64_C(1) << bits) - 1, first = rs_draw(digest, 1);
    if (steps)
        steps->draws++;
    uint64_t bucket = tail_place(digest, first & mask, steps);
    if (bucket < n)
        return (uint32_t)bucket;
    for (uint32_t i = 1; i < attempts; i++) {
        bucket = tail_draw(digest, bits, i, steps) & mask;
        if (bucket <= mask / 2)
            break;
        if (bucket < n)
            return (uint32_t)bucket;
    }
    return (uint32_t)tail_place(digest, first & mask / 2, steps);
}
ROSTER_LOOKUPS_OF(binomial, binomial_bucket_of)
CHOOSE_K_REPLICAS(binomial)

/* q^attempts: the part of the keys that every attempt misses. */
static double binomial_shortfall(const struct binomial *binomial, double size)
{
    double q = (size - binomial->roster.n) / size, power = 1;
    for (uint64_t i = 0; i < binomial->attempts; i++)
        power *= q;
    return power;
}

static double binomial_size(uint32_t n)
{
    return (double)(UINT64_C(1) << tail_bits(n));
}

static enum rs_status binomial_shares(const struct rs_placement *p, double *by_slot)
{
    const struct roster *roster = roster_of(p);
    if (roster->n < 2)
        return roster_shares(p, by_slot);
    double n = roster->n, lower = binomial_size(roster->n) / 2;
    double short_of = binomial_shortfall((const struct binomial *)p, 2 * lower);
    for (uint32_t i = 0; i < roster->n; i++)
        by_slot[rs_slot_of(p, roster->ids[i])] =
            i < lower ? (1 + short_of * (n - lower) / lower) / n : (1 - short_of) / n;
    return RS_OK;
}

/* Two draws; where they miss, further ones up to attempts - 1, each of which finds the upper half,
 * or the lower one, which takes another draw, or misses. */
static struct rs_moments binomial_draws(const struct binomial *binomial)
{
    double n = binomial->roster.n, size = binomial_size(binomial->roster.n);
    double q = (size - n) / size, left = q, mean = 0, square = 0;
    for (double i = 1; i < (double)binomial->attempts; i++, left *= q) {
        double upper = left * (n / size - 0.5), lower = left * 0.5;
        mean += upper * i + lower * (i + 1);
        square += upper * i * i + lower * (i + 1) * (i + 1);
    }
    double all = (double)binomial->attempts; /* attempts - 1 in vain, and the draw of the place */
    mean += left * all, square += left * all * all;
    return (struct rs_moments){2 + mean, sqrt(fmax(0, square - mean * mean))};
}

/* Shares deviate by -q^attempts above; what is lacking there is spread over the lower half. */
static struct rs_moments binomial_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    const struct binomial *binomial = (const struct binomial *)p;
    double n = binomial->roster.n, size = n > 0 ? binomial_size(binomial->roster.n) : 1;
    switch (quantity) {
    case RS_SHARE_CV:
        return n > 1 ? RS_EXACTLY(binomial_shortfall(binomial, size) * sqrt(2 * n / size - 1))
                     : RS_EXACTLY(0);
    case RS_DRAWS:
        return n > 0 ? binomial_draws(binomial) : RS_EXACTLY(0);
    default:
        return RS_NO_MOMENTS; /* what moves is the minimum */
    }
}

static const struct rs_param binomial_params[] = {
    RS_PARAM_HASH,
    {"attempts", RS_UINT, offsetof(struct binomial, attempts), "5", 1, 64, NULL,
     "draws before the lower half takes the key; each halves the unevenness"},
    {.name = NULL},
};

const struct rs_strategy rs_strategy_binomial = {
    .abi = RS_ABI,
    .name = "binomial",
    .summary = "bounded draws, near even; nodes come and go at the end only",
    .origin = "Coluzzi et al., arXiv 2406.19836",
    .lookup_cost = "O(attempts): under 3.5 draws, at most attempts + 2",
    .memory_cost = "4 bytes a node",
    .choose = "as flip, and the worst lookup must be bounded tightly",
    .avoid = "a node may fail or leave from the middle; weights; shares must be even",
    .traits = RS_MINIMAL | RS_REPLICAS | RS_EXACT_SHARE,
    .params = binomial_params,
    .state_bytes = sizeof(struct binomial),
    .build = roster_build,
    .change = roster_change,
    .init = roster_init,
    .fini = roster_fini,
    LOOKUP_OPERATIONS(binomial),
    .replicas = binomial_replicas,
    .shares = binomial_shares,
    .theory = binomial_theory,
};
