/* maglev_fill.c - the table of Maglev, filled from an offset and a skip for each node
 *
 * Nodes take turns; in its turn a node gets the first free entry of its permutation. A permutation
 * is never written down: its next entry is the last plus skip, modulo M, and M prime makes that
 * visit all of them. Weights as Envoy has them: in round r a node of weight w has its turn when r *
 * w has reached as many times the greatest weight as it had turns, so the first round is for all.
 */
#include "core/maglev_fill.h"

#include <stdbool.h>

static bool maglev_is_prime(uint32_t x)
{
    for (uint32_t i = 2; (uint64_t)i * i <= x; i++)
        if (x % i == 0)
            return false;
    return x > 1;
}

uint32_t maglev_prime(uint32_t from)
{
    while (!maglev_is_prime(from))
        from++;
    return from;
}

static void maglev_put(struct maglev_table *table, uint32_t i, uint32_t node)
{
    if (table->entry_bytes == 1)
        ((uint8_t *)table->entries)[i] = (uint8_t)node;
    else if (table->entry_bytes == 2)
        ((uint16_t *)table->entries)[i] = (uint16_t)node;
    else
        ((uint32_t *)table->entries)[i] = node;
}

/* The node takes an entry; there is a free one, and its permutation comes by. */
static uint64_t maglev_take(struct maglev_table *table, struct maglev_walk *walk, uint32_t node,
                            uint32_t n)
{
    uint64_t n_asked = 0;
    for (bool taken = false; !taken; n_asked++) {
        uint32_t at = walk->at;
        uint64_t next = (uint64_t)at + walk->skip;
        walk->at = (uint32_t)(next < table->n_entries ? next : next - table->n_entries);
        taken = maglev_entry(table, at) == n;
        if (taken)
            maglev_put(table, at, node);
    }
    walk->n_turns++;
    return n_asked;
}

uint64_t maglev_fill(struct maglev_table *table, struct maglev_walk *walks, uint32_t n)
{
    double greatest = 0;
    uint64_t n_asked = 0;
    for (uint32_t i = 0; i < n; i++)
        greatest = walks[i].weight > greatest ? walks[i].weight : greatest;
    for (uint32_t i = 0; n && i < table->n_entries; i++)
        maglev_put(table, i, n);
    uint32_t left = n ? table->n_entries : 0;
    for (uint32_t round = 1; left > 0; round++)
        for (uint32_t i = 0; left > 0 && i < n; i++) {
            if (round * walks[i].weight < walks[i].n_turns * greatest)
                continue;
            n_asked += maglev_take(table, &walks[i], i, n);
            left--;
        }
    return n_asked;
}
