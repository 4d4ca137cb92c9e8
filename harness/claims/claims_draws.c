/* claims_draws.c - work of a lookup as published, on random keys
 */
#include "claim_groups.h"
#include "claim_lab.h"

#include <stdlib.h>

enum { DRAWS_KEYS = 100000 };

struct draws_cell {
    uint32_t n;
    double published;
};

static void draws_mean(struct claim_run *run, const struct draws_cell *cells, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct lab_steps steps = {0};
        struct rs_placement *p = lab_open(run, run->claim->spec, 0, cells[i].n);
        if (p && lab_count(run, p, 11, DRAWS_KEYS, &steps))
            claim_cell(run, cells[i].published, lab_mean_of(&steps.draws), lab_error(&steps.draws),
                       "n = %u", cells[i].n);
        rs_close(p);
        if (run->refused)
            return;
    }
}

static void draws_jumpback(struct claim_run *run)
{
    static const struct draws_cell cells[] = {
        {2, 1},         {3, 1.26668},   {5, 1.43622},   {9, 1.54101},    {17, 1.60097},
        {100, 1.22986}, {129, 1.65815}, {257, 1.66175}, {1000, 1.02338}, {2049, 1.66649},
    };
    draws_mean(run, cells, LAB_N_OF(cells));
}

static void draws_jump(struct claim_run *run)
{
    static const struct draws_cell cells[] = {
        {2, 1.50025}, {10, 2.92841}, {100, 5.18746}, {1000, 7.48572}};
    draws_mean(run, cells, LAB_N_OF(cells));
}

static void draws_million(struct claim_run *run)
{
    static const struct draws_cell cells[] = {{1000000, 14.3933}};
    draws_mean(run, cells, 1);
}

static void draws_jumpback_million(struct claim_run *run)
{
    static const struct draws_cell cells[] = {{1000000, 1.04635}};
    draws_mean(run, cells, 1);
}

static void draws_flip(struct claim_run *run)
{
    static const uint32_t sizes[] = {3, 5, 9, 17, 100, 129, 1000};
    for (size_t i = 0; i < LAB_N_OF(sizes); i++) {
        struct lab_steps steps = {0};
        struct rs_placement *p = lab_open(run, run->claim->spec, 0, sizes[i]);
        if (p && lab_count(run, p, 11, DRAWS_KEYS, &steps))
            claim_at_most(run, 3.5, lab_mean_of(&steps.draws), lab_error(&steps.draws),
                          "n = %u, at most", sizes[i]);
        rs_close(p);
    }
}

/* The variance of a sample has the error that its fourth moment gives; batches show it. */
static void draws_jump_variance(struct claim_run *run)
{
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 1000);
    struct lab_mean variances = {0};
    for (int batch = 0; p && batch < 20; batch++) {
        struct lab_steps steps = {0};
        if (!lab_count(run, p, 20 + batch, 10000, &steps))
            break;
        lab_take(&variances, lab_sd(&steps.draws) * lab_sd(&steps.draws));
    }
    if (variances.n > 1)
        claim_cell(run, 5.8437, lab_mean_of(&variances), lab_error(&variances), "n = 1000");
    rs_close(p);
}

/* ---- after removals in a random order */

struct draws_left {
    uint32_t w;
    double draws, inner; /* published; negative: not */
};

static bool draws_remove(struct claim_run *run, struct rs_placement *p, uint32_t n, uint32_t w,
                         int trial)
{
    uint32_t *ids = malloc(n * sizeof *ids);
    struct rs_why why = {""};
    if (!ids) {
        run->no_memory = true;
        return false;
    }
    lab_shuffle(ids, n, trial);
    enum rs_status status = rs_remove(p, ids, n - w, &why);
    free(ids);
    if (status)
        claim_refuse(run, "%s", why.text);
    return !status;
}

/* Trials are removal orders: the error is theirs, not that of keys. */
static void draws_after(struct claim_run *run, uint32_t n, const struct draws_left *left,
                        unsigned n_trials)
{
    struct lab_mean draws = {0}, inner = {0};
    for (unsigned trial = 0; trial < n_trials; trial++) {
        struct lab_steps steps = {0};
        struct rs_placement *p = lab_open(run, run->claim->spec, 0, n);
        if (p && draws_remove(run, p, n, left->w, (int)trial) &&
            lab_count(run, p, (int)trial, 10000, &steps)) {
            lab_take(&draws, lab_mean_of(&steps.draws));
            lab_take(&inner, lab_mean_of(&steps.inner));
        }
        rs_close(p);
        if (run->refused)
            return;
    }
    if (left->draws >= 0)
        claim_cell(run, left->draws, lab_mean_of(&draws), lab_error(&draws), "%u of %u left",
                   left->w, n);
    if (left->inner >= 0)
        claim_cell(run, left->inner, lab_mean_of(&inner), lab_error(&inner), "%u of %u left",
                   left->w, n);
}

static void draws_anchor(struct claim_run *run)
{
    static const struct draws_left cells[] = {
        {900, 1.106, -1}, {500, 1.690, -1}, {100, 3.292, -1}, {10, 5.554, -1}};
    for (size_t i = 0; i < LAB_N_OF(cells) && !run->refused; i++)
        draws_after(run, 1000, &cells[i], 20);
}

static void draws_anchor_inner(struct claim_run *run)
{
    static const struct draws_left cells[] = {
        {900, -1, .006}, {500, -1, .232}, {100, -1, 2.55}, {10, -1, 10.0}};
    for (size_t i = 0; i < LAB_N_OF(cells) && !run->refused; i++)
        draws_after(run, 1000, &cells[i], 20);
}

static void draws_memento_inner(struct claim_run *run)
{
    static const struct draws_left cells[] = {
        {900, -1, .006}, {500, -1, .307}, {100, -1, 6.71}, {10, -1, 86}, {1, -1, 417}};
    for (size_t i = 0; i < LAB_N_OF(cells) && !run->refused; i++)
        draws_after(run, 1000, &cells[i], 20);
}

static void draws_dx(struct claim_run *run)
{
    static const struct draws_cell cells[] = {{1000, 1.024}, {512, 2.00}, {64, 16.0}};
    draws_mean(run, cells, LAB_N_OF(cells));
}

/* 0, then a-1, a-2, ..., 2: node 1 is left, and the chain is as long as it can be. */
static void draws_adversarial(struct claim_run *run)
{
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 1000);
    bool good = p && lab_remove(run, p, 0);
    for (uint32_t id = 999; good && id >= 2; id--)
        good = lab_remove(run, p, id);
    struct lab_steps steps = {0};
    if (good && lab_count(run, p, 1, 10000, &steps))
        claim_cell(run, 988, lab_mean_of(&steps.inner), lab_error(&steps.inner), "inner steps");
    rs_close(p);
}

/* ---- filling Maglev's table: how often a node asks for a slot */

enum { DRAWS_TABLE = 65537, DRAWS_NODES = 1000 };

static double draws_fill(int trial)
{
    static unsigned char taken[DRAWS_TABLE];
    static uint32_t at[DRAWS_NODES], skip[DRAWS_NODES];
    double n_steps = 0;
    memset(taken, 0, sizeof taken);
    for (uint32_t i = 0; i < DRAWS_NODES; i++) {
        at[i] = (uint32_t)rs_below(lab_key(trial, 2 * i), DRAWS_TABLE);
        skip[i] = (uint32_t)rs_below(lab_key(trial, 2 * i + 1), DRAWS_TABLE - 1) + 1;
    }
    for (uint32_t filled = 0, i = 0; filled < DRAWS_TABLE; filled++, i = (i + 1) % DRAWS_NODES) {
        for (n_steps++; taken[at[i]]; n_steps++)
            at[i] = (at[i] + skip[i]) % DRAWS_TABLE;
        taken[at[i]] = 1;
    }
    return n_steps;
}

static void draws_maglev(struct claim_run *run)
{
    struct lab_mean steps = {0};
    for (int trial = 0; trial < 10; trial++)
        lab_take(&steps, draws_fill(trial) / DRAWS_TABLE);
    claim_at_most(run, 11.7, lab_mean_of(&steps), lab_error(&steps), "steps an entry, at most");
}

const struct claim claims_draws[] = {
    LAB_CLAIM(STAT, "draws_jumpback", "JumpBack, arXiv 2403.18682", "jumpback",
              "jumpback; n = 2 .. 2049; 100,000 keys", draws_jumpback, "draws of jumpback, a table",
              NULL),
    LAB_CLAIM(STAT, "draws_jump", "JumpBack, arXiv 2403.18682", "jump",
              "jump; n = 2 .. 1000; 100,000 keys", draws_jump, "draws of jump, a table", NULL),
    LAB_CLAIM(STAT, "draws_jump_million", "JumpBack, arXiv 2403.18682", "jump",
              "jump; n = 1e6; 100,000 keys", draws_million,
              "14.3933 draws of jump with a million nodes", NULL),
    LAB_CLAIM(STAT, "draws_jumpback_million", "JumpBack, arXiv 2403.18682", "jumpback",
              "jumpback; n = 1e6; 100,000 keys", draws_jumpback_million,
              "1.04635 draws of jumpback with a million nodes", NULL),
    LAB_CLAIM(STAT, "draws_jump_variance", "JumpBack, arXiv 2403.18682", "jump",
              "jump; n = 1000; 20 times 10,000 keys", draws_jump_variance,
              "the draws of jump have the variance 5.8437", NULL),
    LAB_CLAIM(STAT, "draws_flip", "FlipHash, arXiv 2402.17549", "flip",
              "flip; n = 3 .. 1000; 100,000 keys", draws_flip,
              "flip calls its hash less than 3.5 times", NULL),
    LAB_CLAIM(STAT, "draws_anchor", "AnchorHash, arXiv 1812.09674", "anchor:capacity=1000",
              "anchor:capacity=1000; 900, 500, 100, 10 left; 20 orders", draws_anchor,
              "hashes of anchor after random removals, a table", LAB_EARLIER),
    LAB_CLAIM(STAT, "inner_anchor", "AnchorHash, arXiv 1812.09674", "anchor:capacity=1000",
              "anchor:capacity=1000; 900, 500, 100, 10 left; 20 orders", draws_anchor_inner,
              "inner steps of anchor after random removals, a table", LAB_EARLIER),
    LAB_CLAIM(STAT, "inner_anchor_adversarial", "AnchorHash, arXiv 1812.09674",
              "anchor:capacity=1000", "anchor:capacity=1000; 0, 999, 998, ..., 2 leave",
              draws_adversarial, "988 inner steps after the worst order of removals", LAB_EARLIER),
    LAB_CLAIM(STAT, "inner_memento", "MementoHash, arXiv 2306.09783", "memento",
              "memento; 1000 nodes; 900, 500, 100, 10, 1 left; 20 orders", draws_memento_inner,
              "inner steps of memento after random removals, a table", LAB_EARLIER),
    LAB_CLAIM(STAT, "draws_dx", "DxHash, arXiv 2107.07930", "dx:capacity=1024",
              "dx:capacity=1024; 1000, 512, 64 nodes; 100,000 keys", draws_dx,
              "draws of dx, a table", LAB_EARLIER),
    LAB_CLAIM(STAT, "maglev_fill_steps", "Maglev, NSDI 2016", NULL, "M = 65537; n = 1000; 10 fills",
              draws_maglev, "filling takes about M ln M steps at most: 11.7 an entry",
              "run on a model of its own: the library does not count what it builds"),
    {.name = NULL},
};
