/* bench_preset.h - what a run compares where the command line does not say
 */
#ifndef RINGSIDE_BENCH_PRESET_H
#define RINGSIDE_BENCH_PRESET_H

#include <stdint.h>

/* A strategy of a preset. Specs may scale with the nodes (spec_scale.h). */
struct bench_entry {
    const char *spec;
    uint64_t max_nodes; /* beyond it a run would take hours; 0: no limit */
};

struct bench_preset {
    const char *name, *summary;
    const struct bench_entry *entries; /* ends with a NULL spec */
    const char *sizes;
    uint64_t n_keys;
    uint64_t n_keys_a_node, max_keys; /* more keys for more nodes, up to a limit; 0: n_keys */
};

/* NULL past the end; the first is what runs by default. */
const struct bench_preset *bench_preset_at(unsigned i);
const struct bench_preset *bench_preset_find(const char *name);

#endif
