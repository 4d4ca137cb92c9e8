/* maglev_walks.c - offset and skip of each node, from the hash of its name
 */
#include "core/maglev_walks.h"

#include "core/heap_sort.h"

static bool maglev_behind(const void *p, const void *a, const void *b)
{
    const struct maglev_walk *one = a, *two = b;
    return node_hash_order(p, two->slot, one->slot) < 0;
}

enum rs_status maglev_walks(const struct rs_placement *p, const struct rs_hash *hash, uint32_t m,
                            struct maglev_walk *walks)
{
    uint64_t number;
    uint32_t n = 0;
    for (uint32_t slot = 0; slot < p->n_slots; slot++) {
        if (!(rs_effective(p, slot) > 0))
            continue;
        enum rs_status status = node_hash_of(p, hash, slot, &number);
        if (status)
            return status;
        walks[n++] = (struct maglev_walk){
            .at = (uint32_t)(number % m),
            .skip = (uint32_t)(rs_draw(number, 1) % (m - 1) + 1),
            .slot = slot,
            .weight = rs_effective(p, slot),
        };
    }
    heap_sort_backwards(walks, n, sizeof *walks, maglev_behind, p);
    return RS_OK;
}
