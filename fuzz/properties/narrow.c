/* narrow.c - hashes of few bits: ties on every run
 *
 * With 16 digests for thousands of labels, points collide, arcs are empty and every rule for ties
 * is at work; what holds here is no luck. The top bits of xxh3, for tests only.
 */
#include "narrow.h"

static enum rs_status narrow_digest(struct rs_bytes key, uint64_t seed, unsigned n_bits,
                                    uint64_t *digest)
{
    uint64_t wide;
    enum rs_status status = rs_hash_find("xxh3")->digest(key, seed, &wide);
    if (!status)
        *digest = wide >> (64 - n_bits);
    return status;
}

#define NARROW(bits)                                                                               \
    static enum rs_status narrow_digest_##bits(struct rs_bytes key, uint64_t seed,                 \
                                               uint64_t *digest)                                   \
    {                                                                                              \
        return narrow_digest(key, seed, bits, digest);                                             \
    }
NARROW(4)
NARROW(8)
NARROW(12)
#undef NARROW

#define NARROW(bits)                                                                               \
    {                                                                                              \
        .abi = RS_ABI, .name = "narrow" #bits, .summary = "the top " #bits " bits of xxh3",        \
        .origin = "ringside", .n_bits = bits, .any_bytes = true, .seeded = true,                   \
        .test_only = true, .digest = narrow_digest_##bits                                          \
    }
static const struct rs_hash narrow_hashes[] = {NARROW(4), NARROW(8), NARROW(12)};
#undef NARROW

enum rs_status narrow_register(struct rs_why *why)
{
    for (size_t i = 0; i < sizeof narrow_hashes / sizeof *narrow_hashes; i++) {
        if (rs_hash_find(narrow_hashes[i].name))
            continue;
        enum rs_status status = rs_hash_register(&narrow_hashes[i], why);
        if (status)
            return status;
    }
    return RS_OK;
}
