/* claims_sample.c - how even counts of keys are, as published
 */
#include "claim_groups.h"
#include "claim_lab.h"

/* The published number is one trial, and so is the error. */
static void sample_one_trial(struct claim_run *run, const char *spec, uint32_t n, uint64_t n_keys,
                             double published)
{
    struct lab_mean cv = {0};
    for (int trial = 0; trial < 8; trial++) {
        double one_cv, max;
        struct rs_placement *p = lab_open(run, spec, trial, n);
        bool good = p && lab_sampled(run, p, trial, n_keys, n, &one_cv, &max);
        rs_close(p);
        if (!good)
            return;
        lab_take(&cv, one_cv);
    }
    claim_cell(run, published, lab_mean_of(&cv), lab_sd(&cv), "n = %u", n);
}

static void sample_envoy(struct claim_run *run)
{
    sample_one_trial(run, "ring:vnodes=655", 100, 100000, .0449);
    sample_one_trial(run, "ring:vnodes=328", 200, 100000, .0739);
    sample_one_trial(run, "ring:vnodes=131", 500, 100000, .1131);
}

static void sample_carbon(struct claim_run *run)
{
    sample_one_trial(run, "jump", 8, 1750000, .0022);
}

static void sample_noise(struct claim_run *run)
{
    static const unsigned per_node[] = {10, 100, 1000};
    static const double published[] = {.316, .10, .0316};
    for (size_t i = 0; i < LAB_N_OF(per_node); i++) {
        struct lab_mean cv = {0};
        struct rs_placement *p = lab_open(run, "jump", 0, 100);
        for (int trial = 0; p && trial < 20; trial++) {
            double one_cv, max;
            if (lab_sampled(run, p, trial, 100 * per_node[i], 100, &one_cv, &max))
                lab_take(&cv, one_cv);
        }
        rs_close(p);
        if (cv.n > 1)
            claim_cell(run, published[i], lab_mean_of(&cv), lab_error(&cv), "%u keys a node",
                       per_node[i]);
    }
}

/* sum |load - 1| / n over 1e7 keys */
static void sample_flip(struct claim_run *run)
{
    enum { NODES = 100, KEYS = 1000000, TRIALS = 4 };
    struct lab_mean distance = {0};
    struct rs_placement *p = lab_open(run, "flip", 0, NODES);
    for (int trial = 0; p && trial < TRIALS; trial++) {
        double counts[NODES] = {0}, sum = 0;
        for (uint64_t i = 0; i < KEYS; i++)
            counts[rs_locate(p, lab_key(trial, i))] += (double)NODES / KEYS;
        for (int i = 0; i < NODES; i++)
            sum += fabs(counts[i] - 1) / NODES;
        lab_take(&distance, sum * sqrt(KEYS / 1e7));
    }
    rs_close(p);
    if (distance.n > 1)
        claim_cell(run, .0025, lab_mean_of(&distance), lab_sd(&distance), "L1 at 1e7 keys");
}

static void sample_binomial(struct claim_run *run)
{
    enum { KEYS = 400000 };
    static const double published[] = {.530, .779, .897, .953, .977, .985};
    for (int attempts = 1; attempts <= 6; attempts++) {
        struct rs_placement *p = lab_openf(run, 0, 17, "binomial:attempts=%d", attempts);
        uint64_t n_hits = 0;
        for (uint64_t i = 0; p && i < KEYS; i++)
            n_hits += rs_locate(p, lab_key(attempts, i)) == 16;
        double part = (double)n_hits / KEYS;
        if (p)
            claim_cell(run, published[attempts - 1], part * 17, 17 * sqrt(part / KEYS),
                       "%d attempts", attempts);
        rs_close(p);
    }
}

/* ---- Maglev 5.3: how much more the busiest node of a table of M entries has */

static void sample_filled(struct claim_run *run, const char *spec, uint64_t n_entries,
                          double published)
{
    struct lab_mean over = {0};
    for (int trial = 0; trial < 4; trial++) {
        double cv, max;
        struct rs_placement *p = lab_open(run, spec, trial, 1000);
        bool good = p && lab_sampled(run, p, trial, n_entries, 1000, &cv, &max);
        rs_close(p);
        if (!good)
            return;
        lab_take(&over, max - 1);
    }
    claim_cell(run, published, lab_mean_of(&over), lab_sd(&over), "M = %llu",
               (unsigned long long)n_entries);
}

static void sample_table_karger(struct claim_run *run)
{
    sample_filled(run, "ring:vnodes=1000", 65537, .297);
    sample_filled(run, "ring:vnodes=1000", 655373, .103);
}

static void sample_table_rendezvous(struct claim_run *run)
{
    sample_filled(run, "rendezvous", 65537, .495);
}

#define SAMPLE(name_, source_, parameters_, run_, statement_, caveat_)                             \
    LAB_CLAIM(STAT, name_, source_, NULL, parameters_, run_, statement_, caveat_)

const struct claim claims_sample[] = {
    SAMPLE("ring_envoy", "Envoy, ring tests", "ring; 65536 points; 100,000 keys; 8 trials",
           sample_envoy, "100, 200, 500 hosts vary by 4.49, 7.39, 11.31 %", LAB_ONE_TRIAL),
    SAMPLE("jump_carbon", "carbon, pull request 485", "jump; n = 8; 1,750,000 keys; 8 trials",
           sample_carbon, "counts vary by 0.22 %", LAB_ONE_TRIAL),
    SAMPLE("sampling_noise", "Sampling theory", "jump; n = 100; 10, 100, 1000 keys a node",
           sample_noise, "an even strategy seems to vary by sqrt(n/K)", NULL),
    SAMPLE("flip_regularity", "fliphash README", "flip; n = 100; 1e6 keys, 4 trials", sample_flip,
           "L1 distance of 0.0025 over 1e7 keys",
           LAB_ONE_TRIAL "; a tenth of the keys, scaled by the root of ten"),
    SAMPLE("binomial_upper", "BinomialHash, arXiv 2406.19836",
           "binomial; n = 17; 1 to 6 attempts; 400,000 keys", sample_binomial,
           "the load of the last of 17 nodes, a table", LAB_EARLIER),
    SAMPLE("maglev_karger", "Maglev, NSDI 2016",
           "ring; 1000 points; n = 1000; M = 65537, 655373; 4 trials", sample_table_karger,
           "a table filled by a ring needs 29.7 % and 10.3 % more", LAB_ONE_TRIAL),
    SAMPLE("maglev_rendezvous", "Maglev, NSDI 2016", "rendezvous; n = 1000; M = 65537; 4 trials",
           sample_table_rendezvous, "a table filled by rendezvous needs 49.5 % more",
           LAB_ONE_TRIAL),
    {.name = NULL},
};
