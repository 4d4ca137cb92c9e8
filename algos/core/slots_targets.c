/* slots_targets.c - how many slots each weight deserves
 *
 * The largest remainder: everyone gets the whole part of its quota, and what is left goes to the
 * largest fractions, of equal ones to who holds more already, so that fewest slots move. A quota
 * below 1 is raised to 1 at the cost of the others. Plain arithmetic of doubles, the same on every
 * machine; its errors are far below one slot, so the whole parts never sum to more than there is.
 */
#include "core/slots_plan.h"

#include "core/heap_sort.h"

/* target 1 marks who deserves less than one; 0 who is served by quota. */
static double slots_raise(struct slots_owner *owners, uint32_t n, double *n_slots)
{
    double weight = 0, each;
    for (uint32_t i = 0; i < n; i++)
        owners[i].target = 0, weight += owners[i].weight;
    for (bool raised = true; raised;) {
        raised = false;
        each = *n_slots / weight;
        weight = 0;
        for (uint32_t i = 0; i < n; i++)
            if (!owners[i].target && owners[i].weight * each < 1)
                owners[i].target = 1, *n_slots -= 1, raised = true;
            else if (!owners[i].target)
                weight += owners[i].weight;
        raised &= weight > 0;
    }
    return each;
}

static double slots_fraction(const struct slots_owner *owner, double each)
{
    double quota = owner->weight * each;
    return quota - (double)(uint32_t)quota;
}

struct slots_order {
    const struct slots_owner *owners;
    double each;
};

/* The larger fraction, then who holds more, then who joined first. */
static bool slots_before(const void *ctx, const void *one, const void *two)
{
    const struct slots_order *order = ctx;
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)two;
    const struct slots_owner *owner_a = &order->owners[a], *owner_b = &order->owners[b];
    double fraction_a = slots_fraction(owner_a, order->each);
    double fraction_b = slots_fraction(owner_b, order->each);
    if (fraction_a != fraction_b)
        return fraction_a > fraction_b;
    return owner_a->have != owner_b->have ? owner_a->have > owner_b->have : a < b;
}

void slots_targets(struct slots_owner *owners, uint32_t n, uint64_t n_slots, uint32_t *heap)
{
    double by_quota = (double)n_slots, each = slots_raise(owners, n, &by_quota);
    uint64_t left = n_slots;
    uint32_t n_heap = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!owners[i].target) {
            owners[i].target = (uint32_t)(owners[i].weight * each);
            heap[n_heap++] = i;
        }
        left -= owners[i].target;
    }
    const struct slots_order order = {owners, each};
    heap_make(heap, n_heap, sizeof *heap, slots_before, &order);
    for (; left && n_heap; left--) {
        owners[heap[0]].target++;
        heap[0] = heap[--n_heap];
        heap_sift(heap, 0, n_heap, sizeof *heap, slots_before, &order);
    }
    owners[0].target += (uint32_t)left; /* none but where all deserve one by a hair less */
}
