/* bench_preset.c - what a run compares where the command line does not say
 *
 * Capacities grow with the nodes: a fixed one would make anchor and dx look slow at ten nodes and
 * refuse them at a million.
 */
#include "bench_preset.h"

#include <stddef.h>
#include <string.h>

static const struct bench_entry bench_preset_default[] = {
    {"modulo", 0},
    {"ring", 0},
    {"ring:hash=md5", 0},
    {"multiprobe", 0},
    {"rendezvous", 0},
    {"weighted_rendezvous", 0},
    {"maglev", 0},
    {"jump", 0},
    {"jump_swap", 0},
    {"jumpback", 0},
    {"power", 0},
    {"flip", 0},
    {"binomial", 0},
    {"anchor:capacity=2n", 0},
    {"dx:capacity=2n", 0},
    {"memento", 0},
    {"slots", 0},
    {"bounded", 0},
    {NULL, 0},
};

/* Limits: about a minute for the lookups, or a gibibyte. */
static const struct bench_entry bench_preset_full[] = {
    {"modulo", 0},
    {"ring", 100000},
    {"ring:vnodes=10", 0},
    {"ring:vnodes=1000", 10000},
    {"ring:hash=md5", 10000},
    {"multiprobe", 0},
    {"rendezvous", 1025},
    {"weighted_rendezvous", 1025},
    {"maglev", 0},
    {"maglev:table=128p", 100000},
    {"jump", 0},
    {"jump_swap", 0},
    {"jumpback", 0},
    {"power", 0},
    {"flip", 0},
    {"binomial", 0},
    {"binomial:attempts=8", 0},
    {"anchor:capacity=2n", 0},
    {"anchor:capacity=10n", 0},
    {"dx:capacity=2n", 0},
    {"dx:capacity=10n", 0},
    {"memento", 0},
    {"slots", 0},
    {"bounded", 1025},
    {NULL, 0},
};

/* Of the reference suite in Java (SUPSI): 100 keys a node, so its evenness is mostly noise, which
 * the column sampling_noise says. Its bounded loads and random removals are measures here. */
static const struct bench_entry bench_preset_supsi[] = {
    {"anchor:capacity=10n", 0},
    {"binomial:attempts=5", 0},
    {"dx:capacity=10n", 0},
    {"flip", 0},
    {"jump", 0},
    {"jumpback", 0},
    {"maglev:table=128p", 100000},
    {"memento", 0},
    {"multiprobe:probes=21", 0},
    {"power", 0},
    {"rendezvous", 10000},
    {"ring:vnodes=1000", 10000},
    {NULL, 0},
};

static const struct bench_preset bench_presets[] = {
    {"default", "all strategies, 10 to 1000 nodes", bench_preset_default, "10,100,1000", 500000, 0,
     0},
    {"full", "10 to 1000000 nodes, and around powers of two", bench_preset_full,
     "10,31,32,33,100,127,128,129,1000,1023,1024,1025,10000,65535,65536,65537,100000,1000000",
     1000000, 10000, 10000000},
    {"supsi", "sizes and parameters of the reference suite in Java", bench_preset_supsi,
     "10,100,1000,10000,100000", 1000, 100, 10000000},
};

const struct bench_preset *bench_preset_at(unsigned i)
{
    return i < sizeof bench_presets / sizeof *bench_presets ? &bench_presets[i] : NULL;
}

const struct bench_preset *bench_preset_find(const char *name)
{
    const struct bench_preset *preset;
    for (unsigned i = 0; (preset = bench_preset_at(i)); i++)
        if (!strcmp(preset->name, name))
            break;
    return preset;
}
