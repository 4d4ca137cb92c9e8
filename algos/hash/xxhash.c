/* xxhash.c - xxh3 and xxh64, inlined from xxHash's own header
 *
 * Source: Yann Collet, xxHash 0.8; both are frozen formats.
 */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/strategy.h"

static enum rs_status xxh3_digest(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    *digest = XXH3_64bits_withSeed(key.at, key.n_bytes, seed);
    return RS_OK;
}

static size_t xxh3_digest_many(enum rs_isa isa, const struct rs_bytes *keys, size_t n,
                               uint64_t seed, uint64_t *digests)
{
    (void)isa;
    for (size_t i = 0; i < n; i++)
        digests[i] = XXH3_64bits_withSeed(keys[i].at, keys[i].n_bytes, seed);
    return n;
}

static enum rs_status xxh64_digest(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    *digest = XXH64(key.at, key.n_bytes, seed);
    return RS_OK;
}

const struct rs_hash rs_hash_xxh3 = {
    .abi = RS_ABI,
    .name = "xxh3",
    .summary = "XXH3, 64 bits",
    .origin = "Collet, xxHash 0.8",
    .n_bits = 64,
    .seeded = true,
    .any_bytes = true,
    .digest = xxh3_digest,
    .digest_many = xxh3_digest_many,
};

const struct rs_hash rs_hash_xxh64 = {
    .abi = RS_ABI,
    .name = "xxh64",
    .summary = "XXH64",
    .origin = "Collet, xxHash",
    .n_bits = 64,
    .seeded = true,
    .any_bytes = true,
    .digest = xxh64_digest,
};
