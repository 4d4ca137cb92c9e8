/* memory.c - what a placement holds, from the one door through which all its memory comes
 *
 * Bytes held once the nodes are in, not the sum of what was ever asked for. Over null is over the
 * node table, which every strategy has.
 */
#include "metric.h"

#include "heap.h"
#include "reason.h"

#include <stdlib.h>

enum { BYTES_TOTAL, BYTES_OVER_NULL, BYTES_PER_NODE, ALLOCATIONS };

static const struct measure memory_measures[] = {
    [BYTES_TOTAL] = {"bytes_total", "bytes", BETTER_LOWER, KIND_COUNT},
    [BYTES_OVER_NULL] = {"bytes_over_null", "bytes", BETTER_LOWER, KIND_COUNT},
    [BYTES_PER_NODE] = {"bytes_per_node", "bytes", BETTER_LOWER, KIND_EXACT},
    [ALLOCATIONS] = {"allocations", "calls", BETTER_LOWER, KIND_COUNT},
    {NULL, NULL, BETTER_NONE, KIND_COUNT},
};

static bool memory_measure(const struct subject *subject, struct heap *heap, struct rs_why *why)
{
    const struct rs_config config = {.allocator = heap_allocator(heap)};
    struct rs_placement *p;
    if (subject_open(subject, &config, subject->n_nodes, &p, why))
        return false;
    struct heap held = *heap;
    rs_close(p);
    if (heap->now_bytes || heap->fault)
        return reason_set(why, "%s: %s", subject->spec,
                          heap->fault ? heap->fault : "memory is lost");
    *heap = held;
    return true;
}

/* null takes no weights, and they take no memory. */
static bool memory_measure_null(const struct subject *subject, struct heap *heap,
                                struct rs_why *why)
{
    struct rs_node *nodes = calloc(subject->n_nodes + 1, sizeof *nodes);
    if (!nodes)
        return reason_set(why, "out of memory");
    for (size_t i = 0; i < subject->n_nodes; i++) {
        nodes[i] = subject->nodes[i];
        nodes[i].weight = 1;
    }
    struct subject null = *subject;
    null.spec = "null";
    null.nodes = nodes;
    bool good = memory_measure(&null, heap, why);
    free(nodes);
    return good;
}

static bool memory_run(const struct subject *subject, struct rs_why *why)
{
    struct heap heap = {0}, floor = {0};
    bool good = memory_measure(subject, &heap, why) && memory_measure_null(subject, &floor, why);
    if (!good)
        return false;
    size_t n_bytes = heap.now_bytes;
    emit_count(subject, &memory_measures[BYTES_TOTAL], "", n_bytes, NO_THEORY);
    emit_count(subject, &memory_measures[BYTES_OVER_NULL], "",
               n_bytes - (floor.now_bytes < n_bytes ? floor.now_bytes : n_bytes), NO_THEORY);
    emit_real(subject, &memory_measures[BYTES_PER_NODE], "",
              (double)n_bytes / (double)subject->n_nodes, NO_THEORY);
    emit_count(subject, &memory_measures[ALLOCATIONS], "", heap.n_allocs, NO_THEORY);
    return true;
}

const struct metric metric_memory = {
    .name = "memory",
    .summary = "bytes held, in all and over the node table",
    .measures = memory_measures,
    .run = memory_run,
};
