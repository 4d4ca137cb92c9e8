/* points_hash.h - a hash of labels with which a node's name is the list of its points
 *
 * With label_hash=points a node called 10/250/7 has its points at 10, 250 and 7; of more points
 * than numbers, the rest lie on the last one. What stands behind the numbers is only a name.
 */
#ifndef RINGSIDE_POINTS_HASH_H
#define RINGSIDE_POINTS_HASH_H

#include "support.h"

static inline enum rs_status points_digest(struct rs_bytes label, uint64_t seed, uint64_t *digest)
{
    (void)seed;
    char text[512], *at = text;
    assert_true(label.n_bytes < sizeof text);
    memcpy(text, label.at, label.n_bytes);
    text[label.n_bytes] = '\0';
    const char *hash_mark = memrchr(text, '#', label.n_bytes);
    assert_non_null(hash_mark);
    uint64_t i = strtoull(hash_mark + 1, NULL, 10);
    *digest = strtoull(at, &at, 10);
    while (i-- > 0 && *at == '/')
        *digest = strtoull(at + 1, &at, 10);
    return RS_OK;
}

static const struct rs_hash points_hash = {
    .abi = RS_ABI,
    .name = "points",
    .summary = "the number in the label",
    .origin = "points_hash.h",
    .n_bits = 64,
    .any_bytes = true,
    .test_only = true,
    .digest = points_digest,
};

static inline int points_register(void **state)
{
    (void)state;
    return rs_hash_register(&points_hash, NULL) != RS_OK;
}

#endif
