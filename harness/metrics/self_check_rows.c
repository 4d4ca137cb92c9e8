/* self_check_rows.c - checks on what is counted
 *
 * Each value is known from the definition alone, worked out here and not by the code that it
 * checks.
 */
#include "self_check.h"

#include <string.h>

static bool self_check_same(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fmax(1, fabs(b)); /* false for NAN */
}

/* ---- disruption */

enum self_check_outcome self_check_disruption(const struct self_check_runs *runs,
                                              struct self_check *check)
{
    double n = SELF_CHECK_NODES, part = n / (n + 1);
    double error = sqrt(part * (1 - part) / SELF_CHECK_KEYS);
    double moved = self_check_value(&runs->first, "modulo", "moved_fraction", "add");
    double back = self_check_value(&runs->first, "ring", "moved_keys", "rejoin");
    double z = (moved - part) / error;
    SAY(check->expected, "modulo %.4f moved, |z| <= %g; a rejoin 0", part, Z_MOST);
    SAY(check->found, "modulo %.4f moved, z %.1f; a rejoin %g", moved, z, back);
    return self_check_if(fabs(z) <= Z_MOST && self_check_same(back, 0));
}

/* ---- dead nodes */

/* null: one of n has all, so the loads are n and n - 1 times 0. One node of n down: with d = 1 of
 * them empty, the loads of the others are n / (n - 1) and noise, and the square of the CV is
 * 1 / (n - 1) + n / (N (n - 1)) times a chi-square of n - 2 degrees of freedom. */
enum self_check_outcome self_check_dead_node(const struct self_check_runs *runs,
                                             struct self_check *check)
{
    double n = SELF_CHECK_NODES, df = n - 2, least_squared = 1 / (n - 1);
    double all_max = self_check_value(&runs->first, "null", "max_over_mean", "");
    double all_cv = self_check_value(&runs->first, "null", "cv", "");
    double least = self_check_value(&runs->down, "rendezvous", "min_over_mean", "");
    double busiest = self_check_value(&runs->down, "rendezvous", "max_over_mean", "");
    double cv = self_check_value(&runs->down, "rendezvous", "cv", "");
    double chi2 = (cv * cv - least_squared) * SELF_CHECK_KEYS * (n - 1) / n;
    double chi2_most = df + 2 * Z_MOST * sqrt(2 * df); /* its upper tail is longer */
    SAY(check->expected, "max %g, CV %g; one down: min 0, max %.3f, CV %.4f", n, sqrt(n - 1),
        n / (n - 1), sqrt(least_squared));
    SAY(check->found, "max %g, CV %g; one down: min %g, max %.3f, CV %.4f", all_max, all_cv, least,
        busiest, cv);
    return self_check_if(self_check_same(all_max, n) && self_check_same(all_cv, sqrt(n - 1)) &&
                         self_check_same(least, 0) && busiest >= n / (n - 1) - 1e-12 &&
                         chi2 >= -1e-6 && chi2 <= chi2_most);
}

/* ---- seeds */

struct self_check_digest {
    uint64_t all, skew, moved;
};

static struct self_check_digest self_check_digest(const struct results *results)
{
    struct self_check_digest digest = {results->n, 0, 0};
    for (size_t i = 0; i < results->n; i++) {
        const struct result *row = &results->rows[i];
        uint64_t bits = 0;
        memcpy(&bits, &row->real, sizeof row->real);
        digest.all = rs_mix(digest.all ^ bits ^ (uint64_t)row->has ^ row->count);
        if (!strcmp(row->measure->name, "cv"))
            digest.skew = rs_mix(digest.skew ^ bits);
        if (!strcmp(row->measure->name, "moved_keys"))
            digest.moved = rs_mix(digest.moved ^ row->count);
    }
    return digest;
}

enum self_check_outcome self_check_seed(const struct self_check_runs *runs,
                                        struct self_check *check)
{
    struct self_check_digest first = self_check_digest(&runs->first);
    struct self_check_digest again = self_check_digest(&runs->again);
    struct self_check_digest other = self_check_digest(&runs->other);
    bool same = first.all == again.all, skew = first.skew != other.skew;
    bool moved = first.moved != other.moved;
    SAY(check->expected, "again: the same rows; another: other skew, other moves");
    SAY(check->found, "again: %s rows; another: %s skew, %s moves", same ? "the same" : "OTHER",
        skew ? "other" : "THE SAME", moved ? "other" : "THE SAME");
    return self_check_if(same && skew && moved);
}

/* ---- memory */

/* Two blocks of which one is given back. false: the heap did not give them. */
static bool self_check_heap(const struct self_check_tools *tools, struct heap *held)
{
    struct heap heap = {0};
    const struct rs_allocator allocator = tools->allocator(&heap);
    void *gone = allocator.alloc(allocator.ctx, 1000, 8);
    void *kept = allocator.alloc(allocator.ctx, 24, 8);
    allocator.free(allocator.ctx, gone, 1000);
    *held = heap;
    allocator.free(allocator.ctx, kept, 24);
    heap_close(&heap);
    return gone && kept && !held->fault;
}

/* A table of maglev has a byte an entry while nodes are few; all else of the two is the same. */
enum self_check_outcome self_check_memory(const struct self_check_runs *runs,
                                          struct self_check *check)
{
    double small = self_check_value(&runs->bytes, "maglev:table=251", "bytes_total", "");
    double large = self_check_value(&runs->bytes, "maglev:table=65537", "bytes_total", "");
    struct heap held;
    bool good = self_check_heap(runs->tools, &held);
    const int between = 65537 - 251;
    SAY(check->expected, "24 bytes after 2 calls; %d bytes between two tables", between);
    SAY(check->found, "%zu bytes after %llu calls; %.0f bytes between two tables", held.now_bytes,
        (unsigned long long)held.n_allocs, large - small);
    return self_check_if(good && held.now_bytes == 24 && held.n_allocs == 2 &&
                         self_check_same(large - small, between));
}
