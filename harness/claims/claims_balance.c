/* claims_balance.c - how even shares are, as published
 */
#include "claim_groups.h"
#include "claim_lab.h"

#include <stdlib.h>

/* cv and max of exact shares over n_trials sets of labels; false: refused. */
static bool balance_trials(struct claim_run *run, const char *spec, uint32_t n, int n_trials,
                           struct lab_mean *cv, struct lab_mean *max)
{
    for (int trial = 0; trial < n_trials; trial++) {
        double one_cv, one_max;
        struct rs_placement *p = lab_open(run, spec, trial, n);
        bool good = p && lab_spread(run, p, &one_cv, &one_max);
        rs_close(p);
        if (!good)
            return false;
        lab_take(cv, one_cv);
        lab_take(max, one_max);
    }
    return true;
}

struct balance_cell {
    unsigned parameter;
    double published;
};

static void balance_table(struct claim_run *run, const char *format, uint32_t n, int n_trials,
                          const struct balance_cell *cells, size_t n_cells)
{
    for (size_t i = 0; i < n_cells && !run->refused; i++) {
        struct lab_mean cv = {0}, max = {0};
        char spec[96];
        snprintf(spec, sizeof spec, "%s%u", format, cells[i].parameter);
        if (balance_trials(run, spec, n, n_trials, &cv, &max))
            claim_cell(run, cells[i].published, lab_mean_of(&cv), lab_error(&cv), "%s", spec);
    }
}

static void balance_karger(struct claim_run *run)
{
    static const struct balance_cell cells[] = {
        {1, .9979060}, {10, .3151810}, {100, .0996996}, {1000, .0315723}};
    balance_table(run, "ring:vnodes=", 1000, 12, cells, LAB_N_OF(cells));
}

static void balance_cassandra(struct claim_run *run)
{
    static const struct balance_cell cells[] = {{8, .35}};
    balance_table(run, "ring:vnodes=", 1000, 12, cells, 1);
}

static void balance_blog(struct claim_run *run)
{
    static const struct balance_cell cells[] = {{100, .10}, {1000, .032}};
    balance_table(run, "ring:vnodes=", 100, 6, cells, LAB_N_OF(cells));
}

static void balance_multiprobe(struct claim_run *run)
{
    static const struct balance_cell cells[] = {{2, .5774}, {3, .4472},  {5, .3333},
                                                {8, .2582}, {11, .2182}, {21, .1562}};
    balance_table(run, "multiprobe:probes=", 2000, 5, cells, LAB_N_OF(cells));
}

static void balance_multiprobe_peak(struct claim_run *run)
{
    static const struct balance_cell cells[] = {{2, 2}, {5, 1.25}, {11, 1.10}, {21, 1.05}};
    for (size_t i = 0; i < LAB_N_OF(cells); i++) {
        struct lab_mean cv = {0}, max = {0};
        char spec[96];
        snprintf(spec, sizeof spec, "multiprobe:probes=%u", cells[i].parameter);
        if (!balance_trials(run, spec, 2000, 5, &cv, &max))
            return;
        claim_at_most(run, cells[i].published, lab_mean_of(&max), lab_error(&max), "%s, at most",
                      spec);
    }
}

static void balance_multiprobe_small(struct claim_run *run)
{
    double greatest = 0;
    for (int trial = 0; trial < 500; trial++) {
        double cv, max;
        struct rs_placement *p = lab_open(run, "multiprobe:probes=2", trial, 60);
        bool good = p && lab_spread(run, p, &cv, &max);
        rs_close(p);
        if (!good)
            return;
        greatest = fmax(greatest, max);
    }
    claim_at_least(run, 2, greatest, 0, "greatest of 500 sets of labels, at least");
}

/* ---- 99 % interval: 0.5 % and 99.5 % quantiles of the load of a node */

static int balance_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct balance_interval {
    unsigned vnodes;
    double low, high;
};

static void balance_quantiles(struct claim_run *run, const struct balance_interval *cell)
{
    struct lab_mean low = {0}, high = {0};
    for (int trial = 0; trial < 12; trial++) {
        size_t n = 0;
        struct rs_placement *p = lab_openf(run, trial, 1000, "ring:vnodes=%u", cell->vnodes);
        double *loads = p ? lab_loads(run, p, &n) : NULL;
        rs_close(p);
        if (!loads)
            return;
        qsort(loads, n, sizeof *loads, balance_compare);
        lab_take(&low, (loads[4] + loads[5]) / 2);
        lab_take(&high, (loads[994] + loads[995]) / 2);
        free(loads);
    }
    claim_cell(run, cell->low, lab_mean_of(&low), lab_error(&low), "%u points, lower end",
               cell->vnodes);
    claim_cell(run, cell->high, lab_mean_of(&high), lab_error(&high), "%u points, upper end",
               cell->vnodes);
}

static void balance_intervals(struct claim_run *run)
{
    static const struct balance_interval cells[] = {
        {1, .005, 5.25}, {10, .37, 1.98}, {100, .76, 1.28}, {1000, .92, 1.09}};
    for (size_t i = 0; i < LAB_N_OF(cells); i++)
        balance_quantiles(run, &cells[i]);
}

static void balance_largest_arc(struct claim_run *run)
{
    struct lab_mean cv = {0}, max = {0};
    if (balance_trials(run, "ring:vnodes=1", 100, 300, &cv, &max))
        claim_cell(run, lab_harmonic(100), lab_mean_of(&max), lab_error(&max), "300 rings");
}

static void balance_lrh_ring(struct claim_run *run)
{
    struct lab_mean cv = {0}, max = {0};
    if (balance_trials(run, "ring:vnodes=256", 5000, 3, &cv, &max))
        claim_cell(run, 1.2785, lab_mean_of(&max), lab_sd(&max), "greatest load over mean");
}

static void balance_maglev(struct claim_run *run)
{
    struct lab_mean cv = {0}, max = {0};
    if (balance_trials(run, "maglev:table=655373", 1000, 1, &cv, &max))
        claim_at_most(run, .01, max.first - 1, 0, "M = 655373, at most");
}

#define BALANCE(name_, source_, parameters_, run_, statement_, caveat_)                            \
    LAB_CLAIM(STAT, name_, source_, NULL, parameters_, run_, statement_, caveat_)

const struct claim claims_balance[] = {
    BALANCE("ring_standard_error", "Jump, arXiv 1406.2294",
            "ring; 1, 10, 100, 1000 points; n = 1000; 12 rings", balance_karger,
            "standard error of the load with 1 to 1000 points a node, a table", NULL),
    BALANCE("ring_interval", "Jump, arXiv 1406.2294",
            "ring; 1, 10, 100, 1000 points; n = 1000; 12 rings", balance_intervals,
            "99 % interval of the load with 1 to 1000 points a node, a table",
            "published to two digits; a gamma law of 1000 ends at 1.083"),
    BALANCE("ring_blog", "Gryski, blog on consistent hashing", "ring; n = 100; 6 rings",
            balance_blog, "100 points vary by 10 %, 1000 by 3.2 %", NULL),
    BALANCE("ring_cassandra", "Cassandra documentation", "ring; 8 points; n = 1000; 12 rings",
            balance_cassandra, "8 tokens at random vary by about 35 %", NULL),
    BALANCE("ring_largest_arc", "Karger et al., STOC 1997", "ring; 1 point; n = 100; 300 rings",
            balance_largest_arc, "the largest of n arcs is H_n times the mean", NULL),
    BALANCE("ring_lrh", "LRH, arXiv 2512.23434", "ring; 256 points; n = 5000; 3 rings",
            balance_lrh_ring, "the busiest node of the ring has 1.2785 times the mean",
            LAB_ONE_TRIAL),
    BALANCE("multiprobe_spread", "Multi-probe, arXiv 1505.00062",
            "multiprobe; 2 to 21 probes; n = 2000; 5 sets of labels", balance_multiprobe,
            "shares vary by 1/sqrt(2k-1), a table", NULL),
    BALANCE("multiprobe_peak", "Multi-probe, arXiv 1505.00062",
            "multiprobe; 2, 5, 11, 21 probes; n = 2000; 5 sets of labels", balance_multiprobe_peak,
            "the busiest node has 2, 1.25, 1.10, 1.05 times the mean", "a bound for large n"),
    BALANCE("multiprobe_small", "Multi-probe, arXiv 1505.00062",
            "multiprobe:probes=2; n = 60; 500 sets of labels", balance_multiprobe_small,
            "with few nodes the peak passes k/(k-1)", "must happen at least once"),
    BALANCE("maglev_even", "Maglev, NSDI 2016", "maglev:table=655373; n = 1000", balance_maglev,
            "Maglev needs at most 1 % more with M > 100 n", NULL),
    {.name = NULL},
};
