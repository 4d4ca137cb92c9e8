/* named.c - the nodes that answer, each with a number from its name, in an order of their own
 */
#include "core/named.h"

#include "core/grow.h"
#include "core/heap_sort.h"

#include <string.h>

/* A node on its way into the arrays. */
struct named_entry {
    uint64_t number;
    uint32_t slot;
};

static struct named *named_mut(struct rs_placement *p)
{
    return (struct named *)p;
}

const struct rs_param named_params[] = {
    RS_PARAM_HASH,
    NODE_HASH_PARAM(named, label_hash),
    {.name = NULL},
};

enum rs_status named_init(struct rs_placement *p, struct rs_why *why)
{
    if (p->hash->n_bits < 64)
        p->traits &= ~(uint32_t)RS_EXACT_SHARE;
    return node_hash_init(p, named_of(p)->label_hash, why);
}

static size_t named_bytes(const struct rs_placement *p, uint32_t cap)
{
    size_t weight_bytes = p->traits & RS_WEIGHTED ? sizeof(double) : 0;
    return cap * (sizeof(uint64_t) + weight_bytes + sizeof(uint32_t));
}

void named_fini(struct rs_placement *p)
{
    struct named *named = named_mut(p);
    rs_free(p, named->numbers, named_bytes(p, named->cap));
    named->numbers = NULL, named->weights = NULL, named->ids = NULL;
    named->n = named->cap = 0;
}

/* Other arrays of this capacity; what is in the old ones stays in the first places. */
static enum rs_status named_resize(struct named *named, uint32_t cap)
{
    struct named old = *named;
    uint64_t *numbers = rs_alloc(&named->p, named_bytes(&named->p, cap), _Alignof(uint64_t));
    if (!numbers)
        return RS_ENOMEM;
    named->numbers = numbers, named->cap = cap;
    named->weights = named->p.traits & RS_WEIGHTED ? (double *)(void *)(numbers + cap) : NULL;
    named->ids = (uint32_t *)(void *)(numbers + (named->weights ? 2 : 1) * (size_t)cap);
    if (old.n) {
        memcpy(named->numbers, old.numbers, old.n * sizeof *old.numbers);
        memcpy(named->ids, old.ids, old.n * sizeof *old.ids);
    }
    if (old.n && old.weights)
        memcpy(named->weights, old.weights, old.n * sizeof *old.weights);
    rs_free(&old.p, old.numbers, named_bytes(&old.p, old.cap));
    return RS_OK;
}

static enum rs_status named_reserve(struct named *named, uint32_t n)
{
    return n > named->cap ? named_resize(named, (uint32_t)grow_cap(n)) : RS_OK;
}

/* Gives back what a removal left over; a failure to do so is none of the removal's. */
static void named_trim(struct named *named)
{
    if (!named->n)
        named_fini(&named->p);
    else if (named->cap / 2 > named->n)
        (void)named_resize(named, (uint32_t)grow_cap(named->n));
}

static bool named_before(const struct rs_placement *p, struct named_entry a, struct named_entry b)
{
    double weight_a = rs_effective(p, a.slot), weight_b = rs_effective(p, b.slot);
    if (a.number != b.number)
        return a.number < b.number;
    if (weight_a != weight_b)
        return weight_a > weight_b;
    return node_hash_order(p, a.slot, b.slot) < 0;
}

static bool named_behind(const void *p, const void *a, const void *b)
{
    return named_before(p, *(const struct named_entry *)b, *(const struct named_entry *)a);
}

static void named_put(struct named *named, uint32_t i, struct named_entry entry)
{
    named->numbers[i] = entry.number;
    named->ids[i] = named->p.slots[entry.slot].id;
    if (named->weights)
        named->weights[i] = rs_effective(&named->p, entry.slot);
}

static enum rs_status named_collect(const struct named *named, struct named_entry *entries)
{
    const struct rs_placement *p = &named->p;
    enum rs_status status = RS_OK;
    for (uint32_t slot = 0; !status && slot < p->n_slots; slot++) {
        if (!(rs_effective(p, slot) > 0))
            continue;
        entries->slot = slot;
        status = node_hash_of(p, named->label_hash, slot, &entries->number);
        entries++;
    }
    return status;
}

enum rs_status named_build(struct rs_placement *p)
{
    struct named *named = named_mut(p);
    uint32_t n = rs_n_answering(p);
    size_t n_bytes = ((size_t)n + 1) * sizeof(struct named_entry);
    struct named_entry *entries = rs_alloc(p, n_bytes, _Alignof(struct named_entry));
    enum rs_status status = entries ? named_collect(named, entries) : RS_ENOMEM;
    if (!status)
        status = named_reserve(named, n);
    if (!status) {
        heap_sort_backwards(entries, n, sizeof *entries, named_behind, p);
        for (named->n = 0; named->n < n; named->n++)
            named_put(named, named->n, entries[named->n]);
        named_trim(named);
    }
    rs_free(p, entries, n_bytes);
    return status;
}

/* How many stand before an entry that is not there itself. */
static uint32_t named_rank(const struct named *named, struct named_entry entry)
{
    uint32_t low = 0, high = named->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        struct named_entry other = {named->numbers[middle],
                                    rs_slot_of(&named->p, named->ids[middle])};
        if (named_before(&named->p, other, entry))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Moves what stands at from and behind it to start at `to`. */
static void named_shift(struct named *named, uint32_t from, uint32_t to)
{
    size_t n = named->n - from;
    memmove(&named->numbers[to], &named->numbers[from], n * sizeof *named->numbers);
    memmove(&named->ids[to], &named->ids[from], n * sizeof *named->ids);
    if (named->weights)
        memmove(&named->weights[to], &named->weights[from], n * sizeof *named->weights);
    named->n = to > from ? named->n + (to - from) : named->n - (from - to);
}

/* One node leaves, comes, or does both with another weight, for which there is room already. */
enum rs_status named_change(struct rs_placement *p, const struct rs_change *changes, size_t n)
{
    struct named *named = named_mut(p);
    if (n > 1)
        return named_build(p);
    struct named_entry entry = {0, changes->slot};
    bool leaves = changes->from > 0, joins = changes->to > 0;
    enum rs_status status = node_hash_of(p, named->label_hash, entry.slot, &entry.number);
    if (!status && joins && !leaves)
        status = named_reserve(named, named->n + 1);
    if (status)
        return status;
    if (leaves) {
        uint32_t i = 0;
        while (named->ids[i] != p->slots[entry.slot].id)
            i++;
        named_shift(named, i + 1, i);
    }
    if (joins) {
        uint32_t i = named_rank(named, entry);
        named_shift(named, i, i + 1);
        named_put(named, i, entry);
    }
    if (!joins)
        named_trim(named);
    return RS_OK;
}

static bool named_is_first(const struct named *named, uint32_t i)
{
    return !i || named->numbers[i] != named->numbers[i - 1];
}

static double named_weight(const struct named *named, uint32_t i)
{
    return named->weights ? named->weights[i] : 1;
}

enum rs_status named_shares(const struct rs_placement *p, double *by_slot)
{
    const struct named *named = named_of(p);
    double total = 0;
    for (uint32_t i = 0; i < named->n; i++)
        total += named_is_first(named, i) ? named_weight(named, i) : 0;
    for (uint32_t i = 0; i < named->n; i++)
        if (named_is_first(named, i))
            by_slot[rs_slot_of(p, named->ids[i])] = named_weight(named, i) / total;
    return RS_OK;
}

struct rs_moments named_theory(const struct rs_placement *p, enum rs_quantity quantity)
{
    const struct named *named = named_of(p);
    if (quantity == RS_DRAWS)
        return RS_EXACTLY(named->n);
    if (quantity != RS_SHARE_CV || !named->n || p->hash->n_bits < 64)
        return RS_NO_MOMENTS; /* what moves is the minimum */
    for (uint32_t i = 0; i < named->n; i++)
        if (!named_is_first(named, i))
            return RS_NO_MOMENTS;
    return RS_EXACTLY(0);
}
