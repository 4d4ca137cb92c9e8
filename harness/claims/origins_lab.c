/* origins_lab.c - rings with names, and what moves in them
 */
#include "origins_lab.h"

struct rs_placement *origins_open(struct claim_run *run, const char *const *names, size_t n)
{
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 0);
    bool good = p;
    for (size_t i = 0; good && i < n; i++)
        good = lab_add_named(run, p, (uint32_t)i, names[i], 1);
    if (p && !good) {
        rs_close(p);
        p = NULL;
    }
    return p;
}

uint32_t origins_owner(const struct rs_placement *p, const char *prefix, unsigned i)
{
    char key[64];
    uint32_t id = RS_NO_NODE;
    snprintf(key, sizeof key, "%s%u", prefix, i);
    rs_locate_key(p, (struct rs_bytes){key, strlen(key)}, &id);
    return id;
}

void origins_counts(struct claim_run *run, const struct rs_placement *p, const char *prefix,
                    unsigned n_keys, const unsigned published[3])
{
    unsigned counts[3] = {0};
    for (unsigned i = 0; i < n_keys; i++) {
        uint32_t id = origins_owner(p, prefix, i);
        if (id < 3)
            counts[id]++;
    }
    for (int i = 0; i < 3; i++)
        claim_cell(run, published[i], counts[i], 0, "node %d", i + 1);
}

double origins_moved(struct claim_run *run, const char *const *names, const char *newcomer,
                     const char *prefix)
{
    struct rs_placement *p = origins_open(run, names, 3);
    struct rs_placement *grown = p ? lab_clone(run, p) : NULL;
    double moved = -1;
    if (grown && lab_add_named(run, grown, 3, newcomer, 1)) {
        moved = 0;
        for (unsigned i = 0; i < 1000; i++)
            moved += origins_owner(p, prefix, i) != origins_owner(grown, prefix, i);
    }
    rs_close(grown);
    rs_close(p);
    return moved;
}

void origins_modulo_moves(struct claim_run *run, uint32_t n, double published)
{
    enum { KEYS = 200000 };
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, n);
    struct rs_placement *grown = p ? lab_clone(run, p) : NULL;
    if (grown && lab_add(run, grown, 0, n, 1)) {
        double moved = lab_moved(p, grown, 2, KEYS);
        claim_cell(run, published, moved, sqrt(moved * (1 - moved) / KEYS), "%u to %u nodes", n,
                   n + 1);
    }
    rs_close(grown);
    rs_close(p);
}
