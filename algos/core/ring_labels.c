/* ring_labels.c - from a node and a number to a point: the labels of a ring
 */
#include "core/ring_labels.h"

#include "core/core.h"
#include "core/node_hash.h"

#include <stdio.h>
#include <string.h>

#define LABEL_MAX (RS_NAME_MAX + RS_VALUE_MAX + 20)

static size_t ring_digits(uint64_t number, char digits[20])
{
    char reversed[20];
    size_t n = 0;
    do
        reversed[n++] = (char)('0' + number % 10);
    while ((number /= 10));
    for (size_t i = 0; i < n; i++)
        digits[i] = reversed[n - 1 - i];
    return n;
}

static size_t ring_label(const struct ring *ring, struct rs_bytes name, uint64_t i,
                         char label[LABEL_MAX])
{
    size_t n = 0;
    for (const char *at = ring->label; *at;) {
        if (!strncmp(at, "{node}", 6)) {
            memcpy(label + n, name.at, name.n_bytes);
            n += name.n_bytes, at += 6;
        } else if (!strncmp(at, "{i}", 3)) {
            n += ring_digits(i, label + n), at += 3;
        } else {
            label[n++] = *at++;
        }
    }
    return n;
}

enum rs_status ring_point_at(const struct ring *ring, struct rs_bytes name, uint64_t i,
                             uint64_t *point)
{
    char label[LABEL_MAX];
    struct rs_bytes bytes = {label, ring_label(ring, name, i, label)};
    uint64_t digest;
    enum rs_status status = ring->label_hash->digest(bytes, ring->p.config.seed, &digest);
    if (!status)
        *point = ring->bits == RING_64 ? rs_wide(ring->label_hash, digest) : (uint32_t)digest;
    return status;
}

static bool ring_label_has_once(const char *label, const char *part)
{
    const char *at = strstr(label, part);
    return at && !strstr(at + 1, part);
}

enum rs_status ring_init(struct rs_placement *p, struct rs_why *why)
{
    const struct ring *ring = ring_of(p);
    if (!ring_label_has_once(ring->label, "{node}") || !ring_label_has_once(ring->label, "{i}"))
        return core_fail(why, RS_EINVAL, "ring: label needs {node} and {i}, once each, as in %s",
                         "label={node}-{i}");
    return node_hash_init(p, ring->label_hash, why);
}

uint64_t ring_n_points(const struct ring *ring, double weight)
{
    if (!(weight > 0))
        return 0;
    uint64_t n = (uint64_t)((double)ring->vnodes * weight + 0.5);
    return n ? n : 1;
}

enum rs_status ring_label_of(const struct ring *ring, uint32_t slot, uint64_t point, char *text,
                             size_t text_bytes)
{
    struct rs_bytes name = rs_name(&ring->p, slot);
    uint64_t n = ring_n_points(ring, rs_effective(&ring->p, slot)), each;
    for (uint64_t i = 0; i < n; i++) {
        enum rs_status status = ring_point_at(ring, name, i, &each);
        if (status)
            return status;
        if (each != point)
            continue;
        char label[LABEL_MAX];
        snprintf(text, text_bytes, "%.*s", (int)ring_label(ring, name, i, label), label);
        return RS_OK;
    }
    return RS_ENOENT;
}
