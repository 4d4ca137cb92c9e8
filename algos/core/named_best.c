/* named_best.c - the k nodes of the best scores, without memory
 *
 * Sixteen at a time: a scan keeps the best that come after the last of the scan before it.
 */
#include "core/named.h"

enum { NAMED_BEST = 16 };

struct named_ranked {
    uint64_t score;
    uint32_t i;
};

static bool named_better(struct named_ranked a, struct named_ranked b)
{
    return a.score != b.score ? a.score > b.score : a.i < b.i;
}

/* Inserts into the n best so far, at most k of them; returns how many there are now. */
static size_t named_insert(struct named_ranked *best, size_t n, size_t k, struct named_ranked item)
{
    if (n == k && !named_better(item, best[n - 1]))
        return n;
    size_t at = n < k ? n++ : n - 1;
    for (; at > 0 && named_better(item, best[at - 1]); at--)
        best[at] = best[at - 1];
    best[at] = item;
    return n;
}

size_t named_best(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids,
                  named_score *score)
{
    const struct named *named = named_of(p);
    struct named_ranked best[NAMED_BEST], last = {0, 0};
    size_t n_found = 0;
    k = k < named->n ? k : named->n;
    while (n_found < k) {
        size_t n = 0, n_wanted = k - n_found < NAMED_BEST ? k - n_found : NAMED_BEST;
        for (uint32_t i = 0; i < named->n; i++) {
            struct named_ranked item = {score(named, i, digest), i};
            if (!n_found || named_better(last, item))
                n = named_insert(best, n, n_wanted, item);
        }
        for (size_t i = 0; i < n; i++)
            ids[n_found++] = named->ids[best[i].i];
        last = best[n - 1];
    }
    return n_found;
}
