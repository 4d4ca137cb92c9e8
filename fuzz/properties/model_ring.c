/* model_ring.c - a ring without a ring
 *
 * Written from what the parameters say, not from ring.c: a node of weight w has w * vnodes points,
 * rounded to the nearest and at least one; the i-th is the hash of the label with the name for
 * {node} and i for {i}; a circle of 32 bits takes the low ones of a hash, one of 64 all, the
 * highest bit of a narrower hash first. A key belongs to the nearest point at (or after) it, over
 * the end to the lowest; among equal points to the smallest name, then the smallest id.
 */
#include "model_ring.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MODEL_RING_LABEL = 1024 };

static const char *model_ring_value(const struct rs_placement *p, const char *name)
{
    const struct rs_param *params = rs_params(p->strategy);
    size_t i = 0;
    while (strcmp(params[i].name, name) != 0)
        i++;
    return p->spec->values[i];
}

static size_t model_ring_label(const char *pattern, struct rs_bytes name, unsigned long i,
                               char label[MODEL_RING_LABEL])
{
    size_t n = 0;
    while (*pattern) {
        if (strncmp(pattern, "{node}", 6) == 0) {
            for (size_t at = 0; at < name.n_bytes; at++)
                label[n++] = name.at[at];
            pattern += 6;
        } else if (strncmp(pattern, "{i}", 3) == 0) {
            n += (size_t)sprintf(label + n, "%lu", i);
            pattern += 3;
        } else {
            label[n++] = *pattern++;
        }
    }
    return n;
}

static unsigned long model_ring_n_points(double vnodes, double weight)
{
    double n = vnodes * weight;
    unsigned long whole = (unsigned long)n;
    whole += n - (double)whole >= 0.5;
    return whole ? whole : 1;
}

void model_ring_open(struct model_ring *ring, const struct rs_placement *p,
                     const struct model *model)
{
    const struct rs_hash *hash = rs_hash_find(model_ring_value(p, "label_hash"));
    double vnodes = strtod(model_ring_value(p, "vnodes"), NULL);
    bool narrow = strcmp(model_ring_value(p, "bits"), "32") == 0;
    char label[MODEL_RING_LABEL];
    *ring = (struct model_ring){.points = NULL};
    ring->after = strcmp(model_ring_value(p, "owner"), "after") == 0;
    ring->position_mask = narrow ? UINT32_MAX : UINT64_MAX;
    ring->position_shift = narrow ? 0 : 64 - p->hash->n_bits;
    for (size_t i = 0; i < model->n; i++)
        if (model_answers(model, &model->nodes[i]))
            ring->n += model_ring_n_points(vnodes, model->nodes[i].weight);
    ring->points = calloc(ring->n + 1, sizeof *ring->points);
    if (!ring->points)
        abort();
    struct model_ring_point *point = ring->points;
    for (size_t i = 0; i < model->n; i++) {
        const struct rs_node *node = &model->nodes[i];
        unsigned long n =
            model_answers(model, node) ? model_ring_n_points(vnodes, node->weight) : 0;
        for (unsigned long v = 0; v < n; v++, point++) {
            struct rs_bytes bytes = {
                label, model_ring_label(model_ring_value(p, "label"), node->name, v, label)};
            if (hash->digest(bytes, p->config.seed, &point->at))
                abort();
            point->at = (point->at << (narrow ? 0 : 64 - hash->n_bits)) & ring->position_mask;
            point->node = node;
        }
    }
}

void model_ring_close(struct model_ring *ring)
{
    free(ring->points);
}

static bool model_ring_name_less(const struct rs_node *a, const struct rs_node *b)
{
    size_t i = 0;
    while (i < a->name.n_bytes && i < b->name.n_bytes && a->name.at[i] == b->name.at[i])
        i++;
    if (i < a->name.n_bytes && i < b->name.n_bytes)
        return (unsigned char)a->name.at[i] < (unsigned char)b->name.at[i];
    if (a->name.n_bytes != b->name.n_bytes)
        return a->name.n_bytes < b->name.n_bytes;
    return a->id < b->id;
}

static bool model_ring_skips(const struct model_ring_point *point, const uint32_t *ids,
                             size_t n_ids)
{
    size_t i = 0;
    while (i < n_ids && ids[i] != point->node->id)
        i++;
    return i < n_ids;
}

const struct model_ring_point *model_ring_locate(const struct model_ring *ring, uint64_t digest,
                                                 const uint32_t *ids, size_t n_ids)
{
    uint64_t x = (digest << ring->position_shift) & ring->position_mask;
    const struct model_ring_point *best = NULL;
    bool best_wraps = false;
    for (size_t i = 0; i < ring->n; i++) {
        const struct model_ring_point *point = &ring->points[i];
        bool wraps = point->at < x || (ring->after && point->at == x);
        bool nearer = !best || wraps < best_wraps;
        if (best && wraps == best_wraps)
            nearer = point->at < best->at ||
                     (point->at == best->at && model_ring_name_less(point->node, best->node));
        if (nearer && !model_ring_skips(point, ids, n_ids))
            best = point, best_wraps = wraps;
    }
    return best;
}
