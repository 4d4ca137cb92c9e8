/* claims_change.c - what moves when nodes change, as published
 */
#include "claim_groups.h"
#include "claim_lab.h"

#include <stdlib.h>

enum { CHANGE_KEYS = 50000 };

/* Part of the keys that move when a node joins 20 others. */
static void change_minimal(struct claim_run *run)
{
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 20);
    struct rs_placement *grown = p ? lab_clone(run, p) : NULL;
    if (grown && lab_add(run, grown, 0, 20, 1)) {
        double moved = lab_moved(p, grown, 6, CHANGE_KEYS);
        claim_cell(run, 1 / 21.0, moved, sqrt(moved * (1 - moved) / CHANGE_KEYS), "20 to 21 nodes");
    }
    rs_close(grown);
    rs_close(p);
}

static void change_swap(struct claim_run *run)
{
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 100);
    struct lab_mean moved = {0};
    for (uint32_t id = 10; p && id < 90; id += 10) {
        struct rs_placement *less = lab_clone(run, p);
        if (less && lab_remove(run, less, id))
            lab_take(&moved, lab_moved(p, less, (int)id, CHANGE_KEYS));
        rs_close(less);
    }
    rs_close(p);
    if (moved.n > 1)
        claim_cell(run, .02, lab_mean_of(&moved), lab_error(&moved), "one of 100 nodes goes");
}

/* ---- Maglev: entries of the table that change; a key in the middle of each */

static double change_entries(const struct rs_placement *a, const struct rs_placement *b,
                             uint64_t table)
{
    uint64_t width = UINT64_MAX / table, n_changed = 0;
    for (uint64_t j = 0; j < table; j++)
        n_changed += rs_locate(a, j * width + width / 2) != rs_locate(b, j * width + width / 2);
    return 100 * (double)n_changed / (double)table;
}

static void change_table(struct claim_run *run, uint64_t table, const double published[4],
                         int n_trials)
{
    static const uint32_t n_removed[] = {1, 10, 50, 100};
    struct lab_mean changed[4] = {{0}};
    uint32_t ids[1000];
    for (int trial = 0; trial < n_trials; trial++) {
        struct rs_placement *p =
            lab_openf(run, trial, 1000, "maglev:table=%llu", (unsigned long long)table);
        if (!p)
            return;
        lab_shuffle(ids, 1000, trial);
        for (int i = 0; i < 4; i++) {
            struct rs_placement *less = lab_clone(run, p);
            if (less && !rs_remove(less, ids, n_removed[i], NULL))
                lab_take(&changed[i], change_entries(p, less, table));
            rs_close(less);
        }
        rs_close(p);
    }
    for (int i = 0; i < 4; i++)
        if (changed[i].n > 1)
            claim_cell(run, published[i], lab_mean_of(&changed[i]), lab_error(&changed[i]),
                       "M = %llu, %u of 1000 go", (unsigned long long)table, n_removed[i]);
}

static void change_maglev(struct claim_run *run)
{
    change_table(run, 65537, (const double[]){.667, 3.35, 8.29, 13.57}, 6);
}

static void change_maglev_large(struct claim_run *run)
{
    change_table(run, 655373, (const double[]){.429, 1.598, 5.90, 11.06}, 6);
}

/* ---- weights */

/* Weights sum to 15.5, one of 2 becomes 3. */
static void change_weight(struct claim_run *run)
{
    enum { KEYS = 200000 };
    static const double weights[] = {2, 1, 1.5, 3, 4, 2.5, 1, .5};
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 0), *heavier;
    for (uint32_t i = 0; p && i < LAB_N_OF(weights); i++) {
        char name[16];
        snprintf(name, sizeof name, "w-%u", i);
        if (!lab_add_named(run, p, i, name, weights[i])) {
            rs_close(p);
            return;
        }
    }
    if (!p || !(heavier = lab_clone(run, p))) {
        rs_close(p);
        return;
    }
    const struct rs_node node = {.id = 0, .weight = 3, .name = {"w-0", 3}};
    if (rs_update(heavier, &node, 1, NULL))
        claim_refuse(run, "a weight cannot change");
    double moved = lab_moved(p, heavier, 8, KEYS);
    if (!run->refused)
        claim_cell(run, .05279, moved, sqrt(moved * (1 - moved) / KEYS), "weight 2 to 3 of 15.5");
    rs_close(heavier);
    rs_close(p);
}

/* ---- bounded loads: all keys placed in order, before and after a node goes */

struct change_bounded {
    double c, published;
};

enum { CHANGE_NODES = 100, CHANGE_PLACED = 100000 };

/* Every key in order to the first node clockwise that is below the cap. Caps are those of the load
 * in the end, as the table has them: the library's own grow with each key. */
static bool change_place(struct claim_run *run, const struct rs_placement *ring, double c,
                         int trial, uint32_t owners[CHANGE_PLACED])
{
    static const size_t lengths[] = {1, 8, CHANGE_NODES};
    uint32_t loads[CHANGE_NODES] = {0}, order[CHANGE_NODES];
    uint32_t cap = (uint32_t)ceil(c * CHANGE_PLACED / (double)rs_nodes(ring, NULL, 0));
    for (uint32_t i = 0; i < CHANGE_PLACED; i++) {
        size_t n = 0, at = 0;
        for (size_t k = 0; at == n && k < LAB_N_OF(lengths); k++) {
            n = rs_replicas(ring, lab_key(trial, i), lengths[k], order);
            while (at < n && loads[order[at]] >= cap)
                at++;
        }
        if (at == n) {
            claim_refuse(run, "a key found no node");
            return false;
        }
        owners[i] = order[at];
        loads[order[at]]++;
    }
    return true;
}

/* Moves over m / n; negative: refused. */
static double change_bounded_moves(struct claim_run *run, unsigned vnodes, double c, int trial)
{
    static uint32_t before[CHANGE_PLACED], after[CHANGE_PLACED];
    uint32_t gone = (uint32_t)rs_below(lab_key(trial, 1u << 30), CHANGE_NODES);
    struct rs_placement *p = lab_openf(run, trial, CHANGE_NODES, "ring:vnodes=%u", vnodes);
    double moves = -1;
    if (p && change_place(run, p, c, trial, before) && lab_remove(run, p, gone) &&
        change_place(run, p, c, trial, after)) {
        moves = 0;
        for (uint32_t i = 0; i < CHANGE_PLACED; i++)
            moves += before[i] != after[i];
    }
    rs_close(p);
    return moves * CHANGE_NODES / CHANGE_PLACED;
}

static void change_bounded_table(struct claim_run *run, unsigned vnodes,
                                 const struct change_bounded *cells, size_t n)
{
    for (size_t i = 0; i < n && !run->refused; i++) {
        struct lab_mean moves = {0};
        for (int trial = 0; trial < 8 && !run->refused; trial++) {
            double one = change_bounded_moves(run, vnodes, cells[i].c, trial);
            if (one >= 0)
                lab_take(&moves, one);
        }
        if (moves.n > 1)
            claim_cell(run, cells[i].published, lab_mean_of(&moves), lab_sd(&moves), "c = %g",
                       cells[i].c);
    }
}

static void change_bounded_1(struct claim_run *run)
{
    static const struct change_bounded cells[] = {{1.05, 13.5}, {1.10, 9.96}, {1.25, 7.46},
                                                  {1.5, 4.23},  {2, 1.65},    {4, 1.54}};
    change_bounded_table(run, 1, cells, LAB_N_OF(cells));
}

static void change_bounded_100(struct claim_run *run)
{
    static const struct change_bounded cells[] = {{1.05, 1.45}, {1.10, 1.18}, {1.25, 1.01},
                                                  {1.5, 1.00},  {2, 1.00},    {4, 1.00}};
    change_bounded_table(run, 100, cells, LAB_N_OF(cells));
}

#define OFFLINE                                                                                    \
    LAB_EARLIER "; it is one trial; caps of the final load, which the library's online ones grow " \
                "to"
#define MINIMAL(name_, source_, spec_)                                                             \
    LAB_CLAIM(STAT, "minimal_" #name_, source_, spec_, spec_ "; 20 to 21 nodes; 50,000 keys",      \
              change_minimal, #name_ ": one node more of n moves 1/(n+1) of the keys", NULL)

const struct claim claims_change[] = {
    MINIMAL(jump, "Jump, arXiv 1406.2294", "jump"),
    MINIMAL(jumpback, "JumpBack, arXiv 2403.18682", "jumpback"),
    MINIMAL(power, "Power, arXiv 2307.12448", "power"),
    MINIMAL(flip, "FlipHash, arXiv 2402.17549", "flip"),
    MINIMAL(rendezvous, "Thaler and Ravishankar, 1998", "rendezvous"),
    MINIMAL(anchor, "AnchorHash, arXiv 1812.09674", "anchor"),
    MINIMAL(memento, "MementoHash, arXiv 2306.09783", "memento"),
    MINIMAL(dx, "DxHash, arXiv 2107.07930", "dx"),
    LAB_CLAIM(STAT, "swap_with_last", "Folklore of jump", "jump_swap",
              "jump_swap; n = 100; 8 removals", change_swap,
              "the last node taking the gap moves about 2/n of the keys", NULL),
    LAB_CLAIM(STAT, "maglev_removals", "Maglev, NSDI 2016", "maglev",
              "maglev:table=65537; 1, 10, 50, 100 of 1000 go; 6 trials", change_maglev,
              "percent of the entries that change, a table (figure 12 restated)", LAB_EARLIER),
    LAB_CLAIM(STAT, "maglev_removals_large", "Maglev, NSDI 2016", "maglev",
              "maglev:table=655373; 1, 10, 50, 100 of 1000 go; 6 trials", change_maglev_large,
              "the same with a table ten times as long", LAB_EARLIER),
    LAB_CLAIM(STAT, "weight_moves", "Weighted rendezvous", "weighted_rendezvous",
              "weighted_rendezvous; sum 15.5, a weight from 2 to 3; 200,000 keys", change_weight,
              "5.279 % of the keys move: 3/16.5 - 2/15.5", NULL),
    LAB_CLAIM(STAT, "bounded_moves_1", "Bounded loads, arXiv 1608.01350", NULL,
              "offline over ring:vnodes=1; c = 1.05 to 4; n = 100; 100,000 keys; 8 trials",
              change_bounded_1, "moves over m/n when a node goes, a table", OFFLINE),
    LAB_CLAIM(STAT, "bounded_moves_100", "Bounded loads, arXiv 1608.01350", NULL,
              "offline over ring:vnodes=100; c = 1.05 to 4; n = 100; 100,000 keys; 8 trials",
              change_bounded_100, "the same over 100 points a node", OFFLINE),
    {.name = NULL},
};
