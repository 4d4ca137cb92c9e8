/* maglev_walks.c - offset and skip of each node, from the hash of its name
 */
#include "core/maglev_walks.h"

/* Heap sort by name and id: sifts the walk at `at` down among the first n. */
static void maglev_sift(const struct rs_placement *p, struct maglev_walk *walks, size_t at,
                        size_t n)
{
    struct maglev_walk walk = walks[at];
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && node_hash_order(p, walks[child].slot, walks[child + 1].slot) < 0)
            child++;
        if (node_hash_order(p, walk.slot, walks[child].slot) >= 0)
            break;
        walks[at] = walks[child];
    }
    walks[at] = walk;
}

static void maglev_sort(const struct rs_placement *p, struct maglev_walk *walks, size_t n)
{
    for (size_t at = n / 2; at-- > 0;)
        maglev_sift(p, walks, at, n);
    while (n > 1) {
        struct maglev_walk last = walks[--n];
        walks[n] = walks[0], walks[0] = last;
        maglev_sift(p, walks, 0, n);
    }
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
    maglev_sort(p, walks, n);
    return RS_OK;
}
